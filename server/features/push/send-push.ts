import { z } from 'zod';
import type { Announcement } from '../../../contract/announcement.ts';
import type { Deps } from '../../deps.ts';
import { findSession } from '../../http/session.ts';
import { enqueue, type JobRequest, jobKind } from '../../queue/job.ts';
import { About, announcementOf } from './announce.ts';
import { openSubscription } from './sealed-subscription.ts';
import { findBrowser, removeSubscription, type SessionId } from './store.ts';

/** To one browser, about one thing. */
export const sendPush = jobKind({
  name: 'sendPush',
  payload: z.object({
    accountId: z.uuid(),
    sessionId: z.uuid(),
    userId: z.uuid(),
    about: About,
    tries: z.number().int(),
  }),
  maxAttempts: 5,
});
type SendPush = z.output<typeof sendPush.payload>;

/**
 * What is pushed is read when it is sent, so several texts that wait for a push service are one push, of the last. A person's
 * go one after the other: an older text never takes the place of a newer one.
 */
export const pushJob = (push: SendPush, runAt?: Date): JobRequest<typeof sendPush.payload> => ({
  kind: sendPush,
  payload: push,
  queue: `push:${push.userId}`,
  key: `push:${push.sessionId}:${push.about.id}`,
  ...(runAt && { runAt }),
});

/** A device that is off for longer than that finds what it missed in the inbox. */
const TTL_SECONDS = 86_400;
const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** About two hours, in pauses that double. */
const MOST_TRIES = 12;

export async function runSendPush(deps: Deps, push: SendPush): Promise<void> {
  const found = await findWatching(deps, push);
  if (found === null) return;
  const { browser, session } = found;
  const subscription = openSubscription(deps, browser.sealed);
  if (subscription === null) return removeSubscription(deps.db, push, browser.endpointHash);
  const who = { ...push, ...session, hideText: browser.hideText };
  const announcement = await announcementOf(deps, who, push.about);
  if (announcement === null) return;

  const sent = await deps.push.send(subscription, {
    payload: JSON.stringify(announcement satisfies Announcement),
    topic: push.about.id.replaceAll('-', ''),
    ttlSeconds: TTL_SECONDS,
  });
  switch (sent.outcome) {
    case 'taken':
      return;
    case 'gone':
      return removeSubscription(deps.db, push, browser.endpointHash);
    case 'refused':
      deps.log.warn({ accountId: push.accountId, reason: sent.reason }, 'a push was refused');
      return;
    case 'notReached': {
      if (push.tries + 1 >= MOST_TRIES) {
        deps.log.warn({ accountId: push.accountId, reason: sent.reason }, 'a push was given up');
        return;
      }
      const wait = Math.min(
        Math.max(sent.retryAfterMs ?? 0, FIRST_WAIT_MS * 2 ** push.tries),
        LONGEST_WAIT_MS,
      );
      const runAt = new Date(deps.clock().getTime() + wait);
      await enqueue(deps.db, [pushJob({ ...push, tries: push.tries + 1 }, runAt)]);
    }
  }
}

/** As with any call of theirs: only while the session lasts, and the account asks for nothing else before. */
async function findWatching(deps: Deps, id: SessionId) {
  const [browser, session] = await Promise.all([
    findBrowser(deps.db, id),
    findSession(deps.pool, id, deps.clock()),
  ]);
  return browser && session && !session.mfaMissing ? { browser, session } : null;
}
