import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type Connection, connect, inTransaction } from './connection.ts';
import { PreparingClient } from './preparing-client.ts';
import { isUnavailable } from './unavailable.ts';

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
  // Three, or more when the one that starts again is faster than the one that was waiting.
  expect(arrived).toBeGreaterThanOrEqual(3);
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

test("closes what was used without the query builder, and what breaks from then on is no one's concern", async () => {
  const onError = vi.fn();
  const { pool, close } = connect(database.url, { max: 2, onError });
  const client = await pool.connect();
  await pool.query('select 1');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = new Promise((resolve) => client.once('end', resolve));
  const closed = close();
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(connection.db);
  await ended;
  client.release();
  await closed;
  expect(pool.totalCount).toBe(0);
  expect(onError).not.toHaveBeenCalled();
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

test('what is asked for at the same time happens in that order, in the transaction', async () => {
  await inTransaction(connection.db, (tx) =>
    Promise.all([
      sql`insert into counted values (4, 1)`.execute(tx),
      sql`update counted set n = n * 10 where id = 4`.execute(tx),
      sql`update counted set n = n + 2 where id = 4`.execute(tx),
    ]),
  );
  const { rows } = await sql<{ n: number }>`select n from counted where id = 4`.execute(connection.db);
  expect(rows).toEqual([{ n: 12 }]);
});

test('they are sent without waiting for each other', async () => {
  const asked: string[] = [];
  const answered: string[] = [];
  const { query } = PreparingClient.prototype;
  const spy = vi.spyOn(PreparingClient.prototype, 'query').mockImplementation(function (
    this: PreparingClient,
    ...args: unknown[]
  ) {
    const text = String(args[0]);
    const answer = Reflect.apply(query, this, args) as Promise<unknown>;
    // Other connections of this worker go on meanwhile.
    if (this.database !== new URL(database.url).pathname.slice(1)) return answer;
    asked.push(`${text} after ${answered.length}`);
    return answer.then((result) => {
      answered.push(text);
      return result;
    });
  });
  try {
    await inTransaction(connection.db, (tx) =>
      Promise.all([sql`select 1`.execute(tx), sql`select 2`.execute(tx), sql`select 3`.execute(tx)]),
    );
  } finally {
    spy.mockRestore();
  }
  expect(asked).toEqual([
    'begin after 0',
    'select 1 after 0',
    'select 2 after 0',
    'select 3 after 0',
    'commit after 4',
  ]);
});

test('what still runs when one of several has failed reaches nothing anymore', async () => {
  const goOn = Promise.withResolvers<void>();
  let late: Promise<unknown> = Promise.resolve();
  const failing = inTransaction(connection.db, (tx) => {
    late = goOn.promise.then(() => sql`insert into counted values (9, 0)`.execute(tx));
    return Promise.all([late, sql`insert into counted values (1, 0)`.execute(tx)]);
  });
  await expect(failing).rejects.toThrow('duplicate key');
  goOn.resolve();
  await expect(late).rejects.toThrow('The transaction is over.');
  const { rows } = await sql`select 1 from counted where id = 9`.execute(connection.db);
  expect(rows).toEqual([]);
});

test('nor does what is asked while the rollback is under way', async () => {
  let late: Promise<unknown> = Promise.resolve();
  const failing = inTransaction(connection.db, async (tx) => {
    const first = sql`insert into counted values (1, 0)`.execute(tx);
    late = first.catch(async () => {
      // Later than the transaction hears of the failure, and long before PostgreSQL has answered the rollback.
      for (let turn = 0; turn < 12; turn += 1) await null;
      await sql`insert into counted values (9, 0)`.execute(tx);
    });
    late.catch(() => {});
    await first;
  });
  await expect(failing).rejects.toThrow('duplicate key');
  await expect(late).rejects.toThrow('The transaction is over.');
  const { rows } = await sql`select 1 from counted where id = 9`.execute(connection.db);
  expect(rows).toEqual([]);
});

test('a failure that was caught within does not pass for a commit', async () => {
  const swallowing = inTransaction(connection.db, async (tx) => {
    await sql`insert into counted values (10, 0)`.execute(tx);
    await sql`insert into counted values (1, 0)`.execute(tx).catch(() => {});
  });
  await expect(swallowing).rejects.toThrow('rolled back');
  const { rows } = await sql`select 1 from counted where id = 10`.execute(connection.db);
  expect(rows).toEqual([]);
});

test('a connection that is lost in the middle takes everything along, and the pool goes on', async () => {
  const one = connect(database.url, { max: 1, onError: () => {} });
  try {
    const lost = inTransaction(one.db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`
        insert into counted values (11, 0) returning pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(connection.db);
      await Promise.all([
        sql`insert into counted values (12, 0)`.execute(tx),
        sql`insert into counted values (13, 0)`.execute(tx),
      ]);
    });
    await expect(lost).rejects.toThrow();
    await inTransaction(one.db, (tx) => sql`insert into counted values (14, 0)`.execute(tx));
    const { rows } = await sql<{ id: number }>`
      select id from counted where id between 11 and 14`.execute(connection.db);
    expect(rows).toEqual([{ id: 14 }]);
  } finally {
    await one.close();
  }
});

test('a begin that fails is heard of, also by work that has already given up', async () => {
  const broken = vi
    .spyOn(PreparingClient.prototype, 'query')
    .mockImplementation(() => Promise.reject(new Error('no connection')));
  try {
    const failing = inTransaction(connection.db, () => {
      throw new Error('at once');
    });
    await expect(failing).rejects.toThrow();
    // An unhandled rejection would end the process now.
    await new Promise((resolve) => setTimeout(resolve, 10));
  } finally {
    broken.mockRestore();
  }
});

test('when one of several fails, none of them has happened, and the connection goes on', async () => {
  for (let round = 0; round < 6; round += 1) {
    const failing = inTransaction(connection.db, (tx) =>
      Promise.all([
        sql`insert into counted values (5, ${round})`.execute(tx),
        sql`insert into counted values (1, ${round})`.execute(tx),
        sql`insert into counted values (6, ${round})`.execute(tx),
      ]),
    );
    await expect(failing).rejects.toThrow('duplicate key');
  }
  const { rows } = await sql`select 1 from counted where id in (5, 6)`.execute(connection.db);
  expect(rows).toEqual([]);
});

test('a transaction in which nothing is asked leaves nothing open', async () => {
  const one = connect(database.url, { max: 1, onError: () => {} });
  try {
    await inTransaction(one.db, async () => {});
    await expect(inTransaction(one.db, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await sql`insert into counted values (7, 0)`.execute(one.db);
    const { rows } = await sql`select 1 from counted where id = 7`.execute(connection.db);
    expect(rows).toHaveLength(1);
  } finally {
    await one.close();
  }
});

test('a transaction is refused a second connection, and others are not', async () => {
  await expect(inTransaction(connection.db, () => sql`select 1`.execute(connection.db))).rejects.toThrow(
    'second connection',
  );
  await expect(inTransaction(connection.db, () => connection.pool.query('select 1'))).rejects.toThrow(
    'second connection',
  );
  let later: Promise<unknown> = Promise.resolve();
  await inTransaction(connection.db, async () => {
    later = wait(20).then(() => sql`select 1`.execute(connection.db));
  });
  await later;
});

test('a caller that waits too long for a connection gets that the database is unavailable', async () => {
  const one = connect(database.url, { max: 1, onError: () => {}, acquireMs: 1000 });
  const done = Promise.withResolvers<void>();
  const holding = inTransaction(one.db, () => done.promise);
  try {
    const error = await sql`select 1`.execute(one.db).catch((reason: unknown) => reason);
    expect(isUnavailable(error)).toBe(true);
  } finally {
    done.resolve();
    await holding;
    await one.close();
  }
});

test('a statement that recurs on a connection is prepared, one that does not is not', async () => {
  const one = connect(database.url, { max: 1, onError: () => {} });
  try {
    await sql`select n from counted where id = ${7}`.execute(one.db);
    for (let id = 0; id < 6; id += 1) await sql`select id from counted where id = ${id}`.execute(one.db);
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements`.execute(one.db);
    expect(rows).toEqual([{ statement: 'select id from counted where id = $1' }]);
  } finally {
    await one.close();
  }
});

test('what recurs on one connection is prepared on the others at once', async () => {
  const [first, second] = [1, 1].map((max) => connect(database.url, { max, onError: () => {} }));
  if (first === undefined || second === undefined) return;
  try {
    const ask = (id: number, { db }: Connection) =>
      sql`select n, id from counted where id = ${id}`.execute(db);
    for (let id = 0; id < 4; id += 1) await ask(id, first);
    await ask(7, second);
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements`.execute(second.db);
    expect(rows).toEqual([{ statement: 'select n, id from counted where id = $1' }]);
  } finally {
    await first.close();
    await second.close();
  }
});

test('a statement that fails first in its transaction leaves the connection as it was', async () => {
  const one = connect(database.url, { max: 1, onError: () => {} });
  try {
    const failing = inTransaction(one.db, (tx) => sql`insert into counted values (1, 0)`.execute(tx));
    await expect(failing).rejects.toThrow('duplicate key');
    await inTransaction(one.db, (tx) => sql`insert into counted values (8, 0)`.execute(tx));
    const { rows } = await sql`select 1 from counted where id = 8`.execute(connection.db);
    expect(rows).toHaveLength(1);
  } finally {
    await one.close();
  }
});
