import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { pagedQuery, staysWhileLoading } from '../../lib/api/paged-query.ts';
import type { DeliveryStatus } from './webhook-search.ts';

const PAGE_SIZE = 50;
/** Receivers fail without anything that this browser hears of. */
const LOOK_MS = 15_000;
const LOG_LOOK_MS = 3000;

/** More than a company can have. */
export const endpointsQuery = () => pagedQuery(routes.listWebhookEndpoints, { query: { limit: PAGE_SIZE } });

/** On screens about them. */
export const watchedEndpointsQuery = () => ({ ...endpointsQuery(), refetchInterval: LOOK_MS });

export const deliveriesQuery = (id: string, status: DeliveryStatus | undefined) => ({
  ...pagedQuery(routes.listWebhookDeliveries, { params: { id }, query: { status, limit: PAGE_SIZE } }),
  ...staysWhileLoading,
  // Not under someone who reads what is older.
  refetchInterval: ({ state: { data } }: { state: { data?: InfiniteData<unknown> | undefined } }) =>
    data?.pages.length === 1 ? LOG_LOOK_MS : (false as const),
});

export const endpointsChanged = (queryClient: QueryClient): Promise<void> =>
  loadAgain(queryClient, routes.listWebhookEndpoints);

export const deliveriesChanged = (queryClient: QueryClient): Promise<void> =>
  loadAgain(queryClient, routes.listWebhookDeliveries);
