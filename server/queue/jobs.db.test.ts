import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Connection, connect, inTransaction } from '../db/connection.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { hurry } from '../testing/hurry.ts';
import { waitingJobs } from '../testing/jobs.ts';
import { eventually } from '../testing/test-app.ts';
import { removeSuperseded } from './failed-jobs.ts';
import { enqueue, jobKind } from './job.ts';
import { job, type Runner, startRunner } from './runner.ts';

const work = jobKind({ name: 'work', payload: z.object({ what: z.string() }), maxAttempts: 3 });
const otherWork = jobKind({ ...work, name: 'otherWork' });

let database: TestDatabase;
let connection: Connection;
let runner: Runner | null = null;
let done: string[];
/** Called with what a job is about, before it is done. */
let before: (what: string) => Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 8, onError: () => {} });
  // The first runner makes the tables.
  await start();
  await stop();
});
afterEach(stop);
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const does = (kind: typeof work) =>
  job(kind, async ({ what }) => {
    await before(what);
    done.push(what);
  });

async function start(): Promise<void> {
  done = [];
  before = () => Promise.resolve();
  runner = await startRunner({
    connectionString: database.url,
    pool: connection.pool,
    log: pino({ level: 'silent' }),
    lanes: [
      { slots: 2, jobs: [does(work)] },
      { slots: 1, jobs: [does(otherWork)] },
    ],
    crons: [],
  });
}

async function stop(): Promise<void> {
  await runner?.close();
  runner = null;
  // Those too that a worker has just ended: the queue hears of it a moment later.
  await connection.pool.query('delete from graphile_worker._private_jobs');
}

const add = (what: string, when: { key?: string; runAt?: Date; queue?: string } = {}) =>
  enqueue(connection.db, [{ kind: work, payload: { what }, ...when }]);

async function jobs() {
  const { rows } = await connection.pool.query<{ key: string; run_at: Date; attempts: number }>(
    'select key, run_at, attempts from graphile_worker.jobs order by id',
  );
  return rows;
}

const inAnHour = () => new Date(Date.now() + 3600_000);

describe('a job', () => {
  it('runs once its transaction is committed, and not when that comes to nothing', async () => {
    await start();
    await inTransaction(connection.db, async (tx) => {
      await enqueue(tx, [{ kind: work, payload: { what: 'in vain' } }]);
      throw new Error('after all not');
    }).catch(() => {});
    await add('for good');
    await eventually(() => expect(done).toEqual(['for good']));
  });

  it('that fails is tried again', async () => {
    await start();
    let tries = 0;
    before = async () => {
      tries += 1;
      if (tries < 2) throw new Error('not yet');
    };
    await add('at last');
    await eventually(async () => {
      await hurry({ deps: connection }, work, null);
      expect(done).toEqual(['at last']);
    });
  });

  it('of a queue waits for the one before', async () => {
    await start();
    const gate = Promise.withResolvers<void>();
    before = (what) => (what === 'first' ? gate.promise : Promise.resolve());
    await add('first', { queue: 'number:1' });
    await add('second', { queue: 'number:1' });
    await add('of another queue', { queue: 'number:2' });
    await eventually(() => expect(done).toEqual(['of another queue']));
    gate.resolve();
    await eventually(() => expect(done).toEqual(['of another queue', 'first', 'second']));
  });
});

describe('a lane', () => {
  it('has its slots, and no more, however much there is to do', async () => {
    await start();
    const gate = Promise.withResolvers<void>();
    let running = 0;
    before = async (what) => {
      if (!what.startsWith('slow')) return;
      running += 1;
      await gate.promise;
    };
    await enqueue(
      connection.db,
      [1, 2, 3, 4, 5, 6].map((each) => ({ kind: work, payload: { what: `slow ${each}` } })),
    );
    await eventually(() => expect(running).toBe(2));
    for (const what of ['first', 'second']) {
      await enqueue(connection.db, [{ kind: otherWork, payload: { what } }]);
      await eventually(() => expect(done.at(-1)).toBe(what));
    }
    expect(running).toBe(2);
    gate.resolve();
    await eventually(() => expect(done).toHaveLength(8));
  });
});

describe('a key', () => {
  it('stands for one waiting job, which keeps its time', async () => {
    const runAt = inAnHour();
    await add('first', { key: 'send:1', runAt });
    await add('second', { key: 'send:1' });
    await add('third', { key: 'send:1', runAt: new Date(Date.now() + 7200_000) });
    expect(await jobs()).toMatchObject([{ key: 'send:1', run_at: runAt }]);
  });

  it('keeps the waiting job from starting before the transaction is over', async () => {
    await start();
    await add('sent', { key: 'send:1', runAt: new Date(Date.now() + 300) });
    const committed = Promise.withResolvers<void>();
    const open = inTransaction(connection.db, async (tx) => {
      await enqueue(tx, [{ kind: work, payload: { what: 'sent' }, key: 'send:1' }]);
      await committed.promise;
      expect(done).toEqual([]);
    });
    // Longer than the job's time and the worker's next look at the queue.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    committed.resolve();
    await open;
    await eventually(() => expect(done).toEqual(['sent']));
  });

  it('brings a job that is being tried again forward', async () => {
    await add('first', { key: 'send:1' });
    await connection.pool.query(
      `select graphile_worker.reschedule_jobs(
         array(select id from graphile_worker.jobs), run_at := now() + interval '1 hour', attempts := 2)`,
    );
    await add('second', { key: 'send:1' });
    const [only, ...others] = await jobs();
    expect(others).toEqual([]);
    expect(only?.attempts).toBe(0);
    expect(only?.run_at.getTime()).toBeLessThan(Date.now() + 1000);
  });

  it('makes another job when the one that has it is running', async () => {
    await start();
    const gate = Promise.withResolvers<void>();
    before = (what) => (what === 'first' ? gate.promise : Promise.resolve());
    await add('first', { key: 'send:1', queue: 'number:1' });
    await eventually(async () => {
      const { rows } = await connection.pool.query(
        'select 1 from graphile_worker.jobs where locked_at is not null',
      );
      expect(rows).toHaveLength(1);
    });
    await add('second', { key: 'send:1', queue: 'number:1' });
    gate.resolve();
    await eventually(() => expect(done).toEqual(['first', 'second']));
  });

  it('makes another job when the one that has it starts at this very moment', async () => {
    await add('first', { key: 'send:1' });
    const starting = await connection.pool.connect();
    await starting.query('begin');
    await starting.query(
      "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker', attempts = 1",
    );
    const added = add('second', { key: 'send:1' });
    await eventually(async () => {
      const { rows } = await connection.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(rows).toHaveLength(1);
    });
    await starting.query('commit');
    starting.release();
    await added;
    expect(await waitingJobs(connection.pool, work.name)).toMatchObject([{ payload: { what: 'second' } }]);
  });
});

describe('a job whose key was given to a later one while it ran', () => {
  it('is not kept when its worker was killed; the later one is', async () => {
    const queued = { kind: otherWork, queue: 'a queue', key: 'a key' };
    await enqueue(connection.db, [{ ...queued, payload: { what: 'first' } }]);
    // As a worker that is about to be killed.
    await connection.pool.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker', attempts = 1 where key = 'a key'`,
    );
    await enqueue(connection.db, [{ ...queued, payload: { what: 'second' } }]);
    await connection.pool.query(`select graphile_worker.force_unlock_workers(array['a worker'])`);
    expect(await waitingJobs(connection.pool, otherWork.name)).toHaveLength(2);
    await removeSuperseded(connection.db);
    expect((await waitingJobs(connection.pool, otherWork.name)).map(({ payload }) => payload)).toEqual([
      { what: 'second' },
    ]);
  });
});
