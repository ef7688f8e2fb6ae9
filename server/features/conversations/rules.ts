import type { SendabilityReason } from '../../../contract/conversations.ts';
import { Failure, invalidField } from '../../failure.ts';

export interface Viewer {
  userId: string;
  userType: 'admin' | 'member';
}

/** Who stands in for the person to whom a conversation is assigned, while they are out of office. */
export interface Cover {
  delegateId: string | null;
  coveredFrom: Date | null;
  /** Null: for as long as the absence is switched on. */
  coveredUntil: Date | null;
  /** The latest call since `coveredFrom` that nobody answered. */
  missedCallAt: Date | null;
}

interface Seen extends Cover {
  assigneeId: string | null;
  seatUserId: string | null;
  lastInboundAt: Date | null;
}

/** The delegate of a conversation: only of those in which the candidate has written, or called in vain, since the absence began. */
export function delegateOf(conversation: Seen, now: Date): string | null {
  const { delegateId, coveredFrom, coveredUntil, lastInboundAt, missedCallAt } = conversation;
  if (coveredFrom === null || coveredFrom > now || (coveredUntil !== null && coveredUntil <= now))
    return null;
  return [lastInboundAt, missedCallAt].some((at) => at !== null && at >= coveredFrom) ? delegateId : null;
}

/**
 * Admins see every conversation of the account, others those of their seat, those assigned to them and, as a delegate,
 * those in which an absent colleague was written to or called.
 */
export function maySee(viewer: Viewer, conversation: Seen, now: Date): boolean {
  return (
    viewer.userType === 'admin' ||
    conversation.assigneeId === viewer.userId ||
    conversation.seatUserId === viewer.userId ||
    delegateOf(conversation, now) === viewer.userId
  );
}

/** Whose inbox is asked for; null is everybody's. */
export function inboxOf(viewer: Viewer, assignee: string): string | null {
  const userId = assignee === 'me' ? viewer.userId : assignee === 'all' ? null : assignee;
  if (userId !== viewer.userId && viewer.userType !== 'admin') throw new Failure('forbidden');
  return userId;
}

/** An answer to what the candidate has just written is welcome at any hour. */
export const JUST_WROTE_MS = 60 * 60_000;

export interface SendFacts {
  planType: string;
  linkStatus: 'linking' | 'linked' | 'rejected' | null;
  /** The carriers take no texts from the number until its company is registered. */
  isUnregistered: boolean;
  isOptedOut: boolean;
  isHeld: boolean;
  lastInboundAt: Date | null;
  /** When texting is allowed again, if it isn't at the time that the text would go; null when it is. */
  quietUntil: Date | null;
  now: Date;
}

/** Every reason why a text can't go out, the weightiest first. */
export function sendabilityReasons(facts: SendFacts): SendabilityReason[] {
  const reasons: SendabilityReason[] = [];
  if (facts.planType === 'free') reasons.push('plan_required');
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
    throw invalidField('scheduledAt', 'The time is in the past');
  if (scheduled > now.getTime() + MAX_AHEAD_MS)
    throw invalidField('scheduledAt', 'A text can be scheduled at most a year ahead');
  return new Date(Math.max(scheduled, undone));
}
