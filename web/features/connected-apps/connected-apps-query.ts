import type { QueryClient } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { pagedQuery } from '../../lib/api/paged-query.ts';
import { routeQuery } from '../../lib/api/route-query.ts';

const PAGE_SIZE = 50;

export const connectedAppsQuery = () => pagedQuery(routes.listConnectedApps, { query: { limit: PAGE_SIZE } });

export const appsQuery = () => pagedQuery(routes.listApps, { query: { limit: PAGE_SIZE } });

export const appRequestQuery = (id: string) => routeQuery(routes.getAppRequest, { params: { id } });

/** An app that is deleted is disconnected from everyone. */
export const appsChanged = (queryClient: QueryClient): Promise<void> =>
  loadAgain(queryClient, routes.listApps, routes.listConnectedApps);
