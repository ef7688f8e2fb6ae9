import { EventPage } from '../../../contract/events.ts';
import * as routes from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/mount.ts';
import { answerStream } from '../../live/stream.ts';
import { listEvents } from './list-events.ts';

/** The log in JSON, or what browsers stay up to date by. */
export function eventRoutes(api: Api, deps: Deps): void {
  const stream = answerStream(deps);
  api.raw(routes.streamEvents, async (call) => {
    const { session, query, request, reply } = call;
    const isForScreen = session.key === null && !request.headers.accept?.includes('application/json');
    if (isForScreen) return stream(call);
    return reply.send(EventPage.parse(await listEvents(deps, session, query)));
  });
}
