import { sql } from 'kysely';
import { attachableTypes, receivableTypes } from '../../../contract/media.ts';
import { PhoneNumber } from '../../../contract/primitives.ts';
import { countSegments } from '../../../contract/segments.ts';
import type { CarrierEvent } from '../../adapters/carrier/port.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { publish } from '../../live/publish.ts';
import { ensureCandidates } from '../candidates/ensure-candidates.ts';
import { recordOptIn, recordOptOut } from '../consent/record-consent.ts';
import { classifyInbound, confirmationText } from '../consent/rules.ts';
import { findOptOuts } from '../consent/store.ts';
import { enqueueDownloads } from '../media/download-media.ts';
import { insertPending } from '../media/store.ts';
import { type Absence, answerWhileAway } from './answer-while-away.ts';
import { consentChanged } from './consent-changed.ts';
import type { UnreadOf } from './mail-unread.ts';
import { MAIL_READERS } from './unread-store.ts';
import { ensureConversations, type NewText, writeTexts } from './write-texts.ts';

type InboundText = Extract<CarrierEvent, { type: 'inbound' }>;

interface Receiver {
  accountId: string;
  companyName: string;
  numberId: string;
  seatId: string;
  seatUserId: string | null;
  /** Of the seat's person; null when no automatic reply is switched on. */
  absence: Absence | null;
}

export interface Received {
  /** The automatic answer, which is written. */
  answer: NewText | null;
  /** Who wants a mail should it stay unread. */
  unread: UnreadOf[];
}

const NOTHING: Received = { answer: null, unread: [] };

/**
 * Works an inbound text in: into the right seat's inbox, with what it says about consent. Doing it twice is harmless: the
 * carrier's id is unique, and everything else hangs on its being new. Returns what the caller is to enqueue once everything
 * else of the transaction is done.
 */
export async function receiveText(
  tx: Tx,
  deps: Deps,
  text: InboundText,
  receivedAt: Date,
): Promise<Received> {
  const receiver = await findReceiver(tx, text.to);
  if (receiver === undefined) {
    deps.log.warn({ carrierId: text.carrierId }, 'a text came for a number that nobody has');
    return NOTHING;
  }
  // Short codes and names of companies, as banks and log-in services send from: nobody there reads an answer.
  if (!PhoneNumber.safeParse(text.from).success) {
    deps.log.warn({ carrierId: text.carrierId }, 'a text came from a sender that is no phone');
    return NOTHING;
  }
  const { accountId } = receiver;
  const candidateIds = await ensureCandidates(tx, accountId, [text.from], deps);
  const candidateId = candidateIds.get(text.from) ?? '';
  const [conversationId = ''] = await ensureConversations(tx, [
    {
      accountId,
      id: deps.newId(),
      seatId: receiver.seatId,
      candidateId,
      assigneeId: receiver.seatUserId,
      at: receivedAt,
    },
  ]);
  const messageId = deps.newId();
  const isNew = await insertInbound(tx, receiver, text, { messageId, conversationId, receivedAt });
  if (!isNew) return NOTHING;

  await insertPending(tx, accountId, messageId, text.media.map(mediaOf(deps)));
  await enqueueDownloads(tx, accountId, messageId);
  const isOptedOut = (await findOptOuts(tx, accountId, [text.from])).has(text.from);
  const asked = askedFor(text, isOptedOut);
  const unread = await touchConversation(tx, accountId, conversationId, {
    messageId,
    receivedAt,
    wantsReply: !isOptedOut && asked !== 'optOut' && asked !== 'help',
    isHeld: asked === 'hold' && !isOptedOut,
  });
  await publish(tx, [{ accountId, kind: 'message.created', subjectId: conversationId, messageId }]);
  const confirmation = await answer(tx, deps, receiver, text, { asked, conversationId, receivedAt });
  if (confirmation !== null || receiver.absence === null) return { answer: confirmation, unread };
  const reply = await answerWhileAway(tx, deps, receiver.absence, {
    accountId,
    conversationId,
    candidateId,
    messageId,
    from: text.from,
    body: text.body,
    writtenAt: new Date(Math.min(Date.parse(text.occurredAt), receivedAt.getTime())),
    receivedAt,
    concernsConsent: asked !== null,
    isOptedOut,
  });
  return { answer: reply, unread };
}

type Asked = ReturnType<typeof classifyInbound>;

/** Where the carrier recognised a word itself, its reading stands beside ours: either is enough to stop. */
function askedFor(text: InboundText, optedOut: boolean): Asked {
  const ours = classifyInbound(text.body, { optedOut });
  if (ours === 'optOut' || text.carrierOptOut === 'stop') return 'optOut';
  if (text.carrierOptOut === 'start') return 'optIn';
  if (text.carrierOptOut === 'help') return 'help';
  return ours;
}

/**
 * The conversations that these texts belong to, locked in the same order as whoever writes texts locks them, so that
 * neither waits for the other. Must come first in a transaction that receives several texts.
 */
export async function lockConversationsOf(tx: Tx, texts: InboundText[]): Promise<void> {
  if (texts.length < 2) return;
  await sql`
    select 1
      from (select * from unnest(${texts.map((text) => text.to)}::text[], ${texts.map((text) => text.from)}::text[]) as t(ours, theirs)) as t
      join number_directory d on d.phone_number = t.ours
      join numbers n on n.account_id = d.account_id and n.id = d.number_id
      join candidates on candidates.account_id = n.account_id and candidates.phone_number = t.theirs
      join conversations c on c.account_id = n.account_id and c.candidate_id = candidates.id
           and c.seat_id = coalesce(n.seat_id, n.inbound_seat_id)
     order by c.account_id, c.id
       for no key update of c`.execute(tx);
}

async function findReceiver(tx: Tx, phoneNumber: string): Promise<Receiver | undefined> {
  const { rows } = await sql<
    Omit<Receiver, 'absence'> & {
      absenceId: string | null;
      message: string;
      startsAt: Date | null;
      endsAt: Date | null;
    }
  >`
    select n.account_id as "accountId", a.name as "companyName", n.id as "numberId", s.id as "seatId",
           s.user_id as "seatUserId", o.absence_id as "absenceId", o.message, o.starts_at as "startsAt", o.ends_at as "endsAt"
      from number_directory d
      join numbers n on n.account_id = d.account_id and n.id = d.number_id
      join seats s on s.account_id = n.account_id and s.id = coalesce(n.seat_id, n.inbound_seat_id)
      join accounts a on a.id = n.account_id
      left join out_of_office o on o.account_id = s.account_id and o.user_id = s.user_id and o.enabled
     where d.phone_number = ${phoneNumber}`.execute(tx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { absenceId: id, message, startsAt, endsAt, ...receiver } = row;
  const userId = receiver.seatUserId;
  const absence = id === null || userId === null ? null : { id, userId, message, startsAt, endsAt };
  return { ...receiver, absence };
}

async function insertInbound(
  tx: Tx,
  receiver: Receiver,
  text: InboundText,
  place: { messageId: string; conversationId: string; receivedAt: Date },
): Promise<boolean> {
  const result = await tx
    .insertInto('messages')
    .values({
      account_id: receiver.accountId,
      id: place.messageId,
      conversation_id: place.conversationId,
      direction: 'inbound',
      body: text.body,
      status: 'received',
      segments: Math.max(1, countSegments(text.body).segments),
      number_id: receiver.numberId,
      candidate_number: text.from,
      carrier_id: text.carrierId,
      created_at: place.receivedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'carrier_id']).where('carrier_id', 'is not', null).doNothing(),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

function mediaOf(deps: Deps) {
  return (media: InboundText['media'][number]) => ({
    id: deps.newId(),
    contentType: ([...attachableTypes, ...receivableTypes] as string[]).includes(media.contentType)
      ? media.contentType
      : 'application/octet-stream',
    carrierUrl: media.url,
  });
}

async function touchConversation(
  tx: Tx,
  accountId: string,
  id: string,
  news: { messageId: string; receivedAt: Date; wantsReply: boolean; isHeld: boolean },
): Promise<UnreadOf[]> {
  const { rows } = await sql<{ userIds: string[] }>`
    update conversations
       set last_message_id = case when ${news.receivedAt} >= last_message_at then ${news.messageId}::uuid else last_message_id end,
           last_message_at = greatest(last_message_at, ${news.receivedAt}),
           last_inbound_at = greatest(last_inbound_at, ${news.receivedAt}),
           unread_count = unread_count + 1,
           waiting_since = ${news.wantsReply ? sql`coalesce(waiting_since, ${news.receivedAt})` : sql`waiting_since`},
           archived_at = null
           ${news.isHeld ? sql`, held_message_id = ${news.messageId}::uuid, held_at = ${news.receivedAt}` : sql``}
     where account_id = ${accountId} and id = ${id}
    returning ${MAIL_READERS} as "userIds"`.execute(tx);
  return (rows[0]?.userIds ?? []).map((userId) => ({ accountId, userId, since: news.receivedAt }));
}

/** So many automatic answers an hour end a conversation between two machines. */
const MAX_ANSWERS_AN_HOUR = 5;

/** Records what the text says about consent, and confirms it once, unless the carrier already does. */
async function answer(
  tx: Tx,
  deps: Deps,
  receiver: Receiver,
  text: InboundText,
  context: { asked: Asked; conversationId: string; receivedAt: Date },
): Promise<NewText | null> {
  const { accountId } = receiver;
  const change = {
    accountId,
    phoneNumber: text.from,
    source: 'keyword' as const,
    wording: text.body,
    actorUserId: null,
    at: context.receivedAt,
  };
  let kind: 'stop' | 'start' | 'help' | null = null;
  if (context.asked === 'optOut' && (await recordOptOut(tx, change, deps.newId))) {
    kind = 'stop';
    await consentChanged(tx, accountId, text.from, 'optedOut');
  }
  if (context.asked === 'optIn' && (await recordOptIn(tx, change, deps.newId))) {
    kind = 'start';
    await consentChanged(tx, accountId, text.from, 'optedIn');
  }
  if (context.asked === 'help') kind = 'help';
  if (kind === null || text.carrierOptOut !== null || deps.carrier.answersKeyword(kind, text.body))
    return null;
  if ((await countRecentAnswers(tx, accountId, context)) >= MAX_ANSWERS_AN_HOUR) return null;

  const body = confirmationText(kind, receiver.companyName);
  const confirmation: NewText = {
    accountId,
    id: deps.newId(),
    conversationId: context.conversationId,
    body,
    status: 'queued',
    segments: countSegments(body).segments,
    numberId: receiver.numberId,
    candidateNumber: text.from,
    senderId: null,
    isAutomatic: true,
    isConfirmation: true,
    answersMessageAt: context.receivedAt,
    createdAt: deps.clock(),
    scheduledAt: null,
    sendAfter: deps.clock(),
  };
  await writeTexts(tx, [confirmation]);
  return confirmation;
}

async function countRecentAnswers(
  tx: Tx,
  accountId: string,
  context: { conversationId: string; receivedAt: Date },
): Promise<number> {
  const since = new Date(context.receivedAt.getTime() - 3600_000);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages
     where account_id = ${accountId} and conversation_id = ${context.conversationId}
       and created_at > ${since} and is_automatic`.execute(tx);
  return rows[0]?.count ?? 0;
}
