import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ReplyOutput, Route } from '../../../contract/route.ts';
import { type AnyRoute, type CallInput, call } from './api.ts';

interface Page {
  items: readonly unknown[];
  nextCursor: string | null;
}

/** A GET that answers a page and the cursor of the next one. */
export type PagedRoute = Route & { reply: z.ZodType<Page> };

/** The paged half of the key: `keyOf(route)` covers it, and no `routeQuery` of the same route shares it. */
const PAGES = 'pages';

/** A list of the contract, page by page; the same route and input share one cache entry everywhere. */
export function pagedQuery<R extends PagedRoute>(
  route: R,
  input: Omit<CallInput<R>, 'signal'> & { query?: { limit?: number } },
) {
  return infiniteQueryOptions({
    queryKey: [route.path, PAGES, input] as const,
    queryFn: ({ pageParam, signal }) =>
      call<AnyRoute>(route, {
        ...(input as object),
        query: { ...input.query, cursor: pageParam },
        signal,
      }) as Promise<ReplyOutput<R>>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page as Page).nextCursor,
  });
}

/** While another filter or search loads, what was there stays. */
export const staysWhileLoading = { placeholderData: keepPreviousData };
