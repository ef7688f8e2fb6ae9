import { sql } from 'kysely';
import type { ReadDb } from '../../../db/connection.ts';
import type { LatestText } from './rules.ts';

export interface NumberRow {
  id: string;
  phoneNumber: string;
  isInUse: boolean;
  companyName: string;
  ownerId: string | null;
  ownerFirstName: string | null;
  ownerLastName: string | null;
}

/** Released numbers, too: their texts stay. */
export async function listNumbers(
  db: ReadDb,
  accountId: string,
  numberId: string | null,
): Promise<NumberRow[]> {
  const { rows } = await sql<NumberRow>`
    select n.id, n.phone_number as "phoneNumber", n.seat_id is not null and n.released_at is null as "isInUse",
           u.id as "ownerId", u.first_name as "ownerFirstName", u.last_name as "ownerLastName",
           a.name as "companyName"
      from numbers n
      join accounts a on a.id = n.account_id
      left join seats s on s.account_id = n.account_id and s.id = n.seat_id
      left join users u on u.account_id = s.account_id and u.id = s.user_id
     where n.account_id = ${accountId} and (${numberId}::uuid is null or n.id = ${numberId}::uuid)`.execute(
    db,
  );
  return rows;
}

export interface DayRow {
  numberId: string;
  date: string;
  sent: number;
  delivered: number;
  failed: number;
  optOuts: number;
}

/** What the figures of these numbers come to, by day. */
export async function listDays(
  db: ReadDb,
  accountId: string,
  { numberIds, from }: { numberIds: string[]; from: Date },
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select key as "numberId", to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD') as date, sent, delivered, failed,
           opt_outs as "optOuts"
      from text_sums
     where account_id = ${accountId} and grain = 'day' and kind = 'number' and starts_at >= ${from}
       and key = any(${numberIds}::text[])
     order by starts_at`.execute(db);
  return rows;
}

export interface ReasonRow {
  numberId: string;
  code: string;
  count: number;
}

/** Reads the failures of these days only. */
export async function listReasons(
  db: ReadDb,
  accountId: string,
  { numberIds, from }: { numberIds: string[]; from: Date },
): Promise<ReasonRow[]> {
  const { rows } = await sql<ReasonRow>`
    select number_id as "numberId", coalesce(error_code, 'unknown_error') as code, count(*)::int as count
      from messages
     where account_id = ${accountId} and status in ('undelivered', 'failed', 'unknown') and created_at >= ${from}
       and number_id = any(${numberIds}::uuid[])
     group by 1, 2 order by 3 desc, 2`.execute(db);
  return rows;
}

/** This many of an account's latest texts are read. */
const LATEST_TEXTS = 500;

/** The latest texts that people typed, by number. */
export async function listLatest(
  db: ReadDb,
  accountId: string,
  { numberIds, from }: { numberIds: string[]; from: Date },
): Promise<(LatestText & { numberId: string })[]> {
  const { rows } = await sql<LatestText & { numberId: string }>`
    select m.number_id as "numberId", m.body,
           not exists (select 1 from messages before
                        where before.account_id = m.account_id and before.conversation_id = m.conversation_id
                          and before.created_at < m.created_at)
           and not exists (select 1 from conversations c
                            where c.account_id = m.account_id and c.id = m.conversation_id
                              and c.texts_deleted_until is not null) as "isFirst"
      from (select f.id from text_facts f
             where f.account_id = ${accountId} and f.at >= ${from} and f.sent and not f.automatic
             order by f.at desc limit ${LATEST_TEXTS}) as f
      join messages m on m.account_id = ${accountId} and m.id = f.id
     where m.number_id = any(${numberIds}::uuid[])`.execute(db);
  return rows;
}
