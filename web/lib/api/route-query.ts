import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { ReplyOutput } from '../../../contract/route.ts';
import { type AnyRoute, call, type InputArgument } from './api.ts';

/** Everything cached of a route, whatever it was asked with; a key is one already. */
export const keyOf = (of: AnyRoute | QueryKey): QueryKey => ('path' in of ? [of.path] : of);

/** A GET of the contract as a query; the same route and input share one cache entry everywhere. */
export function routeQuery<R extends AnyRoute>(route: R, ...[input]: InputArgument<R>) {
  return queryOptions({
    queryKey: [route.path, input ?? {}] as const,
    queryFn: ({ signal }): Promise<ReplyOutput<R>> =>
      call<AnyRoute>(route, { ...input, signal }) as Promise<ReplyOutput<R>>,
  });
}
