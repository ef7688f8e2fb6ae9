import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createLog } from '../../../log.ts';
import { startTcpProxy } from '../../../testing/tcp-proxy.ts';
import { eventually } from '../../../testing/test-app.ts';
import type { Ears } from '../port.ts';
import { wireSuite } from '../suite.ts';
import { startPostgresWire } from './postgres.ts';

async function makeHarness() {
  // It needs no tables.
  const url = inject('postgresUrl');
  const proxy = await startTcpProxy(url);
  const node = `wire ${randomUUID()}`;
  const pool = new pg.Pool({ connectionString: proxy.through, max: 2 });
  pool.on('error', () => {});
  return {
    proxy,
    pool,
    node,
    startWire: (ears: Ears) =>
      startPostgresWire(
        {
          newClient: (options) =>
            new pg.Client({ connectionString: proxy.through, ...options, application_name: node }),
          pool,
          log: createLog('silent'),
        },
        ears,
      ),
    stop: async () => {
      proxy.restore();
      await pool.end();
      await proxy.stop();
    },
  };
}

wireSuite('PostgreSQL', makeHarness);

async function startOne(channel: string) {
  const harness = await makeHarness();
  const heard: string[] = [];
  const wire = await harness.startWire({
    channels: [channel],
    hear: ({ payload }) => heard.push(payload),
  });
  onTestFinished(async () => {
    await wire.close();
    await harness.stop();
  });
  heard.splice(0);
  return { ...harness, wire, heard };
}

it('hears what others than nodes notify, and listens again when the server ends its connection', async () => {
  const { pool, node, heard } = await startOne('postgres_wire_ends');
  await pool.query("select pg_notify('postgres_wire_ends', 'by a trigger')");
  await eventually(() => expect(heard).toEqual(['by a trigger']));
  await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
    node,
  ]);
  await eventually(() => expect(heard).toEqual(['by a trigger', '']));
});

it('one whose connection hangs soon knows that it hears nothing, and asks for one proof at a time', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const { wire, proxy, pool, heard } = await startOne('postgres_wire_hangs');
  expect(wire.isCurrent()).toBe(true);
  await pool.query("select pg_notify('postgres_wire_hangs', 'before')");
  await eventually(() => expect(heard).toEqual(['before']));
  proxy.freeze();
  const hungAt = performance.now();
  await eventually(() => expect(wire.isCurrent()).toBe(false));
  expect(performance.now() - hungAt).toBeLessThan(4000);
  proxy.cut();
  proxy.restore();
  await eventually(() => expect(wire.isCurrent()).toBe(true));
  expect(heard).toEqual(['before', '']);
  expect(warnings.map(({ message }) => message)).toEqual([]);
});
