import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Connection, connect } from '../db/connection.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createRateLimits, type Limit, type RateLimits, sweepLimits } from './rate-limits.ts';

const key = Buffer.from('a key for tests');

let database: TestDatabase;
let connection: Connection;
let limits: RateLimits;
let names = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 10, onError: () => {} });
  limits = createRateLimits({ pool: connection.pool, key });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A fresh one, of which nothing is used up yet. */
function makeLimit(points: number, seconds = 60): Limit {
  names += 1;
  return { name: `limit ${names}`, points, seconds };
}

/** The database is waited for in real time; only what the nodes take for now stands still. */
function stopTheClock(): number {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now });
  return now;
}

const outcome = (asked: Promise<void>) =>
  asked.then(
    () => 'allowed',
    (error) => error.code,
  );

describe('a limit', () => {
  it('allows as many as it says, and then returns how long to wait', async () => {
    const limit = makeLimit(2);
    stopTheClock();
    expect(await limits.remaining(limit, 'ana')).toBe(2);
    await limits.consume(limit, 'ana');
    expect(await limits.remaining(limit, 'ana')).toBe(1);
    await limits.consume(limit, 'ana');
    expect(await limits.remaining(limit, 'ana')).toBe(0);
    await expect(limits.consume(limit, 'ana')).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retryAfterSeconds: 60 },
    });
  });

  it('is exact when fifty ask at once', async () => {
    const limit = makeLimit(20);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => outcome(limits.consume(limit, 'ana'))),
    );
    expect(outcomes.filter((each) => each === 'allowed')).toHaveLength(20);
    expect(outcomes.filter((each) => each === 'rate_limited')).toHaveLength(30);
  });

  it('passes with its window, which refused tries do not lengthen', async () => {
    const limit = makeLimit(1, 60);
    const start = stopTheClock();
    await limits.consume(limit, 'ana');
    vi.setSystemTime(start + 59_500);
    await expect(limits.consume(limit, 'ana')).rejects.toMatchObject({ details: { retryAfterSeconds: 1 } });
    vi.setSystemTime(start + 60_000);
    expect(await outcome(limits.consume(limit, 'ana'))).toBe('allowed');
    expect(await outcome(limits.consume(limit, 'ana'))).toBe('rate_limited');
  });

  it('is counted apart from other limits and other keys', async () => {
    const limit = makeLimit(1);
    await limits.consume(limit, 'ana');
    expect(await outcome(limits.consume(limit, 'eve'))).toBe('allowed');
    expect(await outcome(limits.consume(makeLimit(1), 'ana'))).toBe('allowed');
    expect(await outcome(limits.consume(limit, 'ana'))).toBe('rate_limited');
  });

  it('starts over after a reset', async () => {
    const limit = makeLimit(1);
    await limits.consume(limit, 'ana');
    await limits.reset(limit, 'ana');
    expect(await limits.remaining(limit, 'ana')).toBe(1);
    expect(await outcome(limits.consume(limit, 'ana'))).toBe('allowed');
  });

  it('is shared by all nodes', async () => {
    const other = connect(database.url, { max: 2, onError: () => {} });
    try {
      const elsewhere = createRateLimits({ pool: other.pool, key });
      const limit = makeLimit(2);
      await limits.consume(limit, 'ana');
      await elsewhere.consume(limit, 'ana');
      expect(await limits.remaining(limit, 'ana')).toBe(0);
      expect(await outcome(limits.consume(limit, 'ana'))).toBe('rate_limited');
      expect(await outcome(elsewhere.consume(limit, 'ana'))).toBe('rate_limited');
    } finally {
      await other.close();
    }
  });

  it('allows nothing while the database is out of reach', async () => {
    const broken = connect(database.url.replace(/:\d+\//, ':1/'), { max: 1, onError: () => {} });
    try {
      const asked = createRateLimits({ pool: broken.pool, key }).consume(makeLimit(1), 'ana');
      await expect(asked).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    } finally {
      await broken.close();
    }
  });
});

describe('an address', () => {
  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:0:0:9', 'one network'],
    ['2001:db8:1:2::1', '2001:0DB8:1:2::', 'one network'],
    ['2001:db8::7', '2001:db8:0:0:a::', 'one network'],
    ['::1', '::2', 'one network'],
    ['fe80::1%eth0', 'fe80::2', 'one network'],
    ['64:ff9b::192.0.2.1', '64:ff9b::192.0.2.2', 'one network'],
    ['::ffff:192.0.2.1', '192.0.2.1', 'one network'],
    ['ana@example.com 2001:db8::7', 'ana@example.com 2001:db8::8', 'one network'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', 'two'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', 'two'],
    ['192.0.2.1', '192.0.2.2', 'two'],
    ['ana@example.com 2001:db8::7', 'eve@example.com 2001:db8::7', 'two'],
  ])('%s and %s are %s', async (one, another, expected) => {
    const limit = makeLimit(1);
    await limits.consume(limit, one);
    expect(await outcome(limits.consume(limit, another))).toBe(
      expected === 'two' ? 'allowed' : 'rate_limited',
    );
  });
});

describe('the table', () => {
  it('does not reveal who asked', async () => {
    await limits.consume(makeLimit(5), 'dana@acme.example 192.0.2.77');
    const { rows } = await connection.pool.query<{ row: string }>(
      'select to_jsonb(r)::text as row from rate_limits r',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => /dana|acme|192\.0\.2/.test(row))).toEqual([]);
  });

  it('is swept of what is over', async () => {
    const [short, long] = [makeLimit(1, 60), makeLimit(1, 7200)];
    const start = stopTheClock();
    await limits.consume(short, 'ana');
    await limits.consume(long, 'ana');
    vi.setSystemTime(start + 3_600_000);
    await sweepLimits(connection.db);
    const { rows } = await connection.pool.query<{ name: string }>(
      `select split_part(key, ':', 1) as name from rate_limits where key like any($1)`,
      [[`${short.name}:%`, `${long.name}:%`]],
    );
    expect(rows).toEqual([{ name: long.name }]);
  });
});
