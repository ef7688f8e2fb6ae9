import { Skeleton, Text } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from './load-failure.tsx';
import { LoadMore } from './load-more.tsx';
import rows from './rows.module.css';

/** All that is loaded. One that moved between two loads is in two pages, and counts once. */
export function itemsOf<Item extends { id: string }>(
  data: InfiniteData<{ items: Item[] }> | undefined,
): Item[] {
  return [...new Map(data?.pages.flatMap(({ items }) => items.map((item) => [item.id, item]))).values()];
}

/** The one list that loads page by page: loading, failed, empty, or there, with more as you scroll. */
export function PagedList<Item>({
  list,
  items,
  what,
  loading,
  empty,
  children,
}: {
  list: Pick<
    UseInfiniteQueryResult,
    | 'data'
    | 'isPending'
    | 'isPlaceholderData'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
    | 'fetchNextPage'
    | 'refetch'
  >;
  /** Of all pages, such as `itemsOf(list.data)`. */
  items: Item[];
  /** As in "Your jobs couldn't be loaded." */
  what: string;
  /** In place of gray rows. */
  loading?: ReactNode;
  empty: ReactNode;
  /** `isBusy`: these are of the filter or search before. */
  children: (items: Item[], isBusy: boolean) => ReactNode;
}) {
  if (list.isPending) return <Loading what={what}>{loading ?? <RowSkeletons />}</Loading>;
  if (list.data === undefined) return <LoadFailure what={what} retry={() => void list.refetch()} />;
  if (items.length === 0 && !list.hasNextPage)
    return typeof empty === 'string' ? (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    ) : (
      empty
    );
  return (
    <>
      {children(items, list.isPlaceholderData)}
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

/** Around what stands where something is going to be. */
export function Loading({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label={`Loading ${what.charAt(0).toLowerCase()}${what.slice(1)}`}
    >
      {children}
    </div>
  );
}

const WIDTHS = [46, 58, 40, 62];

export function RowSkeletons() {
  return WIDTHS.map((width) => (
    <div key={width} className={rows.skeleton}>
      <Skeleton height={14} width={`${width - 16}%`} />
      <Skeleton height={12} width={`${width}%`} />
    </div>
  ));
}

/** Where each is a box. */
export function BoxSkeletons({ height }: { height: number }) {
  return [1, 2].map((box) => <Skeleton key={box} height={height} mb="md" />);
}
