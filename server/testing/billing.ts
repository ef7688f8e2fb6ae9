import type pg from 'pg';
import { expect } from 'vitest';
import * as routes from '../../contract/routes.ts';
import { SandboxCardToken } from '../../contract/sandbox.ts';
import { inTransaction } from '../db/connection.ts';
import { creditTexts } from '../features/billing/ledger/ledger.ts';
import { eventually, type Recruiter, startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';
import type { Client } from './test-client.ts';

/* A server that charges, by the sandbox gateway. */

/** Stripe's own test numbers. */
export const CARDS = {
  good: '4242424242424242',
  refused: '4000000000000002',
  declinedWhenCharged: '4000000000000341',
};

export const PRICES = {
  payg: 15,
  personalMonthly: 29,
  personalAnnual: 290,
  teamMonthly: 25,
  teamAnnual: 240,
};

export function startBillingApp(options: TestAppOptions = {}): Promise<TestApp> {
  return startTestApp({
    ...options,
    variables: { BILLING: 'on', PRICES: JSON.stringify(PRICES), QUIET_HOURS: 'off', ...options.variables },
  });
}

/** What the card form of local mode gets. */
export async function cardToken(
  url: string,
  number: string = CARDS.good,
  expiry = `12${(new Date().getFullYear() + 3) % 100}`,
): Promise<string> {
  const answer = await fetch(`${url}/sandbox/cards`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ana Lopez', number, expiry, cvc: '123' }),
  });
  return SandboxCardToken.parse(await answer.json()).paymentMethodId;
}

/** The person's company pays with it from now on. */
export async function giveCard(
  url: string,
  person: Pick<Client, 'call'>,
  number?: string,
  expiry?: string,
): Promise<void> {
  const paymentMethodId = await cardToken(url, number, expiry);
  await person.call(routes.updateCard, { body: { paymentMethodId, name: 'Ana Lopez' } });
}

/** Waits until every event was sent and looked at: from here on, only the test looks. */
export async function untilQuiet(pool: pg.Pool): Promise<void> {
  await eventually(async () => {
    const { rows } = await pool.query(
      `select 'webhook' from sandbox.webhooks
       union all select task_identifier from graphile_worker.jobs where task_identifier in ('lookAtBilling', 'fitQuantity', 'followDeletion', 'startNextPlan')`,
    );
    expect(rows).toEqual([]);
  });
}

/** The gateway's time goes by, and what falls due in it happens. */
export async function passDays(url: string, days: number): Promise<void> {
  const answer = await fetch(`${url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ days }),
  });
  if (!answer.ok) throw new Error(`The clock did not move: ${await answer.text()}`);
}

/** From now on this app charges, for what needs no gateway. */
export function turnOnBilling(app: TestApp): void {
  Object.assign(app.deps, { billing: { gateway: { vendor: 'sandbox' } } });
}

/** The account buys its texts, and has so many. */
export async function makePrepaid(app: TestApp, { accountId }: Recruiter, segments: number): Promise<void> {
  await app.deps.pool.query(`update accounts set plan_type = 'payg' where id = $1`, [accountId]);
  if (segments > 0) await buyTexts(app, accountId, segments);
}

export function buyTexts(app: TestApp, accountId: string, segments: number): Promise<boolean> {
  const purchase = { accountId, sourceId: app.deps.newId(), segments, at: app.deps.clock() };
  return inTransaction(app.deps.db, (tx) => creditTexts(tx, purchase));
}
