import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { Failure } from '../failure.ts';
import { type PairServer, type PostgresPair, startPostgresPair } from '../testing/postgres-pair.ts';
import { startTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts';
import { eventually } from '../testing/test-app.ts';
import { connect, type ReadDb } from './connection.ts';
import { connectReplicas, type ReadOutcome, type Replicas } from './replicas.ts';

/* On two real servers; each test leaves a primary and a standby. */

let pair: PostgresPair;
const servers: PostgresPair[] = [];

const startPair = async () => {
  const started = await startPostgresPair();
  servers.push(started);
  return started;
};

beforeAll(async () => {
  pair = await startPair();
  await pair.ask('create table noted (n int primary key)');
}, 120_000);
afterAll(() => Promise.all(servers.map(({ stop }) => stop())));

interface House extends Replicas {
  outcomes: ReadOutcome[];
  seen: Map<string, { isUsed: boolean; lagSeconds: number | null }>;
  logged: string[];
  /** Committed when it resolves. */
  note(): Promise<number>;
  /** Where it was read, and the highest number there. */
  look(): Promise<{ port: number; highest: number }>;
  untilUsed(isUsed?: boolean): Promise<void>;
}

const standbyUrl = () => pair.standby()?.url ?? '';
const standbyPort = () => pair.standby()?.port;
let highest = 0;

function open(addresses = [standbyUrl()], waitMs = 200): House {
  const { db, pool, close } = connect(pair.url, { max: 20, onError: () => {} });
  const outcomes: ReadOutcome[] = [];
  const seen: House['seen'] = new Map();
  const logged: string[] = [];
  const say = (about: object, sentence: string) => void logged.push(`${sentence} ${JSON.stringify(about)}`);
  const replicas = connectReplicas(
    { addresses, waitMs },
    {
      db,
      pool,
      log: { info: say, warn: say },
      observer: {
        replicaRead: (outcome) => outcomes.push(outcome),
        replicaLooked: (host, found) => seen.set(host, found),
      },
    },
  );
  onTestFinished(async () => {
    await replicas.close();
    await close();
  });
  const house: House = {
    ...replicas,
    outcomes,
    seen,
    logged,
    note: async () => {
      highest += 1;
      const n = highest;
      await pool.query('insert into noted (n) values ($1)', [n]);
      return n;
    },
    look: () => house.read(where),
    untilUsed: (isUsed = true) =>
      eventually(async () => {
        await house.look();
        expect(outcomes.at(-1) === 'replica').toBe(isUsed);
      }),
  };
  return house;
}

async function where(db: ReadDb): Promise<{ port: number; highest: number }> {
  const { rows } = await sql<{ port: number; highest: number }>`
    select inet_server_port() as port, (select max(n) from noted) as highest`.execute(db);
  return rows[0] ?? { port: 0, highest: 0 };
}

const onStandby = (text: string) => {
  const { pool, close } = connect(standbyUrl(), { max: 1, onError: () => {}, isReplica: true });
  return pool.query(text).finally(close);
};

async function proxied(): Promise<TcpProxy> {
  const proxy = await startTcpProxy(standbyUrl());
  onTestFinished(proxy.stop);
  return proxy;
}

it('reads from the replica, and never less than was committed before', async () => {
  const house = open();
  await house.untilUsed();
  house.outcomes.length = 0;
  const all = async () => {
    for (let round = 0; round < 50; round += 1) {
      const n = await house.note();
      const { port, highest: found } = await house.look();
      expect(found).toBeGreaterThanOrEqual(n);
      expect(port).toBe(standbyPort());
    }
  };
  await Promise.all([all(), all(), all()]);
  expect(new Set(house.outcomes)).toEqual(new Set(['replica']));
  expect([...house.seen.values()]).toEqual([{ isUsed: true, lagSeconds: 0 }]);
});

it('reads from the primary while the replica is late, and from the replica again when it has caught up', async () => {
  const house = open();
  await house.untilUsed();
  await onStandby('select pg_wal_replay_pause()');
  try {
    const n = await house.note();
    const startedAt = performance.now();
    expect(await house.look()).toEqual({ port: pair.primary().port, highest: n });
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(house.outcomes.at(-1)).toBe('late');
    // No one else waits for it.
    expect(await house.look()).toEqual({ port: pair.primary().port, highest: n });
    expect(house.outcomes.at(-1)).toBe('unused');
    await eventually(() => {
      const [found] = [...house.seen.values()];
      expect(found?.isUsed).toBe(false);
      expect(found?.lagSeconds).toBeGreaterThan(0.2);
    });
    expect(house.logged.at(-1)).toContain('is late');
  } finally {
    await onStandby('select pg_wal_replay_resume()');
  }
  await house.untilUsed();
  expect(house.logged.at(-1)).toContain('is read from');
});

it.each([
  ['is down', (proxy: TcpProxy) => proxy.cut()],
  ['hangs', (proxy: TcpProxy) => proxy.freeze()],
])('reads from the primary within the same call when the replica %s', async (_, begin) => {
  const proxy = await proxied();
  const house = open([proxy.through]);
  await house.untilUsed();
  begin(proxy);
  const n = await house.note();
  const found = await Promise.all(Array.from({ length: 20 }, house.look));
  expect(new Set(found.map((one) => one.highest))).toEqual(new Set([n]));
  expect(new Set(found.map(({ port }) => port))).toEqual(new Set([pair.primary().port]));
  expect(house.outcomes.at(-1)).toMatch(/^(failed|unused)$/);
  await house.untilUsed(false);
  proxy.restore();
  await house.untilUsed();
});

it('a replica that is not there at the start delays nothing', async () => {
  const house = open(['postgres://hiretext:secret@127.0.0.1:1/hiretext']);
  const n = await house.note();
  expect(await house.look()).toEqual({ port: pair.primary().port, highest: n });
  await eventually(() => expect(house.logged).toHaveLength(1));
  expect(house.logged[0]).toContain('127.0.0.1:1');
  expect(house.logged[0]).not.toContain('secret');
});

it('repeats on the primary what the standby had to cancel', async () => {
  const house = open();
  await house.untilUsed();
  await onStandby(`alter system set max_standby_streaming_delay = '100ms'`);
  await onStandby('select pg_reload_conf()');
  const began = Promise.withResolvers<void>();
  const read = house.read(async (db) => {
    began.resolve();
    const { rows } = await sql<{ port: number }>`
      select inet_server_port() as port, case when pg_is_in_recovery() then pg_sleep(4) end, count(*) from noted`.execute(
      db,
    );
    return rows[0]?.port;
  });
  await began.promise;
  await eventually(async () => {
    await pair.ask('delete from noted');
    await pair.ask('vacuum noted');
    expect(house.outcomes.at(-1)).toBe('canceled');
  });
  expect(await read).toBe(pair.primary().port);
  await onStandby('alter system reset max_standby_streaming_delay');
  await onStandby('select pg_reload_conf()');
  await house.untilUsed();
});

it('does not repeat what we refuse, nor lets anything write', async () => {
  const house = open();
  await house.untilUsed();
  let runs = 0;
  const refuse = house.read(async () => {
    runs += 1;
    throw new Failure('not_found');
  });
  await expect(refuse).rejects.toThrow(Failure);
  const write = house.read(async (db) => {
    runs += 1;
    await sql`insert into noted (n) values (-1)`.execute(db);
  });
  await expect(write).rejects.toThrow('read-only transaction');
  expect(runs).toBe(2);
  // What PostgreSQL refuses of the question, the primary has to say.
  const wrong = house.read((db) => sql`select 1 / 0`.execute(db));
  await expect(wrong).rejects.toThrow('division by zero');
  expect(house.outcomes.at(-1)).toBe('failed');
  await house.look();
  expect(house.outcomes.at(-1)).toBe('replica');
});

it('shares reads between replicas, and goes on with those that are well', async () => {
  const [one, other] = [await proxied(), await proxied()];
  const house = open([one.through, other.through]);
  const uses = () => [...house.seen.values()].filter(({ isUsed }) => isUsed).length;
  await eventually(() => expect(uses()).toBe(2));
  const [before, beforeOther] = [one.asked.length, other.asked.length];
  await Promise.all(Array.from({ length: 8 }, house.look));
  expect(one.asked.length).toBeGreaterThan(before);
  expect(other.asked.length).toBeGreaterThan(beforeOther);
  one.cut();
  await eventually(() => expect(uses()).toBe(1));
  house.outcomes.length = 0;
  for (let round = 0; round < 10; round += 1) expect((await house.look()).port).toBe(standbyPort());
});

it('does not take a server for one that is not a standby of this database', async () => {
  await pair.ask('create database another');
  const other = await startPair();
  const addresses = [pair.primary().url, standbyUrl().replace(/\w+$/, 'another'), other.standby()?.url ?? ''];
  for (const address of addresses) {
    const house = open([address]);
    const n = await house.note();
    await eventually(() => expect(house.logged).toHaveLength(1));
    expect(house.logged[0]).toContain("isn't a standby");
    expect(await house.look()).toEqual({ port: pair.primary().port, highest: n });
    expect(house.outcomes).toEqual(['unused']);
  }
}, 120_000);

it('follows a promotion: the former replica takes writes, and is replaced by the next standby', async () => {
  const house = open([pair.primary().url, standbyUrl()]);
  await house.untilUsed();
  const former: PairServer = pair.primary();
  await pair.killPrimary();
  await pair.promote();
  const n = await eventually(house.note);
  await eventually(async () => expect(await house.look()).toEqual({ port: pair.primary().port, highest: n }));
  // It knows nothing of what the new primary has written, and has positions of a time that didn't go on.
  writeFileSync(join(former.home.folder, 'cluster', 'standby.signal'), '');
  const stale = await pair.revive(former);
  await eventually(() => expect(house.seen.get(`127.0.0.1:${stale.port}`)?.isUsed).toBe(false));
  const alone = open([stale.url]);
  await eventually(() => expect(alone.logged.at(-1)).toMatch(/followed to the new primary/));
  expect((await alone.look()).port).toBe(pair.primary().port);
  await pair.end(stale);
  await pair.addStandby();
  await house.untilUsed();
  expect((await house.look()).port).toBe(standbyPort());
}, 120_000);
