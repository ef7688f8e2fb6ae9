import type { FastifyInstance } from 'fastify';
import * as routes from '../../../../contract/routes.ts';
import type { Deps } from '../../../deps.ts';
import { markBrowser } from '../../../http/browser-mark.ts';
import type { Api } from '../../../http/mount.ts';
import { actorOf } from '../../audit/record-audit.ts';
import { asksByPerson, listBusyOf } from './ask-calendars.ts';
import { connectByHand, disconnect } from './connect.ts';
import { calendarOauthPages, startOauth } from './oauth.ts';
import { present, presentProviders } from './present.ts';
import { listConnections } from './store.ts';

const OK = { status: 'ok' } as const;

export function calendarConnectionRoutes(app: FastifyInstance, api: Api, deps: Deps): void {
  api.on(routes.listCalendarConnections, async ({ db, session }) =>
    (await listConnections(db, session)).map((row) => present(deps, row)),
  );
  api.on(routes.listCalendarProviders, async () => presentProviders(deps));
  api.on(routes.connectCalendar, async ({ session, body, request }) => {
    await deps.rateLimits.consume(asksByPerson, session.userId);
    return present(deps, await connectByHand(deps, actorOf(session, request), body));
  });
  api.on(routes.startCalendarOauth, ({ session, params, reply }) =>
    startOauth(deps, session, params.provider, markBrowser(reply, deps.publicUrl)),
  );
  api.on(routes.disconnectCalendar, async ({ session, params, request }) => {
    await disconnect(deps, actorOf(session, request), params.id);
    return OK;
  });
  api.on(routes.listBusyTimes, async ({ session, query }) => {
    await deps.rateLimits.consume(asksByPerson, session.userId);
    const range = { from: new Date(query.from), to: new Date(query.to) };
    const { busy, incomplete } = await listBusyOf(deps, session, range);
    return {
      busy: busy.map(({ startsAt, endsAt }) => ({
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
      })),
      incomplete,
    };
  });
  calendarOauthPages(app, deps);
}
