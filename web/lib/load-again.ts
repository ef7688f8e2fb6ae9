import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Whatever has changed is loaded again; also what is being loaded for the first time, which `invalidateQueries` lets
 * finish: its answer may be older than the change.
 */
export function loadAgain(queryClient: QueryClient, queryKey: QueryKey): void {
  const first = queryClient
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  void queryClient.invalidateQueries({ queryKey });
  for (const query of first) {
    const again = () => void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    query.promise?.then(again, () => {});
  }
}
