import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import { publish } from '../../../live/publish.ts';
import { lockThreadsWith } from './lock.ts';

/**
 * Every thread with this phone, in anyone's inbox, shows its new consent at once. After an opt-out no one waits for a reply in
 * them anymore, and what was held for review is answered.
 */
export async function consentChanged(
  tx: Tx,
  accountId: string,
  phoneNumber: string,
  change: 'optedOut' | 'optedIn',
): Promise<void> {
  if (change === 'optedOut') await lockThreadsWith(tx, accountId, phoneNumber);
  const threads = sql`
    select c.id from conversations c
      join candidates on candidates.account_id = c.account_id and candidates.id = c.candidate_id
     where c.account_id = ${accountId} and candidates.phone_number = ${phoneNumber}`;
  const { rows } = await (change === 'optedOut'
    ? sql<{ id: string }>`
        update conversations set waiting_since = null, held_message_id = null, held_at = null
         where account_id = ${accountId} and id in (${threads}) returning id`
    : sql<{ id: string }>`${threads}`
  ).execute(tx);
  await publish(
    tx,
    rows.map((row) => ({ accountId, kind: 'conversation.updated' as const, subjectId: row.id })),
  );
}
