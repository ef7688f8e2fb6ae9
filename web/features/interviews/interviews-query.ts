import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { MAX_PAGE_SIZE } from '../../../contract/primitives.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { loadAgain } from '../../lib/api/cache.ts';

const keyOfCandidate = (candidateId: string) => [routes.listInterviews.path, candidateId] as const;

/** Latest first. */
export const interviewsQuery = (candidateId: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOfCandidate(candidateId), 'all'] as const,
    queryFn: ({ pageParam, signal }) =>
      call(routes.listInterviews, {
        query: { candidateId, order: 'latest', limit: MAX_PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });

/** The one that texts mention. */
export const nextInterviewQuery = (candidateId: string) =>
  queryOptions({
    queryKey: [...keyOfCandidate(candidateId), 'next'] as const,
    queryFn: async ({ signal }) => {
      const query = { candidateId, from: new Date().toISOString(), limit: MAX_PAGE_SIZE };
      const { items } = await call(routes.listInterviews, { query, signal });
      return items.find(({ status }) => status !== 'canceled') ?? null;
    },
  });

export function interviewsHeard(queryClient: QueryClient, candidateId: string): void {
  loadAgain(queryClient, keyOfCandidate(candidateId));
}
