import { routes } from '../../../contract/routes.ts';
import { routeQuery } from '../../lib/route-query.ts';

/** How many conversations are unread and waiting: the sidebar, the filters and the tab's title show it. */
export const inboxCountsQuery = () => ({
  ...routeQuery(routes.getInboxCounts),
  meta: { quiet: true } as const,
});
