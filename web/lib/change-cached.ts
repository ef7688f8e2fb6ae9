import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Works something newly heard into whatever is cached under a key. A fetch that is under way may have asked before it
 * happened, and would put the old state back: there it is worked in once more when the answer has come.
 */
export function changeCached<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: (data: Data, key: QueryKey) => Data,
): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const apply = () =>
      queryClient.setQueryData<Data>(query.queryKey, (data) => data && change(data, query.queryKey));
    apply();
    if (query.state.fetchStatus !== 'fetching') continue;
    // The cache takes the answer first, since it waited first.
    query.promise?.then(apply, () => undefined);
  }
}
