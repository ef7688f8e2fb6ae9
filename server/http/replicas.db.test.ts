import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RouteName } from '../../contract/api.ts';
import * as routes from '../../contract/routes.ts';
import { filesIn } from '../../run/files.js';
import { connect } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { exportOf } from '../testing/account-exports.ts';
import { type PostgresPair, startPostgresPair } from '../testing/postgres-pair.ts';
import { startStaffApp } from '../testing/staff.ts';
import { candidatePhone, eventually, type Recruiter, type TestApp } from '../testing/test-app.ts';
import type { Client } from '../testing/test-client.ts';
import { sendText, untilStatus } from '../testing/texting.ts';

/* What may be read from a replica, on a real one. Everything else is read from the primary. */

let pair: PostgresPair;
let app: TestApp;
let sam: Client;
let ana: Recruiter;

beforeAll(async () => {
  pair = await startPostgresPair();
  await migrate(pair.url);
  await runMigrations({ connectionString: pair.primary().url });
  ({ app, sam } = await startStaffApp({
    database: { url: pair.url, drop: pair.stop },
    variables: {
      DATABASE_REPLICA_URL: pair.standby()?.url ?? '',
      // A busy machine doesn't make a replica late.
      DATABASE_REPLICA_WAIT_MS: '3000',
    },
  }));
  ana = await app.signUp();
  await eventually(async () => expect(await figure('replica_used')).toBe(1));
}, 180_000);
afterAll(() => app.stop());

/** The sum of all with the name. */
async function figure(name: string, label = ''): Promise<number> {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) && line.includes(label));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** How many reads the replica has answered, and how many the primary had to. */
const answered = async () => {
  const all = await figure('replica_reads_total');
  const byReplica = await figure('replica_reads_total', '"replica"');
  return { byReplica, byPrimary: all - byReplica };
};

const date = '2026-01-01';

const READ: Partial<Record<RouteName, () => Promise<unknown>>> = {
  getUserTextAnalytics: () => ana.call(routes.getUserTextAnalytics, { query: { date } }),
  getAccountTextAnalytics: () => ana.call(routes.getAccountTextAnalytics, { query: { date } }),
  getAnalytics: () => ana.call(routes.getAnalytics, { query: { date: today() } }),
  listConversationsOfFigure: () =>
    ana.call(routes.listConversationsOfFigure, { query: { date: today(), figure: 'sent' } }),
  getDeliveryDoctor: () => ana.call(routes.getDeliveryDoctor, { query: { days: 7 } }),
  listAuditEvents: () => ana.call(routes.listAuditEvents, { query: {} }),
  search: () => ana.call(routes.search, { query: { q: 'hello' } }),
  listStaffAccounts: () => sam.call(routes.listStaffAccounts, { query: { search: 'a' } }),
  listStaffPeople: () => sam.call(routes.listStaffPeople, { params: { id: ana.accountId }, query: {} }),
  listStaffNumbers: () => sam.call(routes.listStaffNumbers, { query: { linkStatus: 'linking' } }),
  listLandlineOrders: () => sam.call(routes.listLandlineOrders, { query: {} }),
  listHoldReviews: () => sam.call(routes.listHoldReviews, { query: {} }),
  listBillingDifferences: () => sam.call(routes.listBillingDifferences, { query: {} }),
  listFailedJobs: () => sam.call(routes.listFailedJobs, { query: {} }),
};

/** A day that has begun in every zone of the United States. */
const today = () => new Date(Date.now() - 12 * 3600_000).toISOString().slice(0, 10);

it('is what this list has, and what exports read', () => {
  const sources = filesIn('.')
    .filter((path) => /^(server|operate)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join(import.meta.dirname, '../..', path), 'utf8') }));
  const mounted = sources.flatMap(({ text }) =>
    [...text.matchAll(/\bapi\.read\(\s*routes\.(\w+)/g)].map(([, name]) => name),
  );
  expect(mounted.sort()).toEqual(Object.keys(READ).sort());
  const others = sources.filter(({ text }) => /\breplicas\b(?:\.|\s*\n\s*\.)read\(/.test(text));
  expect(others.map(({ path }) => path).sort()).toEqual([
    'server/features/audit/routes.ts',
    'server/features/exports/collect.ts',
    'server/http/mount.ts',
  ]);
});

it.each(Object.entries(READ))('%s is answered by the replica', async (_name, ask) => {
  const before = await answered();
  await ask();
  expect(await answered()).toEqual({ ...before, byReplica: before.byReplica + 1 });
});

it('an export of the account and one of its log are read from the replica', async () => {
  const before = await answered();
  await ana.call(routes.updateAccount, { body: { name: 'Just Renamed' } });
  const { records } = await exportOf(ana);
  expect(records('account/settings').map(({ name }) => name)).toEqual(['Just Renamed']);
  const { body } = await ana.ask(routes.exportAuditEvents, {});
  expect(String(body).split('\r\n')[1]).toContain('auditLog.exported');
  expect(await answered()).toEqual({ ...before, byReplica: before.byReplica + 2 });
});

it('people see what they have changed, and texts go out, while the replica stands still', async () => {
  const standby = connect(pair.standby()?.url ?? '', { max: 1, onError: () => {}, isReplica: true });
  await standby.pool.query('select pg_wal_replay_pause()');
  try {
    for (const name of ['One Name', 'Another Name']) {
      await ana.call(routes.updateAccount, { body: { name } });
      const { items } = await ana.call(routes.listAuditEvents, { query: { limit: 1 } });
      expect(items).toMatchObject([{ action: 'account.renamed', subject: name }]);
      const { items: accounts } = await sam.call(routes.listStaffAccounts, { query: { search: name } });
      expect(accounts).toMatchObject([{ name }]);
    }
    const message = await sendText(ana, candidatePhone(), 'Hello there');
    await untilStatus(ana, message, 'delivered');
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    expect(await figure('replica_used')).toBe(0);
    expect(await figure('replica_lag_seconds')).toBeGreaterThan(0);
  } finally {
    await standby.pool.query('select pg_wal_replay_resume()');
    await standby.close();
  }
  await eventually(async () => expect(await figure('replica_used')).toBe(1));
});
