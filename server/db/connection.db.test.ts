import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type Connection, connect, inTransaction } from './connection.ts';

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 4, onError: () => {} });
  await sql`create table counted (id int primary key, n int not null)`.execute(connection.db);
  await sql`insert into counted values (1, 0), (2, 0)`.execute(connection.db);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

test('two that wait for each other both happen, once each', async () => {
  let arrived = 0;
  let bothHaveOne: () => void = () => {};
  const both = new Promise<void>((resolve) => {
    bothHaveOne = resolve;
  });
  const addTo = (first: number, second: number) =>
    inTransaction(connection.db, async (tx) => {
      await sql`update counted set n = n + 1 where id = ${first}`.execute(tx);
      arrived += 1;
      if (arrived === 2) bothHaveOne();
      await both;
      await sql`update counted set n = n + 1 where id = ${second}`.execute(tx);
    });
  await Promise.all([addTo(1, 2), addTo(2, 1)]);
  const { rows } = await sql<{ n: number }>`select n from counted`.execute(connection.db);
  expect(rows.map((row) => row.n)).toEqual([2, 2]);
  expect(arrived).toBe(3);
});

test('what fails for another reason is not tried again', async () => {
  let tries = 0;
  const failing = inTransaction(connection.db, async (tx) => {
    tries += 1;
    await sql`insert into counted values (1, 0)`.execute(tx);
  });
  await expect(failing).rejects.toThrow('duplicate key');
  expect(tries).toBe(1);
});

test('inside an open transaction it belongs to that one', async () => {
  const failing = inTransaction(connection.db, async (tx) => {
    await inTransaction(tx, (inner) => sql`insert into counted values (3, 0)`.execute(inner));
    throw new Error('after all not');
  });
  await expect(failing).rejects.toThrow('after all not');
  const { rows } = await sql`select 1 from counted where id = 3`.execute(connection.db);
  expect(rows).toEqual([]);
});
