import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { giveCard, PRICES, untilQuiet } from '../../testing/billing.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { freePort } from '../../testing/free-port.ts';
import { runNow, waitingJobs } from '../../testing/jobs.ts';
import { signUpOnly } from '../../testing/people.ts';
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts';
import { eventually } from '../../testing/test-app.ts';

/* kill -9 between the gateway's part and ours. */

const LIMIT_MS = 240_000;

let database: TestDatabase;
let pool: pg.Pool;
let dataDir: string;
let url: string;
let server: ServerProcess | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 3 });
  dataDir = mkdtempSync(join(tmpdir(), 'hiretext-billing-crash-'));
  url = `http://127.0.0.1:${await freePort()}`;
});
afterAll(async () => {
  await server?.kill();
  await pool.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const startServer = () =>
  startServerProcess(url, {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DEMO: '0',
    CAPTCHA: 'off',
    LOG_LEVEL: 'error',
    PRICES: JSON.stringify(PRICES),
  });

it(
  'a plan that was charged when the process was killed is there after the next start, charged once',
  async () => {
    server = await startServer();
    const ana = await signUpOnly(url);
    await giveCard(url, ana);
    await untilQuiet(pool);
    // Our part needs the customer's row; the gateway's doesn't.
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from billing_customers for update');
    const lost = ana.ask(routes.changePlan, { body: { accountType: 'team', planType: 'monthly' } });
    const outcome = lost.then(
      () => 'answered',
      () => 'lost',
    );
    await eventually(async () => {
      const { rows } = await pool.query(`select 1 from sandbox.invoices where status = 'paid'`);
      expect(rows).toHaveLength(1);
    });
    await server.kill();
    expect(await outcome).toBe('lost');
    await holder.query('rollback');
    holder.release();

    server = await startServer();
    expect(await ana.call(routes.getAccount, {})).toMatchObject({ planType: 'free' });
    // No one waits for the minute to pass.
    await pool.query(`update billing_actions set held_until = now() where state = 'open'`);
    await runNow(pool, await waitingJobs(pool, 'finishBillingAction'));
    await eventually(async () =>
      expect(await ana.call(routes.getAccount, {})).toMatchObject({
        type: 'team',
        planType: 'monthly',
        seats: { total: 3 },
        subscriptionInfo: { status: 'active', seats: 3 },
      }),
    );
    expect(await ana.call(routes.listInvoices, {})).toMatchObject([{ amountCents: 7500, status: 'paid' }]);
    const { items } = await ana.call(routes.listAuditEvents, { query: { action: 'plan.changed' } });
    expect(items).toMatchObject([{ details: { seats: 3, chargedCents: 7500 } }]);
  },
  LIMIT_MS,
);
