import { failures } from '../../contract/failure.ts';
import type { LiveEvent } from '../../contract/live-events.ts';
import * as routes from '../../contract/routes.ts';
import type { Deps } from '../deps.ts';
import { openEventStream } from '../event-stream.ts';
import { Failure } from '../failure.ts';
import { type Call, presented } from '../http/mount.ts';

/** Proxies drop connections that are silent for a minute. */
const HEARTBEAT_MS = 20_000;
/** A timer can't wait longer, and would go off at once. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Every tab has its own stream. A node has enough before it runs out of memory; the proxy asks another. */
export const STREAM_LIMITS = { perSession: 20, perNode: 5000 };
/** Not soon: it is up to the person to close a tab. */
const TOO_MANY_RETRY_SECONDS = 60;
const FULL_RETRY_SECONDS = 10;

export function answerStream(deps: Deps, limits = STREAM_LIMITS) {
  const openBySession = new Map<string, number>();
  let open = 0;
  const count = (sessionId: string, by: 1 | -1) => {
    open += by;
    const own = (openBySession.get(sessionId) ?? 0) + by;
    if (own === 0) openBySession.delete(sessionId);
    else openBySession.set(sessionId, own);
  };

  return async ({ session, request, reply }: Call<typeof routes.streamEvents>): Promise<void> => {
    // The newest is refused, not the oldest ended: that one would come back, and end another, without an end.
    if ((openBySession.get(session.id) ?? 0) >= limits.perSession)
      throw new Failure('too_many_streams', { retryAfterSeconds: TOO_MANY_RETRY_SECONDS });
    if (open >= limits.perNode) {
      reply.header('retry-after', String(FULL_RETRY_SECONDS));
      throw new Failure('unavailable');
    }
    const stream = openEventStream(reply);
    count(session.id, 1);
    stream.onEnd(() => count(session.id, -1));
    const { accountId, userId, userType, impersonatedBy } = session;

    // A stream outlives many requests: what was revoked meanwhile ends here, and the browser asks again.
    const isStillTheirs = async () => {
      try {
        const now = await deps.readSession(request, { fresh: true });
        return now.userType === userType && !now.mfaMissing;
      } catch (error) {
        // Only that it is over ends it. While the database is away, nothing is sent either.
        if (error instanceof Failure && failures[error.code].status === 401) return false;
        throw error;
      }
    };
    const recheck = async () => {
      if (!(await isStillTheirs())) stream.end();
    };
    const heartbeat = setInterval(() => {
      stream.write(': still here\n\n');
      recheck().catch((error: unknown) => deps.log.warn({ err: error }, 'a session could not be checked'));
    }, HEARTBEAT_MS);
    const left = session.expiresAt.getTime() - deps.clock().getTime();
    const expiry = setTimeout(stream.end, Math.min(left, LONGEST_WAIT_MS));
    stream.onEnd(() => {
      clearInterval(heartbeat);
      clearTimeout(expiry);
    });

    const send = (id: string | null, event: LiveEvent) => {
      const data = JSON.stringify(presented(routes.streamEvents, event));
      stream.write(`${id === null ? '' : `id: ${id}\n`}event: ${event.type}\ndata: ${data}\n\n`);
    };
    const header = request.headers['last-event-id'];
    const lastEventId = typeof header === 'string' ? header : null;
    const subscriber = { accountId, userId, userType, send, recheck };
    const subscription = await deps.hub.subscribe(subscriber, lastEventId);
    stream.onEnd(subscription.leave);
    if (subscription.reset) send(null, { type: 'reset' });
    if (impersonatedBy !== null) {
      // It also ends with the session of the staff member, whose events are in another account.
      const theirs = { ...impersonatedBy, userType: 'member' as const, send: () => {}, recheck };
      stream.onEnd((await deps.hub.subscribe(theirs, null)).leave);
    }
    // It may have ended since it was read, before anyone listened.
    await recheck();
    await deps.hub.sendPresences(subscriber);
  };
}
