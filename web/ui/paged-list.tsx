import { Skeleton, Stack } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from './load-failure.tsx';
import { LoadMore } from './load-more.tsx';

type List<Page> = Pick<
  UseInfiniteQueryResult<InfiniteData<Page>>,
  | 'data'
  | 'isPending'
  | 'isPlaceholderData'
  | 'hasNextPage'
  | 'isFetchingNextPage'
  | 'isFetchNextPageError'
  | 'fetchNextPage'
  | 'refetch'
>;

/** All items that are loaded. One that moved between two loads is in two pages, and counts once. */
export function itemsOf<Item extends { id: string }>(
  data: InfiniteData<{ items: Item[] }> | undefined,
): Item[] {
  return [...new Map(data?.pages.flatMap(({ items }) => items.map((item) => [item.id, item]))).values()];
}

/** The one list that loads page by page: loading, failed, empty, or there, with more as you scroll. */
export function PagedList<Item extends { id: string }, Page extends { items: Item[] }>({
  list,
  what,
  loading,
  empty,
  children,
}: {
  list: List<Page>;
  /** As in "Your jobs couldn't be loaded." */
  what: string;
  /** In place of gray lines. */
  loading?: ReactNode;
  empty: ReactNode;
  /** `isBusy`: these are of the filter or search before. */
  children: (items: Page['items'], isBusy: boolean) => ReactNode;
}) {
  if (list.isPending)
    return (
      loading ?? (
        <Loading what={what}>
          <Skeletons />
        </Loading>
      )
    );
  if (!list.data) return <LoadFailure what={what} retry={() => void list.refetch()} />;
  const items: Page['items'] = itemsOf(list.data);
  if (items.length === 0 && !list.hasNextPage) return empty;
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

/** What a list shows until it's there. */
export function Loading({
  what,
  className,
  children,
}: {
  what: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label={`Loading ${what.charAt(0).toLowerCase()}${what.slice(1)}`}
      className={className}
    >
      {children}
    </div>
  );
}

const WIDTHS = [46, 58, 40, 62, 50];

/** Gray lines, `height` px each. */
export function Skeletons({ height = 12, count = WIDTHS.length }: { height?: number; count?: number }) {
  return (
    <Stack gap="md" py="sm">
      {WIDTHS.slice(0, count).map((width) => (
        <Skeleton key={width} height={height} width={height > 20 ? '100%' : `${width}%`} />
      ))}
    </Stack>
  );
}
