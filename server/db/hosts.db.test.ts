import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log.ts';
import { jobKind } from '../queue/job.ts';
import { job, startRunner } from '../queue/runner.ts';
import { type PairServer, type PostgresPair, startPostgresPair } from '../testing/postgres-pair.ts';
import { startTcpProxy } from '../testing/tcp-proxy.ts';
import { eventually } from '../testing/test-app.ts';
import { startSignals } from '../vendors/signal-wires.ts';
import { type Connection, connect } from './connection.ts';
import { hostsOf } from './hosts.ts';
import { migrate } from './migrate.ts';
import { isUnavailable } from './unavailable.ts';

/* On two real servers; each test leaves a primary and a standby. */

let pair: PostgresPair;

beforeAll(async () => {
  pair = await startPostgresPair();
  await migrate(pair.url);
  await pair.ask('create table written (n int primary key, port int default inet_server_port())');
}, 120_000);
afterAll(() => pair.stop());

/** As another process, which knows nothing of the servers yet. */
function opened(address = pair.url, max = 5): Connection & { address: string } {
  processes += 1;
  const own = `${address}${address.includes('?') ? '&' : '?'}application_name=process${processes}`;
  const connection = connect(own, { max, onError: () => {} });
  onTestFinished(connection.close);
  return { ...connection, address: own };
}
let processes = 0;

let written = 0;
const write = ({ pool }: Connection) => {
  written += 1;
  return pool.query<{ port: number }>('insert into written (n) values ($1) returning port', [written]);
};

async function portOf(connection: Connection): Promise<number | undefined> {
  const { rows } = await write(connection);
  return rows[0]?.port;
}

async function failure(asked: Promise<unknown>): Promise<unknown> {
  return asked.then(
    () => new Error('It was answered'),
    (error: unknown) => error,
  );
}

/** All of the pool's connections are open and idle. */
async function fill({ pool }: Connection, max: number): Promise<void> {
  await Promise.all(Array.from({ length: max }, () => pool.query('select pg_sleep(0.2)')));
}

async function millisecondsUntil(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await eventually(work);
  return performance.now() - startedAt;
}

it('goes to the server that takes writes, wherever it is in the list', async () => {
  const { port } = pair.primary();
  const reversed = pair.url.replace(/@([^/]+),([^/]+)\//, '@$2,$1/');
  for (const url of [pair.url, reversed]) {
    expect(await portOf(opened(url))).toBe(port);
  }
});

it('refuses a standby, and says so', async () => {
  const error = await failure(write(opened(pair.standby()?.url)));
  expect(isUnavailable(error)).toBe(true);
  expect(String(error)).toContain('read-only');
  await expect(migrate(pair.standby()?.url ?? '')).rejects.toThrow('read-only');
});

it('says why it found no primary', async () => {
  const url = new URL(pair.standby()?.url ?? '');
  const address = `postgres://hiretext:${url.password}@127.0.0.1:1,127.0.0.1:${url.port}/hiretext`;
  const error = await failure(write(opened(address)));
  expect(isUnavailable(error)).toBe(true);
  expect(String(error)).toMatch(
    /No server in DATABASE_URL takes writes: 127\.0\.0\.1:1 doesn't answer .*ECONNREFUSED.*, .* is read-only\./,
  );
});

it('asks once for all who want to connect, and not again at once when no one took writes', async () => {
  const proxy = await startTcpProxy(pair.standby()?.url ?? '');
  onTestFinished(proxy.stop);
  const { port } = new URL(proxy.through);
  const { password } = new URL(pair.primary().url);
  const connection = opened(`postgres://hiretext:${password}@127.0.0.1:${port},127.0.0.1:1/hiretext`, 20);
  for (let round = 0; round < 3; round += 1)
    await Promise.all(Array.from({ length: 20 }, () => failure(write(connection))));
  expect(proxy.asked.length).toBeLessThanOrEqual(2);
  await wait(300);
  await failure(write(connection));
  expect(proxy.asked.length).toBeGreaterThanOrEqual(2);
});

it('a primary that is killed: writes, signals and the worker are back within 5 seconds of the promotion', async () => {
  const connection = opened(pair.url, 20);
  const { pool, db, address } = connection;
  const signals = await startSignals({ connectionString: address, db, pool, log: createLog('silent') });
  onTestFinished(signals.close);
  const kind = jobKind({ name: 'nothing', payload: z.unknown(), maxAttempts: 1 });
  const lanes = [{ slots: 1, jobs: [job(kind, async () => {})] }];
  const log = pino({ level: 'silent' });
  const runner = await startRunner({ connectionString: address, pool, log, lanes, crons: [] });
  onTestFinished(runner.close);
  await fill(connection, 20);
  const { lost } = runner.locks;

  await pair.killPrimary();
  await eventually(() => expect(lost.aborted).toBe(true));
  // The longest pauses between two tries have been reached.
  for (const end = Date.now() + 6000; Date.now() < end; await wait(50))
    expect(isUnavailable(await failure(write(connection)))).toBe(true);
  await pair.promote();
  const [writes, heard, locks] = await Promise.all([
    millisecondsUntil(() => write(connection)),
    millisecondsUntil(() => expect(signals.isCurrent()).toBe(true)),
    millisecondsUntil(async () => expect(await runner.locks.tryLock(['a'], 1)).toEqual(['a'])),
  ]);
  expect(Math.max(writes, heard, locks)).toBeLessThan(5000);
  process.stdout.write(
    `back after promotion: writes ${writes.toFixed()}, signals ${heard.toFixed()}, locks ${locks.toFixed()} ms\n`,
  );
  expect(await portOf(connection)).toBe(pair.primary().port);
  await pair.addStandby();
  expect(await portOf(connection)).toBe(pair.primary().port);
}, 120_000);

it('a former primary that takes writes again gets none, from a process that has just started either', async () => {
  const former: PairServer = pair.primary();
  const connection = opened(pair.url, 10);
  await fill(connection, 10);
  await pair.killPrimary();
  await pair.promote();
  const revived = await pair.revive(former);
  const started = opened();
  await eventually(() => write(connection));
  for (let round = 0; round < 20; round += 1) {
    const ports = await Promise.all([portOf(connection), portOf(started)]);
    expect(ports).toEqual([pair.primary().port, pair.primary().port]);
  }
  await pair.end(revived);
  await pair.addStandby();
}, 120_000);

it('a primary that hangs: its connections are dropped when another takes the writes', async () => {
  const [near, far] = [pair.primary(), pair.standby()];
  const first = await startTcpProxy(near.url);
  const second = await startTcpProxy(far?.url ?? '');
  onTestFinished(first.stop);
  onTestFinished(second.stop);
  const place = (through: string) => new URL(through).host;
  const url = pair.url.replace(/@[^/]+\//, `@${place(first.through)},${place(second.through)}/`);
  const connection = opened(url, 10);
  await fill(connection, 10);
  expect(await portOf(connection)).toBe(near.port);
  first.freeze();
  const hanging = Array.from({ length: 5 }, () => failure(write(connection)));
  await pair.promote();
  // As the connection for signals does, when its proof doesn't come.
  const hosts = hostsOf(connection.address);
  hosts.suspect(await hosts.primary());
  const ms = await millisecondsUntil(async () => expect(await portOf(connection)).toBe(pair.primary().port));
  expect(ms).toBeLessThan(5000);
  for (const error of await Promise.all(hanging)) expect(isUnavailable(error)).toBe(true);
  await pair.end(near);
  await pair.addStandby();
}, 120_000);

it('a primary that is made read-only loses its connections, and no write is taken for one', async () => {
  const connection = opened();
  await fill(connection, 5);
  await pair.ask('alter system set default_transaction_read_only = on');
  await pair.ask('select pg_reload_conf()');
  await eventually(async () => {
    const error = await failure(write(connection));
    expect(String(error)).toContain('No server in DATABASE_URL takes writes');
    expect(isUnavailable(error)).toBe(true);
  });
  await pair.ask('alter system reset default_transaction_read_only');
  await pair.ask('select pg_reload_conf()');
  await eventually(async () => expect(await portOf(connection)).toBe(pair.primary().port));
}, 60_000);
