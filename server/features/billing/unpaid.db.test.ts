import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BodyInput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { CARDS, giveCard, passDays, startBillingApp, untilQuiet } from '../../testing/billing.ts';
import { mailsTo } from '../../testing/mails.ts';
import { outfit } from '../../testing/people.ts';
import { candidatePhone, eventually, type TestApp } from '../../testing/test-app.ts';
import type { Client } from '../../testing/test-client.ts';
import { look } from './look.ts';

/* What isn't paid is no credit and buys nothing; and a smaller plan begins when what is paid for ends. */

let app: TestApp;

beforeAll(async () => {
  app = await startBillingApp();
});
afterAll(() => app.stop());

const payg = { accountType: 'personal', planType: 'payg' } as const;
const personal = { accountType: 'personal', planType: 'monthly' } as const;
const team = { accountType: 'team', planType: 'monthly' } as const;
const invoiced = { accountType: 'team', planType: 'annual', billing: 'invoicing' } as const;

async function newcomer() {
  const ana = await app.signUpOnly();
  const { accountId, email } = await ana.call(routes.getUser, {});
  return { ...ana, accountId, email };
}
type Newcomer = Awaited<ReturnType<typeof newcomer>>;

const choose = (ana: Client, body: BodyInput<typeof routes.changePlan>) =>
  ana.call(routes.changePlan, { body });
const preview = (ana: Client, query: BodyInput<typeof routes.changePlan>) =>
  ana.call(routes.previewPlan, { query });
const account = (ana: Client) => ana.call(routes.getAccount, {});
const amounts = async (ana: Client) =>
  (await ana.call(routes.listInvoices, {})).map(({ amountCents, status }) => [amountCents, status]);
const creditOf = async (accountId: string) => {
  const { rows } = await app.deps.pool.query(
    `select credit_cents from sandbox.customers where account_id = $1`,
    [accountId],
  );
  return rows[0]?.credit_cents;
};

async function lookNow({ accountId }: Newcomer): Promise<void> {
  const { billing } = app.deps;
  if (billing === null) throw new Error('No one is charged here');
  await eventually(async () => {
    const looked = await look(app.deps, billing, accountId);
    if (looked === 'busy' || looked === null) throw new Error('Overtaken');
  });
}
async function passTime(days: number, ana: Newcomer): Promise<void> {
  await passDays(app.url, days);
  await lookNow(ana);
}

describe('An invoice that no one has paid', () => {
  it('becomes no credit: what was delivered is charged, the rest is void', async () => {
    const ana = await newcomer();
    await choose(ana, { ...invoiced, recruiters: 10 });
    expect(await amounts(ana)).toEqual([[240_000, 'open']]);
    await passTime(10, ana);
    await giveCard(app.url, ana);
    const shown = await preview(ana, team);
    expect(shown).toMatchObject({ startsAt: null, renewalCents: 7500 });
    expect(shown.lines).toEqual([
      { description: 'Time used on your previous plan', amountCents: expect.any(Number) },
      { description: expect.stringContaining('Team unlimited, monthly'), amountCents: 7500 },
    ]);
    const used = shown.lines[0]?.amountCents ?? 0;
    expect(Math.abs(used - 240_000 * (10 / 365))).toBeLessThan(60);
    expect(await choose(ana, team)).toMatchObject({ planType: 'monthly', seats: { total: 3 } });
    expect(await amounts(ana)).toEqual([
      [shown.dueNowCents, 'paid'],
      [240_000, 'void'],
    ]);
    expect(await creditOf(ana.accountId)).toBe(0);
  });

  it('is paid by the card that pays from now on', async () => {
    const ana = await newcomer();
    await choose(ana, invoiced);
    await giveCard(app.url, ana);
    const byCard = { ...invoiced, billing: 'card' as const };
    const shown = await preview(ana, byCard);
    expect(shown.lines).toEqual([
      { description: expect.stringMatching(/^Unpaid invoice /), amountCents: 72_000 },
    ]);
    expect(shown.dueNowCents).toBe(72_000);
    expect(await choose(ana, byCard)).toMatchObject({ subscriptionInfo: { billingMode: 'postpaid' } });
    expect(await amounts(ana)).toEqual([[72_000, 'paid']]);
  });

  it('covers ten recruiters, in every way to more of them, until the first one is paid', async () => {
    const ana = await newcomer();
    const many = { ...invoiced, recruiters: 11 };
    expect(await ana.ask(routes.changePlan, { body: many })).toMatchObject({
      status: 422,
      body: { code: 'invoicing_limit', details: { fields: { recruiters: [expect.any(String)] } } },
    });
    expect(await ana.refusal(routes.previewPlan, { query: many })).toBe('422 invoicing_limit');
    await choose(ana, { ...invoiced, recruiters: 9 });
    expect(await ana.refusal(routes.purchaseSeats, { body: { quantity: 2 } })).toBe('422 invoicing_limit');
    await ana.call(routes.purchaseSeats, { body: { quantity: 1 } });
    expect(await ana.refusal(routes.changePlan, { body: many })).toBe('422 invoicing_limit');
    const [first] =
      (await app.deps.billing?.gateway.listInvoices({
        customerId: await customerIdOf(ana.accountId),
        limit: 1,
      })) ?? [];
    await giveCard(app.url, ana);
    await app.deps.billing?.gateway.payInvoice({
      key: app.deps.newId(),
      invoiceId: first?.invoiceId ?? '',
    });
    await lookNow(ana);
    expect(await choose(ana, many)).toMatchObject({ seats: { total: 11 } });
  });

  it('covers as much as anyone wants once staff have lifted that', async () => {
    const ana = await newcomer();
    await app.deps.pool.query(
      `update accounts set features_enabled = array_append(features_enabled, 'unpaidInvoicing') where id = $1`,
      [ana.accountId],
    );
    expect(await choose(ana, { ...invoiced, recruiters: 100 })).toMatchObject({ seats: { total: 100 } });
    await app.deps.pool.query(
      `insert into usage_entries (account_id, kind, segments, used, used_at, message_id, created_at)
       values ($1, 'count', 0, 2000, $2, gen_random_uuid(), $2)`,
      [ana.accountId, app.clock()],
    );
    const asked = { query: { to: candidatePhone() } };
    expect((await ana.call(routes.getSendabilityTo, asked)).reasons).not.toContain('invoice_unpaid');
  });

  it('is owed after the end of its plan too, before anything new', async () => {
    const ana = await newcomer();
    await choose(ana, invoiced);
    await ana.call(routes.cancelPlan, {});
    await passTime(366, ana);
    expect(await account(ana)).toMatchObject({ planType: 'free', subscriptionInfo: { status: 'canceled' } });
    expect(await ana.ask(routes.changePlan, { body: invoiced })).toMatchObject({
      status: 402,
      body: { code: 'payment_overdue', message: expect.stringContaining('Pay it first') },
    });
    await giveCard(app.url, ana, CARDS.declinedWhenCharged);
    expect(await ana.refusal(routes.changePlan, { body: payg })).toBe('402 card_declined');
    expect(await account(ana)).toMatchObject({ planType: 'free' });
    await giveCard(app.url, ana);
    const shown = await preview(ana, payg);
    expect(shown.lines.map(({ amountCents }) => amountCents)).toEqual([72_000, 1500]);
    await choose(ana, payg);
    expect(await amounts(ana)).toEqual([
      [1500, 'paid'],
      [72_000, 'paid'],
    ]);
  });
});

describe('An invoice that staff have voided', () => {
  const gatewayOf = () => {
    const { billing } = app.deps;
    if (billing === null) throw new Error('No one is charged here');
    return billing.gateway;
  };
  const invoicesOf = async (ana: Newcomer) =>
    gatewayOf().listInvoices({ customerId: await customerIdOf(ana.accountId), limit: 10 });

  it('becomes no credit either: another plan begins now, at its whole price', async () => {
    const ana = await newcomer();
    await choose(ana, { ...invoiced, recruiters: 10 });
    const [invoice] = await invoicesOf(ana);
    await gatewayOf().voidInvoice({ key: app.deps.newId(), invoiceId: invoice?.invoiceId ?? '' });
    await lookNow(ana);
    await giveCard(app.url, ana);
    const larger = { ...team, recruiters: 11 };
    expect(await preview(ana, larger)).toMatchObject({ startsAt: null, dueNowCents: 27_500 });
    expect(await choose(ana, larger)).toMatchObject({ planType: 'monthly', seats: { total: 11 } });
    expect(await amounts(ana)).toEqual([
      [27_500, 'paid'],
      [240_000, 'void'],
    ]);
    expect(await creditOf(ana.accountId)).toBe(0);
  });

  it('for a part of the period has another plan wait until its end', async () => {
    const ana = await newcomer();
    await choose(ana, invoiced);
    await ana.call(routes.purchaseSeats, { body: { quantity: 1 } });
    const [ofSeat, first] = await invoicesOf(ana);
    await giveCard(app.url, ana);
    await gatewayOf().payInvoice({ key: app.deps.newId(), invoiceId: first?.invoiceId ?? '' });
    await gatewayOf().voidInvoice({ key: app.deps.newId(), invoiceId: ofSeat?.invoiceId ?? '' });
    await lookNow(ana);
    expect(await choose(ana, { ...team, recruiters: 5 })).toMatchObject({
      planType: 'annual',
      subscriptionInfo: { nextPlan: { recruiters: 5 } },
    });
    expect(await creditOf(ana.accountId)).toBe(0);
  });
});

async function customerIdOf(accountId: string): Promise<string> {
  const { rows } = await app.deps.pool.query(
    'select customer_id from billing_customers where account_id = $1',
    [accountId],
  );
  return rows[0]?.customer_id;
}

describe('Texts before the first invoice is paid', () => {
  it('are 2,000; then they wait, and resume once it is paid', async () => {
    const ana = await newcomer();
    const { accountId } = ana;
    await choose(ana, invoiced);
    const { number } = await outfit(app.url, ana.token);
    const use = (segments: number) =>
      app.deps.pool.query(
        `insert into usage_entries (account_id, kind, segments, used, used_at, message_id, created_at)
         values ($1, 'count', 0, $2, $3, gen_random_uuid(), $3)`,
        [accountId, segments, app.clock()],
      );
    const text = () => ({ body: { to: candidatePhone(), body: 'Hi' } });
    const inMonths = new Date(app.clock().getTime() + 100 * 24 * 3600_000).toISOString();
    const later = await ana.call(routes.sendMessage, {
      body: { to: candidatePhone(), body: 'Later', scheduledAt: inMonths },
    });
    await use(1999);
    await ana.call(routes.sendMessage, text());
    await eventually(async () => {
      const { rows } = await app.deps.pool.query(
        'select sum(used)::int as used from usage_entries where account_id = $1',
        [accountId],
      );
      expect(rows[0].used).toBe(2000);
    });
    expect(await ana.refusal(routes.sendMessage, text())).toBe('402 invoice_unpaid');
    expect(await ana.call(routes.getSendabilityTo, { query: { to: candidatePhone() } })).toMatchObject({
      canTextNow: false,
      reasons: ['invoice_unpaid'],
    });
    // A text that was accepted before waits at its claim.
    const { rows } = await app.deps.pool.query<{ id: string }>(
      `update messages set status = 'queued', send_after = now() where account_id = $1 and id = $2 returning id`,
      [accountId, later.id],
    );
    expect(rows).toHaveLength(1);
    await eventually(async () => expect(await isStopped(accountId)).toBe(true));
    // A person who asks us to stop is still answered.
    const phone = candidatePhone();
    await app.twilio.control.inbound(phone, number, 'opt out');
    await eventually(async () => expect(app.twilio.state.messages.some(({ to }) => to === phone)).toBe(true));
    const statusOf = async () =>
      (
        await app.deps.pool.query('select status from messages where account_id = $1 and id = $2', [
          accountId,
          later.id,
        ])
      ).rows[0]?.status;
    expect(await statusOf()).toBe('queued');
    await giveCard(app.url, ana);
    await choose(ana, { ...invoiced, billing: 'card' });
    expect(await isStopped(accountId)).toBe(false);
    await eventually(async () => expect(['sent', 'delivered']).toContain(await statusOf()));
    await ana.call(routes.sendMessage, text());
  });
});

it('who leaves an unpaid invoice for another plan, and comes back to invoices, has no 2,000 texts more', async () => {
  const ana = await newcomer();
  const use = (segments: number) =>
    app.deps.pool.query(
      `insert into usage_entries (account_id, kind, segments, used, used_at, message_id, created_at)
       values ($1, 'count', 0, $2, $3, gen_random_uuid(), $3)`,
      [ana.accountId, segments, app.clock()],
    );
  const reasons = async () =>
    (await ana.call(routes.getSendabilityTo, { query: { to: candidatePhone() } })).reasons;
  await choose(ana, invoiced);
  await use(1500);
  await giveCard(app.url, ana);
  await choose(ana, payg);
  // What a plan covers that is paid doesn't count.
  await use(1500);
  await choose(ana, invoiced);
  expect(await reasons()).not.toContain('invoice_unpaid');
  await use(500);
  expect(await reasons()).toContain('invoice_unpaid');
});

async function isStopped(accountId: string): Promise<boolean> {
  const { rows } = await app.deps.pool.query('select sending_stopped_at from accounts where id = $1', [
    accountId,
  ]);
  return rows[0]?.sending_stopped_at !== null;
}

describe('A smaller plan', () => {
  async function onMonthly() {
    const ana = await newcomer();
    await giveCard(app.url, ana);
    await choose(ana, payg);
    await choose(ana, personal);
    return ana;
  }

  it('begins when what is paid for ends: until then the larger one continues, and nothing is given back', async () => {
    const ana = await onMonthly();
    const paid = await amounts(ana);
    const shown = await preview(ana, payg);
    expect(shown).toMatchObject({ dueNowCents: 0, lines: [], renewalCents: 1500 });
    const after = await choose(ana, payg);
    expect(after).toMatchObject({
      planType: 'monthly',
      subscriptionInfo: {
        status: 'active',
        cancelAt: null,
        renewsAt: shown.startsAt,
        nextPlan: { accountType: 'personal', planType: 'payg', recruiters: null, startsAt: shown.startsAt },
      },
    });
    expect(await amounts(ana)).toEqual(paid);
    expect(await creditOf(ana.accountId)).toBe(0);
    await untilQuiet(app.deps.pool);
    await passDays(app.url, 32);
    await eventually(async () =>
      expect(await account(ana)).toMatchObject({
        planType: 'payg',
        subscriptionInfo: { status: 'active', nextPlan: null },
      }),
    );
    expect((await amounts(ana))[0]).toEqual([1500, 'paid']);
    expect((await mailsTo(app, ana.email)).map(({ subject }) => subject)).not.toContain(
      'Your Hiretext plan has ended',
    );
  });

  it('can be taken back before then, by choosing the present one', async () => {
    const ana = await onMonthly();
    await choose(ana, payg);
    const paid = await amounts(ana);
    await choose(ana, personal);
    const { subscriptionInfo } = await account(ana);
    expect(subscriptionInfo).toMatchObject({ nextPlan: null, cancelAt: null, renewsAt: expect.any(String) });
    expect(await amounts(ana)).toEqual(paid);
    await passTime(32, ana);
    expect(await account(ana)).toMatchObject({ planType: 'monthly' });
  });

  it('of a plan that is canceled afterwards never begins', async () => {
    const ana = await onMonthly();
    await choose(ana, payg);
    expect((await ana.call(routes.cancelPlan, {})).subscriptionInfo).toMatchObject({
      nextPlan: null,
      cancelAt: expect.any(String),
    });
    await passTime(32, ana);
    expect(await account(ana)).toMatchObject({ planType: 'free', subscriptionInfo: { status: 'canceled' } });
  });

  it('whose card is declined doesn’t start: the plan has ended', async () => {
    const ana = await onMonthly();
    await choose(ana, payg);
    await giveCard(app.url, ana, CARDS.declinedWhenCharged);
    await passTime(32, ana);
    await eventually(async () => expect(await account(ana)).toMatchObject({ planType: 'free' }));
    await eventually(async () =>
      expect((await mailsTo(app, ana.email)).map(({ subject }) => subject)).toContain(
        'Your Hiretext plan has ended',
      ),
    );
    expect((await account(ana)).subscriptionInfo.nextPlan).toBeNull();
  });

  it('of a team that has grown by then is the team as it was', async () => {
    const ana = await newcomer();
    await giveCard(app.url, ana);
    await choose(ana, team);
    expect(await choose(ana, personal)).toMatchObject({ type: 'team', seats: { total: 3 } });
    await ana.call(routes.purchaseSeats, { body: { quantity: 1 } });
    expect((await account(ana)).subscriptionInfo.nextPlan).toMatchObject({ accountType: 'personal' });
    for (const name of ['bea', 'cem', 'dan'])
      await ana.call(routes.inviteUser, { body: { email: `${name}.${ana.accountId}@example.com` } });
    await passTime(32, ana);
    await eventually(async () =>
      expect(await account(ana)).toMatchObject({
        type: 'team',
        planType: 'monthly',
        subscriptionInfo: { status: 'active', nextPlan: null, seats: 4 },
      }),
    );
    expect((await amounts(ana))[0]).toEqual([10_000, 'paid']);
  });
});

it('who is on another plan than it takes reads which one', async () => {
  const ana = await newcomer();
  await giveCard(app.url, ana);
  await choose(ana, personal);
  expect(await ana.ask(routes.buyTextPackage, { body: { count: 200 } })).toMatchObject({
    status: 402,
    body: {
      code: 'plan_required',
      message: "Your plan doesn't include this. Change to pay as you go under Billing.",
    },
  });
  const ben = await newcomer();
  await giveCard(app.url, ben);
  const asked = () => ben.ask(routes.listInterviewReminders, {});
  const answer = async () => (await asked()).body;
  expect(await answer()).toMatchObject({ message: 'Choose a monthly or annual plan first.' });
  await choose(ben, payg);
  expect(await answer()).toMatchObject({
    message: "Your plan doesn't include this. Change to a monthly or annual plan under Billing.",
  });
});
