import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

/** How a row is put together; the widths of the columns and what they leave out are each table's own. */
export const rowClasses = {
  /** The picture and what stands beside it. */
  person: classes.person,
  /** Badges that wrap. */
  tags: classes.tags,
};

export interface Column {
  /** In `data-column` of the head. */
  name: string;
  label: string;
  /** Read out only. */
  isHidden?: true;
  /** In place of the label, which says what it is. */
  head?: ReactNode;
}

/** A table of people, which becomes a card for each of them where it is narrow. */
export function DataTable({
  label,
  columns,
  className,
  rowCount,
  isBusy,
  children,
}: {
  label: string;
  columns: Column[];
  className: string | undefined;
  /** When not all rows are drawn. */
  rowCount?: number;
  /** Rows of the previous search. */
  isBusy?: boolean;
  children: ReactNode;
}) {
  return (
    <table
      className={`${classes.table} ${className}`}
      aria-label={label}
      aria-rowcount={rowCount === undefined ? undefined : rowCount + 1}
      aria-busy={isBusy}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} scope="col" data-column={column.name}>
              {column.head ??
                (column.isHidden ? <span className={classes.hidden}>{column.label}</span> : column.label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

const SKELETONS = [40, 52, 34, 60, 45, 50, 38, 56];

export function DataTableSkeleton({ className }: { className?: string | undefined }) {
  return (
    <div className={className}>
      {SKELETONS.map((width) => (
        <div key={width} className={classes.skeleton}>
          <Skeleton circle height={28} />
          <Skeleton height={12} width={`${width}%`} />
        </div>
      ))}
    </div>
  );
}
