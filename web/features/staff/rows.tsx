import { Skeleton } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import classes from './staff.module.css';

/** A list of staff in all its states. */
export function Rows<Item extends { id: string }>({
  list,
  label,
  empty,
  children,
}: {
  list: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>;
  /** What is listed, e.g. `Accounts`. */
  label: string;
  empty: ReactNode;
  children: (item: Item) => ReactNode;
}) {
  if (list.isPending) return <RowSkeletons label={label} />;
  if (list.isError && !list.data) return <LoadFailure what={label} retry={() => void list.refetch()} />;
  const items = (list.data?.pages ?? []).flatMap((page) => page.items);
  if (items.length === 0) return empty;
  return (
    <>
      <ul className={classes.list} aria-label={label} aria-busy={list.isPlaceholderData}>
        {items.map((item) => (
          <li key={item.id} className={classes.row}>
            {children(item)}
          </li>
        ))}
      </ul>
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

const SKELETONS = [46, 58, 40, 62, 50];

export function RowSkeletons({ label }: { label: string }) {
  return (
    <div role="status" aria-busy="true" aria-label={`Loading: ${label}`}>
      {SKELETONS.map((width) => (
        <div key={width} className={classes.skeleton}>
          <Skeleton height={12} width={`${width}%`} />
        </div>
      ))}
    </div>
  );
}
