import { MOST_IMPORTED_COLUMNS, MOST_IMPORTED_ROWS } from '../../../../contract/imports.ts';

/** The file can't be read, or is larger than any list of people. The message is for the person who chose it. */
export class Unreadable extends Error {}

/** What fits into a cell: a long note does. */
const MOST_OF_A_CELL = 10_000;

export const inWords = (count: number) => count.toLocaleString('en-US');

/** Counts what was read, and throws once it's too much. Rows are counted without empty ones. */
export function createBounds() {
  let rows = 0;
  return {
    /** The row without empty cells at its end; null if it's empty. */
    take(cells: string[]): string[] | null {
      const last = cells.findLastIndex((cell) => cell.trim() !== '');
      if (last === -1) return null;
      rows += 1;
      // One more has the names of the columns.
      if (rows > MOST_IMPORTED_ROWS + 1)
        throw new Unreadable(`This file has more than ${inWords(MOST_IMPORTED_ROWS)} rows. Split it.`);
      if (last >= MOST_IMPORTED_COLUMNS)
        throw new Unreadable(`Row ${inWords(rows)} has more than ${MOST_IMPORTED_COLUMNS} columns.`);
      return cells.slice(0, last + 1);
    },
    requireShort(cell: string): void {
      if (cell.length > MOST_OF_A_CELL)
        throw new Unreadable(
          `Row ${inWords(rows + 1)} has a cell with more than ${inWords(MOST_OF_A_CELL)} characters.`,
        );
    },
  };
}

export type Bounds = ReturnType<typeof createBounds>;
