import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import type { Session } from '../../../http/session.ts';
import { listSeatFacts } from '../../team/seats/store.ts';
import { assignThreadsTo } from './assign.ts';
import type { BulkChange } from './bulk-store.ts';

/** To those who had them, as far as they are still on the team, where no one has assigned the conversation again since. */
export async function giveBack(
  tx: Tx,
  deps: Deps,
  session: Session,
  { before, assigneeId, at }: BulkChange,
): Promise<string[]> {
  const { accountId } = session;
  const ids = before.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    select c.id from conversations c
     where c.account_id = ${accountId} and c.id = any(${ids}::uuid[])
       and c.assignee_id is not distinct from ${assigneeId}
       and not exists (
         select from conversation_activity a
          where a.account_id = c.account_id and a.conversation_id = c.id and a.created_at > ${at}
            and a.type in ('assigned', 'unassigned'))`.execute(tx);
  const unchanged = new Set(rows.map(({ id }) => id));
  const team = new Set((await listSeatFacts(tx, accountId)).map(({ userId }) => userId));
  const restored: string[] = [];
  const back = before.filter(({ id }) => unchanged.has(id));
  for (const [userId, theirs] of Map.groupBy(back, (each) => each.assigneeId ?? null)) {
    if (userId !== null && !team.has(userId)) continue;
    const given = await assignThreadsTo(tx, deps, session, {
      ids: theirs.map(({ id }) => id),
      userId,
      undoes: at,
    });
    restored.push(...given.map(({ id }) => id));
  }
  return restored;
}
