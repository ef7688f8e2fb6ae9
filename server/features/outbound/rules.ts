import type { PlanType } from '../../../contract/accounts.ts';
import type { SendabilityReason } from '../../../contract/conversations.ts';
import type { LinkStatus } from '../../../contract/seats.ts';
import { Failure, invalidField } from '../../failure.ts';

/** An answer to what the candidate has just written is welcome at any hour. */
const JUST_WROTE_MS = 60 * 60_000;

interface SendFacts {
  planType: PlanType;
  /** A payment is, for longer than its days of grace. */
  isOverdue: boolean;
  /** Of those that were bought; also where none need be. */
  hasTextsLeft: boolean;
  linkStatus: LinkStatus | null;
  /** The carriers take no texts from the number until its company is registered. */
  isUnregistered: boolean;
  isOptedOut: boolean;
  isHeld: boolean;
  lastInboundAt: Date | null;
  /** When texting is allowed again, if it isn't at the time that the text would go; null when it is. */
  quietUntil: Date | null;
  now: Date;
}

/** The others are refusals; this one is advice. */
type Refusal = Exclude<SendabilityReason, 'not_textable'>;

/** Every reason why a text can't go out, the weightiest first. */
export function sendabilityReasons(facts: SendFacts): Refusal[] {
  const reasons: Refusal[] = [];
  if (facts.planType === 'free') reasons.push('plan_required');
  if (facts.isOverdue) reasons.push('payment_overdue');
  if (!facts.hasTextsLeft) reasons.push('no_texts_left');
  if (facts.linkStatus === null) reasons.push('no_number');
  else if (facts.linkStatus !== 'linked') reasons.push('number_not_linked');
  else if (facts.isUnregistered) reasons.push('number_not_registered');
  if (facts.isOptedOut) reasons.push('opted_out');
  if (facts.isHeld) reasons.push('conversation_held');
  if (facts.quietUntil !== null && !hasJustWritten(facts)) reasons.push('quiet_hours');
  return reasons;
}

export function requireSendable(facts: SendFacts): void {
  const [reason] = sendabilityReasons(facts);
  if (reason === undefined) return;
  throw new Failure(
    reason,
    reason === 'quiet_hours' ? { nextSendAt: facts.quietUntil?.toISOString() } : undefined,
  );
}

export function hasJustWritten(facts: { lastInboundAt: Date | null; now: Date }): boolean {
  return facts.lastInboundAt !== null && facts.now.getTime() - facts.lastInboundAt.getTime() < JUST_WROTE_MS;
}

const MAX_AHEAD_MS = 366 * 24 * 3600 * 1000;
/** Clocks differ, and requests take time. */
const PAST_TOLERANCE_MS = 60_000;

/** When a text goes out at the earliest: at its time, or once it can't be undone any more. */
export function sendAfterOf(
  text: { scheduledAt?: string | undefined; undoSeconds: number },
  now: Date,
): Date {
  const undone = now.getTime() + text.undoSeconds * 1000;
  if (text.scheduledAt === undefined) return new Date(undone);
  const scheduled = Date.parse(text.scheduledAt);
  if (scheduled < now.getTime() - PAST_TOLERANCE_MS)
    throw invalidField('scheduledAt', 'Choose a time in the future');
  if (scheduled > now.getTime() + MAX_AHEAD_MS)
    throw invalidField('scheduledAt', 'Schedule a text at most a year ahead');
  return new Date(Math.max(scheduled, undone));
}
