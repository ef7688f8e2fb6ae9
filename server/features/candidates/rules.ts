import { createHash } from 'node:crypto';
import { DELETION_DAYS } from '../../../contract/deletion.ts';
import { maySee, type Viewer } from '../texting/conversations/rules.ts';
import type { ConversationRow } from '../texting/conversations/store.ts';

const DAY_MS = 24 * 3600 * 1000;

/** No one deletes a thread that they may not see. */
export function maySeeAll(viewer: Viewer, threads: ConversationRow[], now: Date): boolean {
  return viewer.userType === 'admin' || threads.every((thread) => maySee(viewer, thread, now));
}

/** Nor do they read what was written in it, or in one that went with an earlier candidate of the number. */
export function mayReadWordings(
  viewer: Viewer,
  candidate: { createdAt: Date },
  threads: ConversationRow[],
  now: Date,
): (writtenAt: Date) => boolean {
  const seesAll = maySeeAll(viewer, threads, now);
  return (writtenAt) => viewer.userType === 'admin' || (seesAll && writtenAt >= candidate.createdAt);
}

/** The owner of a thread, for the confirmation before it is deleted. */
export function ownerOf(thread: Pick<ConversationRow, 'assigneeId' | 'seatUserId'>): string | null {
  return thread.assigneeId ?? thread.seatUserId;
}

/** Changes once there is another thread, or one has another owner. */
export function scopeOf(threads: Pick<ConversationRow, 'id' | 'assigneeId' | 'seatUserId'>[]): string {
  const named = threads.map((thread) => `${thread.id} ${ownerOf(thread)}`).sort();
  return createHash('sha256').update(named.join('\n')).digest('base64url');
}

export const erasesAt = (deletedAt: Date) => new Date(deletedAt.getTime() + DELETION_DAYS * DAY_MS);
/** Candidates deleted after this can be restored. */
export const restorableSince = (now: Date) => new Date(now.getTime() - DELETION_DAYS * DAY_MS);
