import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { MAX_PAGE_SIZE } from '../../../contract/limits.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { pagedQuery } from '../../lib/api/paged-query.ts';

/** Latest first. */
export const interviewsQuery = (candidateId: string) =>
  pagedQuery(routes.listInterviews, { query: { candidateId, order: 'latest', limit: MAX_PAGE_SIZE } });

/** The one that texts mention. */
export const nextInterviewQuery = (candidateId: string) =>
  queryOptions({
    queryKey: [routes.listInterviews.path, 'next', candidateId] as const,
    queryFn: async ({ signal }) => {
      const query = { candidateId, from: new Date().toISOString(), limit: MAX_PAGE_SIZE };
      const { items } = await call(routes.listInterviews, { query, signal });
      return items.find(({ status }) => status !== 'canceled') ?? null;
    },
  });

export const interviewsChanged = (queryClient: QueryClient): Promise<void> =>
  loadAgain(queryClient, routes.listInterviews);
