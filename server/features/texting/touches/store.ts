import { type RawBuilder, sql } from 'kysely';
import { TOUCHES } from '../../../../contract/touches.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import { recordset } from '../../../db/recordset.ts';
import type { ColdText } from './rules.ts';

/** SQL: the conversations of a phone number, of the candidate who has it and of those who had it. */
export const threadsWith = (account: RawBuilder<unknown>, phone: RawBuilder<unknown>) => sql`
  select c.* from candidates p
    join conversations c on c.account_id = p.account_id and c.candidate_id = p.id
   where p.account_id = ${account} and p.phone_number = ${phone}
  union all
  select c.* from former_numbers f
    join candidates p on p.account_id = f.account_id and p.id = f.candidate_id and p.phone_number <> f.phone_number
    join conversations c on c.account_id = f.account_id and c.candidate_id = f.candidate_id
   where f.account_id = ${account} and f.phone_number = ${phone}`;

/** SQL, of the message `m`: it is no automatic answer, and reached the candidate or still may. */
const isTouch = sql<boolean>`
  (m.direction = 'outbound' and not m.is_confirmation and not (m.is_automatic and m.answers_message_at is not null)
   and m.status not in ('canceled', 'failed', 'undelivered'))`;
/** SQL: when it was to go out. The carrier may report it later than the answer. */
const wentAt = sql<Date>`coalesce(m.scheduled_at, m.created_at)`;

export interface TouchRow {
  at: Date;
  senderId: string | null;
  firstName: string | null;
  isAutomatic: boolean;
  isBroadcast: boolean;
  answered: boolean;
  conversationId: string;
  body: string;
}

/** Newest first. */
export async function listTouchesOf(
  db: Db,
  accountId: string,
  phoneNumber: string,
  since: Date,
): Promise<TouchRow[]> {
  const most = sql.lit(TOUCHES.most);
  const { rows } = await sql<TouchRow>`
    select m.at, sender.id as "senderId", sender.first_name as "firstName", m.is_automatic as "isAutomatic", m.body,
           m.broadcast_id is not null as "isBroadcast",
           coalesce(c.last_inbound_at > m.at, false) as answered, c.id as "conversationId"
      from (${threadsWith(sql`${accountId}::uuid`, sql`${phoneNumber}`)}) as c
     cross join lateral (
       select m.id, ${wentAt} as at, m.sender_id, m.is_automatic, m.broadcast_id, m.body from messages m
        where m.account_id = c.account_id and m.conversation_id = c.id and m.candidate_number = ${phoneNumber}
          and m.created_at > ${since} and ${isTouch}
        order by m.created_at desc, m.id desc limit ${most}) as m
      left join broadcasts b on b.account_id = c.account_id and b.id = m.broadcast_id
      left join users sender on sender.account_id = c.account_id and sender.id = coalesce(m.sender_id, b.author_id)
     order by m.at desc, m.id desc limit ${most}`.execute(db);
  return rows;
}

export interface Phone {
  accountId: string;
  phoneNumber: string;
}

/**
 * Until the transaction ends, no one else writes a cold text to these phones. Taken before conversations are locked, and in a fixed
 * order.
 */
export async function lockPhones(tx: Tx, phones: Phone[]): Promise<void> {
  const names = new Set(phones.map(({ accountId, phoneNumber }) => `cold ${accountId} ${phoneNumber}`));
  await sql`
    select pg_advisory_xact_lock(key)
      from (select distinct hashtextextended(name, 0) as key from unnest(${[...names]}::text[]) as name
             order by key) as keys`.execute(tx);
}

export interface ColdRow extends ColdText, Phone {
  firstName: string | null;
  isBroadcast: boolean;
}

/** In a thread that went quiet there are few more recent ones. */
const LATEST = sql.lit(100);

/** The cold texts to phones that haven't written since `since`. `except`: the id of one to leave out. */
export async function listColdTexts(
  db: Db,
  phones: Phone[],
  { since, except }: { since: Date; except: string | null },
): Promise<ColdRow[]> {
  const { rows } = await sql<ColdRow>`
    select asked.account_id as "accountId", asked.phone_number as "phoneNumber", m.at, m.sender_id as "senderId",
           sender.first_name as "firstName", m.broadcast_id is not null as "isBroadcast"
      from (select distinct account_id, phone_number
              from ${recordset('t', phones, { uuid: ['accountId'], text: ['phoneNumber'] })}) as asked
     cross join lateral (${threadsWith(sql`asked.account_id`, sql`asked.phone_number`)}) as c
     cross join lateral (
       select ${wentAt} as at, m.sender_id, m.automation_id, m.broadcast_id, m.is_automatic from messages m
        where m.account_id = c.account_id and m.conversation_id = c.id and m.candidate_number = asked.phone_number
          and ${isTouch} and m.id is distinct from ${except}::uuid
        order by m.created_at desc, m.id desc limit ${LATEST}) as m
      left join users sender on sender.account_id = asked.account_id and sender.id = m.sender_id
     where m.at > ${since}
       and (not m.is_automatic or m.broadcast_id is not null or exists (
         select from automations a
          where a.account_id = asked.account_id and a.id = m.automation_id and a.type = 'stageMessage'))`.execute(
    db,
  );
  return rows;
}
