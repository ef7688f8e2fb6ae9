import { type RawBuilder, sql } from 'kysely';
import { countSegments } from '../../../../contract/segments.ts';
import { raiseAfterCommit } from '../../../db/after-commit.ts';
import type { Cause } from '../../../db/cause.ts';
import type { Db } from '../../../db/connection.ts';
import { recordset } from '../../../db/recordset.ts';
import type { OutboundStatus } from './message-store.ts';

export interface NewText {
  accountId: string;
  id: string;
  conversationId: string;
  body: string;
  status: Extract<OutboundStatus, 'scheduled' | 'queued'>;
  segments: number;
  numberId: string;
  candidateNumber: string;
  /** Null for automatic texts. */
  senderId: string | null;
  /** The Idempotency-Key of the request. */
  clientKey: string | null;
  /** Of the API key it was sent with. */
  apiKeyId?: string | null;
  /** What it was written with. */
  templateId: string | null;
  /** Whose planned text it is. */
  automationId: string | null;
  /** Of which it is one text. */
  broadcastId?: string;
  isAutomatic: boolean;
  /** An answer to STOP, START or HELP: the only texts that consent does not stop. */
  isConfirmation: boolean;
  /** When the candidate wrote what this answers; null when they have not just written. */
  answersMessageAt: Date | null;
  createdAt: Date;
  scheduledAt: Date | null;
  /** Null: no person has scheduled it. */
  cancelIfAnswered: boolean | null;
  sendAfter: Date;
  /** From then on it isn't sent anymore. */
  expiresAt: Date | null;
  /** The last text of the conversation that it may follow; null: none. Undefined: any. */
  after?: string | null | undefined;
  /** The request that it came with, if others' texts share the transaction. */
  cause?: Cause | null;
}

const TEXT = {
  uuid: [
    'accountId',
    'id',
    'conversationId',
    'numberId',
    'senderId',
    'templateId',
    'automationId',
    'broadcastId',
    'apiKeyId',
  ],
  text: ['body', 'status', 'candidateNumber', 'clientKey'],
  int: ['segments'],
  boolean: ['isAutomatic', 'isConfirmation', 'cancelIfAnswered'],
  timestamptz: ['answersMessageAt', 'createdAt', 'scheduledAt', 'sendAfter', 'expiresAt'],
} as const;

type Automatic = Pick<
  NewText,
  | 'accountId'
  | 'id'
  | 'conversationId'
  | 'body'
  | 'numberId'
  | 'candidateNumber'
  | 'automationId'
  | 'isConfirmation'
  | 'answersMessageAt'
  | 'expiresAt'
>;

/** An automatic text, to go out now. */
export function automaticText(text: Automatic, now: Date): NewText {
  return {
    ...text,
    status: 'queued',
    segments: Math.max(1, countSegments(text.body).segments),
    senderId: null,
    clientKey: null,
    templateId: null,
    isAutomatic: true,
    createdAt: now,
    scheduledAt: null,
    cancelIfAnswered: null,
    sendAfter: now,
  };
}

/**
 * Outbound texts, each the newest of its conversation, and the note of it for the browsers: one statement for any number, which
 * can stand alone. What must be written with them goes `along`, as parts of it. The conversations are locked in a fixed
 * order, so that two such writes can't wait for each other.
 */
export async function writeTexts(db: Db, texts: NewText[], along: RawBuilder<unknown>[] = []): Promise<void> {
  if (texts.length === 0) return;
  const guarded = guard(texts);
  const causes = texts.flatMap(({ id, cause }) => (cause ? [[id, cause] as const] : []));
  await sql`
    with caused as materialized (
      select set_config('hiretext.causes', ${JSON.stringify(Object.fromEntries(causes))}, true) as causes
    ), input as materialized (
      select t.* from ${recordset('t', texts, TEXT)} cross join caused
    ), newest as (
      select distinct on (account_id, conversation_id) account_id, conversation_id, id, created_at,
             bool_and(is_automatic) over (partition by account_id, conversation_id) as only_automatic, is_answer
        from input cross join lateral (select is_automatic and answers_message_at is not null as is_answer) as kind
       order by account_id, conversation_id, is_answer, id desc
    ), locked as materialized (
      select c.account_id, c.id, c.seat_id, c.last_message_id
        from conversations c join newest on newest.account_id = c.account_id and newest.conversation_id = c.id
       order by c.account_id, c.id for no key update of c
    ), written as (
      insert into messages (account_id, id, conversation_id, direction, body, status, segments, number_id, candidate_number,
             sender_id, client_key, template_id, is_automatic, is_confirmation, answers_message_at, created_at, scheduled_at, send_after,
             cancel_if_answered, expires_at, automation_id, broadcast_id, api_key_id, seat_id, person_id)
      select input.account_id, input.id, ${guarded.conversationId}, 'outbound', body, status, segments, number_id, candidate_number,
             sender_id, client_key, template_id, is_automatic, is_confirmation, answers_message_at, created_at, scheduled_at,
             send_after, cancel_if_answered, expires_at, automation_id, broadcast_id, api_key_id, locked.seat_id, coalesce(
               sender_id, (select s.user_id from seats s where s.account_id = locked.account_id and s.id = locked.seat_id))
        from input left join locked on locked.account_id = input.account_id and locked.id = input.conversation_id
             ${guarded.join}
    ), touched as (
      update conversations c
         -- What the candidate wrote is not hidden by an automatic answer to it.
         set last_message_id = case when newest.is_answer then coalesce(c.last_message_id, newest.id) else newest.id end,
             last_message_at = case when newest.is_answer then c.last_message_at
                                    else greatest(c.last_message_at, newest.created_at) end,
             waiting_since = case when newest.only_automatic then c.waiting_since end,
             archived_at = case when newest.only_automatic then c.archived_at end,
             returned_at = case when newest.only_automatic then c.returned_at end,
             -- A person who types an answer has read what was written, and doesn't take it for "stop".
             unread_reply_at = case when newest.only_automatic then c.unread_reply_at end,
             held_message_id = case when newest.only_automatic or c.hold_kind = 'hold' then c.held_message_id end,
             held_at = case when newest.only_automatic or c.hold_kind = 'hold' then c.held_at end
        from newest join locked on locked.account_id = newest.account_id and locked.id = newest.conversation_id
       where c.account_id = newest.account_id and c.id = newest.conversation_id
    )${sql.join(
      along.map((part, index) => sql`, ${sql.ref(`along_${index}`)} as (${part})`),
      sql``,
    )}
    insert into live_events (account_id, kind, subject_id, message_id)
    select account_id, 'message.created', conversation_id, id from input`.execute(db);
  raiseAfterCommit(db, 'live_events');
  raiseAfterCommit(db, 'messages');
}

const NO_CONVERSATION = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/**
 * If another text has become the last one of a conversation since it was looked at, the statement fails as if the conversation
 * were gone, and whatever asked for it starts again and finds that text (`retrying`). What is compared is the locked row: no
 * one can write another text until this one is committed.
 */
function guard(texts: NewText[]) {
  const guarded = texts.flatMap(({ id, after }) => (after === undefined ? [] : [{ textId: id, after }]));
  if (guarded.length === 0) return { conversationId: sql`conversation_id`, join: sql`` };
  return {
    conversationId: sql`case when guarded.text_id is null or locked.last_message_id is not distinct from guarded.after
                             then conversation_id else ${NO_CONVERSATION} end`,
    join: sql`left join ${recordset('guarded', guarded, { uuid: ['textId', 'after'] })} on guarded.text_id = input.id`,
  };
}

interface NewConversation {
  accountId: string;
  id: string;
  seatId: string;
  candidateId: string;
  assigneeId: string | null;
  at: Date;
}

/** The ids of the conversations by candidate and seat, in the order given, made where they did not exist. */
export async function ensureConversations(db: Db, wanted: NewConversation[]): Promise<string[]> {
  if (wanted.length === 0) return [];
  const input = recordset('t', wanted, {
    uuid: ['accountId', 'id', 'seatId', 'candidateId', 'assigneeId'],
    timestamptz: ['at'],
  });
  const making = sql`
    insert into conversations (account_id, id, seat_id, candidate_id, assignee_id, last_message_at)
    select distinct on (account_id, candidate_id, seat_id) account_id, id, seat_id, candidate_id,
           coalesce(assignee_id, (select s.covered_by from seats s where s.account_id = t.account_id and s.id = t.seat_id)),
           at
      from ${input} order by account_id, candidate_id, seat_id
        on conflict (account_id, candidate_id, seat_id) do nothing`;
  const finding = sql<{ id: string; accountId: string; candidateId: string; seatId: string }>`
    select c.id, c.account_id as "accountId", c.candidate_id as "candidateId", c.seat_id as "seatId"
      from (select distinct account_id, candidate_id, seat_id from ${input}) t
      join conversations c using (account_id, candidate_id, seat_id)`;
  // In this order: what someone else is making just now is waited for, and then found.
  const [, found] = await Promise.all([making.execute(db), finding.execute(db)]);
  const keyOf = (row: { accountId: string; candidateId: string; seatId: string }) =>
    `${row.accountId} ${row.candidateId} ${row.seatId}`;
  const byKey = new Map(found.rows.map((row) => [keyOf(row), row.id]));
  return wanted.map((conversation) => {
    const id = byKey.get(keyOf(conversation));
    if (id === undefined) throw new Error('A conversation that was just made is not there');
    return id;
  });
}
