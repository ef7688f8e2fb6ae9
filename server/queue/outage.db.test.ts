import pino from 'pino';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { connect, inTransaction } from '../db/connection.ts';
import { createTestDatabase } from '../testing/database.ts';
import { startTcpProxy } from '../testing/tcp-proxy.ts';
import { eventually } from '../testing/test-app.ts';
import { enqueue, jobKind } from './job.ts';
import { job, startRunner } from './runner.ts';

it('a job that ends while the database is away has been done, and once', async () => {
  const database = await createTestDatabase();
  const proxy = await startTcpProxy(database.url);
  const { pool, close } = connect(proxy.through, { max: 4, onError: () => {}, acquireMs: 300 });
  const direct = connect(database.url, { max: 1, onError: () => {} });
  const kind = jobKind({ name: 'work', payload: z.unknown(), maxAttempts: 3 });
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let times = 0;
  const work = job(kind, async () => {
    times += 1;
    begun.resolve();
    await gate.promise;
  });
  const runner = await startRunner({
    connectionString: proxy.through,
    pool,
    log: pino({ level: 'silent' }),
    lanes: [{ slots: 1, jobs: [work] }],
    crons: [],
  });
  try {
    await inTransaction(direct.db, (tx) => enqueue(tx, [{ kind, payload: null }]));
    await begun.promise;
    proxy.cut();
    gate.resolve();
    const refused = proxy.asked.length + 3;
    await eventually(() => expect(proxy.asked.length).toBeGreaterThan(refused));
    proxy.restore();
    await eventually(async () => {
      const { rowCount } = await direct.pool.query('select 1 from graphile_worker.jobs');
      expect(rowCount).toBe(0);
    });
    expect(times).toBe(1);
  } finally {
    proxy.restore();
    await runner.close();
    await close();
    await direct.close();
    await proxy.stop();
    await database.drop();
  }
});
