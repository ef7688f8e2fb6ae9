import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { type FakeStripe, startFakeStripe } from '../../adapters/payments/fakes/fake-stripe.ts';
import type { Outcome } from '../../adapters/payments/fakes/stripe-state.ts';
import { startBillingApp } from '../../testing/billing.ts';
import type { Newcomer } from '../../testing/people.ts';
import { eventually, type TestApp } from '../../testing/test-app.ts';

/* The same as with the sandbox, at Stripe: what its webhooks bring about, and what is asked of its API. */

const DAY_MS = 24 * 3600_000;
let app: TestApp;
let stripe: FakeStripe;

beforeAll(async () => {
  stripe = await startFakeStripe(new Date());
  app = await startBillingApp({
    variables: {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE_URL: stripe.url,
    },
  });
});
afterAll(async () => {
  await app.stop();
  await stripe.stop();
});

const post = async (how = {}) => {
  const at = app.clock();
  expect(new Set(await stripe.post(`${app.url}/webhooks/payments/stripe`, { at, ...how }))).toEqual(
    new Set([200]),
  );
};

async function customerOf(accountId: string): Promise<string> {
  const { rows } = await app.deps.pool.query(
    'select customer_id as id from billing_customers where account_id = $1',
    [accountId],
  );
  return rows[0]?.id;
}

async function giveCard(ana: Newcomer, outcome: Outcome = 'accepted'): Promise<void> {
  const { accountId } = await ana.call(routes.getUser, {});
  expect(await ana.call(routes.createSetupIntent, {})).toMatchObject({
    gateway: 'stripe',
    clientSecret: expect.stringContaining('seti_'),
    publishableKey: stripe.publishableKey,
  });
  const customerId = await customerOf(accountId);
  const paymentMethodId = stripe.issueCard({
    outcome,
    last4: '4242',
    expMonth: 12,
    expYear: 2040,
    customerId,
  });
  await ana.call(routes.updateCard, { body: { paymentMethodId, name: 'Ana Lopez' } });
}

const info = async (ana: Newcomer) => (await ana.call(routes.getAccount, {})).subscriptionInfo;

it('a plan, texts, a team, seats, a renewal, a failed payment, its end', async () => {
  const ana = await app.signUpOnly();
  const { accountId } = await ana.call(routes.getUser, {});
  await giveCard(ana);
  await ana.call(routes.changePlan, { body: { accountType: 'personal', planType: 'payg' } });
  const bought = await ana.call(routes.buyTextPackage, { body: { count: 200 } });
  expect(bought.subscriptionInfo).toMatchObject({
    status: 'active',
    billingMode: 'prepaid',
    remainingTexts: 200,
  });

  const team = { accountType: 'team', planType: 'monthly' } as const;
  const preview = await ana.call(routes.previewPlan, { query: team });
  expect(await ana.call(routes.changePlan, { body: team })).toMatchObject({
    type: 'team',
    seats: { total: 3 },
  });
  expect((await ana.call(routes.listInvoices, {}))[0]).toMatchObject({
    amountCents: preview.dueNowCents,
    status: 'paid',
  });
  expect(await ana.call(routes.purchaseSeats, { body: { quantity: 2 } })).toMatchObject({
    seats: { total: 5 },
    subscriptionInfo: { seats: 5 },
  });
  const free = (await ana.call(routes.getSeats, {})).find(({ status }) => status === 'available');
  expect(await ana.call(routes.removeSeat, { body: { seatId: free?.id ?? '' } })).toMatchObject({
    subscriptionInfo: { seats: 4 },
  });
  await post({ twice: true, reversed: true });
  const known = await ana.call(routes.listInvoices, {});
  expect(known).toHaveLength(4);
  for (const { pdfUrl } of known.slice(0, 1)) expect((await fetch(pdfUrl)).status).toBe(200);

  const { renewsAt } = await info(ana);
  // Months go by, and a session has 30 days.
  await app.deps.pool.query(
    `update sessions set expires_at = now() + interval '1 year' where account_id = $1`,
    [accountId],
  );
  app.clock.advance(32 * DAY_MS);
  stripe.jumpTo(app.clock());
  await post();
  await eventually(async () => expect((await info(ana)).renewsAt).not.toBe(renewsAt));
  await eventually(async () =>
    expect((await ana.call(routes.listInvoices, {}))[0]).toMatchObject({
      amountCents: 10_000,
      status: 'paid',
    }),
  );

  await giveCard(ana, 'declined');
  expect(await ana.refusal(routes.purchaseSeats, { body: { quantity: 1 } })).toBe('402 card_declined');
  app.clock.advance(31 * DAY_MS);
  stripe.jumpTo(app.clock());
  await post({ reversed: true });
  await eventually(async () => expect(await info(ana)).toMatchObject({ status: 'pastDue', seats: 4 }));
  await giveCard(ana);
  await eventually(async () => expect(await info(ana)).toMatchObject({ status: 'active', graceUntil: null }));

  expect((await ana.call(routes.cancelPlan, {})).subscriptionInfo).toMatchObject({ renewsAt: null });
  app.clock.advance(32 * DAY_MS);
  stripe.jumpTo(app.clock());
  await post();
  await eventually(async () =>
    expect(await ana.call(routes.getAccount, {})).toMatchObject({
      planType: 'free',
      subscriptionInfo: { status: 'canceled' },
    }),
  );
  expect(await customerOf(accountId)).toMatch(/^cus_/);
  app.clock.reset();
});

it('a forged webhook is refused', async () => {
  const headers = {
    'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=00`,
    'content-type': 'application/json',
  };
  const answer = await fetch(`${app.url}/webhooks/payments/stripe`, { method: 'POST', headers, body: '{}' });
  expect(answer.status).toBe(401);
});
