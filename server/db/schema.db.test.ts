import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnTypes } from '../testing/column-types.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { schemaFile, typesOf } from '../testing/db-types.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the types are those of the migrations; `npm run db:types` writes them', async () => {
  expect(await typesOf(database.url)).toBe(readFileSync(schemaFile, 'utf8'));
});

test('columns whose types are written by hand exist', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
  );
  await client.end();
  const existing = new Set(rows.map(({ name }) => name));
  expect(Object.keys(columnTypes).filter((name) => !existing.has(name))).toEqual([]);
});
