import { type RawBuilder, sql } from 'kysely';

type ColumnType =
  | 'boolean'
  | 'date'
  | 'int'
  | 'json'
  | 'jsonb'
  | 'smallint'
  | 'text'
  | 'text[]'
  | 'timestamptz'
  | 'uuid';

/**
 * Rows as a table to select from, as one parameter however many they are: `recordset('t', texts, { uuid: ['accountId'] })` is a
 * table `t` with a column `account_id`. Only the fields that are named go to the database.
 */
export function recordset<Row extends object>(
  alias: string,
  rows: readonly Row[],
  fields: Partial<Record<ColumnType, readonly (keyof Row & string)[]>>,
): RawBuilder<unknown> {
  const columns = Object.entries(fields).flatMap(([type, names]) =>
    names.map((field) => ({
      field,
      type,
      name: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    })),
  );
  const values = rows.map((row) => Object.fromEntries(columns.map(({ field, name }) => [name, row[field]])));
  const table = columns.map(({ name, type }) => `"${name}" ${type}`).join(', ');
  return sql`jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as ${sql.raw(`${alias}(${table})`)}`;
}
