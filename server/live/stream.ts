import type { LiveEvent } from '../../contract/live-events.ts';
import { routes } from '../../contract/routes.ts';
import type { Deps } from '../deps.ts';
import { openEventStream } from '../event-stream.ts';
import { type Api, presented } from '../http/mount.ts';

/** Proxies drop connections that are silent for a minute. */
const HEARTBEAT_MS = 20_000;

export function streamRoutes(api: Api, deps: Deps): void {
  api.raw(routes.streamEvents, async ({ session, request, reply }) => {
    const stream = openEventStream(reply);
    // A stream outlives many requests: what was revoked meanwhile ends here, and the browser asks anew.
    const isStillTheirs = () =>
      deps.readSession(request).then(
        ({ userType, mfaMissing }) => userType === session.userType && !mfaMissing,
        () => false,
      );
    const recheck = async () => {
      if (!(await isStillTheirs())) stream.end();
    };
    const heartbeat = setInterval(async () => {
      await recheck();
      stream.write(': still here\n\n');
    }, HEARTBEAT_MS);
    stream.onEnd(() => clearInterval(heartbeat));

    const send = (id: string | null, event: LiveEvent) => {
      const data = JSON.stringify(presented(routes.streamEvents, event));
      stream.write(`${id === null ? '' : `id: ${id}\n`}event: ${event.type}\ndata: ${data}\n\n`);
    };
    const { accountId, userId, userType } = session;
    const lastEventId = request.headers['last-event-id'];
    const subscription = await deps.hub.subscribe(
      { accountId, userId, userType, send, seatsChanged: () => void recheck() },
      typeof lastEventId === 'string' ? lastEventId : null,
    );
    stream.onEnd(subscription.leave);
    if (subscription.reset) send(null, { type: 'reset' });
  });
}
