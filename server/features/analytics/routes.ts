import { MOST_DAYS } from '../../../contract/analytics.ts';
import * as routes from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/mount.ts';
import { decodeCursor } from '../../http/page.ts';
import { listBehind } from './behind-figure.ts';
import { diagnose } from './doctor/diagnose.ts';
import { readFilter } from './read-filter.ts';
import { reportOf, totalsOf, totalsOfPeople } from './report.ts';

export function analyticsRoutes(api: Api, deps: Deps): void {
  api.read(routes.getUserTextAnalytics, async ({ db, session, query }) => {
    const asked = await readFilter(db, session, { ...query, userId: session.userId }, deps.clock());
    return totalsOf(db, asked);
  });
  api.read(routes.getAccountTextAnalytics, async ({ db, session, query }) =>
    totalsOfPeople(db, await readFilter(db, session, query, deps.clock())),
  );
  api.read(routes.getAnalytics, async ({ db, session, query }) =>
    reportOf(db, session, await readFilter(db, session, query, deps.clock(), MOST_DAYS)),
  );
  api.read(routes.listConversationsOfFigure, async ({ db, session, query }) => {
    const now = deps.clock();
    const asked = await readFilter(db, session, query, now, MOST_DAYS);
    return listBehind(db, session, asked, { ...query, after: decodeCursor(query.cursor) }, now);
  });
  api.read(routes.getDeliveryDoctor, ({ db, session, query }) =>
    diagnose(db, session, query.days, deps.clock()),
  );
}
