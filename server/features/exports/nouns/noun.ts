import type { RawBuilder } from 'kysely';
import type { DB } from '../../../db/schema.ts';

export type Column<T extends keyof DB> = Extract<keyof DB[T], string>;

/** One kind of record, and where it is in an export and in the database. */
export interface Noun<T extends keyof DB = keyof DB> {
  /** Of its file: `<name>.jsonl`. Those in `account/` are of this account alone, and no import reads them. */
  name: string;
  table: T;
  /** In this order, beside the account. With it, records have the same order in every export. */
  key: readonly Column<T>[];
  /** What is exported. A test fails for a column that is neither here nor among those that are left out. */
  columns: readonly Column<T>[];
  /** What people wrote or said: without `texts:read` it's null. */
  words?: readonly Column<T>[];
  /** Columns that are made of others. */
  made?: Partial<Record<Column<T>, RawBuilder<unknown>>>;
  /** Which rows; all when absent. */
  where?: RawBuilder<boolean>;
}

export function noun<T extends keyof DB>(value: Noun<T>): Noun {
  return value as unknown as Noun;
}

/** camelCase, as in the API. */
export const fieldOf = (column: string): string =>
  column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
