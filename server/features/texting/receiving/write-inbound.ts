import { sql } from 'kysely';
import type { HoldKind } from '../../../../contract/conversations.ts';
import { raiseAfterCommit } from '../../../db/after-commit.ts';
import type { Tx } from '../../../db/connection.ts';
import { recordset } from '../../../db/recordset.ts';
import type { Deps } from '../../../deps.ts';
import { holdOf } from '../conversations/hold.ts';
import { backByAnswer } from '../conversations/snooze-store.ts';
import { afterCanceled } from '../sending/unsent.ts';
import { MAIL_READERS } from '../unread/unread-store.ts';

export interface NewInbound {
  accountId: string;
  /** Of texts that come together, the later one's is greater. */
  id: string;
  conversationId: string;
  seatId: string;
  /** Who had the seat; null for no one. */
  personId: string | null;
  body: string;
  segments: number;
  numberId: string;
  candidateNumber: string;
  carrierId: string;
  createdAt: Date;
  /** The candidate waits from now on, if they don't already. */
  wantsReply: boolean;
  /** It only says that something was read, unless our last text asked a question. */
  isAcknowledgment: boolean;
  /** What it does to the texts of the conversation. */
  hold: HoldKind | null;
  /** Planned texts wait until a person has read it. */
  wantsReading: boolean;
  /** Scheduled texts that it comes before are canceled, if they're to be. */
  isAnswer: boolean;
}

const INBOUND = {
  uuid: ['accountId', 'id', 'conversationId', 'seatId', 'personId', 'numberId'],
  text: ['body', 'candidateNumber', 'carrierId', 'hold'],
  int: ['segments'],
  timestamptz: ['createdAt'],
  boolean: ['wantsReply', 'isAcknowledgment', 'wantsReading', 'isAnswer'],
} as const;

/** One that was new. */
export interface WrittenInbound {
  accountId: string;
  id: string;
  createdAt: Date;
  /** Who wants a mail should it stay unread. */
  readers: string[];
}

/**
 * Inbound texts into their conversations, and the notes of them for the browsers: one statement for any number. What the
 * carrier has delivered before changes nothing and isn't returned. The caller has locked the conversations.
 */
export async function writeInbound(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  texts: NewInbound[],
): Promise<WrittenInbound[]> {
  if (texts.length === 0) return [];
  raiseAfterCommit(tx, 'live_events');
  // What asks doesn't hide what is held.
  const isNewlyHeld = sql`coalesce(news.hold = 'hold' or ${holdOf('conversations')} is distinct from 'hold' and news.hold = 'ask', false)`;
  const { rows } = await sql<WrittenInbound & { conversationId: string; canceled: string[] }>`
    with input as materialized (
      select t.*, t.is_acknowledgment and not exists (
               select from conversations c
                 join messages last on last.account_id = c.account_id and last.id = c.last_message_id
                where c.account_id = t.account_id and c.id = t.conversation_id
                  and last.direction = 'outbound' and last.body like '%?%') as acknowledges
        from ${recordset('t', texts, INBOUND)}
    ), written as (
      insert into messages (account_id, id, conversation_id, direction, body, status, segments, number_id, candidate_number,
             carrier_id, seat_id, person_id, created_at, is_acknowledgment)
      select account_id, id, conversation_id, 'inbound', body, 'received', segments, number_id, candidate_number, carrier_id,
             seat_id, person_id, created_at, acknowledges
        from input order by id
          on conflict (account_id, carrier_id) where carrier_id is not null do nothing
      returning id
    ), new as materialized (
      select input.* from input join written using (id)
    ), news as (
      select account_id, conversation_id, count(*)::int as count, max(created_at) as newest_at,
             (array_agg(id order by created_at desc, id desc))[1] as newest_id,
             min(created_at) filter (where wants_reply and not acknowledges) as waiting_since,
             max(created_at) filter (where wants_reading) as unread_reply_at,
             -- A sure one before one that asks, and then the latest.
             (array_agg(id order by hold desc, id desc) filter (where hold is not null))[1] as held_id,
             (array_agg(created_at order by hold desc, id desc) filter (where hold is not null))[1] as held_at,
             max(hold) as hold, bool_or(is_answer) as is_answer
        from new group by account_id, conversation_id
    ), touched as (
      update conversations
         set last_message_id = case when newest_at >= last_message_at then newest_id else last_message_id end,
             last_message_at = greatest(last_message_at, newest_at),
             last_inbound_at = greatest(last_inbound_at, newest_at),
             unread_count = unread_count + news.count,
             waiting_since = coalesce(conversations.waiting_since, news.waiting_since),
             archived_at = null,
             ${backByAnswer(sql`newest_at`)},
             unread_reply_at = greatest(news.unread_reply_at, conversations.unread_reply_at),
             held_message_id = case when ${isNewlyHeld} then news.held_id else conversations.held_message_id end,
             held_at = case when ${isNewlyHeld} then news.held_at else conversations.held_at end,
             hold_kind = case when ${isNewlyHeld} then news.hold else conversations.hold_kind end
        from news where conversations.account_id = news.account_id and conversations.id = news.conversation_id
      returning conversations.account_id, conversations.id, ${MAIL_READERS} as readers
    ), canceled as (
      update messages m set status = 'canceled', error_code = 'answered', send_after = null
        from news
       cross join lateral (
         -- One look-up for each: as a join, the plan could read what is scheduled everywhere.
         select s.account_id, s.id from messages s
          where s.account_id = news.account_id and s.conversation_id = news.conversation_id
            and s.status = 'scheduled' and s.cancel_if_answered is not null and s.cancel_if_answered offset 0) as due
       -- In this form it fits no index: few are scheduled, so the plan would begin with all that waits anywhere.
       where news.is_answer and m.account_id = due.account_id and m.id = due.id and (m.status = 'scheduled') is true
      returning m.account_id, m.conversation_id, m.id
    ), noted as (
      insert into live_events (account_id, kind, subject_id, message_id)
      select account_id, 'message.created', conversation_id, id from new order by id
    )
    select new.account_id as "accountId", new.id, new.created_at as "createdAt", touched.readers,
           new.conversation_id as "conversationId", array(
             select canceled.id from canceled
              where canceled.account_id = new.account_id and canceled.conversation_id = new.conversation_id) as canceled
      from new join touched on touched.account_id = new.account_id and touched.id = new.conversation_id`.execute(
    tx,
  );
  await settleCanceled(tx, deps, rows);
  return rows;
}

/** Each conversation's once. */
async function settleCanceled(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  rows: { accountId: string; conversationId: string; canceled: string[] }[],
): Promise<void> {
  const byConversation = new Map(
    rows.filter(({ canceled }) => canceled.length > 0).map((row) => [row.conversationId, row]),
  );
  for (const { accountId, conversationId, canceled } of byConversation.values())
    await afterCanceled(
      tx,
      deps,
      accountId,
      canceled.map((id) => ({ id, conversationId })),
    );
}
