import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connection, connect } from '../db/connection.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sweepNotes } from './sweep-notes.ts';

const account = '01890000-0000-7000-8000-000000000001';

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

const write = (count: number, age: string) =>
  connection.pool.query(
    `insert into live_events (account_id, kind, subject_id, created_at)
     select $1, 'seat.updated', $1, now() - $2::interval from generate_series(1, $3)`,
    [account, age, count],
  );

const ages = async () =>
  (
    await connection.pool.query(
      `select extract(hours from now() - created_at)::int as age, count(*)::int from live_events group by 1 order by 1`,
    )
  ).rows;

it('notes of yesterday are gone, however many, and younger ones stay', async () => {
  await write(12_000, '25 hours');
  await write(6000, '23 hours');
  await write(10, '0 hours');
  await sweepNotes(connection.db);
  const kept = [
    { age: 0, count: 10 },
    { age: 23, count: 6000 },
  ];
  expect(await ages()).toEqual(kept);
  await sweepNotes(connection.db);
  expect(await ages()).toEqual(kept);
});
