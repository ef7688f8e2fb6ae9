import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { giveCard, startBillingApp, untilQuiet } from '../../testing/billing.ts';
import { makeTestKey } from '../../testing/sandboxes.ts';
import { STAFF_DOMAIN, signUpStaff } from '../../testing/staff.ts';
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { VerifiedPerson } from '../../testing/verified-person.ts';
import { runReconcileBilling } from './reconcile.ts';

/* What the night finds, and a server with billing off. */

describe('the nightly comparison', () => {
  let app: TestApp;
  let sam: VerifiedPerson;

  beforeAll(async () => {
    app = await startBillingApp({ variables: { STAFF_EMAIL_DOMAINS: STAFF_DOMAIN } });
    sam = await signUpStaff(app);
  });
  afterAll(() => app.stop());

  async function customer(body: object) {
    const ana = await app.signUpOnly();
    await giveCard(app.url, ana);
    expect(await ana.ask(routes.changePlan, { body })).toMatchObject({ status: 200 });
    return { ...ana, accountId: (await ana.call(routes.getUser, {})).accountId };
  }
  const change = (sql: string, ...values: unknown[]) => app.deps.pool.query(sql, values);
  const found = async (accountId: string) => {
    const { items } = await sam.call(routes.listBillingDifferences, { query: { limit: 100 } });
    return items
      .filter((item) => item.accountId === accountId)
      .map(({ kind, here, there, repaired }) => [kind, here, there, repaired])
      .sort();
  };

  it('repairs what the gateway knows better, and finds nothing the next night', async () => {
    const ana = await customer({ accountType: 'personal', planType: 'payg' });
    await ana.call(routes.buyTextPackage, { body: { count: 600 } });
    const before = await ana.call(routes.getAccount, {});
    const { accountId } = ana;
    // A look still running would repair it before.
    await untilQuiet(app.deps.pool);
    await change(
      `update subscriptions set status = 'pastDue', quantity = 4 where account_id = $1`,
      accountId,
    );
    await change(
      `update billing_invoices set status = 'open', paid_at = null where account_id = $1 and amount_cents = 1500`,
      accountId,
    );
    await change(`delete from usage_entries where account_id = $1`, accountId);
    await change(`update usage_closings set segments = 0 where account_id = $1`, accountId);
    await runReconcileBilling(app.deps, {});
    expect(await found(accountId)).toEqual([
      ['invoice', 'open', 'paid', true],
      [
        'subscription',
        expect.stringContaining('pastDue, 4 × payg'),
        expect.stringContaining('active, 1 × payg'),
        true,
      ],
      ['texts', '0', '600', true],
    ]);
    expect(await ana.call(routes.getAccount, {})).toEqual(before);
    await runReconcileBilling(app.deps, {});
    expect(await found(accountId)).toEqual([]);
  });

  it('leaves to staff what can’t be known: seats, unpaid texts, a plan that no one pays for', async () => {
    const ana = await customer({ accountType: 'team', planType: 'monthly' });
    await change(
      `insert into seats (account_id, id, status, seat_role, seat_type, tags, created_at)
       select account_id, gen_random_uuid(), status, seat_role, seat_type, tags, created_at from seats
        where account_id = $1 and status = 'available' limit 1`,
      ana.accountId,
    );
    const ben = await customer({ accountType: 'personal', planType: 'payg' });
    await change('insert into usage_closings (account_id) values ($1) on conflict do nothing', ben.accountId);
    await change(
      `insert into usage_entries (account_id, kind, segments, source_id, created_at) values ($1, 'purchase', 50, 'in_made_up', now() + interval '1 minute')`,
      ben.accountId,
    );
    const cem = await app.signUpOnly();
    const { accountId } = await cem.call(routes.getUser, {});
    await untilQuiet(app.deps.pool);
    const owner = await cem.call(routes.getUser, {});
    const sandbox = await makeTestKey(app, { ...cem, accountId, userId: owner.id, seatId: '', number: '' });
    await change(`update accounts set type = 'personal', plan_type = 'annual' where id = $1`, accountId);
    await runReconcileBilling(app.deps, {});
    expect(await found(ana.accountId)).toEqual([['seats', '4', '3', false]]);
    expect(await found(ben.accountId)).toEqual([['texts', '50', 'none', false]]);
    expect(await found(accountId)).toEqual([['plan', 'a plan', 'no subscription', false]]);
    expect(await found(sandbox.accountId)).toEqual([]);
    expect(await ana.refusal(routes.listBillingDifferences, {})).toBe('404 not_found');
  });

  it('goes page by page: each is a job that begins where the one before has ended', async () => {
    const { rows } = await app.deps.pool.query<{ account_id: string; customer_id: string }>(
      'select account_id, customer_id from billing_customers order by account_id',
    );
    const customers = rows.map(({ customer_id }) => customer_id);
    expect(customers.length).toBeGreaterThan(2);
    const { gateway } = app.deps.billing ?? {};
    if (gateway === undefined) throw new Error('No one is charged here');
    const spy = vi.spyOn(gateway, 'findCard');
    const compared = () => spy.mock.calls.map(([customerId]) => customerId);
    await runReconcileBilling(app.deps, {}, 2);
    await eventually(async () => expect(compared()).toEqual(customers));
    spy.mockClear();
    const from = {
      list: 'customers' as const,
      after: rows[1]?.account_id ?? '',
      startedAt: new Date().toISOString(),
    };
    await runReconcileBilling(app.deps, { from });
    expect(compared()).toEqual(customers.slice(2));
    spy.mockRestore();
  });

  it('shows staff a price that was made by hand, and nothing breaks of it', async () => {
    const ana = await customer({ accountType: 'team', planType: 'monthly' });
    await untilQuiet(app.deps.pool);
    await change(
      `update sandbox.subscriptions set terms = terms || '{"price": "gold"}' where customer_id =
        (select customer_id from billing_customers where account_id = $1)`,
      ana.accountId,
    );
    await runReconcileBilling(app.deps, {});
    expect(await found(ana.accountId)).toContainEqual(['plan', 'monthly', 'gold', false]);
    const { subscriptionInfo, type } = await ana.call(routes.getAccount, {});
    expect([type, subscriptionInfo.status, subscriptionInfo.priceKnown]).toEqual(['team', 'active', false]);
    expect(await ana.refusal(routes.purchaseSeats, { body: { quantity: 1 } })).toBe('409 price_unknown');
    const seats = await ana.call(routes.getSeats, {});
    expect(seats).toHaveLength(3);
    // A plan of the list is one that we know again.
    const choice = { accountType: 'team', planType: 'annual' } as const;
    const preview = await ana.call(routes.previewPlan, { query: choice });
    expect(preview).toMatchObject({ startsAt: null, renewalCents: 72_000 });
    const after = await ana.call(routes.changePlan, { body: choice });
    expect(after).toMatchObject({ planType: 'annual', subscriptionInfo: { priceKnown: true } });
  });
});

describe('a server with billing off', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it('gives every plan at once, and asks for no card', async () => {
    const ana = await app.signUpOnly();
    const info = async () => (await ana.call(routes.getAccount, {})).subscriptionInfo;
    expect(await info()).toMatchObject({ status: 'none', off: true });
    for (const { planTypes, monthlyPrice, annualPrice, requirements } of await ana.call(
      routes.getPlans,
      {},
    )) {
      expect([monthlyPrice, annualPrice ?? 0]).toEqual([0, 0]);
      expect(planTypes.length).toBeGreaterThan(0);
      expect(requirements.join()).not.toContain('card');
    }
    const choice = { accountType: 'team', planType: 'annual', recruiters: 4, billing: 'invoicing' } as const;
    expect(await ana.call(routes.previewPlan, { query: choice })).toMatchObject({
      dueNowCents: 0,
      lines: [],
      renewalCents: 0,
      cardRequired: false,
      seatsBefore: 0,
      seatsAfter: 4,
    });
    const account = await ana.call(routes.changePlan, { body: choice });
    expect(account).toMatchObject({
      planType: 'annual',
      subscriptionInfo: {
        status: 'active',
        billingMode: 'postpaid',
        seats: 4,
        off: true,
        remainingTexts: null,
      },
    });
    expect(await ana.call(routes.purchaseSeats, { body: { quantity: 1 } })).toMatchObject({
      seats: { total: 5 },
    });
    await ana.call(routes.changePlan, { body: { accountType: 'personal', planType: 'payg' } });
    expect(await info()).toMatchObject({ status: 'active', remainingTexts: null, seats: 1 });
  });

  it('has no card, no invoices, no packages and nothing to cancel', async () => {
    const ana = await app.signUpOnly();
    await ana.call(routes.changePlan, { body: { accountType: 'personal', planType: 'payg' } });
    expect(await ana.call(routes.getCard, {})).toBeNull();
    expect(await ana.call(routes.listInvoices, {})).toEqual([]);
    expect((await ana.call(routes.getTextPackages, {})).packages).toEqual([]);
    const body = { paymentMethodId: 'pm_1', name: 'Ana Lopez' };
    expect(await ana.refusal(routes.updateCard, { body })).toBe('409 billing_off');
    expect(await ana.refusal(routes.createSetupIntent, {})).toBe('409 billing_off');
    expect(await ana.refusal(routes.buyTextPackage, { body: { count: 200 } })).toBe('409 billing_off');
    expect(await ana.refusal(routes.cancelPlan, {})).toBe('409 billing_off');
    expect((await fetch(`${app.url}/webhooks/payments/sandbox`, { method: 'POST', body: '{}' })).status).toBe(
      404,
    );
  });
});
