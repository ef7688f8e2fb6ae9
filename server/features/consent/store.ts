import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { recordset } from '../../db/recordset.ts';
import type { DB } from '../../db/schema.ts';
import type { Cursor } from '../../http/page.ts';

/** Where an opt-out comes from, and what lifts it again. */
export type OptOutSource = DB['opt_outs']['source'];
export type ConsentSource = DB['consent_events']['source'];

type Since = (db: Db, accountId: string, phoneNumbers: string[]) => Promise<Map<string, Date>>;

const sinceWhen =
  (table: keyof DB, column: string): Since =>
  async (db, accountId, phoneNumbers) => {
    if (phoneNumbers.length === 0) return new Map();
    const { rows } = await sql<{ phoneNumber: string; since: Date }>`
      select phone_number as "phoneNumber", ${sql.ref(column)} as since from ${sql.table(table)}
       where account_id = ${accountId} and phone_number = any(${phoneNumbers}::text[])`.execute(db);
    return new Map(rows.map(({ phoneNumber, since }) => [phoneNumber, since]));
  };

/** Which of the numbers have opted out, and since when. */
export const findOptOuts = sinceWhen('opt_outs', 'opted_out_at');

/** Which of the numbers have express consent on record, and since when. One that opted out can be among them. */
export const findGrants = sinceWhen('consent_grants', 'granted_at');

/**
 * True when it is new. Opting out again renews the date: an opt-in that is older but comes late doesn't lift it. What the candidate
 * said replaces what a person decided, no matter which we hear first.
 */
export async function insertOptOut(
  db: Db,
  optOut: { accountId: string; phoneNumber: string; source: OptOutSource; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into opt_outs as known (account_id, phone_number, source, opted_out_at)
    values (${optOut.accountId}, ${optOut.phoneNumber}, ${optOut.source}, ${optOut.at})
        on conflict (account_id, phone_number) do update
       set opted_out_at = greatest(known.opted_out_at, excluded.opted_out_at),
           source = case when known.source in ('reviewed', 'import') then excluded.source else known.source end
     where known.opted_out_at < excluded.opted_out_at
        or known.source in ('reviewed', 'import') and excluded.source not in ('reviewed', 'import')
    -- xmax shows that we have locked an existing row. Only PostgreSQL 18 could return the old row instead.
    returning known.xmax = 0 as "isNew"`.execute(db);
  return rows[0]?.isNew ?? false;
}

/** Opt-outs from a file. Returns the numbers for which they are new. */
export async function insertImportedOptOuts(
  tx: Db,
  { accountId, phoneNumbers, at }: { accountId: string; phoneNumbers: string[]; at: Date },
): Promise<Set<string>> {
  const { rows } = await sql<{ phoneNumber: string }>`
    insert into opt_outs (account_id, phone_number, source, opted_out_at)
    select ${accountId}::uuid, phone_number, 'import', ${at} from unnest(${phoneNumbers.toSorted()}::text[]) as phone_number
        on conflict (account_id, phone_number) do nothing
    returning phone_number as "phoneNumber"`.execute(tx);
  return new Set(rows.map(({ phoneNumber }) => phoneNumber));
}

/** Takes back those that an import has made. Returns the numbers; those who have opted out themselves since stay so. */
export async function deleteImportedOptOuts(
  tx: Db,
  accountId: string,
  optOuts: { phoneNumber: string; at: Date }[],
): Promise<string[]> {
  const { rows } = await sql<{ phoneNumber: string }>`
    delete from opt_outs o using ${recordset('t', optOuts, { text: ['phoneNumber'], timestamptz: ['at'] })}
     where o.account_id = ${accountId} and o.phone_number = t.phone_number and o.source = 'import'
       and o.opted_out_at = t.at
    returning o.phone_number as "phoneNumber"`.execute(tx);
  return rows.map(({ phoneNumber }) => phoneNumber);
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

export interface NewConsentEvent {
  id: string;
  phoneNumber: string;
  change: DB['consent_events']['change'];
  source: ConsentSource;
  method: string | null;
  wording: string | null;
  wordingVersion: string | null;
  actorUserId: string | null;
  at: Date;
}

/** An opt-out is counted for the sender of the last text to the number. */
export async function insertConsentEvents(
  db: Db,
  accountId: string,
  events: readonly NewConsentEvent[],
): Promise<void> {
  await sql`
    insert into consent_events (account_id, id, phone_number, change, source, method, wording, wording_version, actor_user_id,
           created_at, seat_id, person_id, number_id, template_id, automation_id)
    select ${accountId}, event.id, event.phone_number, event.change, event.source, event.method, event.wording,
           event.wording_version, event.actor_user_id, event.at, last.*
      from ${recordset('event', events, { uuid: ['id', 'actorUserId'], text: ['phoneNumber', 'change', 'source', 'method', 'wording', 'wordingVersion'], timestamptz: ['at'] })}
      left join lateral (
        select text.seat_id, text.person_id, text.number_id, text.template_id, text.automation_id
          from candidates p
          join conversations c on c.account_id = p.account_id and c.candidate_id = p.id
          cross join lateral (
            select m.* from messages m
             where m.account_id = c.account_id and m.conversation_id = c.id and m.created_at <= event.at
               and m.direction = 'outbound' and m.carrier_id is not null and m.candidate_number = event.phone_number
             order by m.created_at desc, m.id desc limit 1) as text
         where event.change = 'optedOut' and p.account_id = ${accountId} and p.phone_number = event.phone_number
         order by text.created_at desc, text.id desc limit 1) as last on true`.execute(db);
}

/** These numbers have agreed to get texts. An opt-out counts more. */
export async function insertGrants(
  db: Db,
  accountId: string,
  grants: readonly { phoneNumber: string; at: Date }[],
): Promise<void> {
  await sql`
    insert into consent_grants as known (account_id, phone_number, granted_at)
    select ${accountId}, phone_number, max(at)
      from ${recordset('g', grants, { text: ['phoneNumber'], timestamptz: ['at'] })} group by phone_number
        on conflict (account_id, phone_number) do update
       set granted_at = greatest(known.granted_at, excluded.granted_at)`.execute(db);
}

export interface ConsentEventRow extends Omit<NewConsentEvent, 'phoneNumber' | 'actorUserId' | 'at'> {
  actorId: string | null;
  actorFirstName: string | null;
  actorLastName: string | null;
  createdAt: Date;
  recordedAt: Date | null;
}

/** What happened to the number's consent, newest first unless `oldestFirst`. */
export async function listConsentEvents(
  db: Db,
  accountId: string,
  phoneNumbers: string[],
  page: { after: Cursor | null; limit: number; oldestFirst?: boolean },
): Promise<ConsentEventRow[]> {
  const isUp = page.oldestFirst === true;
  const after = page.after
    ? sql`(e.created_at, e.id) ${isUp ? sql`>` : sql`<`} (${page.after.at}, ${page.after.id}::uuid)`
    : sql`true`;
  const direction = isUp ? sql`asc` : sql`desc`;
  const { rows } = await sql<ConsentEventRow>`
    select e.id, e.change, e.source, e.method, e.wording, e.wording_version as "wordingVersion", e.created_at as "createdAt",
           e.recorded_at as "recordedAt", u.id as "actorId", u.first_name as "actorFirstName", u.last_name as "actorLastName"
      from consent_events e
      left join users u on u.account_id = e.account_id and u.id = e.actor_user_id
     where e.account_id = ${accountId} and e.phone_number = any(${phoneNumbers}::text[]) and ${after}
     order by e.created_at ${direction}, e.id ${direction} limit ${page.limit + 1}`.execute(db);
  return rows;
}
