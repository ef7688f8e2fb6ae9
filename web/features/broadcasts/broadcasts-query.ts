import type { QueryClient } from '@tanstack/react-query';
import type { Broadcast, RecipientOutcome } from '../../../contract/broadcasts.ts';
import * as routes from '../../../contract/routes.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { pagedQuery, staysWhileLoading } from '../../lib/api/paged-query.ts';
import { routeQuery } from '../../lib/api/route-query.ts';

const PAGE_SIZE = 50;
/** Texts go out without anything that this browser hears of. */
const LIVE_MS = 2000;
/** To count 100,000 recipients takes a while. */
const LIVE_MS_EACH = 0.05;
const QUIET_MS = 30_000;

const isActing = ({ status, outcomes }: Broadcast) => status === 'running' || (outcomes.sent ?? 0) > 0;

export const broadcastsQuery = () => ({
  ...pagedQuery(routes.listBroadcasts, { query: { limit: PAGE_SIZE } }),
  refetchInterval: QUIET_MS,
});

export const broadcastQuery = (id: string) => {
  const query = routeQuery(routes.getBroadcast, { params: { id } });
  return {
    ...query,
    refetchInterval: ({ state: { data } }: { state: { data?: Broadcast | undefined } }) =>
      data && isActing(data) ? Math.max(LIVE_MS, data.audience * LIVE_MS_EACH) : QUIET_MS,
  };
};

export const recipientsQuery = (
  id: string,
  which: { outcome?: RecipientOutcome | undefined; only?: 'answered' | 'optedOut' | undefined },
) => ({
  ...pagedQuery(routes.listBroadcastRecipients, { params: { id }, query: { ...which, limit: PAGE_SIZE } }),
  ...staysWhileLoading,
});

export const broadcastsChanged = (queryClient: QueryClient) =>
  loadAgain(queryClient, routes.listBroadcasts, routes.getBroadcast, routes.listBroadcastRecipients);
