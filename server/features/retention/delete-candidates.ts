import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { lockWithThreads, putAway } from '../candidates/delete-candidate.ts';
import { listConversationsOf } from '../candidates/store.ts';
import type { Slice } from './delete-texts.ts';
import { idleCandidates } from './due.ts';

/** What one transaction looks at. It deletes one, as a person would: the locks of two could cross those of others. */
const MOST_CANDIDATES = 500;

/** The next one. For thirty days an admin can restore them. */
export async function deleteCandidates(
  tx: Tx,
  deps: Deps,
  { accountId, after, before }: { accountId: string; after: string; before: Date },
): Promise<Slice> {
  const now = deps.clock();
  const { rows: looked } = await sql<{ last: string | null; due: string | null }>`
    with looked as (
      select * from candidates where account_id = ${accountId} and id > ${after} order by id limit ${MOST_CANDIDATES})
    select (select id from looked order by id desc limit 1) as last,
           (select id from (${idleCandidates(sql`select * from looked order by id`, { before, now })}) as idle
             where not is_in_use limit 1) as due`.execute(tx);
  const { last = null, due = null } = looked[0] ?? {};
  if (due === null) return { after: last, deleted: 0 };
  await lockWithThreads(tx, accountId, due);
  const { rows: still } = await sql`
    select from (${idleCandidates(
      sql`select * from candidates where account_id = ${accountId} and id = ${due}`,
      { before, now },
    )}) as idle where not is_in_use`.execute(tx);
  if (still.length === 0) return { after: due, deleted: 0 };
  await putAway(tx, deps, accountId, {
    id: due,
    threadIds: await listConversationsOf(tx, accountId, due),
    by: null,
  });
  return { after: due, deleted: 1 };
}
