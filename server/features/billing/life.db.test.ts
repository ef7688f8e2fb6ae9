import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { CARDS, cardToken, giveCard, passDays, startBillingApp } from '../../testing/billing.ts';
import { mailsTo } from '../../testing/mails.ts';
import { outfit } from '../../testing/people.ts';
import { candidatePhone, eventually, type TestApp } from '../../testing/test-app.ts';
import type { Client } from '../../testing/test-client.ts';
import { runErase } from '../deletions/erase.ts';
import { look } from './look.ts';

/* What becomes of a subscription as time goes by. The sandbox's clock is moved on, so each test has its own people. */

let app: TestApp;

beforeAll(async () => {
  app = await startBillingApp();
});
afterAll(() => app.stop());

const personal = { accountType: 'personal', planType: 'monthly' } as const;

async function customer(card?: string) {
  const ana = await app.signUpOnly();
  const { accountId, email, id: userId } = await ana.call(routes.getUser, {});
  await giveCard(app.url, ana, card);
  return { ...ana, accountId, email, userId };
}

async function subscriber() {
  const ana = await customer();
  await ana.call(routes.changePlan, { body: personal });
  return ana;
}

/** Our state is the gateway's. */
async function lookNow(accountId: string): Promise<void> {
  const { billing } = app.deps;
  if (billing === null) throw new Error('No one is charged here');
  await eventually(async () => {
    const looked = await look(app.deps, billing, accountId);
    // A webhook may be looking as well, and not be through with it.
    if (looked === 'busy' || looked === null) throw new Error('Overtaken');
  });
}

async function passTime(days: number, ...people: { accountId: string }[]): Promise<void> {
  await passDays(app.url, days);
  for (const { accountId } of people) await lookNow(accountId);
}

const info = async (ana: Client) => (await ana.call(routes.getAccount, {})).subscriptionInfo;
const subjects = async (email: string) => (await mailsTo(app, email)).map(({ subject }) => subject);

async function isStopped(accountId: string): Promise<boolean> {
  const { rows } = await app.deps.pool.query('select sending_stopped_at from accounts where id = $1', [
    accountId,
  ]);
  return rows[0]?.sending_stopped_at !== null;
}

it('a renewal is charged, found by the webhook alone, and has its receipt', async () => {
  const ana = await subscriber();
  const { renewsAt } = await info(ana);
  await passDays(app.url, 32);
  await eventually(async () => expect(await ana.call(routes.listInvoices, {})).toHaveLength(2));
  const next = await info(ana);
  expect(next.status).toBe('active');
  expect(next.renewsAt && renewsAt && next.renewsAt > renewsAt).toBe(true);
  await eventually(async () =>
    expect((await subjects(ana.email)).filter((each) => each === 'Receipt for $29')).toHaveLength(2),
  );
});

describe('a payment that fails', () => {
  it('leaves seven days, notifies the admins twice, then stops sending; and resumes once it is paid', async () => {
    const ana = await subscriber();
    await giveCard(app.url, ana, CARDS.declinedWhenCharged);
    await passTime(32, ana);
    const late = await info(ana);
    expect(late).toMatchObject({ status: 'pastDue', graceUntil: expect.any(String) });
    expect(await isStopped(ana.accountId)).toBe(false);
    await eventually(async () => expect(await subjects(ana.email)).toContain('Your payment failed'));
    await passTime(6, ana);
    await eventually(async () =>
      expect((await subjects(ana.email)).some((each) => each.startsWith('Your texts stop going out'))).toBe(
        true,
      ),
    );
    expect(await isStopped(ana.accountId)).toBe(false);
    await passTime(2, ana);
    expect(await isStopped(ana.accountId)).toBe(true);
    expect(await info(ana)).toMatchObject({ status: 'pastDue', graceUntil: late.graceUntil });
    await passTime(1, ana);
    expect((await subjects(ana.email)).filter((each) => /failed|stop going out/.test(each))).toHaveLength(2);
    // The new card is tried at once.
    await giveCard(app.url, ana);
    expect(await info(ana)).toMatchObject({ status: 'active', graceUntil: null });
    expect(await isStopped(ana.accountId)).toBe(false);
  });

  it('is paid with the next choice of a plan, which shows it', async () => {
    const ana = await subscriber();
    await giveCard(app.url, ana, CARDS.declinedWhenCharged);
    await passTime(32, ana);
    const query = { accountType: 'team', planType: 'monthly' } as const;
    const preview = await ana.call(routes.previewPlan, { query });
    expect(preview.lines[0]).toMatchObject({
      description: expect.stringContaining('Overdue'),
      amountCents: 2900,
    });
    expect(await ana.refusal(routes.changePlan, { body: query })).toBe('402 card_declined');
    expect(await ana.call(routes.getAccount, {})).toMatchObject({ type: 'personal' });
    const { paymentMethodId, before } = {
      paymentMethodId: await cardToken(app.url),
      before: await ana.call(routes.listInvoices, {}),
    };
    await app.deps.billing?.gateway.setCard({
      key: app.deps.newId(),
      customerId: await customerIdOf(ana.accountId),
      paymentMethodId,
      name: 'Ana',
    });
    await ana.call(routes.changePlan, { body: query });
    const after = await ana.call(routes.listInvoices, {});
    expect(after.every(({ status }) => status === 'paid')).toBe(true);
    const paid = after
      .slice(0, after.length - before.length)
      .reduce((sum, { amountCents }) => sum + amountCents, 2900);
    expect(paid).toBe(preview.dueNowCents);
    expect(await info(ana)).toMatchObject({ status: 'active' });
  });

  it('of an invoice that is overdue is the same, and another one is not sent meanwhile', async () => {
    const ana = await app.signUpOnly();
    const { accountId, email } = await ana.call(routes.getUser, {});
    const choice = { accountType: 'team', planType: 'annual', billing: 'invoicing' } as const;
    await ana.call(routes.changePlan, { body: choice });
    await passTime(29, { accountId });
    expect(await info(ana)).toMatchObject({ status: 'active' });
    await passTime(2, { accountId });
    expect(await info(ana)).toMatchObject({ status: 'pastDue', billingMode: 'invoicing' });
    await eventually(async () => expect(await subjects(email)).toContain('Your invoice is overdue'));
    expect(await ana.refusal(routes.purchaseSeats, { body: { quantity: 1 } })).toBe('402 payment_overdue');
    expect(await ana.refusal(routes.previewPlan, { query: choice })).toBe('402 payment_overdue');
    await passTime(8, { accountId });
    expect(await isStopped(accountId)).toBe(true);
  });
});

async function customerIdOf(accountId: string): Promise<string> {
  const { rows } = await app.deps.pool.query(
    'select customer_id from billing_customers where account_id = $1',
    [accountId],
  );
  return rows[0]?.customer_id;
}

describe('a canceled plan', () => {
  it('ends when it is paid up; its number receives for 30 days more, and comes back with another plan', async () => {
    const ana = await customer();
    await ana.call(routes.changePlan, { body: personal });
    const texter = await outfit(app.url, ana.token);
    const later = new Date(Date.now() + 100 * 24 * 3600_000).toISOString();
    const text = await ana.call(routes.sendMessage, {
      body: { to: candidatePhone(), body: 'Hi', scheduledAt: later },
    });
    await ana.call(routes.cancelPlan, {});
    await passTime(32, ana);
    expect(await ana.call(routes.getAccount, {})).toMatchObject({
      type: 'personal',
      planType: 'free',
      seats: { total: 1 },
      subscriptionInfo: { status: 'canceled', renewsAt: null, cancelAt: null, seats: 0 },
    });
    await eventually(async () => expect(await subjects(ana.email)).toContain('Your Hiretext plan has ended'));
    const { items } = await ana.call(routes.listMessages, { params: { id: text.conversationId } });
    expect(items).toMatchObject([{ status: 'canceled', errorCode: 'plan_ended' }]);
    const to = candidatePhone();
    expect(await ana.refusal(routes.sendMessage, { body: { to, body: 'Hi' } })).toBe('402 plan_required');
    const phone = candidatePhone();
    await app.twilio.control.inbound(phone, texter.number, 'Are you there?');
    await eventually(async () =>
      expect(
        (await ana.call(routes.listConversations, {})).items.map(({ candidate }) => candidate.phoneNumber),
      ).toContain(phone),
    );
    await passTime(20, ana);
    await ana.call(routes.changePlan, { body: personal });
    expect((await ana.call(routes.getUser, {})).seat).toMatchObject({ twilioNumber: texter.number });
    await ana.call(routes.sendMessage, { body: { to, body: 'Hi' } });
    await passTime(15, ana);
    expect((await ana.call(routes.getUser, {})).seat).toMatchObject({ twilioNumber: texter.number });
  });

  it('gives its number back after 30 days', async () => {
    const ana = await customer();
    await ana.call(routes.changePlan, { body: personal });
    const { number } = await outfit(app.url, ana.token);
    await ana.call(routes.cancelPlan, {});
    await passTime(32, ana);
    expect(app.twilio.state.owned.has(number)).toBe(true);
    await passTime(31, ana);
    expect((await ana.call(routes.getUser, {})).seat?.twilioNumber ?? null).toBeNull();
    await eventually(() => expect(app.twilio.state.owned.has(number)).toBe(false));
  });
});

it('an erased account is no longer charged', async () => {
  const ana = await subscriber();
  const customerId = await customerIdOf(ana.accountId);
  await ana.call(routes.deleteUser, { body: { password: 'correct horse battery' } });
  await app.deps.pool.query(`update accounts set deletes_at = now() - interval '1 minute' where id = $1`, [
    ana.accountId,
  ]);
  await app.deps.pool.query(`update users set deletes_at = now() - interval '1 minute' where id = $1`, [
    ana.userId,
  ]);
  // The cancellation may still be under way.
  await eventually(() => runErase(app.deps, ana));
  const { rows } = await app.deps.pool.query('select 1 from accounts where id = $1', [ana.accountId]);
  expect(rows).toEqual([]);
  expect(await app.deps.billing?.gateway.findSubscription(customerId)).toMatchObject({ status: 'canceled' });
});

it('admins are notified once of a card that expires within the month', async () => {
  const ana = await app.signUpOnly();
  const { accountId, email } = await ana.call(routes.getUser, {});
  const now = (await app.deps.billing?.gateway.now()) ?? new Date();
  // Good until the end of this month.
  const expiry = `${String(now.getUTCMonth() + 1).padStart(2, '0')}${String(now.getUTCFullYear()).slice(2)}`;
  await giveCard(app.url, ana, CARDS.good, expiry);
  await ana.call(routes.changePlan, { body: personal });
  await lookNow(accountId);
  await lookNow(accountId);
  await eventually(async () => expect(await subjects(email)).toContain('Your card expires soon'));
  expect((await subjects(email)).filter((each) => each === 'Your card expires soon')).toHaveLength(1);
});
