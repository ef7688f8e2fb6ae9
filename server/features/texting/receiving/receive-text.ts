import { attachableTypes, receivableTypes } from '../../../../contract/media.ts';
import { countSegments } from '../../../../contract/segments.ts';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { isAcknowledgment, isPlainReply } from '../../consent/plain-replies.ts';
import { recordHold, recordOptIn, recordOptOut } from '../../consent/record-consent.ts';
import { answerToRequest, confirmationText, onlyWordOf } from '../../consent/rules.ts';
import { findOptOuts } from '../../consent/store.ts';
import { applyJoining, type Heard, type Joining, readJoining } from '../../keywords/join-by-text.ts';
import { isSurelyName } from '../../keywords/rules.ts';
import { enqueueDownloads } from '../../media/download-media.ts';
import { insertPending } from '../../media/store.ts';
import { consentChanged } from '../conversations/consent-changed.ts';
import { endWaitSince } from '../conversations/store.ts';
import { automaticText, writeTexts } from '../conversations/write-texts.ts';
import { confirmationFacts, reasonsAgainst } from '../gate/gate.ts';
import { countAutomaticInHour } from '../sending/automatic-facts.ts';
import type { UnreadOf } from '../unread/mail-unread.ts';
import { answerWhileAway } from './answer-while-away.ts';
import { applyAnswer, type Reading, readAnswer } from './answers/read-answer.ts';
import { type Asked, askedFor, type InboundText } from './asked.ts';
import { forgetAsked } from './carrier-events.ts';
import type { Match, Receiver } from './match-texts.ts';
import { takeConsentAnswer } from './take-consent-answer.ts';
import { type NewInbound, type WrittenInbound, writeInbound } from './write-inbound.ts';

/** A text and where it belongs. */
export interface Arrived {
  eventId: string;
  text: InboundText;
  match: Match;
  receivedAt: Date;
}

/** Whether there is more to do than adding a line to the thread. */
export function needsThought({ text, match }: Arrived): boolean {
  return (
    text.media.length > 0 ||
    match.isOptedOut ||
    match.awaitsAnswer ||
    match.isAsked ||
    match.receiver.absence !== null ||
    (match.receiver.hasKeywords && onlyWordOf(text.body) !== null) ||
    askedFor(text, { optedOut: false }) !== null
  );
}

/**
 * Processes texts that need no thought, all at once. Doing it twice is harmless, for these as for the others: the carrier's ID is
 * unique, and everything else depends on the text being new. Returns who wants a mail should they stay unread.
 */
export async function receiveOrdinary(tx: Tx, deps: Deps, texts: Arrived[]): Promise<UnreadOf[]> {
  const written = await writeInbound(
    tx,
    deps,
    texts.map((each) =>
      newInbound(deps, each, { wantsReply: true, hold: null, isConfirmed: false, isAnswer: true }),
    ),
  );
  return written.flatMap(unreadOf);
}

/** Works one text in with everything that it asks for. Returns the same. */
export async function receiveText(tx: Tx, deps: Deps, arrived: Arrived): Promise<UnreadOf[]> {
  const { text, receivedAt } = arrived;
  const { receiver, candidateId, conversationId } = arrived.match;
  const { accountId } = receiver;
  // One that was processed just before may have changed it.
  const isOptedOut = (await findOptOuts(tx, accountId, [text.from])).has(text.from);
  const { consentAnswer, meant } = meaningOf(arrived, isOptedOut);
  const reply = {
    ...arrived.match,
    accountId,
    numberId: receiver.numberId,
    body: text.body,
    hasMedia: text.media.length > 0,
    at: receivedAt,
  };
  // What it may bring about is a text. A person reads it instead.
  const isRead = consentAnswer === null && !text.isRestored;
  const mayAnswer = arrived.match.awaitsAnswer && isRead && mayBeAnswer(meant, text.body);
  const reading = mayAnswer ? await readAnswer(tx, reply) : null;
  const heard = { ...reply, companyName: receiver.companyName, seatId: receiver.seatId, from: text.from };
  const joining = isRead ? await hearJoining(tx, arrived, heard, { meant, isOptedOut, reading }) : null;
  const asked = askedAfterReading(meant, joining, reading);
  // Until it was read, it held the phone. What came after it still does.
  if (meant === 'hold' && asked === null) await forgetAsked(tx, arrived.eventId);
  const isConfirmed = reading?.interview?.answer === 'confirmed';
  const inbound = newInbound(deps, arrived, {
    wantsReply: !isOptedOut && asked !== 'optOut' && asked !== 'help' && !isConfirmed,
    hold: (asked === 'hold' || asked === 'ask') && !isOptedOut ? asked : null,
    isConfirmed,
    // An opt-out holds them.
    isAnswer: asked !== 'optOut',
  });
  const { id: messageId } = inbound;
  const [written] = await writeInbound(tx, deps, [inbound]);
  if (written === undefined) return [];

  if (reading !== null && asked !== 'hold') await applyAnswer(tx, { ...reply, messageId }, reading);
  if (text.media.length > 0) {
    await insertPending(tx, accountId, messageId, text.media.map(mediaOf(deps)));
    await enqueueDownloads(tx, accountId, messageId);
  }
  await noteConsent(tx, deps, arrived, { hold: inbound.hold, consentAnswer });
  const unread = unreadOf(written);
  const isAnswered = await answer(tx, deps, receiver, text, { asked, conversationId, receivedAt });
  if (joining !== null && (await applyJoining(tx, deps, heard, joining))) {
    // They were asked something, so it's their turn.
    await endWaitSince(tx, accountId, conversationId, receivedAt);
    return unread;
  }
  // Consent has its own answers.
  if (isAnswered || asked !== null || text.isRestored || receiver.absence === null) return unread;
  await answerWhileAway(tx, deps, receiver.absence, {
    accountId,
    companyName: receiver.companyName,
    conversationId,
    candidateId,
    messageId,
    from: text.from,
    body: text.body,
    writtenAt: new Date(Math.min(Date.parse(text.occurredAt), receivedAt.getTime())),
    receivedAt,
  });
  return unread;
}

const mayBeAnswer = (meant: Asked, body: string): boolean =>
  meant === null || meant === 'ask' || (meant === 'hold' && isSurelyName(body));

/** An answer to a question is no doubt about texts. */
function askedAfterReading(meant: Asked, joining: Joining | null, reading: Reading | null): Asked {
  if (meant === 'hold') return joining === null ? meant : null;
  const isKnown = joining !== null || reading?.awaited.some(({ kind }) => kind !== 'keyword');
  return isKnown && meant === 'ask' ? null : meant;
}

function meaningOf(
  { match, text }: Arrived,
  isOptedOut: boolean,
): { consentAnswer: 'yes' | 'no' | null; meant: Asked } {
  const consentAnswer = match.isAsked && !isOptedOut ? answerToRequest(text.body) : null;
  // NO to "may we text you?" is an opt-out, though no keyword.
  const meant = consentAnswer === 'no' ? 'optOut' : askedFor(text, { optedOut: isOptedOut });
  return { consentAnswer, meant };
}

/** What goes into the history of consent beside opting out and back in. */
async function noteConsent(
  tx: Tx,
  deps: Deps,
  { match, text: { from: phoneNumber, body: wording }, receivedAt: at }: Arrived,
  { hold, consentAnswer }: { hold: NewInbound['hold']; consentAnswer: 'yes' | 'no' | null },
): Promise<void> {
  const { accountId } = match.receiver;
  if (hold === 'hold')
    await recordHold(tx, { accountId, phoneNumber, wording, actorUserId: null, at }, 'held', deps.newId);
  if (consentAnswer !== null)
    await takeConsentAnswer(tx, deps, { accountId, phoneNumber, agrees: consentAnswer === 'yes', at });
}

/**
 * A keyword of the number, or an answer to its questions. What may mean stop is neither, unless it is the keyword itself, or the
 * name that we asked for: a name alone often looks like a refusal.
 */
async function hearJoining(
  tx: Tx,
  { match, text }: Arrived,
  heard: Heard,
  { meant, isOptedOut, reading }: { meant: Asked; isOptedOut: boolean; reading: Reading | null },
): Promise<Joining | null> {
  if (!match.receiver.hasKeywords && reading?.awaited[0]?.kind !== 'keyword') return null;
  if (isOptedOut || text.media.length > 0 || reading?.interview) return null;
  if (!mayBeAnswer(meant, text.body)) return null;
  const joining = await readJoining(tx, heard, reading?.awaited ?? []);
  const isNamed = joining?.kind === 'answer' && joining.question.field === 'name';
  const isPlain = meant === null || (meant === 'ask' && joining?.kind === 'keyword');
  return isPlain || isNamed ? joining : null;
}

function newInbound(
  deps: Deps,
  { text, match, receivedAt }: Arrived,
  {
    isConfirmed,
    ...decided
  }: Pick<NewInbound, 'wantsReply' | 'hold' | 'isAnswer'> & { isConfirmed: boolean },
): NewInbound {
  return {
    accountId: match.receiver.accountId,
    id: deps.newId(),
    conversationId: match.conversationId,
    seatId: match.receiver.seatId,
    personId: match.receiver.seatUserId,
    body: text.body,
    segments: Math.max(1, countSegments(text.body).segments),
    numberId: match.receiver.numberId,
    candidateNumber: text.from,
    carrierId: text.carrierId,
    createdAt: receivedAt,
    isAcknowledgment: text.media.length === 0 && isAcknowledgment(text.body),
    wantsReading: !isConfirmed && !isPlainReply(text.body),
    ...decided,
  };
}

function unreadOf({ accountId, createdAt, readers }: WrittenInbound): UnreadOf[] {
  return readers.map((userId) => ({ accountId, userId, since: createdAt }));
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

/** This many automatic answers an hour end a conversation between two machines. */
const MAX_ANSWERS_AN_HOUR = 5;

/** Records what the text means for consent, and confirms it once, unless the carrier already does. */
async function answer(
  tx: Tx,
  deps: Deps,
  receiver: Receiver,
  text: InboundText,
  context: { asked: Asked; conversationId: string; receivedAt: Date },
): Promise<boolean> {
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
    await consentChanged(tx, deps, accountId, text.from, 'optedOut');
  }
  if (context.asked === 'optIn' && (await recordOptIn(tx, change, deps.newId))) {
    kind = 'start';
    await consentChanged(tx, deps, accountId, text.from, 'optedIn');
  }
  if (context.asked === 'help') kind = 'help';
  if (kind === null || text.isRestored || text.carrierOptOut !== null) return false;
  if (deps.carrier.answersKeyword(kind, text.body)) return false;
  const at = deps.clock();
  const { conversationId, receivedAt } = context;
  const answersAutomatic =
    (await countAutomaticInHour(tx, { accountId, conversationId, before: receivedAt })) >=
    MAX_ANSWERS_AN_HOUR;
  if (reasonsAgainst(confirmationFacts({ at, answersAutomatic })).length > 0) return false;

  const body = confirmationText(kind, receiver.companyName);
  const confirmation = {
    accountId,
    id: deps.newId(),
    conversationId,
    body,
    numberId: receiver.numberId,
    candidateNumber: text.from,
    automationId: null,
    isConfirmation: true,
    answersMessageAt: receivedAt,
    expiresAt: null,
  };
  await writeTexts(tx, [automaticText(confirmation, at)]);
  return true;
}
