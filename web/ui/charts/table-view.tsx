import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowDown, IconArrowsSort } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { inDigits } from '../../lib/words.ts';
import classes from './table-view.module.css';

export interface Cell {
  words: string;
}

export interface Column {
  label: string;
  /** Words, not figures: on the left. */
  isText?: true;
}

export interface FigureTable<C extends Cell> {
  title: string;
  columns: Column[];
  /** The first cell names the row. */
  rows: { key: string; cells: [C, ...C[]] }[];
  /** Shown without rows. */
  empty: string;
}

const ROWS_AT_FIRST = 100;

/** A table of figures, which scrolls by itself where it is wider than its place. */
export function TableView<C extends Cell>({
  table: { title, columns, rows, empty },
  sorted,
  onSort,
  show = ({ words }) => words,
}: {
  table: FigureTable<C>;
  /** The column by which the rows are sorted. */
  sorted?: number | undefined;
  /** Where they may be; null for the order by name. */
  onSort?: ((column: number | null) => void) | undefined;
  /** The content of a cell, if it's more than words. */
  show?: (cell: C, label: string) => ReactNode;
}) {
  const [isWhole, { open }] = useDisclosure(false);
  if (rows.length === 0) return <p className={classes.none}>{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: by key, it can only be scrolled with the focus.
    <section className={classes.scroll} aria-label={title} tabIndex={0}>
      <table className={classes.table} aria-label={title}>
        <thead>
          <tr>
            {columns.map(({ label, isText }, index) => (
              <th
                key={label}
                scope="col"
                data-text={isText}
                aria-sort={index === sorted ? 'descending' : undefined}
              >
                {onSort && !isText ? (
                  <button
                    type="button"
                    className={classes.sort}
                    onClick={() => onSort(index === sorted ? null : index)}
                  >
                    {label}
                    {index === sorted ? (
                      <IconArrowDown size={12} aria-hidden />
                    ) : (
                      <IconArrowsSort size={12} aria-hidden />
                    )}
                  </button>
                ) : (
                  label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(isWhole ? rows : rows.slice(0, ROWS_AT_FIRST)).map(({ key, cells: [first, ...rest] }) => (
            <tr key={key}>
              <th scope="row" data-text>
                {first.words}
              </th>
              {rest.map((cell, index) => {
                const column = columns[index + 1];
                return (
                  <td key={column?.label} data-text={column?.isText}>
                    {show(cell, `${first.words}, ${column?.label}`)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {!isWhole && rows.length > ROWS_AT_FIRST && (
        <Button variant="default" size="xs" className={classes.more} onClick={open}>
          {`Show all ${inDigits(rows.length)}`}
        </Button>
      )}
    </section>
  );
}
