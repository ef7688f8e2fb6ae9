import type { QueryClient } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { pagedQuery } from '../../lib/api/paged-query.ts';
import { routeQuery } from '../../lib/api/route-query.ts';

/** While one is under way. */
const LOOK_MS = 1000;

export const isUnderWay = ({ status }: { status: string }): boolean =>
  status === 'queued' || status === 'running';

export const exportsQuery = () => ({
  ...pagedQuery(routes.listAccountExports, { query: { limit: 10 } }),
  refetchInterval: (query: { state: { data?: { pages: { items: { status: string }[] }[] } | undefined } }) =>
    query.state.data?.pages.some(({ items }) => items.some(isUnderWay)) ? LOOK_MS : (false as const),
});

export const exportsChanged = (queryClient: QueryClient): Promise<void> =>
  loadAgain(queryClient, routes.listAccountExports);

/** The latest is enough: there's one, unless earlier ones failed. */
export const importsQuery = () => ({
  ...routeQuery(routes.listAccountImports, { query: { limit: 1 } }),
  refetchInterval: (query: { state: { data?: { items: { status: string }[] } | undefined } }) =>
    query.state.data?.items.some(isUnderWay) ? LOOK_MS : (false as const),
});

export const importChanged = (queryClient: QueryClient): Promise<void> =>
  loadAgain(queryClient, routes.listAccountImports);
