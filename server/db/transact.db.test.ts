import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type Connection, connect, type Db, inTransaction } from './connection.ts';

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 2, onError: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** Known a little later than that of the statement after it, as where more is done with the answer. */
async function slow(statement: Promise<unknown>): Promise<void> {
  await statement.catch(async (error: unknown) => {
    await wait(20);
    throw error;
  });
}

const divide = (db: Db) => slow(sql`select 1 / 0`.execute(db));

it('fails with why it failed, not with what that made of the statements sent along', async () => {
  await expect(
    inTransaction(connection.db, (tx) => Promise.all([divide(tx), sql`select 1`.execute(tx)])),
  ).rejects.toThrow('division by zero');
});

it('is run again after a conflict that only those sent along have reported', async () => {
  let tries = 0;
  await inTransaction(connection.db, async (tx) => {
    tries += 1;
    if (tries > 1) return;
    const conflict = sql`do $$ begin raise exception 'conflict' using errcode = 'deadlock_detected'; end $$`;
    await Promise.all([slow(conflict.execute(tx)), sql`select 1`.execute(tx)]);
  });
  expect(tries).toBe(2);
});
