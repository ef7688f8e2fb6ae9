import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { TIME_COLUMN } from '../importing/read-records.ts';
import { COLUMNS_LEFT_OUT, TABLES_LEFT_OUT } from './left-out.ts';
import { NOUNS, PORTABLE } from './nouns.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

it('every table and column of an account is in an export, or on the list of what is left out, and why', async () => {
  const { rows } = await app.deps.pool.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(format('%s', a.attname) order by a.attname) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      group by 1 having bool_or(a.attname = 'account_id') or c.relname = 'accounts' order by 1`,
  );
  const exported = (table: string) =>
    NOUNS.filter((noun) => noun.table === table).flatMap(({ columns }) => columns as readonly string[]);
  const left = (table: string) => Object.keys(COLUMNS_LEFT_OUT[table] ?? {});
  const isOut = ({ table }: { table: string }) => table in TABLES_LEFT_OUT;
  expect(rows.filter(isOut).map(({ table }) => table)).toEqual(Object.keys(TABLES_LEFT_OUT).sort());
  for (const { table, columns } of rows.filter((row) => !isOut(row))) {
    const said = [...new Set([...exported(table), ...left(table), 'account_id'])];
    expect(said.filter((column) => column !== 'account_id').sort(), table).toEqual(
      columns.filter((column) => column !== 'account_id'),
    );
    expect(
      exported(table).filter((column) => left(table).includes(column)),
      table,
    ).toEqual([]);
  }
  expect(NOUNS.filter(({ table }) => table in TABLES_LEFT_OUT)).toEqual([]);
});

it('columns that hold times are known by their names, so that an import checks them', async () => {
  const { rows } = await app.deps.pool.query<{ table: string; column: string; isTime: boolean }>(
    `select c.relname as table, a.attname as column, a.atttypid in ('timestamptz'::regtype, 'date'::regtype) as "isTime"
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace`,
  );
  const imported = rows.filter(({ table, column }) =>
    PORTABLE.some((noun) => noun.table === table && (noun.columns as readonly string[]).includes(column)),
  );
  expect(imported.length).toBeGreaterThan(100);
  for (const { table, column, isTime } of imported)
    expect([table, column, TIME_COLUMN.test(column)]).toEqual([table, column, isTime]);
});
