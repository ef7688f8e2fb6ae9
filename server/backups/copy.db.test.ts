import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { copyIn, copyOut } from './copy.ts';
import { digestOfRows } from './digest.ts';
import { columnsOf, listTables, nameOf, prepareSession } from './tables.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await prepareSession(client);
  await client.query(`
    create table "odd One" (id bigint generated always as identity, n numeric, f float8, b bytea, t timestamptz, j jsonb,
      a text[], i interval, u xid8, twice numeric generated always as (n * 2) stored);
    create table "odd two" (like "odd One" including all);
    insert into "odd One" (n, f, b, t, j, a, i, u) values
      (123456789012345678901234567890.000000000000000000001, 0.1::float8 + 0.2::float8, '\\x00ff0a5c', '2026-01-05 08:00:00.123456+05:30',
       '{"a":[1,null,"\\u00e9\\n"]}', array['a,b', null, '{}', 'x\\y', E'line\\nend'], '1 year 2 days 3.000001 s', '18446744073709551615'),
      ('NaN', 'Infinity', '', 'infinity', 'null', '{}', '-1 s', '0'),
      (null, null, null, null, null, null, null, null)`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const out = (table: string) => copyOut(client, `copy (${table}) to stdout`);

async function odd() {
  const found = (await listTables(client)).find(({ name }) => name === 'odd One');
  if (found === undefined) throw new Error('It is not listed');
  return found;
}

it('keeps values of every type exactly, and leaves out what PostgreSQL computes', async () => {
  const table = await odd();
  expect(table.columns).not.toContain('twice');
  const digest = digestOfRows();
  async function* lines() {
    for await (const part of out(`select ${columnsOf(table)} from ${nameOf(table)}`)) {
      digest.add(part);
      // It may be cut anywhere.
      for (let at = 0; at < part.length; at += 7) yield part.subarray(at, at + 7);
    }
  }
  const kept = await all(lines());
  await copyIn(client, `copy "odd two" (${columnsOf(table)}) from stdin`, from(kept));
  expect(digest.result().rows).toBe(3);
  const { rows } = await client.query(
    `(table "odd One" except all table "odd two") union all (table "odd two" except all table "odd One")`,
  );
  expect(rows).toEqual([]);
});

it('leaves the connection to what is asked next, however many lines came at once', async () => {
  for (const rows of [64, 65, 66, 1000, 5000]) {
    for await (const _ of out(`select n from generate_series(1, ${rows}) n`));
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  }
});

it('is read as fast as it is taken, and gives back a large table whole', async () => {
  const digest = digestOfRows();
  let bytes = 0;
  for await (const part of out(`select i, repeat('x', 1000) from generate_series(1, 50000) i`)) {
    bytes += part.length;
    digest.add(part);
  }
  expect(digest.result().rows).toBe(50_000);
  expect(bytes).toBeGreaterThan(50_000_000);
});

it('breaks off with what broke, keeps nothing of it, and the connection goes on', async () => {
  await expect(all(out('select 1 / 0'))).rejects.toThrow('division by zero');
  async function* breaking() {
    yield Buffer.from('1\n');
    throw new Error('The file ended');
  }
  await client.query('create table few (id int)');
  await expect(copyIn(client, 'copy few from stdin', breaking())).rejects.toThrow('The file ended');
  await expect(copyIn(client, 'copy few from stdin', from([Buffer.from('x\n')]))).rejects.toThrow(
    'invalid input',
  );
  await copyIn(client, 'copy few from stdin', from([Buffer.from('2\n')]));
  expect((await client.query('table few')).rows).toEqual([{ id: 2 }]);
});

async function* from(parts: Uint8Array[]) {
  yield* parts;
}

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of source) found.push(each);
  return found;
}
