import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Connection, connect } from '../../db/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { makeAccount, makePerson } from '../../testing/make.ts';
import { markEnabled, nextAccountsToMark, nextMarkedAccounts, startTurns } from './marks.ts';

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
beforeEach(async () => {
  await query('delete from plan_marks');
});

const query = async (text: string, values: unknown[] = []) =>
  (await connection.pool.query(text, values)).rows;
const account = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const mark = (number: number, { of, count }: { of: 'candidate_id' | 'automation_id'; count: number }) =>
  query(
    `insert into plan_marks (account_id, ${of}) select $1, gen_random_uuid() from generate_series(1, $2)`,
    [account(number), count],
  );

it.each([
  { of: 'candidate_id', next: nextMarkedAccounts },
  { of: 'automation_id', next: nextAccountsToMark },
] as const)('accounts take turns, however many marks of $of the one before has', async ({ of, next }) => {
  await mark(1, { of, count: 6000 });
  for (const number of [4, 3, 2, 5]) await mark(number, { of, count: 1 });
  await mark(9, { of: of === 'candidate_id' ? 'automation_id' : 'candidate_id', count: 1 });
  const turns = startTurns();
  const numbers = async () => (await next(connection.db, turns, 2)).map((id) => Number(id.slice(-12)));
  expect([await numbers(), await numbers(), await numbers(), await numbers()]).toEqual([
    [1, 2],
    [3, 4],
    [5, 1],
    [2, 3],
  ]);
  await query('delete from plan_marks where account_id <> $1', [account(5)]);
  expect([await numbers(), await numbers()]).toEqual([[5], [5]]);
  await query('delete from plan_marks');
  expect(await numbers()).toEqual([]);
});

it('each automation that is on is marked once in an hour, some accounts at a time, unless it is marked', async () => {
  const { db } = connection;
  const ids: string[] = [];
  for (let number = 0; number < 40; number += 1) {
    const accountId = await makeAccount(db, { name: 'Acme' });
    const person = {
      firstName: 'Ana',
      lastName: 'Lopez',
      email: `ana${number}@example.com`,
      password: 'never typed',
    };
    const { userId } = await makePerson(db, accountId, person);
    const rows = await query(
      `insert into automations (account_id, id, owner_id, type, name, body, timing, offset_minutes, job_stage_ids, working_days_only,
              until_answered, even_in_conversation, enabled, enabled_at, version, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, 'interviewReminder', 'Rule', 'Hi', 'before', 60, '{}', false, false, false, $3, now(), 1,
               now(), now()) returning id`,
      [accountId, userId, number % 4 > 0],
    );
    if (number % 4 > 0) ids.push(rows[0].id);
  }
  await query('delete from plan_marks');
  const marked = async () => (await query('select automation_id as id from plan_marks')).map(({ id }) => id);
  const most: number[] = [];
  for (let minute = 0; minute < 60; minute += 5) {
    const before = (await marked()).length;
    await markEnabled(db, new Date(Date.UTC(2027, 2, 3, 8, minute)));
    most.push((await marked()).length - before);
  }
  expect((await marked()).toSorted()).toEqual(ids.toSorted());
  expect(Math.max(...most)).toBeLessThan(15);
  for (let minute = 0; minute < 60; minute += 5)
    await markEnabled(db, new Date(Date.UTC(2027, 2, 3, 9, minute)));
  expect((await marked()).length).toBe(ids.length);
});
