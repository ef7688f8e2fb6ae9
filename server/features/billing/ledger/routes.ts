import * as routes from '../../../../contract/routes.ts';
import type { Deps } from '../../../deps.ts';
import type { Api } from '../../../http/mount.ts';
import { findDailyUsage } from './daily-usage.ts';

export function usageRoutes(api: Api, deps: Deps): void {
  api.on(routes.getUsage, ({ db, session, query }) =>
    findDailyUsage(db, session, { days: query.days, now: deps.clock() }),
  );
}
