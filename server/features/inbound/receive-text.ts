import { sql } from 'kysely';
import { attachableTypes, receivableTypes } from '../../../contract/media.ts';
import { countSegments } from '../../../contract/segments.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { publish } from '../../live/publish.ts';
import { recordOptIn, recordOptOut } from '../consent/record-consent.ts';
import { classifyInbound, confirmationText } from '../consent/rules.ts';
import { findOptOuts } from '../consent/store.ts';
import { consentChanged } from '../conversations/consent-changed.ts';
import { type NewText, writeTexts } from '../conversations/write-texts.ts';
import { enqueueDownloads } from '../media/download-media.ts';
import { insertPending } from '../media/store.ts';
import type { UnreadOf } from '../unread/mail-unread.ts';
import { MAIL_READERS } from '../unread/unread-store.ts';
import { answerWhileAway } from './answer-while-away.ts';
import type { InboundText, Match, Receiver } from './match-texts.ts';

export interface Received {
  /** The automatic answer, which is written. */
  answer: NewText | null;
  /** Who wants a mail should it stay unread. */
  unread: UnreadOf[];
}

const NOTHING: Received = { answer: null, unread: [] };

/**
 * Works an inbound text in: into its conversation, with what it says about consent. Doing it twice is harmless: the
 * carrier's id is unique, and everything else hangs on its being new. Returns what the caller is to enqueue once everything
 * else of the transaction is done.
 */
export async function receiveText(
  tx: Tx,
  deps: Deps,
  text: InboundText,
  { receiver, candidateId, conversationId }: Match,
  receivedAt: Date,
): Promise<Received> {
  const { accountId } = receiver;
  const messageId = deps.newId();
  const [isNew, optOuts] = await Promise.all([
    insertInbound(tx, receiver, text, { messageId, conversationId, receivedAt }),
    findOptOuts(tx, accountId, [text.from]),
  ]);
  if (!isNew) return NOTHING;

  if (text.media.length > 0) {
    await insertPending(tx, accountId, messageId, text.media.map(mediaOf(deps)));
    await enqueueDownloads(tx, accountId, messageId);
  }
  const isOptedOut = optOuts.has(text.from);
  const asked = askedFor(text, isOptedOut);
  const [unread] = await Promise.all([
    touchConversation(tx, accountId, conversationId, {
      messageId,
      receivedAt,
      wantsReply: !isOptedOut && asked !== 'optOut' && asked !== 'help',
      isHeld: asked === 'hold' && !isOptedOut,
    }),
    publish(tx, [{ accountId, kind: 'message.created', subjectId: conversationId, messageId }]),
  ]);
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

async function insertInbound(
  tx: Tx,
  receiver: Receiver,
  text: InboundText,
  match: { messageId: string; conversationId: string; receivedAt: Date },
): Promise<boolean> {
  const result = await tx
    .insertInto('messages')
    .values({
      account_id: receiver.accountId,
      id: match.messageId,
      conversation_id: match.conversationId,
      direction: 'inbound',
      body: text.body,
      status: 'received',
      segments: Math.max(1, countSegments(text.body).segments),
      number_id: receiver.numberId,
      candidate_number: text.from,
      carrier_id: text.carrierId,
      created_at: match.receivedAt,
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
    clientKey: null,
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
