import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { listenTo, raiseAfterCommit, type Signal } from './after-commit.ts';
import { type Connection, connect, inTransaction } from './connection.ts';

let database: TestDatabase;
let connection: Connection;
let raised: Signal[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 4, onError: () => {} });
  listenTo(connection.db, (signal) => raised.push(signal));
  await sql`create table noted (id int primary key)`.execute(connection.db);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});
beforeEach(async () => {
  raised = [];
  await sql`truncate noted`.execute(connection.db);
});

const note = (id: number) => sql`insert into noted values (${id})`;
const count = async () => (await sql`select 1 from noted`.execute(connection.db)).rows.length;

test('raised when it is committed, each signal once', async () => {
  await inTransaction(connection.db, async (tx) => {
    raiseAfterCommit(tx, 'live_events');
    await note(1).execute(tx);
    raiseAfterCommit(tx, 'carrier_events');
    raiseAfterCommit(tx, 'live_events');
    expect(raised).toEqual([]);
  });
  expect(raised).toEqual(['live_events', 'carrier_events']);
});

test('who hears it finds what was committed', async () => {
  const listening = connect(database.url, { max: 2, onError: () => {} });
  const found = new Promise<number>((resolve) => {
    listenTo(listening.db, () => resolve(count()));
  });
  try {
    await inTransaction(listening.db, async (tx) => {
      raiseAfterCommit(tx, 'live_events');
      await note(1).execute(tx);
    });
    expect(await found).toBe(1);
  } finally {
    await listening.close();
  }
});

test('not raised when it is rolled back, nor when the commit fails', async () => {
  const failing = inTransaction(connection.db, async (tx) => {
    raiseAfterCommit(tx, 'live_events');
    await note(1).execute(tx);
    throw new Error('after all not');
  });
  await expect(failing).rejects.toThrow('after all not');
  const swallowing = inTransaction(connection.db, async (tx) => {
    raiseAfterCommit(tx, 'live_events');
    await note(1).execute(tx);
    await note(1)
      .execute(tx)
      .catch(() => {});
  });
  await expect(swallowing).rejects.toThrow('rolled back');
  expect(raised).toEqual([]);
});

test('what runs again after a deadlock raises once, and only what its last run has raised', async () => {
  await note(1).execute(connection.db);
  await note(2).execute(connection.db);
  let runs = 0;
  const bothHaveOne = Promise.withResolvers<void>();
  const lock = (first: number, second: number) =>
    inTransaction(connection.db, async (tx) => {
      runs += 1;
      raiseAfterCommit(tx, runs <= 2 ? 'carrier_events' : 'live_events');
      await sql`select 1 from noted where id = ${first} for update`.execute(tx);
      if (runs === 2) bothHaveOne.resolve();
      await bothHaveOne.promise;
      await sql`select 1 from noted where id = ${second} for update`.execute(tx);
    });
  await Promise.all([lock(1, 2), lock(2, 1)]);
  // The one that PostgreSQL ends may meet the other once more.
  expect(runs).toBeGreaterThanOrEqual(3);
  expect(raised.toSorted()).toEqual(['carrier_events', 'live_events']);
});

test('one inside another is sent after the commit of the outer one, once', async () => {
  await inTransaction(connection.db, async (tx) => {
    await inTransaction(tx, async (inner) => {
      raiseAfterCommit(inner, 'live_events');
      await note(1).execute(inner);
    });
    expect(raised).toEqual([]);
    await inTransaction(tx, async (inner) => raiseAfterCommit(inner, 'live_events'));
  });
  expect(raised).toEqual(['live_events']);
  const failing = inTransaction(connection.db, async (tx) => {
    await inTransaction(tx, async (inner) => raiseAfterCommit(inner, 'live_events'));
    throw new Error('after all not');
  });
  await expect(failing).rejects.toThrow('after all not');
  expect(raised).toEqual(['live_events']);
});

test('raised at once where no transaction is open', async () => {
  await note(1).execute(connection.db);
  raiseAfterCommit(connection.db, 'carrier_events');
  expect(raised).toEqual(['carrier_events']);
});
