import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { keepNotes } from '../live/sweep-notes.ts';
import { cloneDatabase, createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type Connection, connect } from './connection.ts';
import { type DailyTable, dropOldDays, ensureDay, keepDays } from './days.ts';
import { migrate } from './migrate.ts';

const account = '01890000-0000-7000-8000-000000000001';
const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const NOTES: DailyTable = {
  table: 'live_events',
  firstAt: (ms) => new Date(ms).toISOString(),
  keptMs: DAY_MS,
};
/** Noon of the day on which the database was migrated. Midnight may have passed since. */
let migratedAt = 0;
const inDays = (days: number) => new Date(migratedAt + days * DAY_MS);
const nameOf = (days: number) => `live_events_${inDays(days).toISOString().slice(0, 10).replaceAll('-', '')}`;

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 4, onError: () => {} });
  const [first = ''] = await partitions();
  migratedAt = Date.parse(first.replace(/.*(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3T12:00Z')) - 2 * DAY_MS;
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

async function write(at: Date): Promise<string> {
  const { rows } = await connection.pool.query<{ name: string }>(
    `insert into live_events (account_id, kind, subject_id, created_at) values ($1, 'seat.updated', $1, $2)
     returning tableoid::regclass::text as name`,
    [account, at],
  );
  return rows[0]?.name ?? '';
}

const partitions = async () =>
  (
    await connection.pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'live_events'::regclass order by 1`,
    )
  ).rows.map(({ name }) => name);

describe('days', () => {
  it('are made ahead, once however many make them, and take what is of them', async () => {
    expect(await partitions()).toEqual([nameOf(2), 'live_events_rest']);
    expect(Math.abs(Date.now() - migratedAt)).toBeLessThan(1.5 * DAY_MS);
    await Promise.all([1, 2, 3, 4].map(() => keepDays(connection.db, NOTES, inDays(0))));
    expect(await partitions()).toEqual([nameOf(2), nameOf(3), 'live_events_rest']);
    await Promise.all([1, 2, 3, 4].map(() => keepNotes(connection.db)));
    expect(await partitions()).toContain(nameOf(3));
    expect([await write(inDays(0)), await write(inDays(2)), await write(inDays(3))]).toEqual([
      nameOf(2),
      nameOf(2),
      nameOf(3),
    ]);
  });

  it('that are missing refuse no row: it stays in the rest until it is old, and the others are made all the same', async () => {
    expect(await write(inDays(20))).toBe('live_events_rest');
    await keepDays(connection.db, NOTES, inDays(20));
    expect(await partitions()).toEqual([nameOf(21), nameOf(22), nameOf(23), 'live_events_rest']);
    expect(await write(inDays(21))).toBe(nameOf(21));
    const inRest = async () => (await connection.pool.query('select from live_events_rest')).rowCount;
    expect(await inRest()).toBe(1);
    await keepDays(connection.db, NOTES, inDays(21.1));
    expect(await inRest()).toBe(0);
  });

  it('are dropped whole once their last row is old', async () => {
    await dropOldDays(connection.db, NOTES, inDays(22));
    expect(await partitions()).toContain(nameOf(21));
    await dropOldDays(connection.db, NOTES, inDays(23.1));
    expect(await partitions()).not.toContain(nameOf(21));
  });

  it('wait for who needs the table only for a moment', async () => {
    const reader = await connection.pool.connect();
    try {
      await reader.query('begin; select from live_events');
      await expect(ensureDay(connection.db, NOTES, inDays(40).getTime())).rejects.toMatchObject({
        code: '55P03',
      });
      expect(await write(inDays(40))).toBe('live_events_rest');
    } finally {
      await reader.query('rollback');
      reader.release();
    }
  });
});

it('a database of before keeps its rows, and a former version sweeps only what is old', async () => {
  const former = await cloneDatabase(inject('postgresUrl'), 'template0');
  const names = readdirSync(new URL('./migrations/', import.meta.url)).filter((name) =>
    name.endsWith('.sql'),
  );
  await migrate(former.url, { only: new Set(names.filter((name) => name < '0055')) });
  const { pool, close } = connect(former.url, { max: 2, onError: () => {} });
  const add = (count: number, age: string) =>
    pool.query(
      `insert into live_events (account_id, kind, subject_id, created_at)
       select $1, 'seat.updated', $1, now() - $2::interval from generate_series(1, $3)`,
      [account, age, count],
    );
  await add(300, '25 hours');
  await add(20, '1 hour');
  await pool.query(
    `insert into webhook_deliveries (account_id, endpoint_id, event_id, type)
     select $1, $1, ('01890000-0000-7000-8000-' || to_char(n, 'FM000000000000'))::uuid, 'call.missed' from generate_series(1, 50) n`,
    [account],
  );
  await migrate(former.url);
  await add(20, '1 minute');
  const { rows } = await pool.query(
    `select count(*)::int as notes, count(distinct id)::int as ids, max(id)::int as last,
            (select count(*)::int from webhook_deliveries) as deliveries from live_events`,
  );
  expect(rows).toEqual([{ notes: 340, ids: 340, last: 340, deliveries: 50 }]);
  // As it did.
  await pool.query(
    `delete from live_events where ctid = any(array(
       select ctid from (select ctid, created_at from live_events order by xact, id limit 5000) oldest
        where created_at < now() - interval '24 hours'))`,
  );
  expect((await pool.query('select from live_events')).rowCount).toBe(40);
  await close();
  await former.drop();
});
