import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { MAX_PAGE_SIZE } from '../../../contract/limits.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { routeQuery } from '../../lib/api/route-query.ts';

const keyOfCandidate = (candidateId: string) => [routes.listTimeOffers.path, candidateId] as const;

/** Newest first; more than anyone makes. */
export const offersQuery = (candidateId: string) =>
  queryOptions({
    queryKey: keyOfCandidate(candidateId),
    queryFn: ({ signal }) =>
      call(routes.listTimeOffers, { query: { candidateId, limit: MAX_PAGE_SIZE }, signal }),
  });

export function offersHeard(queryClient: QueryClient, candidateId: string): void {
  loadAgain(queryClient, keyOfCandidate(candidateId));
}

export const freeTimesQuery = (query: {
  candidateId: string;
  minutes: number;
  from: string;
  to: string;
}) => ({
  ...routeQuery(routes.listFreeTimes, { query }),
  // Someone else may book one at any moment.
  gcTime: 0,
});

export const freeTimesChanged = (queryClient: QueryClient): Promise<void> =>
  loadAgain(queryClient, routes.listFreeTimes);

export const previewQuery = (query: {
  conversationId: string;
  times: string[];
  intro: string | undefined;
}) => ({
  ...routeQuery(routes.previewTimeOffer, { query: { ...query, times: query.times.join(',') } }),
  enabled: query.times.length > 0,
  placeholderData: keepPreviousData,
});

export const workingHoursQuery = () => routeQuery(routes.getWorkingHours);
