import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connect } from '../db/connection.ts';
import { createLog } from '../log.ts';
import { createTestDatabase } from '../testing/database.ts';
import { startTcpProxy } from '../testing/tcp-proxy.ts';
import { eventually } from '../testing/test-app.ts';
import { startSignals } from './signals.ts';

test.concurrent('while the database is down, one attempt follows another, each later than the one before', async () => {
  const database = await createTestDatabase();
  const proxy = await startTcpProxy(database.url);
  const { db, pool, close } = connect(database.url, { max: 2, onError: () => {} });
  const log = createLog('silent');
  const signals = await startSignals({ connectionString: proxy.through, db, pool, log });
  try {
    const before = proxy.asked.length;
    proxy.cut();
    await eventually(() => expect(proxy.asked.length - before).toBeGreaterThanOrEqual(4));
    const [first = 0, second = 0, third = 0, fourth = 0] = proxy.asked.slice(before);
    expect(second - first).toBeGreaterThan(100);
    expect(third - second).toBeGreaterThan(200);
    expect(fourth - third).toBeGreaterThan(400);
    const raised = new Promise((resolve) => signals.on('live_events', resolve));
    proxy.restore();
    await raised;
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'hiretext signals'`,
    );
    expect(rows).toHaveLength(1);
  } finally {
    await signals.close();
    await close();
    await proxy.stop();
    await database.drop();
  }
});

test.concurrent('what is sent first is heard first, also while the database is slow', async () => {
  const database = await createTestDatabase();
  const { db, pool, close } = connect(database.url, { max: 2, onError: () => {} });
  let isFirst = true;
  const slowAtFirst = {
    query: async (...given: Parameters<typeof pool.query>) => {
      if (isFirst) {
        isFirst = false;
        await wait(300);
      }
      return pool.query(...given);
    },
  } as typeof pool;
  const log = createLog('silent');
  const signals = await startSignals({ connectionString: database.url, db, pool: slowAtFirst, log });
  try {
    const heard: string[] = [];
    signals.on('presence', (payload) => heard.push(payload));
    signals.send('presence', 'viewing');
    await wait(50);
    for (const state of ['viewing', 'typing', 'viewing']) signals.send('presence', state);
    await eventually(() => expect(heard).toEqual(['viewing', 'typing', 'viewing']));
  } finally {
    await signals.close();
    await close();
    await database.drop();
  }
});

test.concurrent('a node whose connection was ended by the server listens again', async () => {
  const database = await createTestDatabase();
  const { db, pool, close } = connect(database.url, { max: 2, onError: () => {} });
  const signals = await startSignals({ connectionString: database.url, db, pool, log: createLog('silent') });
  try {
    const raised = new Promise((resolve) => signals.on('carrier_events', resolve));
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'hiretext signals'`,
    );
    await raised;
  } finally {
    await signals.close();
    await close();
    await database.drop();
  }
});

test.concurrent('a node whose connection hangs soon knows that it hears nothing, and reconnects when it does', async () => {
  const database = await createTestDatabase();
  const proxy = await startTcpProxy(database.url);
  const { db, pool, close } = connect(database.url, { max: 2, onError: () => {} });
  const log = createLog('silent');
  const signals = await startSignals({ connectionString: proxy.through, db, pool, log });
  const raised: string[] = [];
  signals.on('sessions', (change) => raised.push(change));
  try {
    expect(signals.isCurrent()).toBe(true);
    await pool.query("select pg_notify('sessions', 'before')");
    await eventually(() => expect(raised).toEqual(['before']));
    proxy.freeze();
    const hungAt = performance.now();
    await eventually(() => expect(signals.isCurrent()).toBe(false));
    expect(performance.now() - hungAt).toBeLessThan(4000);
    await pool.query("select pg_notify('sessions', 'meanwhile')");
    proxy.cut();
    proxy.restore();
    await eventually(() => expect(signals.isCurrent()).toBe(true));
    expect(raised).toEqual(['before', '']);
  } finally {
    await signals.close();
    await close();
    await proxy.stop();
    await database.drop();
  }
});
