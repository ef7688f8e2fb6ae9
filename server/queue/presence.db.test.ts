import { once } from 'node:events';
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type Connection, connect } from '../db/connection.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { removeWaiting } from '../testing/jobs.ts';
import { cutOff, keepCutOff, presences } from '../testing/presences.ts';
import { eventually } from '../testing/test-app.ts';
import { enqueue, jobKind } from './job.ts';
import { createPresence } from './presence.ts';
import { job, type Run, type Runner, startRunner } from './runner.ts';

/* A worker that is cut off from the queue, and one that takes over. */

const work = jobKind({ name: 'work', payload: z.object({ what: z.string() }), maxAttempts: 3 });

let database: TestDatabase;
let connection: Connection;
let runners: Runner[] = [];
let gate: PromiseWithResolvers<void>;
/** What has begun, with the name of the worker. */
let begun: string[];
let runs: Run[];

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 8, onError: () => {} });
});
beforeEach(() => {
  gate = Promise.withResolvers();
  begun = [];
  runs = [];
});
afterEach(async () => {
  gate.resolve();
  await Promise.all(runners.map((runner) => runner.close()));
  runners = [];
  await removeWaiting(connection.pool);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

async function start(name: string): Promise<void> {
  runners.push(
    await startRunner({
      connectionString: database.url,
      pool: connection.pool,
      log: pino({ level: 'silent' }),
      lanes: [
        {
          slots: 2,
          jobs: [
            job(work, async ({ what }, run) => {
              begun.push(`${name} ${what}`);
              runs.push(run);
              await gate.promise;
            }),
          ],
        },
      ],
      crons: [],
    }),
  );
}

const add = (what: string) => enqueue(connection.db, [{ kind: work, payload: { what } }]);

it('takes no job while it is cut off, and goes on when it is back', async () => {
  await start('first');
  gate.resolve();
  await add('before');
  await eventually(() => expect(begun).toEqual(['first before']));
  const { letBack } = await keepCutOff(connection.pool);
  await eventually(async () => expect(await presences(connection.pool)).toHaveLength(1));
  // A look at the queue that was under way comes to its end.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await add('meanwhile');
  // As long as it takes until the next look at the queue, and some.
  await new Promise((resolve) => setTimeout(resolve, 1300));
  expect(begun).toEqual(['first before']);
  await letBack();
  await eventually(() => expect(begun).toEqual(['first before', 'first meanwhile']));
});

it('signals running jobs that others may take them over, and signals later ones the next time', async () => {
  await start('first');
  await add('one');
  await eventually(() => expect(begun).toEqual(['first one']));
  expect(runs[0]?.lost.aborted).toBe(false);
  await cutOff(connection.pool);
  await eventually(() => expect(runs[0]?.lost.aborted).toBe(true));
  await add('two');
  await eventually(() => expect(begun).toEqual(['first one', 'first two']));
  expect(runs[1]?.lost.aborted).toBe(false);
});

it('is present again before anyone takes its jobs over, when all that broke was its connection', async () => {
  await start('first');
  await add('one');
  await eventually(() => expect(begun).toEqual(['first one']));
  const [before] = await presences(connection.pool);
  await cutOff(connection.pool);
  await eventually(async () => {
    const [now] = await presences(connection.pool, { holding: true });
    expect(now).toEqual(expect.any(Number));
    expect(now).not.toBe(before);
  });
  await start('second');
  // It has looked for jobs of the dead, and for what there is to do.
  await add('two');
  await add('three');
  await eventually(() => expect(begun).toHaveLength(3));
  expect(begun.filter((each) => each.endsWith('one'))).toEqual(['first one']);
});

it('ends while it is cut off', async () => {
  await start('first');
  const { letBack } = await keepCutOff(connection.pool);
  await Promise.all(runners.map((runner) => runner.close()));
  runners = [];
  await letBack();
});

it('ends while it waits for its lock', async () => {
  await start('first');
  const { letBack } = await keepCutOff(connection.pool);
  await eventually(async () => {
    const { rowCount } = await connection.pool.query(
      `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where datname = current_database() and locktype = 'advisory' and not granted`,
    );
    expect(rowCount).toBeGreaterThan(0);
  });
  await Promise.all(runners.map((runner) => runner.close()));
  runners = [];
  await letBack();
});

it('is cut off as well when PostgreSQL is silent, and takes the lock from the connection before', async () => {
  const { hostname, port } = new URL(database.url);
  const pairs: [Socket, Socket][] = [];
  const between = createServer((near) => {
    const far = connectTo(Number(port), hostname);
    pairs.push([near, far]);
    for (const end of [near, far]) end.on('error', () => {});
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(between.address() as AddressInfo).port}`;
  const presence = createPresence({
    connectionString: url.href,
    log: pino({ level: 'silent' }),
    checkEveryMs: 20,
    answerWithinMs: 200,
  });
  onTestFinished(async () => {
    await presence.close(Promise.resolve());
    for (const end of pairs.flat()) end.destroy();
    between.close();
  });
  await presence.hold('silent');
  const { lost } = presence;
  const [before] = await presences(connection.pool, { holding: true });
  for (const [near, far] of pairs) near.unpipe(far);
  await eventually(() => expect(lost.aborted).toBe(true));
  await presence.held();
  const now = await presences(connection.pool, { holding: true });
  expect(now).toHaveLength(1);
  expect(now).not.toEqual([before]);
});
