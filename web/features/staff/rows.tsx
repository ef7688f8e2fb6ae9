import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
import classes from './staff.module.css';

/** A list of staff. */
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
  return (
    <PagedList list={list} items={itemsOf(list.data)} what={label} empty={empty}>
      {(items, isBusy) => (
        <ul className={classes.list} aria-label={label} aria-busy={isBusy}>
          {items.map((item) => (
            <li key={item.id} className={classes.row}>
              {children(item)}
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
