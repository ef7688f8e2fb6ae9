import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

export type PagedQuery = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'isPlaceholderData' | 'fetchNextPage'
>;

/** Loads pages as long as one is wanted, one after the other. After a failure, the next try is up to the person. */
export function useNextPage(list: PagedQuery, isWanted: boolean): void {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } = list;
  const isPossible = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !isPlaceholderData;
  useEffect(() => {
    if (isWanted && isPossible) void fetchNextPage();
  }, [isWanted, isPossible, fetchNextPage]);
}
