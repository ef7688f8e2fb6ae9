import * as routes from '../../../contract/routes.ts';
import { onSessionEnd } from '../session/session.ts';

/** What the inbox and a thread need to be read without a network, and of how many inputs at most: the last ones seen. */
export const KEPT = new Map<string, number>([
  [routes.getUser.path, 1],
  [routes.getAccount.path, 1],
  [routes.getInboxCounts.path, 1],
  [routes.listConversations.path, 3],
  [routes.getConversation.path, 20],
  [routes.listMessages.path, 20],
  [routes.listNotes.path, 20],
]);

/** Of this browser's caches, those that hold what a person was shown. */
export const KEPT_IN = 'answers-';

/** Kept in an earlier page, and not heard of since. */
export const isFromBefore = (updatedAt: number): boolean =>
  updatedAt > 0 && updatedAt < Math.floor(performance.timeOrigin);

/** Without HTTPS, browsers have no caches, and nothing is kept. */
export async function forgetAnswers(except?: string): Promise<void> {
  const { caches } = window;
  for (const name of (await caches?.keys()) ?? [])
    if (name.startsWith(KEPT_IN) && name !== except) await caches.delete(name);
}

onSessionEnd(() => void forgetAnswers().catch(() => {}));
