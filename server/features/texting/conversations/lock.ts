import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';

/*
 * Rows of texting are locked in this order: the candidate, conversations by account and ID, messages by account and ID, what is
 * left of bought texts. Another order in another transaction could deadlock.
 */

/** Until the transaction ends, no one else changes these or writes texts into them. */
export async function lockConversations(tx: Tx, accountId: string, ids: string[]): Promise<void> {
  await sql`
    select 1 from conversations where account_id = ${accountId} and id = any(${ids}::uuid[])
     order by account_id, id for no key update`.execute(tx);
}

/** All threads with a phone, in any inbox. */
export async function lockThreadsWith(tx: Tx, accountId: string, phoneNumber: string): Promise<void> {
  await sql`
    select 1 from conversations c
      join candidates on candidates.account_id = c.account_id and candidates.id = c.candidate_id
     where c.account_id = ${accountId} and candidates.phone_number = ${phoneNumber}
     order by c.account_id, c.id for no key update of c`.execute(tx);
}

/** The same of the phones that these messages went to. */
export async function lockThreadsOf(
  tx: Tx,
  messages: { accountId: string; messageId: string }[],
): Promise<void> {
  if (messages.length === 0) return;
  const accountIds = messages.map(({ accountId }) => accountId);
  const ids = messages.map(({ messageId }) => messageId);
  await sql`
    select 1 from conversations c
      join candidates on candidates.account_id = c.account_id and candidates.id = c.candidate_id
     where (c.account_id, candidates.phone_number) in (
       select m.account_id, m.candidate_number from messages m
         join unnest(${accountIds}::uuid[], ${ids}::uuid[]) as given (account_id, id) using (account_id, id))
     order by c.account_id, c.id for no key update of c`.execute(tx);
}
