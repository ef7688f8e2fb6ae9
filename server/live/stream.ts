import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LiveEvent } from '../../contract/live-events.ts';
import { routes } from '../../contract/routes.ts';
import type { Deps } from '../deps.ts';
import { type Api, presented } from '../http/mount.ts';
import type { Session } from '../http/session.ts';

/** Proxies drop connections that are silent for a minute. */
const HEARTBEAT_MS = 20_000;
const RECONNECT_MS = 1000;
/** A browser that reads slower than this piles up is cut off; it comes back and resumes. */
const MAX_BACKLOG_BYTES = 1_000_000;

export function streamRoutes(api: Api, deps: Deps): void {
  api.raw(routes.streamEvents, async ({ session, request, reply }) => {
    await stream(deps, session, request, reply);
  });
}

async function stream(
  deps: Deps,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  raw.write(`retry: ${RECONNECT_MS}\n\n`);

  // A stream outlives many requests: what was revoked meanwhile ends here, and the browser asks anew.
  const isStillTheirs = () =>
    deps.readSession(request).then(
      ({ userType, mfaMissing }) => userType === session.userType && !mfaMissing,
      () => false,
    );
  const send = (id: string | null, event: LiveEvent) => {
    if (raw.destroyed) return;
    const data = JSON.stringify(presented(routes.streamEvents, event));
    raw.write(`${id === null ? '' : `id: ${id}\n`}event: ${event.type}\ndata: ${data}\n\n`);
    if (raw.writableLength > MAX_BACKLOG_BYTES) raw.destroy();
  };
  /** Perhaps it was the place of this very person. */
  const seatsChanged = () => {
    void isStillTheirs().then((isTheirs) => {
      if (!isTheirs) raw.end();
    });
  };
  const lastEventId = request.headers['last-event-id'];
  const subscription = await deps.hub.subscribe(
    { accountId: session.accountId, userId: session.userId, userType: session.userType, send, seatsChanged },
    typeof lastEventId === 'string' ? lastEventId : null,
  );
  if (subscription.reset) send(null, { type: 'reset' });

  const heartbeat = setInterval(async () => {
    if (await isStillTheirs()) raw.write(': still here\n\n');
    else raw.end();
  }, HEARTBEAT_MS);
  raw.on('close', () => {
    clearInterval(heartbeat);
    subscription.leave();
  });
}
