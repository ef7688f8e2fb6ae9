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

/** In whose inbox it is: they are notified of what the candidate writes. */
export function inboxesOf(conversation: Seen, now: Date): string[] {
  return [conversation.assigneeId, delegateOf(conversation, now)].filter((id) => id !== null);
}

/** Those who may see it; admins may anyway. */
export function seenBy(conversation: Seen, now: Date): string[] {
  const { seatUserId } = conversation;
  return [...inboxesOf(conversation, now), ...(seatUserId === null ? [] : [seatUserId])];
}

/** Whose conversations. Null: everyone's. `noOne`: the unassigned ones. `uncovered`: of those, the ones whose seat is free too. */
export interface Whose {
  assigneeId: string | null;
  /** Only those of this seat. */
  seatId?: string | null;
}

/** What no one has is for the person whose seat it is, and for admins. */
export function unassignedOf(viewer: Viewer & { seatId: string | null }): Whose {
  return { assigneeId: 'noOne', ...(viewer.userType === 'admin' ? {} : { seatId: viewer.seatId }) };
}

/** Only admins may ask for other people's conversations. */
export function requireInbox(viewer: Viewer, assignee: string): void {
  if (!['me', 'none', viewer.userId].includes(assignee) && viewer.userType !== 'admin')
    throw new Failure('forbidden');
}

/** Whose inbox is requested. */
export function inboxOf(viewer: Viewer & { seatId: string | null }, assignee: string): Whose {
  requireInbox(viewer, assignee);
  if (assignee === 'none') return unassignedOf(viewer);
  return { assigneeId: assignee === 'me' ? viewer.userId : assignee === 'all' ? null : assignee };
}
