import { infiniteQueryOptions } from '@tanstack/react-query';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';

const PAGE_SIZE = 50;

export const uncoveredQuery = () =>
  infiniteQueryOptions({
    queryKey: [routes.listUncoveredConversations.path] as const,
    queryFn: ({ pageParam, signal }) =>
      call(routes.listUncoveredConversations, { query: { limit: PAGE_SIZE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });
