import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * What a change has answered is how things stand now. Something that is being fetched at that moment may have been asked for
 * before the change, and would put the old state back: it is asked for once more.
 */
export function putAnswer<Data>(queryClient: QueryClient, queryKey: QueryKey, answer: Data): void {
  const isAsking = queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching';
  queryClient.setQueryData<Data>(queryKey, answer);
  if (isAsking) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'all' });
}
