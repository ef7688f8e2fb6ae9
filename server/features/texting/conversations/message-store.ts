import { sql } from 'kysely';
import type { CallOutcome } from '../../../../contract/calls.ts';
import type { DeliveryErrorCode } from '../../../../contract/delivery-error.ts';
import type { HeldReason } from '../../../../contract/held-reason.ts';
import type { Message, MessageDirection, MessageStatus } from '../../../../contract/messages.ts';
import type { CarrierStatus } from '../../../adapters/carrier/port.ts';
import type { Db } from '../../../db/connection.ts';
import type { Cursor } from '../../../http/page.ts';

export type OutboundStatus = Exclude<MessageStatus, 'received'>;

/** A carrier that has queued a text has it: for us that is being sent. */
export function statusOf(carrierStatus: CarrierStatus): OutboundStatus {
  return carrierStatus === 'queued' ? 'sending' : carrierStatus;
}

export interface MessageRow {
  id: string;
  conversationId: string;
  direction: MessageDirection;
  body: string;
  status: MessageStatus;
  segments: number;
  /** Null: a text. */
  callOutcome: CallOutcome | null;
  callSeconds: number | null;
  senderId: string | null;
  senderFirstName: string | null;
  senderLastName: string | null;
  senderAvatarId: string | null;
  clientKey: string | null;
  /** Null: none, or its name is gone with it. */
  apiKeyId: string | null;
  apiKeyName: string | null;
  /** The business number, E.164; null when it is gone. */
  number: string | null;
  templateId: string | null;
  broadcastId: string | null;
  /** The intent that was read in it; with the times as JSON writes them. */
  answer: Message['answer'];
  errorCode: DeliveryErrorCode | null;
  createdAt: Date;
  scheduledAt: Date | null;
  /** Null: no person has scheduled it. */
  cancelIfAnswered: boolean | null;
  heldReason: HeldReason | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
}

/** Of texts `m`. The interview may be gone. */
const answer = sql<Message['answer']>`
  (select jsonb_build_object('kind', r.answer, 'interviewId', r.interview_id, 'startsAt', r.starts_at,
                             'title', coalesce(i.title, 'Interview'))
     from read_answers r
     left join interviews i on i.account_id = r.account_id and i.id = r.interview_id
    where r.account_id = m.account_id and r.message_id = m.id)`;

function messages(db: Db) {
  return db
    .selectFrom('messages as m')
    .leftJoin('users', (join) =>
      join.onRef('users.account_id', '=', 'm.account_id').onRef('users.id', '=', 'm.sender_id'),
    )
    .leftJoin('numbers', (join) =>
      join.onRef('numbers.account_id', '=', 'm.account_id').onRef('numbers.id', '=', 'm.number_id'),
    )
    .leftJoin('api_keys', (join) =>
      join
        .onRef('api_keys.id', '=', 'm.api_key_id')
        // That of a text in a sandbox is the company's.
        .on((on) =>
          on.or([on('api_keys.account_id', '=', on.ref('m.account_id')), on('api_keys.mode', '=', 'test')]),
        ),
    )
    .select([
      'm.id',
      'm.conversation_id as conversationId',
      'm.direction',
      'm.body',
      'm.status',
      'm.segments',
      'm.call_outcome as callOutcome',
      'm.call_seconds as callSeconds',
      'm.sender_id as senderId',
      'users.first_name as senderFirstName',
      'users.last_name as senderLastName',
      'users.avatar_id as senderAvatarId',
      'm.client_key as clientKey',
      'm.api_key_id as apiKeyId',
      'api_keys.name as apiKeyName',
      'numbers.phone_number as number',
      'm.template_id as templateId',
      'm.broadcast_id as broadcastId',
      answer.as('answer'),
      'm.error_code as errorCode',
      'm.created_at as createdAt',
      'm.scheduled_at as scheduledAt',
      'm.cancel_if_answered as cancelIfAnswered',
      'm.held_reason as heldReason',
      'm.sent_at as sentAt',
      'm.delivered_at as deliveredAt',
    ]);
}

/**
 * For a conversation, its calls and pictures. `offset 0` keeps the plan from reading all pictures of the account: it goes from text
 * to text, the newest first, until the page is full.
 */
const ONLY = {
  calls: sql<boolean>`m.call_outcome is not null`,
  pictures: sql<boolean>`exists (
    select from media p
     where p.account_id = m.account_id and p.message_id = m.id and p.status = 'stored' and p.content_type like 'image/%'
    offset 0)`,
};

/** Which side of a text a page is on. */
const SIDES = {
  older: { compare: sql`<`, order: 'desc' },
  fromItOn: { compare: sql`<=`, order: 'desc' },
  newer: { compare: sql`>`, order: 'asc' },
} as const;

/** Newest first; the texts that are newer than another, which lead away from it, oldest first. One more than fits. */
export function listMessages(
  db: Db,
  accountId: string,
  conversationId: string,
  page: {
    only?: keyof typeof ONLY | undefined;
    after: Cursor | null;
    side?: keyof typeof SIDES;
    limit: number;
  },
): Promise<MessageRow[]> {
  const { compare, order } = SIDES[page.side ?? 'older'];
  let query = messages(db)
    .where('m.account_id', '=', accountId)
    .where('m.conversation_id', '=', conversationId);
  if (page.only) query = query.where(ONLY[page.only]);
  if (page.after)
    query = query.where(
      sql<boolean>`(m.created_at, m.id) ${compare} (${page.after.at}, ${page.after.id}::uuid)`,
    );
  return query
    .orderBy('m.created_at', order)
    .orderBy('m.id', order)
    .limit(page.limit + 1)
    .execute();
}

/** Where a text is in its conversation. */
export function findPlace(
  db: Db,
  accountId: string,
  conversationId: string,
  id: string,
): Promise<Cursor | undefined> {
  return db
    .selectFrom('messages')
    .select(['created_at as at', 'id'])
    .where('account_id', '=', accountId)
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

interface MessageKey {
  id: string;
  /** Who wrote it, or had the number then. Null: they were erased since. */
  personId: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** Of several conversations, newest first, without canceled ones. One more than fits; as many are read of each conversation. */
export async function listMessageIds(
  db: Db,
  accountId: string,
  conversationIds: string[],
  page: { after: Cursor | null; limit: number },
): Promise<MessageKey[]> {
  const { after, limit } = page;
  if (conversationIds.length === 0) return [];
  const { rows } = await sql<MessageKey>`
    select latest.id, u.id as "personId", u.first_name as "firstName", u.last_name as "lastName"
      from unnest(${conversationIds}::uuid[]) as seen(id)
     cross join lateral (
       select m.id, m.created_at, m.person_id from messages m
        where m.account_id = ${accountId} and m.conversation_id = seen.id and m.status <> 'canceled'
          and ${after === null ? sql`true` : sql`(m.created_at, m.id) < (${after.at}, ${after.id}::uuid)`}
        order by m.created_at desc, m.id desc limit ${limit + 1}) as latest
      left join users u on u.account_id = ${accountId} and u.id = latest.person_id
     order by latest.created_at desc, latest.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

export function findMessagesByIds(db: Db, accountId: string, ids: string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return messages(db)
    .where('m.account_id', '=', accountId)
    .where('m.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** When it changed last. Texts from before that was noted changed for the last time with their receipt. Indexed. */
const UPDATED_AT = sql<Date>`coalesce(m.updated_at, m.delivered_at, m.sent_at, m.created_at)`;

export interface UpdatedRow extends MessageRow {
  updatedAt: Date;
}

/** Texts of the account in the order in which they changed. One more than fits. */
export function listUpdated(
  db: Db,
  accountId: string,
  { since, after, limit }: { since: Date | undefined; after: Cursor | null; limit: number },
): Promise<UpdatedRow[]> {
  let query = messages(db)
    .select(UPDATED_AT.as('updatedAt'))
    .where('m.account_id', '=', accountId)
    .where('m.call_outcome', 'is', null);
  if (after) query = query.where(sql<boolean>`(${UPDATED_AT}, m.id) > (${after.at}, ${after.id}::uuid)`);
  else if (since) query = query.where(sql<boolean>`${UPDATED_AT} >= ${since}`);
  return query
    .orderBy(UPDATED_AT)
    .orderBy('m.id')
    .limit(limit + 1)
    .execute();
}

/** Those that are held come before all others. Indexed. */
const LISTED_AT = sql<Date>`
  case when m.held_reason is null then (m.scheduled_at at time zone 'UTC' + interval '365000 days') at time zone 'UTC' else m.scheduled_at end`;

/** One person's scheduled texts: what is held, then what is due first. */
export function listScheduled(
  db: Db,
  { accountId, userId }: { accountId: string; userId: string },
  page: { after: Cursor | null; limit: number },
): Promise<(MessageRow & { listedAt: Date })[]> {
  let query = messages(db)
    .select(LISTED_AT.as('listedAt'))
    .where('m.account_id', '=', accountId)
    .where('m.sender_id', '=', userId)
    .where('m.status', '=', 'scheduled')
    .where('m.cancel_if_answered', 'is not', null);
  if (page.after)
    query = query.where(sql<boolean>`(${LISTED_AT}, m.id) > (${page.after.at}, ${page.after.id}::uuid)`);
  return query
    .orderBy(LISTED_AT)
    .orderBy('m.id')
    .limit(page.limit + 1)
    .execute();
}

export interface Going {
  at: Date;
  isLater: boolean;
  numberId: string;
  candidateNumber: string;
  answersMessageAt: Date | null;
}

/** With a time (`going`), as if it had just been accepted. */
export async function rewriteScheduled(
  db: Db,
  accountId: string,
  text: Pick<MessageRow, 'id' | 'body' | 'segments' | 'cancelIfAnswered'> & { going: Going | null },
): Promise<void> {
  const { going } = text;
  await db
    .updateTable('messages')
    .set({
      body: text.body,
      segments: text.segments,
      cancel_if_answered: text.cancelIfAnswered,
      ...(going && {
        status: going.isLater ? 'scheduled' : 'queued',
        scheduled_at: going.isLater ? going.at : null,
        send_after: going.at,
        held_reason: null,
        number_id: going.numberId,
        candidate_number: going.candidateNumber,
        answers_message_at: going.answersMessageAt,
      }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', text.id)
    .execute();
}

const LOCKED = [
  'id',
  'conversation_id as conversationId',
  'direction',
  'status',
  'body',
  'segments',
  'is_confirmation as isConfirmation',
  'number_id as numberId',
  'candidate_number as candidateNumber',
  'carrier_id as carrierId',
  'attempts',
  'created_at as createdAt',
  'claimed_at as claimedAt',
  'sent_at as sentAt',
] as const;

/** Waits for any other work on the message. */
export function lockMessage(db: Db, accountId: string, id: string) {
  return db
    .selectFrom('messages')
    .select(LOCKED)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** In a fixed order, so that two who lock several don't wait for each other. */
export async function lockMessages(db: Db, messages: { accountId: string; id: string }[]) {
  if (messages.length === 0) return [];
  const accountIds = messages.map(({ accountId }) => accountId);
  const ids = messages.map(({ id }) => id);
  return db
    .selectFrom('messages')
    .select(LOCKED)
    .select('account_id as accountId')
    .where(sql<boolean>`(account_id, id) in (select * from unnest(${accountIds}::uuid[], ${ids}::uuid[]))`)
    .orderBy('account_id')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Undo, if it is not too late: a claimed text is on its way. */
export async function cancelMessage(db: Db, accountId: string, id: string): Promise<boolean> {
  const result = await db
    .updateTable('messages')
    .set({ status: 'canceled', send_after: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'scheduled')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

interface MessageChange {
  status?: OutboundStatus | undefined;
  carrierId?: string | undefined;
  carrierCode?: string | null | undefined;
  errorCode?: DeliveryErrorCode | null | undefined;
  segments?: number | undefined;
  sentAt?: Date | undefined;
  deliveredAt?: Date | undefined;
  sendAfter?: Date | null | undefined;
  scheduledAt?: Date | undefined;
  heldReason?: HeldReason | undefined;
  claimedAt?: Date | null | undefined;
}

export async function changeMessage(
  db: Db,
  accountId: string,
  id: string,
  change: MessageChange,
): Promise<void> {
  await db
    .updateTable('messages')
    .set({
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(change.carrierId === undefined ? {} : { carrier_id: change.carrierId }),
      ...(change.carrierCode === undefined ? {} : { carrier_code: change.carrierCode }),
      ...(change.errorCode === undefined ? {} : { error_code: change.errorCode }),
      ...(change.segments === undefined ? {} : { segments: change.segments }),
      ...(change.sentAt === undefined ? {} : { sent_at: change.sentAt }),
      ...(change.deliveredAt === undefined ? {} : { delivered_at: change.deliveredAt }),
      ...(change.sendAfter === undefined ? {} : { send_after: change.sendAfter }),
      ...(change.scheduledAt === undefined ? {} : { scheduled_at: change.scheduledAt }),
      ...(change.heldReason === undefined ? {} : { held_reason: change.heldReason }),
      ...(change.claimedAt === undefined ? {} : { claimed_at: change.claimedAt }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Of these ids of the carrier's, the ones that already belong to a message. */
export async function findKnownCarrierIds(
  db: Db,
  accountId: string,
  carrierIds: string[],
): Promise<Set<string>> {
  if (carrierIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('messages')
    .select('carrier_id as carrierId')
    .where('account_id', '=', accountId)
    .where('carrier_id', '=', sql<string>`any(${carrierIds}::text[])`)
    .execute();
  return new Set(rows.flatMap((row) => row.carrierId ?? []));
}
