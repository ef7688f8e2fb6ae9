import { sql } from 'kysely';
import { raiseAfterCommit } from '../../db/after-commit.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { cancelUnsent } from '../texting/sending/unsent.ts';

/* A broadcast's texts that are written, and that the carrier doesn't have yet. */

const written = (accountId: string, id: string) => sql`
  select r.message_id from broadcast_recipients r
   where r.account_id = ${accountId} and r.broadcast_id = ${id} and r.outcome = 'waiting' and r.message_id is not null`;

/** No one finds a text without a time. */
export async function holdTexts(tx: Tx, accountId: string, id: string): Promise<void> {
  await sql`
    update messages set send_after = null
     where account_id = ${accountId} and id in (${written(accountId, id)}) and status in ('scheduled', 'queued')`.execute(
    tx,
  );
}

export async function releaseTexts(tx: Tx, accountId: string, id: string, now: Date): Promise<void> {
  await sql`
    update messages set send_after = greatest(scheduled_at, ${now})
     where account_id = ${accountId} and id in (${written(accountId, id)}) and status in ('scheduled', 'queued')`.execute(
    tx,
  );
  raiseAfterCommit(tx, 'messages');
}

/** All that wait, written or not. */
export async function cancelTexts(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { accountId, id }: { accountId: string; id: string },
  reason: 'broadcast_canceled' | 'broadcast_stopped',
): Promise<void> {
  const { rows } = await sql<{ messageId: string }>`
    select message_id as "messageId" from (${written(accountId, id)}) as texts`.execute(tx);
  const messageIds = rows.map(({ messageId }) => messageId);
  if (messageIds.length > 0) await cancelUnsent(tx, deps, accountId, { messageIds, because: reason });
  await sql`
    update broadcast_recipients set outcome = 'canceled', reason = ${reason}
     where account_id = ${accountId} and broadcast_id = ${id} and outcome = 'waiting' and message_id is null`.execute(
    tx,
  );
}
