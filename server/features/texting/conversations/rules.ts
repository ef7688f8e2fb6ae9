import type { UserType } from '../../../../contract/seats.ts';
import { Failure } from '../../../failure.ts';

export interface Viewer {
  userId: string;
  userType: UserType;
}

/** Who covers for the person to whom a conversation is assigned, while they are out of office. */
export interface Cover {
  delegateId: string | null;
  coveredFrom: Date | null;
  /** Null: for as long as the absence is switched on. */
  coveredUntil: Date | null;
  /** The latest call since `coveredFrom` that no one answered. */
  missedCallAt: Date | null;
}

interface Seen extends Cover {
  assigneeId: string | null;
  seatUserId: string | null;
  lastInboundAt: Date | null;
}

/** The delegate of a conversation: only if the candidate has texted, or called in vain, since the absence began. */
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

/** Only admins may ask for other people's conversations. */
export function requireInbox(viewer: Viewer, assignee: string): void {
  if (assignee !== 'me' && assignee !== viewer.userId && viewer.userType !== 'admin')
    throw new Failure('forbidden');
}

/** Whose inbox is requested; null is everybody's. */
export function inboxOf(viewer: Viewer, assignee: string): string | null {
  const userId = assignee === 'me' ? viewer.userId : assignee === 'all' ? null : assignee;
  if (userId !== viewer.userId && viewer.userType !== 'admin') throw new Failure('forbidden');
  return userId;
}
