import type { QueryClient } from '@tanstack/react-query';
import type { AtsIntegration, AtsType } from '../../../contract/ats.ts';
import * as routes from '../../../contract/routes.ts';
import { loadAgain, putAnswer } from '../../lib/api/cache.ts';
import { pagedQuery } from '../../lib/api/paged-query.ts';
import { routeQuery } from '../../lib/api/route-query.ts';

/** How often we ask about a running sync. */
const LOOK_MS = 3000;
/** And notes that wait, which may be all day. */
const NOTES_LOOK_MS = 15_000;

/** What a server can connect is set when it starts. */
export const atsTypesQuery = () => ({ ...routeQuery(routes.listAtsTypes), staleTime: 600_000 });

const listQuery = () => routeQuery(routes.listAtsIntegrations);

export const integrationsQuery = () => ({
  ...listQuery(),
  refetchInterval: ({ state }: { state: { data?: AtsIntegration[] | undefined } }) => {
    const at = state.data?.filter(({ enabled }) => enabled) ?? [];
    if (at.some(({ sync }) => sync.state === 'running')) return LOOK_MS;
    return at.some(({ notes }) => notes.waiting > 0) ? NOTES_LOOK_MS : (false as const);
  },
});

export const pairsQuery = () => pagedQuery(routes.listDoubtfulPairs, { query: { limit: 20 } });

/** Those whom someone said are the same person. */
export const linkedPairsQuery = () =>
  pagedQuery(routes.listDoubtfulPairs, { query: { decision: 'same', limit: 20 } });

/** What a change has answered, in its place. */
export function keepIntegration(queryClient: QueryClient, changed: AtsIntegration): void {
  const { queryKey } = listQuery();
  const list = queryClient.getQueryData(queryKey) ?? [];
  const known = list.some(({ type }) => type === changed.type);
  putAnswer(
    queryClient,
    queryKey,
    known ? list.map((each) => (each.type === changed.type ? changed : each)) : [...list, changed],
  );
}

export function withoutIntegration(queryClient: QueryClient, removed: AtsType): void {
  const { queryKey } = listQuery();
  const list = queryClient.getQueryData(queryKey) ?? [];
  putAnswer(
    queryClient,
    queryKey,
    list.filter(({ type }) => type !== removed),
  );
}

export const integrationsChanged = (queryClient: QueryClient): Promise<void> =>
  loadAgain(queryClient, routes.listAtsIntegrations, routes.listDoubtfulPairs);

/** As the server knows it now. */
export function reloadIntegrations(queryClient: QueryClient): Promise<AtsIntegration[]> {
  return queryClient.fetchQuery({ ...listQuery(), staleTime: 0 });
}

/** A pair that is decided leaves the list. */
export function withoutPair(queryClient: QueryClient, id: string): void {
  queryClient.setQueryData(
    pairsQuery().queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: page.items.filter((pair) => pair.id !== id) })),
      },
  );
}
