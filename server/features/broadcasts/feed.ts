import type { PausedReason, StoppedReason } from '../../../contract/broadcasts.ts';
import { TRIAL_RECIPIENTS } from '../../../contract/broadcasts.ts';
import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { keepingShortLinks } from '../links/short/store.ts';
import { showMediaOfBroadcast } from '../media/store.ts';
import { putRequests } from '../texting/asking/store.ts';
import { automaticText, ensureConversations, writeTexts } from '../texting/conversations/write-texts.ts';
import { payForTexts } from '../texting/sending/pay-for-texts.ts';
import { cancelTexts, holdTexts } from './held-texts.ts';
import { type Judged, judgeDue } from './judge.ts';
import { carriersDay, dailySegmentsOf, decideTrial, portionOf, stopReason } from './rules.ts';
import { findSender, type Sender } from './sender.ts';
import {
  type BroadcastRow,
  changeBroadcast,
  countQueued,
  countWrittenSince,
  type DueRecipient,
  findDueRecipients,
  lockBroadcast,
  markWritten,
  type Progress,
  type PutOff,
  putOffRecipients,
  readProgress,
} from './store.ts';

/** The least and the most while others are in the queue of the number. */
const SOON_MS = 250;
const LONGEST_MS = 2000;
/** Of 100,000 recipients: five seconds. */
const LONGEST_MS_EACH = 0.05;
/** While receipts are waited for. */
const RECEIPTS_MS = 500;
const LATER_MS = 1000;

/**
 * One turn of a broadcast: puts the next few texts into the queue of its number, or stops it, or finds that it's done. A text is
 * written and its recipient marked in one transaction, so whatever dies, each gets it once. How many ms until the next turn.
 */
export function feed(deps: Deps, { accountId, id }: { accountId: string; id: string }): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const broadcast = await lockBroadcast(tx, accountId, id);
    if (broadcast === undefined || !['scheduled', 'running'].includes(broadcast.status)) return LATER_MS;
    const now = deps.clock();
    if (broadcast.startsAt > now) return LATER_MS;
    if (broadcast.status === 'scheduled') await changeBroadcast(tx, accountId, id, { status: 'running' });
    const progress = (await readProgress(tx, accountId, [id])).get(id);
    if (progress === undefined) return LATER_MS;
    const stop = stopReason(progress);
    if (stop !== null) return stopBroadcast(tx, deps, { accountId, id }, stop);
    if (progress.outcomes.waiting === 0) {
      await changeBroadcast(tx, accountId, id, { status: 'done', finishedAt: now });
      return LATER_MS;
    }
    const room = await roomFor(tx, deps, { accountId, broadcast, progress, now });
    if (typeof room !== 'number')
      return room.stop === null ? room.rest : stopBroadcast(tx, deps, { accountId, id }, room.stop);
    return writePortion(tx, deps, { accountId, broadcast, room, now });
  });
}

/** How many texts may be written now, or why none. */
async function roomFor(
  tx: Tx,
  deps: Deps,
  {
    accountId,
    broadcast,
    progress,
    now,
  }: { accountId: string; broadcast: BroadcastRow; progress: Progress; now: Date },
): Promise<number | { stop: StoppedReason | null; rest: number }> {
  const { id } = broadcast;
  if (!broadcast.trialOver) {
    if (progress.written < TRIAL_RECIPIENTS) return TRIAL_RECIPIENTS - progress.written;
    const trial = decideTrial(progress, now, deps.carrier);
    if (trial === 'wait') return { stop: null, rest: RECEIPTS_MS };
    if (trial !== 'go') return { stop: trial, rest: LATER_MS };
    await changeBroadcast(tx, accountId, id, { trialOver: true });
  }
  if (broadcast.waitsUntil !== null && broadcast.waitsUntil > now) return { stop: null, rest: LATER_MS };
  const today = carriersDay(now);
  // Others would fail too.
  if (progress.limitedAt !== null && progress.limitedAt >= today.startedAt) {
    await changeBroadcast(tx, accountId, id, { waitsUntil: today.endsAt });
    return { stop: null, rest: LATER_MS };
  }
  const most = portionOf(deps.carrier);
  const queued = await countQueued(tx, accountId, id, now);
  if (queued <= most / 2) return most - queued;
  // Until half of them are out: a look counts all recipients, so it's seldom where they are many.
  const audience = Object.values(progress.outcomes).reduce((sum, count) => sum + count, 0);
  const longestMs = Math.max(LONGEST_MS, audience * LONGEST_MS_EACH);
  const restMs = ((queued - most / 2) / deps.carrier.segmentsPerSecond) * 1000;
  return { stop: null, rest: Math.min(longestMs, Math.max(SOON_MS, restMs)) };
}

async function writePortion(
  tx: Tx,
  deps: Deps,
  {
    accountId,
    broadcast,
    room,
    now,
  }: { accountId: string; broadcast: BroadcastRow; room: number; now: Date },
): Promise<number> {
  const { id, body, consentVersion } = broadcast;
  const found = await findDueRecipients(tx, accountId, id, now, room);
  if (found.length === 0) return LATER_MS;
  const sender = await findSender(tx, deps, { accountId, ...broadcast });
  const due = await withinLimit(tx, sender, found, now);
  if (due.length === 0) {
    await changeBroadcast(tx, accountId, id, { waitsUntil: carriersDay(now).endsAt });
    return LATER_MS;
  }
  const judged = await judgeDue(tx, deps, due, {
    sender,
    body,
    asksConsent: consentVersion !== null,
    at: () => now,
  });
  const pause = judged.flatMap(({ verdict }) => (verdict.kind === 'pause' ? [verdict.reason] : []))[0];
  if (pause !== undefined) return pauseBroadcast(tx, { accountId, id }, pause);
  await putOffRecipients(tx, accountId, id, judged.flatMap(putOff));
  const going = judged.filter(({ verdict }) => verdict.kind === 'go');
  const unpaid = await writeGoing(tx, deps, { sender, id, consentVersion, going, now });
  if (unpaid > 0) return pauseBroadcast(tx, { accountId, id }, 'no_texts_left');
  return judged.length === room ? 0 : SOON_MS;
}

/** Those that carriers still take today. */
async function withinLimit(
  tx: Tx,
  { accountId, useCase }: Sender,
  due: DueRecipient[],
  now: Date,
): Promise<DueRecipient[]> {
  const limit = dailySegmentsOf(useCase);
  if (limit === null) return due;
  let left = limit - (await countWrittenSince(tx, accountId, carriersDay(now).startedAt));
  return due.filter(({ segments }) => {
    left -= segments;
    return left >= 0;
  });
}

function putOff({ person: { phoneNumber }, verdict }: Judged): PutOff[] {
  switch (verdict.kind) {
    case 'wait':
      return [{ phoneNumber, outcome: 'waiting', reason: verdict.reason, sendAt: verdict.until }];
    case 'leaveOut':
      return [{ phoneNumber, outcome: 'leftOut', reason: verdict.reason, sendAt: null }];
    default:
      return [];
  }
}

/** Returns how many there were no segments left for. */
async function writeGoing(
  tx: Tx,
  deps: Deps,
  {
    sender,
    id,
    consentVersion,
    going,
    now,
  }: { sender: Sender; id: string; consentVersion: string | null; going: Judged[]; now: Date },
): Promise<number> {
  const { accountId, seatId, numberId } = sender;
  if (going.length === 0 || numberId === null) return 0;
  const unwritten = going.map((each) => ({
    ...each,
    facts: each.target,
    text: {
      ...automaticText(
        {
          accountId,
          id: deps.newId(),
          conversationId: each.target.conversationId ?? '',
          body: each.body,
          numberId,
          candidateNumber: each.person.phoneNumber,
          automationId: null,
          isConfirmation: false,
          answersMessageAt: null,
          expiresAt: null,
        },
        now,
      ),
      broadcastId: id,
    },
  }));
  const { paid, unpaid } = await payForTexts(tx, deps, unwritten);
  const fresh = paid.filter(({ target }) => target.conversationId === null);
  const ids = await ensureConversations(
    tx,
    fresh.map(({ person, target }) => ({
      accountId,
      id: deps.newId(),
      seatId,
      candidateId: person.candidateId,
      assigneeId: target.seatUserId,
      at: now,
    })),
  );
  const conversationOf = new Map(fresh.map(({ text }, index) => [text.id, ids[index] ?? '']));
  const texts = paid.map(({ text }) => ({
    ...text,
    conversationId: conversationOf.get(text.id) ?? text.conversationId,
  }));
  await writeTexts(
    tx,
    texts,
    keepingShortLinks(
      paid.flatMap(({ text, shortLinks }) =>
        shortLinks.map((link) => ({ ...link, accountId, messageId: text.id })),
      ),
    ),
  );
  await showMediaOfBroadcast(
    tx,
    accountId,
    id,
    paid.map(({ text }) => text.id),
  );
  if (consentVersion !== null)
    await putRequests(
      tx,
      { accountId, askedBy: sender.authorId, at: now, wordingVersion: consentVersion },
      texts.map(({ candidateNumber: phoneNumber, conversationId, body: wording }) => ({
        phoneNumber,
        conversationId,
        wording,
      })),
    );
  await markWritten(
    tx,
    accountId,
    id,
    paid.map(({ person, text }) => ({
      phoneNumber: person.phoneNumber,
      messageId: text.id,
      segments: text.segments,
    })),
    now,
  );
  return unpaid.length;
}

/** What is in the queue of the number waits too. */
export async function pauseBroadcast(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
  reason: PausedReason | null,
): Promise<number> {
  await changeBroadcast(tx, accountId, id, { status: 'paused', reason });
  await holdTexts(tx, accountId, id);
  return LATER_MS;
}

async function stopBroadcast(
  tx: Tx,
  deps: Deps,
  { accountId, id }: { accountId: string; id: string },
  reason: StoppedReason,
): Promise<number> {
  await changeBroadcast(tx, accountId, id, { status: 'stopped', reason, finishedAt: deps.clock() });
  await cancelTexts(tx, deps, { accountId, id }, 'broadcast_stopped');
  return LATER_MS;
}
