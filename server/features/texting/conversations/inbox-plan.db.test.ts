import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connection, connect } from '../../../db/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { makeAccount, makePerson } from '../../../testing/make.ts';
import { listInbox } from './store.ts';

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 1, onError: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

it('a page of the inbox is planned for all calls, not for each', async () => {
  const { db, pool } = connection;
  const accountId = await makeAccount(db, { name: 'Acme' });
  const person = { firstName: 'Ana', lastName: 'Lopez', email: 'ana@example.com', password: 'never typed' };
  const { userId, seatId } = await makePerson(db, accountId, person);
  await pool.query(
    `insert into candidates (account_id, id, first_name, last_name, phone_number)
     select $1, gen_random_uuid(), 'Ben', format('%s', n), '+1' || (2000000000 + n) from generate_series(1, 3000) as n`,
    [accountId],
  );
  await pool.query(
    `insert into conversations (account_id, id, seat_id, candidate_id, assignee_id, last_message_at)
     select $1, gen_random_uuid(), $2, id, $3, now() - last_name::int * interval '1 minute' from candidates`,
    [accountId, seatId, userId],
  );
  await pool.query('analyze candidates, conversations');
  const inbox = { assigneeId: userId, covered: [], filter: 'all', after: null, limit: 10 } as const;
  for (let call = 0; call < 12; call += 1) {
    const rows = await listInbox(db, accountId, { ...inbox, covered: [] });
    expect(rows.map(({ lastName }) => lastName)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(String));
  }
  const { rows } = await pool.query<{ generic: string }>(
    `select generic_plans as generic from pg_prepared_statements where statement like '%from conversations c%'`,
  );
  expect(rows).toHaveLength(1);
  expect(Number(rows[0]?.generic)).toBeGreaterThan(0);
});
