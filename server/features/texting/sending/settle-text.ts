import { sql } from 'kysely';
import { z } from 'zod';
import type { DeliveryErrorCode } from '../../../../contract/delivery-error.ts';
import { isProgress } from '../../../../contract/message-progress.ts';
import type { CarrierStatus, SendOutcome } from '../../../adapters/carrier/port.ts';
import { raiseAfterCommit } from '../../../db/after-commit.ts';
import { type Db, inTransaction, type Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { enqueue, jobKind } from '../../../queue/job.ts';
import { giveBackTexts, settleTexts } from '../../billing/ledger/ledger.ts';
import { recordOptOut } from '../../consent/record-consent.ts';
import { setNextSendAt } from '../../numbers/store.ts';
import { markUnregistered } from '../../registration/mark-unregistered.ts';
import { consentChanged } from '../conversations/consent-changed.ts';
import { lockThreadsWith } from '../conversations/lock.ts';
import {
  changeMessage,
  findKnownCarrierIds,
  lockMessage,
  type OutboundStatus,
  statusOf,
} from '../conversations/message-store.ts';
import { carrierOf, type Sender } from './choose-carrier.ts';
import type { ClaimedText } from './claim-text.ts';

type Settling = NonNullable<Awaited<ReturnType<typeof lockMessage>>>;

/** A carrier's report on a text, by whatever way it reached us: the reply to the send, a receipt, or when asked. */
interface CarrierReport {
  carrierId: string;
  status: CarrierStatus;
  segments: number | null;
  errorCode: DeliveryErrorCode | null;
  carrierCode: string | null;
}

/** Applies a carrier's report to the message. False if it is not about this message, or nothing new. */
export async function applyCarrierReport(
  tx: Tx,
  deps: Deps,
  accountId: string,
  message: Settling,
  report: CarrierReport,
): Promise<boolean> {
  if (message.carrierId !== null && message.carrierId !== report.carrierId) {
    deps.log.warn({ messageId: message.id }, 'a receipt names another text than the one that was sent');
    return false;
  }
  const from = message.status as OutboundStatus;
  const to = statusOf(report.status);
  const progress = isProgress(from, to);
  if (!progress && from !== to && to === 'delivered')
    deps.log.warn({ messageId: message.id, from }, 'a text was delivered after all');
  if (!progress && message.carrierId !== null && report.segments === null) return false;
  const now = deps.clock();
  const change = changeMessage(tx, accountId, message.id, {
    carrierId: report.carrierId,
    sendAfter: null,
    ...(report.segments === null ? {} : { segments: Math.max(1, report.segments) }),
    ...(progress
      ? {
          status: to,
          errorCode: report.errorCode,
          carrierCode: report.carrierCode,
          ...(to === 'sent' || to === 'delivered' ? { sentAt: message.sentAt ?? now } : {}),
          ...(to === 'delivered' ? { deliveredAt: now } : {}),
        }
      : {}),
  });
  await Promise.all([
    change,
    settleUsage(tx, accountId, message, { report, status: progress ? to : from, at: now }),
    publishUpdate(tx, accountId, message),
  ]);
  if (progress) await applyErrorCode(tx, deps, accountId, message, report.errorCode);
  return true;
}

/** Once the carrier has the text, and when its report differs from before. Confirmations of consent cost nothing. */
async function settleUsage(
  tx: Tx,
  accountId: string,
  message: Settling,
  { report, status, at }: { report: CarrierReport; status: OutboundStatus; at: Date },
): Promise<void> {
  const segments = Math.max(1, report.segments ?? message.segments);
  const isRefused = status === 'failed';
  const isNews = message.carrierId === null || isRefused || segments !== message.segments;
  if (!isNews || message.isConfirmation) return;
  await settleTexts(tx, [{ accountId, messageId: message.id, segments: isRefused ? 0 : segments }], at);
}

/** If so, all threads with the phone change, and have to be locked before the message. */
export function tellsOptOut({ errorCode }: Pick<CarrierReport, 'errorCode'>): boolean {
  return errorCode === 'opted_out';
}

/** A refusal may mean more than that this text did not get through. */
async function applyErrorCode(
  tx: Tx,
  deps: Deps,
  accountId: string,
  message: Settling,
  errorCode: DeliveryErrorCode | null,
): Promise<void> {
  if (tellsOptOut({ errorCode })) await applyOptOut(tx, deps, accountId, message);
  if (errorCode === 'number_not_registered')
    await markUnregistered(tx, deps, { accountId, numberId: message.numberId });
}

/** The carrier knows of an opt-out that we did not: from now on we do. */
async function applyOptOut(tx: Tx, deps: Deps, accountId: string, message: Settling): Promise<void> {
  const change = {
    accountId,
    phoneNumber: message.candidateNumber,
    source: 'carrier' as const,
    wording: null,
    actorUserId: null,
    at: deps.clock(),
  };
  if (await recordOptOut(tx, change, deps.newId))
    await consentChanged(tx, deps, accountId, message.candidateNumber, 'optedOut');
}

function publishUpdate(
  tx: Tx,
  accountId: string,
  message: { id: string; conversationId: string },
): Promise<void> {
  return publish(tx, [
    { accountId, kind: 'message.updated', subjectId: message.conversationId, messageId: message.id },
  ]);
}

/** How long a busy carrier is asked again. */
const MAX_ATTEMPTS = 20;

/** Records what became of a call to the carrier. `busy`: the number has to wait. */
export async function recordOutcome(
  deps: Deps,
  text: ClaimedText,
  outcome: SendOutcome,
): Promise<'busy' | 'over'> {
  return inTransaction(deps.db, async (tx): Promise<'busy' | 'over'> => {
    if (outcome.outcome === 'refused' && tellsOptOut(outcome))
      await lockThreadsWith(tx, text.accountId, text.to);
    const message = await lockMessage(tx, text.accountId, text.id);
    if (message === undefined) {
      await settleDeleted(tx, deps, text, outcome);
      return 'over';
    }
    if (outcome.outcome === 'accepted') {
      const report = { ...outcome, errorCode: null, carrierCode: null };
      await applyCarrierReport(tx, deps, text.accountId, message, report);
      return 'over';
    }
    // A receipt was faster: the text is the carrier's, whatever its reply would have been.
    if (message.status !== 'sending' || message.carrierId !== null) return 'over';
    return recordSetback(tx, deps, text, message, outcome);
  });
}

/** Of a text that was deleted meanwhile, together with its candidate, only the cost is left to record. */
async function settleDeleted(tx: Tx, deps: Deps, text: ClaimedText, outcome: SendOutcome): Promise<void> {
  if (text.isConfirmation || outcome.outcome === 'unknown') return;
  const segments = outcome.outcome === 'accepted' ? Math.max(1, outcome.segments ?? text.segments) : 0;
  await settleTexts(tx, [{ accountId: text.accountId, messageId: text.id, segments }], deps.clock());
}

async function recordSetback(
  tx: Tx,
  deps: Deps,
  text: { accountId: string; numberId: string },
  message: Settling,
  outcome: Exclude<SendOutcome, { outcome: 'accepted' }>,
): Promise<'busy' | 'over'> {
  const { accountId } = text;
  const now = deps.clock();
  await publishUpdate(tx, accountId, message);
  if (outcome.outcome === 'refused') {
    const { errorCode, carrierCode } = outcome;
    await changeMessage(tx, accountId, message.id, {
      status: 'failed',
      errorCode,
      carrierCode,
      sendAfter: null,
    });
    await giveBackTexts(tx, deps, accountId, [message.id]);
    await applyErrorCode(tx, deps, accountId, message, errorCode);
    return 'over';
  }
  if (outcome.outcome === 'unknown') {
    await markUnknown(tx, deps, { accountId, id: message.id });
    return 'over';
  }
  if (message.attempts >= MAX_ATTEMPTS) {
    await changeMessage(tx, accountId, message.id, {
      status: 'failed',
      errorCode: 'carrier_busy',
      sendAfter: null,
    });
    await giveBackTexts(tx, deps, accountId, [message.id]);
    return 'over';
  }
  const again = new Date(now.getTime() + Math.max(outcome.retryAfterMs, backOffMs(message.attempts)));
  // It keeps its place in the queue; the whole number waits.
  await changeMessage(tx, accountId, message.id, { status: 'queued', claimedAt: null });
  await setNextSendAt(tx, accountId, text.numberId, again);
  return 'busy';
}

/** 1 s, 2 s, 4 s … at most 5 minutes. */
function backOffMs(attempts: number): number {
  return Math.min(300_000, 1000 * 2 ** Math.max(0, attempts - 1));
}

/** Asks the carrier what became of a text whose outcome got lost, or whose receipts did. */
export const settleText = jobKind({
  name: 'settleText',
  payload: z.object({ accountId: z.uuid(), messageId: z.uuid() }),
  maxAttempts: 25,
});

const FIRST_QUESTION_MS = 2000;

export async function markUnknown(
  tx: Tx,
  deps: Deps,
  message: { accountId: string; id: string },
): Promise<void> {
  await changeMessage(tx, message.accountId, message.id, { status: 'unknown', errorCode: 'unconfirmed' });
  await enqueueSettling(tx, message, new Date(deps.clock().getTime() + FIRST_QUESTION_MS));
}

export function enqueueSettling(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
  runAt: Date,
): Promise<void> {
  return enqueue(db, [
    { kind: settleText, payload: { accountId, messageId: id }, key: `settle:${id}`, runAt },
  ]);
}

/** After this the text stays unknown until a receipt comes: a person decides. */
export const ASKED_FOR_MS = 24 * 3600 * 1000;
const NEVER_SENT_ATTEMPTS = 3;

export async function runSettleText(deps: Deps, accountId: string, messageId: string): Promise<void> {
  const message = await lockMessage(deps.db, accountId, messageId);
  if (message === undefined || message.claimedAt === null || !isOpen(message)) return;
  const sender = await findSender(deps.db, accountId, message.numberId);
  const carrier = sender && carrierOf(deps, sender);
  if (!carrier) return;
  // A throw here is a passing fault: the job is tried again later.
  const found = await carrier.findSent({
    messageId,
    from: sender.from,
    to: message.candidateNumber,
    body: message.body,
    since: message.claimedAt.toISOString(),
  });
  await inTransaction(deps.db, async (tx) => {
    if (found.some(tellsOptOut)) await lockThreadsWith(tx, accountId, message.candidateNumber);
    const current = await lockMessage(tx, accountId, messageId);
    if (current === undefined || current.claimedAt === null || !isOpen(current)) return;
    if (current.carrierId !== null) {
      const own = found.find(({ carrierId }) => carrierId === current.carrierId);
      const isFinal = own !== undefined && !['sending', 'sent'].includes(statusOf(own.status));
      if (own !== undefined) await applyCarrierReport(tx, deps, accountId, current, own);
      if (!isFinal) await askLater(tx, deps, { accountId, id: messageId }, current.claimedAt);
      return;
    }
    const known = await findKnownCarrierIds(
      tx,
      accountId,
      found.map((each) => each.carrierId),
    );
    // Two equal texts to one person may both be unknown; which of them is which does not matter.
    const match = found.find((each) => !known.has(each.carrierId));
    if (match) {
      await applyCarrierReport(tx, deps, accountId, current, match);
      return;
    }
    await settleAbsent(tx, deps, accountId, current, {
      claimedAt: current.claimedAt,
      proof: carrier.provesAbsenceAfterMs,
    });
  });
}

async function findSender(db: Db, accountId: string, numberId: string): Promise<Sender | undefined> {
  const { rows } = await sql<Sender>`
    select n.phone_number as "from", n.carrier, a.sandbox_of is not null as "isSandbox"
      from numbers n join accounts a on a.id = n.account_id
     where n.account_id = ${accountId} and n.id = ${numberId}`.execute(db);
  return rows[0];
}

/** Unknown whether the carrier has it, or the carrier has it and may not have reported everything about it yet. */
function isOpen({ status, carrierId }: Settling): boolean {
  return status === 'unknown' || (['sending', 'sent'].includes(status) && carrierId !== null);
}

/** Less and less often: after as long as it has taken so far. */
async function askLater(
  tx: Tx,
  deps: Deps,
  message: { accountId: string; id: string },
  claimedAt: Date,
): Promise<void> {
  const now = deps.clock().getTime();
  const age = now - claimedAt.getTime();
  if (age <= ASKED_FOR_MS) await enqueueSettling(tx, message, new Date(now + age));
}

async function settleAbsent(
  tx: Tx,
  deps: Deps,
  accountId: string,
  message: Settling,
  { claimedAt, proof }: { claimedAt: Date; proof: number | null },
): Promise<void> {
  const now = deps.clock();
  const age = now.getTime() - claimedAt.getTime();
  if (proof !== null && age >= proof) {
    await publishUpdate(tx, accountId, message);
    if (message.attempts >= NEVER_SENT_ATTEMPTS) {
      await changeMessage(tx, accountId, message.id, {
        status: 'failed',
        errorCode: 'carrier_busy',
        sendAfter: null,
      });
      await giveBackTexts(tx, deps, accountId, [message.id]);
      return;
    }
    await changeMessage(tx, accountId, message.id, {
      status: 'queued',
      errorCode: null,
      claimedAt: null,
      sendAfter: now,
    });
    raiseAfterCommit(tx, 'messages');
    return;
  }
  if (age > ASKED_FOR_MS) return;
  const wait = proof === null ? age : Math.min(age, Math.max(1000, proof - age));
  await enqueueSettling(
    tx,
    { accountId, id: message.id },
    new Date(now.getTime() + Math.max(FIRST_QUESTION_MS, wait)),
  );
}
