import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BodyInput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { CARDS, cardToken, giveCard, startBillingApp } from '../../testing/billing.ts';
import { mailsTo } from '../../testing/mails.ts';
import { eventually, type TestApp } from '../../testing/test-app.ts';
import type { Client } from '../../testing/test-client.ts';

/* What people pay for, through HTTP, with the sandbox gateway. */

let app: TestApp;

beforeAll(async () => {
  app = await startBillingApp();
});
afterAll(() => app.stop());

const person = () => app.signUpOnly();
const withCard = async (number?: string) => {
  const ana = await person();
  await giveCard(app.url, ana, number);
  return ana;
};
const choose = (ana: Client, body: BodyInput<typeof routes.changePlan>) =>
  ana.call(routes.changePlan, { body });
const account = (ana: Client) => ana.call(routes.getAccount, {});
const invoices = (ana: Client) => ana.call(routes.listInvoices, {});
const amounts = async (ana: Client) =>
  (await invoices(ana)).map(({ amountCents, status }) => [amountCents, status]);

const payg = { accountType: 'personal', planType: 'payg' } as const;
const personal = { accountType: 'personal', planType: 'monthly' } as const;
const team = { accountType: 'team', planType: 'monthly' } as const;
const invoiced = { accountType: 'team', planType: 'annual', billing: 'invoicing' } as const;

describe('the plans', () => {
  it('cost what is configured', async () => {
    const ana = await person();
    expect(
      (await ana.call(routes.getPlans, {})).map(({ id, monthlyPrice, annualPrice, currency }) => [
        id,
        monthlyPrice,
        annualPrice,
        currency,
      ]),
    ).toEqual([
      ['payg', 15, null, 'USD'],
      ['personalUnlimited', 29, 290, 'USD'],
      ['teamUnlimited', 25, 240, 'USD'],
    ]);
    expect(await ana.call(routes.getTextPackages, {})).toEqual({
      currency: 'USD',
      packages: [
        { count: 200, price: 16 },
        { count: 400, price: 28 },
        { count: 600, price: 36 },
        { count: 800, price: 40 },
        { count: 1000, price: 45 },
      ],
    });
  });
});

describe('the card', () => {
  it('is given by its token, shown, and replaced', async () => {
    const ana = await person();
    expect(await ana.call(routes.getCard, {})).toBeNull();
    await giveCard(app.url, ana);
    expect(await ana.call(routes.getCard, {})).toMatchObject({
      name: 'Ana Lopez',
      brand: 'visa',
      last4: '4242',
    });
    await giveCard(app.url, ana, CARDS.declinedWhenCharged);
    expect(await ana.call(routes.getCard, {})).toMatchObject({ last4: '0341' });
    const { items } = await ana.call(routes.listAuditEvents, { query: { action: 'card.changed' } });
    expect(items).toHaveLength(2);
  });

  it('that is refused changes nothing', async () => {
    const ana = await withCard();
    const paymentMethodId = await cardToken(app.url, CARDS.refused);
    expect(await ana.refusal(routes.updateCard, { body: { paymentMethodId, name: 'Ana Lopez' } })).toBe(
      '402 card_declined',
    );
    expect(await ana.call(routes.getCard, {})).toMatchObject({ last4: '4242' });
  });

  it('that has expired, or has no full name on it, is refused in the words of the form', async () => {
    const ana = await person();
    const paymentMethodId = await cardToken(app.url, CARDS.good, '0120');
    const expired = await ana.ask(routes.updateCard, { body: { paymentMethodId, name: 'Ana Lopez' } });
    expect(expired).toMatchObject({
      status: 402,
      body: { code: 'card_expired', message: 'Your card is alredy expired' },
    });
    const nameless = await ana.ask(routes.updateCard, { body: { paymentMethodId, name: ' Ana ' } });
    expect(nameless).toMatchObject({
      status: 422,
      body: { details: { fields: { name: ['Full name must consist of first and last name'] } } },
    });
  });

  it.each([
    payg,
    personal,
    team,
    { ...personal, planType: 'annual' as const },
    { ...team, planType: 'annual' as const },
  ])('is needed for %j', async (choice) => {
    const ana = await person();
    expect(await ana.refusal(routes.changePlan, { body: choice })).toBe('402 card_required');
    expect(await account(ana)).toMatchObject({ planType: 'free', subscriptionInfo: { status: 'none' } });
  });
});

describe('choosing a plan', () => {
  it.each([
    [payg, 1500, 'prepaid', 0],
    [personal, 2900, 'postpaid', null],
    [{ ...personal, planType: 'annual' as const }, 29_000, 'postpaid', null],
    [team, 7500, 'postpaid', null],
    [{ ...team, planType: 'annual' as const, recruiters: 5 }, 120_000, 'postpaid', null],
  ])('%j charges the card and gives the seats', async (choice, cents, billingMode, remainingTexts) => {
    const ana = await withCard();
    const seats = choice.accountType === 'team' ? ((choice as { recruiters?: number }).recruiters ?? 3) : 1;
    expect(await ana.call(routes.previewPlan, { query: choice })).toMatchObject({
      dueNowCents: cents,
      renewalCents: cents,
      cardRequired: false,
      seatsBefore: 0,
      seatsAfter: seats,
    });
    expect(await choose(ana, choice)).toMatchObject({
      type: choice.accountType,
      planType: choice.planType,
      seats: { total: seats },
      subscriptionInfo: { status: 'active', billingMode, remainingTexts, seats, off: false, cancelAt: null },
    });
    expect(await amounts(ana)).toEqual([[cents, 'paid']]);
    const { items } = await ana.call(routes.listAuditEvents, { query: { action: 'plan.changed' } });
    expect(items).toMatchObject([{ details: { chargedCents: cents, currency: 'USD' } }]);
  });

  it('by invoice needs no card, for an annual team only', async () => {
    const ana = await person();
    expect(await choose(ana, invoiced)).toMatchObject({
      subscriptionInfo: { status: 'active', billingMode: 'invoicing' },
    });
    expect(await invoices(ana)).toMatchObject([
      { status: 'open', amountCents: 72_000, dueAt: expect.any(String) },
    ]);
    expect(await ana.refusal(routes.changePlan, { body: { ...team, billing: 'invoicing' } })).toBe(
      '422 invalid',
    );
  });

  it('of a team needs three recruiters', async () => {
    const ana = await withCard();
    const body = { ...team, recruiters: 2 };
    const answer = await ana.ask(routes.changePlan, { body });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'minimum_recruiters', details: { fields: { recruiters: [expect.any(String)] } } },
    });
    expect(await ana.refusal(routes.previewPlan, { query: body })).toBe('422 minimum_recruiters');
  });

  it('that the bank declines changes nothing', async () => {
    const ana = await withCard(CARDS.declinedWhenCharged);
    expect(await ana.refusal(routes.changePlan, { body: team })).toBe('402 card_declined');
    expect(await account(ana)).toMatchObject({ planType: 'free', seats: { total: 0 } });
    // The next one is not in its way.
    await giveCard(app.url, ana);
    expect(await choose(ana, personal)).toMatchObject({ planType: 'monthly' });
  });

  it('once more charges nothing', async () => {
    const ana = await withCard();
    await choose(ana, personal);
    await choose(ana, personal);
    expect(await amounts(ana)).toEqual([[2900, 'paid']]);
  });

  it('from personal to team and back is prorated, as in the preview', async () => {
    const ana = await withCard();
    await choose(ana, personal);
    const preview = await ana.call(routes.previewPlan, { query: team });
    expect(preview.dueNowCents).toBeGreaterThan(4500);
    expect(await choose(ana, team)).toMatchObject({ type: 'team', seats: { used: 1, total: 3 } });
    expect((await amounts(ana))[0]).toEqual([preview.dueNowCents, 'paid']);
    const back = await ana.call(routes.previewPlan, { query: personal });
    expect(back).toMatchObject({ dueNowCents: 0, seatsBefore: 3, seatsAfter: 1, startsAt: back.renewsAt });
    expect(await choose(ana, personal)).toMatchObject({
      type: 'team',
      seats: { total: 3 },
      subscriptionInfo: { nextPlan: { accountType: 'personal', planType: 'monthly' } },
    });
  });

  it('is an admin to choose, and with fewer seats than are taken is refused before anything is charged', async () => {
    const ana = await withCard();
    await choose(ana, team);
    const { accountId } = await ana.call(routes.getUser, {});
    await app.deps.pool.query(
      `update seats set status = 'pendingInvitation', pending_email = id || '@example.com' where account_id = $1 and status = 'available'`,
      [accountId],
    );
    expect(await ana.refusal(routes.changePlan, { body: personal })).toBe('409 seats_in_use');
    expect(await ana.refusal(routes.previewPlan, { query: personal })).toBe('409 seats_in_use');
    expect(await amounts(ana)).toEqual([[7500, 'paid']]);
  });
});

describe('seats', () => {
  it('are charged before they exist, as in the preview', async () => {
    const ana = await withCard();
    await choose(ana, team);
    const preview = await ana.call(routes.previewPlan, { query: { ...team, recruiters: 5 } });
    const { seats, subscriptionInfo } = await ana.call(routes.purchaseSeats, { body: { quantity: 2 } });
    expect([seats.total, subscriptionInfo.seats]).toEqual([5, 5]);
    expect((await amounts(ana))[0]).toEqual([preview.dueNowCents, 'paid']);
    expect(preview.dueNowCents).toBeGreaterThan(4900);
  });

  it('that the bank declines do not exist', async () => {
    const ana = await withCard();
    await choose(ana, team);
    await giveCard(app.url, ana, CARDS.declinedWhenCharged);
    expect(await ana.refusal(routes.purchaseSeats, { body: { quantity: 2 } })).toBe('402 card_declined');
    expect(await account(ana)).toMatchObject({ seats: { total: 3 }, subscriptionInfo: { seats: 3 } });
  });

  it('that are removed cost nothing from the next period on, and are not charged again in this one', async () => {
    const ana = await withCard();
    await choose(ana, { ...team, recruiters: 5 });
    const free = (await ana.call(routes.getSeats, {})).find(({ status }) => status === 'available');
    expect(await ana.call(routes.removeSeat, { body: { seatId: free?.id ?? '' } })).toMatchObject({
      seats: { total: 4 },
      subscriptionInfo: { seats: 4 },
    });
    expect(await amounts(ana)).toEqual([[12_500, 'paid']]);
    expect(await ana.call(routes.purchaseSeats, { body: { quantity: 1 } })).toMatchObject({
      seats: { total: 5 },
      subscriptionInfo: { seats: 5 },
    });
    expect(await amounts(ana)).toEqual([[12_500, 'paid']]);
  });
});

describe('a text package', () => {
  it('is charged once and is for pay as you go', async () => {
    const ana = await withCard();
    await choose(ana, payg);
    const account = await ana.call(routes.buyTextPackage, { body: { count: 200 } });
    expect(account.subscriptionInfo.remainingTexts).toBe(200);
    expect(await amounts(ana)).toEqual([
      [1600, 'paid'],
      [1500, 'paid'],
    ]);
    const { items } = await ana.call(routes.listAuditEvents, { query: { action: 'textPackage.bought' } });
    expect(items).toMatchObject([{ details: { count: 200, chargedCents: 1600 } }]);
    const ben = await withCard();
    await choose(ben, personal);
    expect(await ben.refusal(routes.buyTextPackage, { body: { count: 200 } })).toBe('402 plan_required');
  });

  it('that the bank declines brings no texts', async () => {
    const ana = await withCard();
    await choose(ana, payg);
    await giveCard(app.url, ana, CARDS.declinedWhenCharged);
    expect(await ana.refusal(routes.buyTextPackage, { body: { count: 1000 } })).toBe('402 card_declined');
    expect((await account(ana)).subscriptionInfo.remainingTexts).toBe(0);
  });
});

describe('invoices', () => {
  it('open as PDF by a signed address, for an hour, with a receipt by mail', async () => {
    const ana = await withCard();
    await choose(ana, personal);
    const { email } = await ana.call(routes.getUser, {});
    const [invoice] = await invoices(ana);
    const answer = await fetch(invoice?.pdfUrl ?? '');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect((await fetch(`${invoice?.pdfUrl}x`)).status).toBe(404);
    app.clock.advance(3601_000);
    expect((await fetch(invoice?.pdfUrl ?? '')).status).toBe(404);
    app.clock.reset();
    const receipts = await eventually(async () => {
      const found = (await mailsTo(app, email)).filter(({ subject }) => subject === 'Receipt for $29');
      expect(found).toHaveLength(1);
      return found;
    });
    const url = /https?:\/\/\S+invoices\S+/.exec(receipts[0]?.text ?? '')?.[0] ?? '';
    expect((await fetch(url)).status).toBe(200);
  });
});

describe('canceling', () => {
  it('ends the plan when it is paid up, and another choice continues it', async () => {
    const ana = await withCard();
    expect(await ana.refusal(routes.cancelPlan, {})).toBe('409 no_subscription');
    await choose(ana, personal);
    const { subscriptionInfo } = await ana.call(routes.cancelPlan, {});
    expect(subscriptionInfo).toMatchObject({
      status: 'active',
      renewsAt: null,
      cancelAt: expect.any(String),
    });
    expect((await account(ana)).planType).toBe('monthly');
    const { subscriptionInfo: kept } = await choose(ana, personal);
    expect(kept).toMatchObject({ status: 'active', cancelAt: null, renewsAt: subscriptionInfo.cancelAt });
    expect(await amounts(ana)).toEqual([[2900, 'paid']]);
  });

  it('leaves what is paid for: seats that were given up come back without another payment', async () => {
    const ana = await withCard();
    await choose(ana, { ...team, recruiters: 5 });
    await choose(ana, { ...team, recruiters: 3 });
    await ana.call(routes.cancelPlan, {});
    const paid = await amounts(ana);
    await ana.call(routes.purchaseSeats, { body: { quantity: 2 } });
    expect(await amounts(ana)).toEqual(paid);
    const { seats, subscriptionInfo } = await account(ana);
    expect({ total: seats.total, cancelAt: subscriptionInfo.cancelAt }).toEqual({
      total: 5,
      cancelAt: expect.any(String),
    });
  });
});
