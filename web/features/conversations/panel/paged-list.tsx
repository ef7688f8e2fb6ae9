import { Skeleton, Stack, Text } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';

/** What is loaded page by page: on its way, not to be had, empty, or there. */
export function PagedList<Item>({
  list,
  items,
  what,
  empty,
  children,
}: {
  list: Pick<
    UseInfiniteQueryResult,
    | 'isPending'
    | 'isError'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
    | 'fetchNextPage'
    | 'refetch'
  >;
  items: Item[] | undefined;
  /** As in "Calls couldn't be loaded". */
  what: string;
  empty: string;
  children: (items: Item[]) => ReactNode;
}) {
  if (list.isPending)
    return (
      <Stack gap="sm" role="status" aria-busy="true" aria-label={`Loading ${what.toLowerCase()}`}>
        <Skeleton height={12} width="70%" />
        <Skeleton height={12} width="50%" />
      </Stack>
    );
  if (!items) return <LoadFailure what={what} retry={() => void list.refetch()} />;
  if (items.length === 0 && !list.hasNextPage)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  return (
    <>
      {children(items)}
      {list.hasNextPage && (
        <LoadMore
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onReach={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}
