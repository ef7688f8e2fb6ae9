import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { DB } from '../../db/schema.ts';
import type { Cursor } from '../../http/page.ts';

export type ConsentSource = DB['opt_outs']['source'];

/** Which of the numbers have opted out, and since when. */
export async function findOptOuts(
  db: Db,
  accountId: string,
  phoneNumbers: string[],
): Promise<Map<string, Date>> {
  if (phoneNumbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('opt_outs')
    .select(['phone_number as phoneNumber', 'opted_out_at as optedOutAt'])
    .where('account_id', '=', accountId)
    .where('phone_number', '=', sql<string>`any(${phoneNumbers}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.phoneNumber, row.optedOutAt]));
}

/**
 * True when it is new. Opting out again renews the date: an opt-in that is older but comes late doesn't lift it. What the candidate
 * said replaces what a person decided, no matter which we hear first.
 */
export async function insertOptOut(
  db: Db,
  optOut: { accountId: string; phoneNumber: string; source: ConsentSource; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into opt_outs as known (account_id, phone_number, source, opted_out_at)
    values (${optOut.accountId}, ${optOut.phoneNumber}, ${optOut.source}, ${optOut.at})
        on conflict (account_id, phone_number) do update
       set opted_out_at = greatest(known.opted_out_at, excluded.opted_out_at),
           source = case when known.source = 'reviewed' then excluded.source else known.source end
     where known.opted_out_at < excluded.opted_out_at or known.source = 'reviewed' and excluded.source <> 'reviewed'
    -- xmax shows that we have locked an existing row. Only PostgreSQL 18 could return the old row instead.
    returning known.xmax = 0 as "isNew"`.execute(db);
  return rows[0]?.isNew ?? false;
}

const deleteOptOutOf = (db: Db, { accountId, phoneNumber }: { accountId: string; phoneNumber: string }) =>
  db.deleteFrom('opt_outs').where('account_id', '=', accountId).where('phone_number', '=', phoneNumber);

/** True when there was one, from no later than `at`. */
export async function deleteOptOut(
  db: Db,
  optOut: { accountId: string; phoneNumber: string; at: Date },
): Promise<boolean> {
  const result = await deleteOptOutOf(db, optOut).where('opted_out_at', '<=', optOut.at).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** True when it is still what a person decided at that time, and not what the candidate said themselves. */
export async function deleteReviewedOptOut(
  db: Db,
  optOut: { accountId: string; phoneNumber: string; at: Date },
): Promise<boolean> {
  const result = await deleteOptOutOf(db, optOut)
    .where('source', '=', 'reviewed')
    .where('opted_out_at', '=', optOut.at)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** An opt-out is counted for the sender of the last text to the number. */
export async function insertConsentEvent(
  db: Db,
  event: {
    accountId: string;
    id: string;
    phoneNumber: string;
    change: DB['consent_events']['change'];
    source: ConsentSource;
    wording: string | null;
    actorUserId: string | null;
    at: Date;
  },
): Promise<void> {
  await sql`
    insert into consent_events (account_id, id, phone_number, change, source, wording, actor_user_id, created_at,
           seat_id, person_id, number_id, template_id, automation_id)
    select event.*, last.*
      from (values (${event.accountId}::uuid, ${event.id}::uuid, ${event.phoneNumber}, ${event.change}, ${event.source},
                    ${event.wording}, ${event.actorUserId}::uuid, ${event.at}::timestamptz)) as event(
             account_id, id, phone_number, change, source, wording, actor_user_id, created_at)
      left join lateral (
        select text.seat_id, text.person_id, text.number_id, text.template_id, text.automation_id
          from candidates p
          join conversations c on c.account_id = p.account_id and c.candidate_id = p.id
          cross join lateral (
            select m.* from messages m
             where m.account_id = c.account_id and m.conversation_id = c.id and m.created_at <= event.created_at
               and m.direction = 'outbound' and m.carrier_id is not null and m.candidate_number = event.phone_number
             order by m.created_at desc, m.id desc limit 1) as text
         where p.account_id = event.account_id and p.phone_number = event.phone_number
         order by text.created_at desc, text.id desc limit 1) as last on event.change = 'optedOut'`.execute(
    db,
  );
}

export interface ConsentEventRow {
  id: string;
  change: DB['consent_events']['change'];
  source: ConsentSource;
  wording: string | null;
  reviewerId: string | null;
  reviewerFirstName: string | null;
  reviewerLastName: string | null;
  createdAt: Date;
}

/** What happened to the number's consent, newest first. */
export async function listConsentEvents(
  db: Db,
  accountId: string,
  phoneNumber: string,
  page: { after: Cursor | null; limit: number },
): Promise<ConsentEventRow[]> {
  const after = page.after
    ? sql`(e.created_at, e.id) < (${page.after.at}, ${page.after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<ConsentEventRow>`
    select e.id, e.change, e.source, e.wording, e.created_at as "createdAt", u.id as "reviewerId",
           u.first_name as "reviewerFirstName", u.last_name as "reviewerLastName"
      from consent_events e
      left join users u on u.account_id = e.account_id and u.id = e.actor_user_id
     where e.account_id = ${accountId} and e.phone_number = ${phoneNumber} and ${after}
     order by e.created_at desc, e.id desc limit ${page.limit + 1}`.execute(db);
  return rows;
}
