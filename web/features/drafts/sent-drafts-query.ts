import { infiniteQueryOptions } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';

const PAGE_SIZE = 20;

export const sentDraftsQuery = () =>
  infiniteQueryOptions({
    queryKey: [routes.listSentDrafts.path] as const,
    queryFn: ({ pageParam, signal }) =>
      call(routes.listSentDrafts, { query: { limit: PAGE_SIZE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });
