import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, connect } from '../../../db/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { makeAccount, makePerson } from '../../../testing/make.ts';
import { listMessages, type MessageRow } from './message-store.ts';

/* What the panel beside a thread looks for in it, in a thread of 20,000 texts with three calls and three pictures. */

let database: TestDatabase;
let connection: Connection;
let accountId: string;
let thread: string;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 1, onError: () => {} });
  const { db, pool } = connection;
  accountId = await makeAccount(db, { name: 'Acme' });
  const person = { firstName: 'Ana', lastName: 'Lopez', email: 'ana@example.com', password: 'never typed' };
  const { userId, seatId } = await makePerson(db, accountId, person);
  await pool.query(
    `insert into candidates (account_id, id, first_name, last_name, phone_number)
     values ($1, gen_random_uuid(), 'Ben', 'Ito', '+12125550101')`,
    [accountId],
  );
  const { rows } = await pool.query<{ id: string }>(
    `insert into conversations (account_id, id, seat_id, candidate_id, assignee_id, last_message_at)
     select $1, gen_random_uuid(), $2, id, $3, now() from candidates returning id`,
    [accountId, seatId, userId],
  );
  thread = rows[0]?.id ?? '';
  await pool.query(
    `insert into messages (account_id, id, conversation_id, direction, body, status, segments, number_id, candidate_number,
                           created_at, call_outcome)
     select $1, gen_random_uuid(), $2, 'inbound', case when n % 6000 = 0 then '' else format('%s', n) end, 'received', 1,
            gen_random_uuid(), '+12125550101', date_trunc('day', now()) - n * interval '1 minute',
            case when n % 6000 = 0 then 'missed' end
       from generate_series(1, 20000) as n`,
    [accountId, thread],
  );
  // Two that can be shown are far from the third, and two can't.
  await pool.query(
    `insert into media (account_id, id, message_id, status, content_type)
     select account_id, gen_random_uuid(), id, case body when '7002' then 'refused' else 'stored' end,
            case body when '7003' then 'video/mp4' else 'image/png' end
       from messages where body in ('7000', '7001', '7002', '7003', '19999')`,
  );
  await pool.query('analyze messages, media');
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

async function walk(only: 'calls' | 'pictures', limit: number): Promise<MessageRow[]> {
  const found: MessageRow[] = [];
  let after = null;
  for (;;) {
    const rows = await listMessages(connection.db, accountId, thread, { only, after, limit });
    found.push(...rows.slice(0, limit));
    const last = found.at(-1);
    if (rows.length <= limit || !last) return found;
    after = { at: last.createdAt, id: last.id };
  }
}

describe('of a thread', () => {
  it.each([1, 2, 50])('its calls come alone, in pages of %i', async (limit) => {
    const calls = await walk('calls', limit);
    expect(calls.map(({ callOutcome }) => callOutcome)).toEqual(['missed', 'missed', 'missed']);
    expect(calls.map(({ createdAt }) => createdAt.getTime())).toEqual(
      calls.map(({ createdAt }) => createdAt.getTime()).sort((a, b) => b - a),
    );
  });

  it.each([1, 2, 50])('so do texts with pictures that can be shown, in pages of %i', async (limit) => {
    expect((await walk('pictures', limit)).map(({ body }) => body)).toEqual(['7000', '7001', '19999']);
  });

  it('its calls are one range of an index', async () => {
    const plan = await explain(`
      select id from messages m where account_id = '${accountId}' and conversation_id = '${thread}'
         and call_outcome is not null order by created_at desc, id desc limit 11`);
    expect(plan).toContain('messages_calls');
    expect(plan).not.toContain('Sort');
  });
});

async function explain(statement: string): Promise<string> {
  const { rows } = await connection.pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers) ${statement}`,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
