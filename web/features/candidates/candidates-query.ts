import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { loadAgain } from '../../lib/api/cache.ts';

const PAGE_SIZE = 50;

export const candidatesQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [routes.listCandidates.path, 'pages', { search }] as const,
    queryFn: ({ pageParam, signal }) =>
      call(routes.listCandidates, {
        query: { search: search || undefined, limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

export const deletedCandidatesQuery = () =>
  infiniteQueryOptions({
    queryKey: [routes.listDeletedCandidates.path] as const,
    queryFn: ({ pageParam, signal }) =>
      call(routes.listDeletedCandidates, { query: { limit: PAGE_SIZE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });

/** A candidate's name and consent are in the inbox too. */
export function candidatesChanged(queryClient: QueryClient): Promise<unknown> {
  const stale = [
    routes.listCandidates,
    routes.listDeletedCandidates,
    routes.getCandidate,
    routes.listConversations,
    routes.getConversation,
    routes.getInboxCounts,
  ];
  return Promise.all(stale.map((route) => loadAgain(queryClient, route)));
}
