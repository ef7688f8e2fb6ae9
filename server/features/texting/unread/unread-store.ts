import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { missedCallSince } from '../conversations/missed-calls.ts';

interface Reader {
  accountId: string;
  userId: string;
}

/** One mail after the other for each person. People who are leaving, or can't sign in, get none. */
export async function lockMailReader(
  db: Db,
  who: Reader,
): Promise<{ email: string; wantsMail: boolean; lastMailedAt: Date | null } | undefined> {
  const { rows } = await sql<{ email: string; wantsMail: boolean; lastMailedAt: Date | null }>`
    select email, notify_mail and deletes_at is null and deactivated_at is null as "wantsMail",
           waiting_mailed_at as "lastMailedAt"
      from users where account_id = ${who.accountId} and id = ${who.userId} for no key update`.execute(db);
  return rows[0];
}

export async function setLastMailed(db: Db, who: Reader, at: Date): Promise<void> {
  await sql`
    update users set waiting_mailed_at = ${at}
     where account_id = ${who.accountId} and id = ${who.userId}`.execute(db);
}

export interface UnreadConversation {
  id: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  /** When the first of the unread texts came. */
  since: Date;
}

/** Who wants a mail should a row of `conversations` stay unread: its assignee, and anyone who covers for them. */
export const MAIL_READERS = sql<string[]>`array(
  select u.id from users u
   where u.account_id = conversations.account_id and u.notify_mail
     and (u.id = assignee_id
          or u.id = (select o.delegate_user_id from out_of_office o
                      where o.account_id = conversations.account_id and o.user_id = assignee_id and o.enabled)))`;

/** More than fits one mail; the rest goes into the next one. */
const MOST = 200;

/** Longest unread first; without those that a mail has covered since they were last read. */
export async function listUnread(
  db: Db,
  who: Reader,
  /** Whose delegate the reader is, and since when. */
  covered: { userId: string; since: Date }[],
): Promise<UnreadConversation[]> {
  const readers = [{ userId: who.userId, since: null }, ...covered];
  const { rows } = await sql<UnreadConversation>`
    select c.id, p.first_name as "firstName", p.last_name as "lastName", p.phone_number as "phoneNumber",
           coalesce(first.created_at, c.last_message_at) as since
      from conversations c
      join candidates p on p.account_id = c.account_id and p.id = c.candidate_id
      left join lateral (
        select m.created_at from messages m
         where m.account_id = c.account_id and m.conversation_id = c.id and m.direction = 'inbound'
           and m.call_outcome is distinct from 'answered'
         order by m.created_at desc, m.id desc
        offset c.unread_count - 1 limit 1
      ) as first on true
     where c.account_id = ${who.accountId} and c.assignee_id = any(${readers.map((each) => each.userId)}::uuid[])
       and c.archived_at is null and c.unread_count > 0 and c.waiting_mailed_at is null and c.waiting_since is not null
       and exists (
             select 1 from unnest(${readers.map((each) => each.userId)}::uuid[], ${readers.map((each) => each.since)}::timestamptz[])
                        as reader (user_id, since)
              where reader.user_id = c.assignee_id and (reader.since is null or c.last_inbound_at >= reader.since
                                                        or ${missedCallSince('c', sql`reader.since`)} is not null))
     order by since, c.id
     limit ${MOST}`.execute(db);
  return rows;
}

export async function markMailed(
  db: Db,
  accountId: string,
  mailed: { ids: string[]; at: Date },
): Promise<void> {
  await sql`
    update conversations set waiting_mailed_at = ${mailed.at}
     where account_id = ${accountId} and id = any(${mailed.ids}::uuid[])`.execute(db);
}
