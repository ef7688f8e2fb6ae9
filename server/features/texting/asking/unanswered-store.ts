import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connection.ts';

/** A question that was asked once, by someone who is still there, and to which nothing came back. */
export interface Unanswered {
  accountId: string;
  phoneNumber: string;
  conversationId: string;
  candidateId: string;
  wording: string;
  askedAt: Date;
}

/** Oldest first. `after`: goes on after this one. */
export async function listUnanswered(
  db: Db,
  asked: { after: Date; before: Date },
  { last, limit }: { last: Unanswered | null; limit: number },
): Promise<Unanswered[]> {
  const rest =
    last === null
      ? sql`true`
      : sql`(r.asked_at, r.account_id, r.phone_number) > (${last.askedAt}, ${last.accountId}::uuid, ${last.phoneNumber})`;
  const { rows } = await sql<Unanswered>`
    select r.account_id as "accountId", r.phone_number as "phoneNumber", r.conversation_id as "conversationId",
           c.candidate_id as "candidateId", r.wording, r.asked_at as "askedAt"
      from consent_requests r
      join accounts a on a.id = r.account_id and a.consent_reminder
      join conversations c on c.account_id = r.account_id and c.id = r.conversation_id
      join users u on u.account_id = r.account_id and u.id = r.asked_by and u.deactivated_at is null and u.deletes_at is null
     where r.answered_at is null and r.reminded_at is null and r.asked_at > ${asked.after} and r.asked_at <= ${asked.before}
       and (c.last_inbound_at is null or c.last_inbound_at <= r.asked_at)
       and not exists (
         select from consent_grants g where g.account_id = r.account_id and g.phone_number = r.phone_number)
       and ${rest}
     order by r.asked_at, r.account_id, r.phone_number
     limit ${limit}`.execute(db);
  return rows;
}

/** False: it was asked again in the meantime, or answered. */
export async function markReminded(
  tx: Tx,
  { accountId, phoneNumber, askedAt }: Unanswered,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('consent_requests')
    .set({ reminded_at: at })
    .where('account_id', '=', accountId)
    .where('phone_number', '=', phoneNumber)
    .where('asked_at', '=', askedAt)
    .where('answered_at', 'is', null)
    .where('reminded_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
