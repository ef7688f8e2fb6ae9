import type { QueryClient } from '@tanstack/react-query';
import type { CalendarConnection } from '../../../../contract/calendar-connections.ts';
import * as routes from '../../../../contract/routes.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';

export const connectionsQuery = () => routeQuery(routes.listCalendarConnections);

/** What a server can connect is set when it starts. */
export const providersQuery = () => ({ ...routeQuery(routes.listCalendarProviders), staleTime: 600_000 });

export function connectionsChanged(queryClient: QueryClient): void {
  loadAgain(queryClient, routes.listCalendarConnections);
}

/** As the server knows it now. */
export function reloadConnections(queryClient: QueryClient): Promise<CalendarConnection[]> {
  return queryClient.fetchQuery({ ...connectionsQuery(), staleTime: 0 });
}
