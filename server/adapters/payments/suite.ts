import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BadSignature,
  type CardRefused,
  NotPaid,
  type PaymentGateway,
  type Terms,
  Unreadable,
} from './port.ts';

export const STARTED_AT = new Date('2026-04-10T10:20:30.000Z');
const DAY_MS = 86_400_000;
const DRAFT_MS = 2 * 3_600_000;

export interface PostedWebhook {
  headers: Record<string, string | undefined>;
  body: Buffer;
}

/** What the suite needs to hold in its hands to examine one gateway. A fresh one is made for every test, at `STARTED_AT`. */
export interface GatewayHarness {
  gateway: PaymentGateway;
  /** A token, as the browser gets it. `declined`: as soon as it is charged; `expired`: at the end of April 2026. */
  card(kind: 'accepted' | 'refused' | 'declined' | 'expiring', customerId: string): Promise<string>;
  /** Time passes, for us and for the gateway, which does what falls due. */
  advance(ms: number): Promise<void>;
  /** Whatever `work` asks for is done, and no answer arrives. */
  withoutAnswers(work: () => Promise<unknown>): Promise<void>;
  /** What the gateway has posted so far, oldest first. */
  webhooks(): Promise<PostedWebhook[]>;
  /** Signed as the gateway signs, whatever it says. */
  sign(body: string): PostedWebhook;
  stop(): Promise<void>;
}

const team = (quantity: number, more: Partial<Terms> = {}): Terms => ({
  price: 'teamMonthly',
  description: 'Team unlimited, monthly',
  unitAmountCents: 2500,
  currency: 'USD',
  interval: 'month',
  quantity,
  billing: 'card',
  ...more,
});
const annually = (quantity: number, more: Partial<Terms> = {}) =>
  team(quantity, {
    price: 'teamAnnual',
    description: 'Team unlimited, annually',
    unitAmountCents: 24_000,
    interval: 'year',
    ...more,
  });

/** What every gateway must do. */
export function paymentSuite(name: string, makeHarness: () => Promise<GatewayHarness>): void {
  describe(`${name} as a payment gateway`, () => {
    let harness: GatewayHarness;
    let gateway: PaymentGateway;
    beforeEach(async () => {
      harness = await makeHarness();
      gateway = harness.gateway;
    });
    afterEach(() => harness.stop());

    const advanceDays = (days: number) => harness.advance(days * DAY_MS);
    /** Invoices of renewals may stay drafts for an hour. */
    const toRenewal = () => harness.advance(30 * DAY_MS + DRAFT_MS);
    const newKey = () => randomUUID();

    async function newCustomer(): Promise<string> {
      const { customerId } = await gateway.createCustomer({
        key: newKey(),
        accountId: randomUUID(),
        name: 'Acme Talent',
        email: 'ada@example.com',
      });
      return customerId;
    }

    async function giveCard(customerId: string, kind: Parameters<GatewayHarness['card']>[0] = 'accepted') {
      const paymentMethodId = await harness.card(kind, customerId);
      return gateway.setCard({ key: newKey(), customerId, paymentMethodId, name: 'Ada Park' });
    }

    async function customerWithCard(): Promise<string> {
      const customerId = await newCustomer();
      await giveCard(customerId);
      return customerId;
    }

    const invoicesOf = (customerId: string) => gateway.listInvoices({ customerId, limit: 100 });
    const amountsOf = async (customerId: string) =>
      (await invoicesOf(customerId)).map(({ status, amountCents }) => [status, amountCents]);
    const refused = (reason: CardRefused['reason']) =>
      expect.objectContaining({ name: 'CardRefused', reason });

    describe('customers and cards', () => {
      it('a customer repeated with the same key is the same', async () => {
        const input = { key: newKey(), accountId: randomUUID(), name: 'Acme', email: 'ada@example.com' };
        const first = await gateway.createCustomer(input);
        expect(await gateway.createCustomer(input)).toEqual(first);
        expect(await gateway.createCustomer({ ...input, key: newKey() })).not.toEqual(first);
        expect(await gateway.findCard(first.customerId)).toBeNull();
        expect(await gateway.findSubscription(first.customerId)).toBeNull();
        expect(await invoicesOf(first.customerId)).toEqual([]);
      });

      it('keeps a card', async () => {
        const customerId = await newCustomer();
        const card = await giveCard(customerId);
        expect(card).toEqual({
          paymentMethodId: expect.any(String),
          name: 'Ada Park',
          brand: 'visa',
          expMonth: 12,
          expYear: 2040,
          last4: '4242',
        });
        expect(await gateway.findCard(customerId)).toEqual(card);
      });

      it('another card takes its place, and the first can no longer be used', async () => {
        const customerId = await newCustomer();
        const first = await giveCard(customerId);
        const second = await giveCard(customerId, 'declined');
        expect(second.last4).toBe('0341');
        expect(await gateway.findCard(customerId)).toEqual(second);
        const again = { key: newKey(), customerId, paymentMethodId: first.paymentMethodId, name: 'Ada Park' };
        await expect(gateway.setCard(again)).rejects.toEqual(refused('declined'));
        expect(await gateway.findCard(customerId)).toEqual(second);
      });

      it('a refused card leaves the one before', async () => {
        const customerId = await newCustomer();
        const kept = await giveCard(customerId);
        await expect(giveCard(customerId, 'refused')).rejects.toEqual(refused('declined'));
        expect(await gateway.findCard(customerId)).toEqual(kept);
      });

      it('an expired card is refused as expired', async () => {
        const customerId = await newCustomer();
        const paymentMethodId = await harness.card('expiring', customerId);
        await advanceDays(21);
        await expect(
          gateway.setCard({ key: newKey(), customerId, paymentMethodId, name: 'Ada Park' }),
        ).rejects.toEqual(refused('expired'));
      });

      it("another customer's card is refused, and so is an unknown token", async () => {
        const theirs = await newCustomer();
        const { paymentMethodId } = await giveCard(theirs);
        const customerId = await newCustomer();
        for (const id of [paymentMethodId, 'pm_that_never_was'])
          await expect(
            gateway.setCard({ key: newKey(), customerId, paymentMethodId: id, name: 'Eve' }),
          ).rejects.toEqual(refused('declined'));
        expect(await gateway.findCard(customerId)).toBeNull();
        expect((await gateway.findCard(theirs))?.name).toBe('Ada Park');
      });

      it('a card set twice with one key is set once', async () => {
        const customerId = await newCustomer();
        const paymentMethodId = await harness.card('accepted', customerId);
        const input = { key: newKey(), customerId, paymentMethodId, name: 'Ada Park' };
        await harness.withoutAnswers(() => gateway.setCard(input));
        expect(await gateway.setCard(input)).toEqual(await gateway.findCard(customerId));
      });
    });

    describe('subscriptions', () => {
      it('charges the first period at once', async () => {
        const customerId = await customerWithCard();
        const key = newKey();
        const subscription = await gateway.subscribe({ key, customerId, terms: team(3) });
        expect(subscription).toEqual({
          subscriptionId: expect.any(String),
          customerId,
          status: 'active',
          price: 'teamMonthly',
          quantity: 3,
          billing: 'card',
          periodStart: STARTED_AT,
          periodEnd: new Date('2026-05-10T10:20:30.000Z'),
          cancelAtPeriodEnd: false,
        });
        expect(await gateway.findSubscription(customerId)).toEqual(subscription);
        const [invoice, ...more] = await invoicesOf(customerId);
        expect(more).toEqual([]);
        expect(invoice).toEqual({
          invoiceId: expect.any(String),
          customerId,
          number: expect.stringMatching(/^[A-Z0-9]+-0001$/),
          status: 'paid',
          description: expect.stringContaining('Team unlimited, monthly'),
          amountCents: 7500,
          currency: 'USD',
          createdAt: STARTED_AT,
          dueAt: null,
          paidAt: STARTED_AT,
          key,
          subscriptionId: subscription.subscriptionId,
        });
        expect(await gateway.findInvoice(String(invoice?.invoiceId))).toEqual(invoice);
      });

      it.each([
        ['declined', 'declined'],
        [null, 'missing'],
      ] as const)('a card that is %s leaves nothing behind', async (kind, reason) => {
        const customerId = await newCustomer();
        if (kind !== null) await giveCard(customerId, kind);
        const input = { key: newKey(), customerId, terms: team(3) };
        await expect(gateway.subscribe(input)).rejects.toEqual(refused(reason));
        await expect(gateway.subscribe(input)).rejects.toEqual(refused(reason));
        expect(await gateway.findSubscription(customerId)).toBeNull();
        expect((await amountsOf(customerId)).filter(([status]) => status !== 'void')).toEqual([]);
        await giveCard(customerId);
        expect((await gateway.subscribe({ ...input, key: newKey() })).status).toBe('active');
      });

      it('is charged once, however often it is asked for with one key', async () => {
        const customerId = await customerWithCard();
        const input = { key: newKey(), customerId, terms: team(3) };
        await harness.withoutAnswers(() => gateway.subscribe(input));
        const [first, second] = [await gateway.subscribe(input), await gateway.subscribe(input)];
        expect(second).toEqual(first);
        expect(await amountsOf(customerId)).toEqual([['paid', 7500]]);
        await advanceDays(3);
        expect(await gateway.subscribe(input)).toEqual(first);
        expect(await amountsOf(customerId)).toEqual([['paid', 7500]]);
      });

      it('costs nothing, and needs no card, at a price of nothing', async () => {
        const customerId = await newCustomer();
        const terms = team(3, { unitAmountCents: 0 });
        expect((await gateway.subscribe({ key: newKey(), customerId, terms })).status).toBe('active');
        expect(await amountsOf(customerId)).toEqual([['paid', 0]]);
      });

      it('more seats are prorated and charged at once, as the preview said', async () => {
        const customerId = await customerWithCard();
        const { subscriptionId } = await gateway.subscribe({ key: newKey(), customerId, terms: team(3) });
        await advanceDays(15);
        const preview = await gateway.preview({ customerId, subscriptionId, terms: team(5), prorated: true });
        // 15 days and what has passed of the hour are left of 30 days: 0.5004745…
        expect(preview.lines.map(({ amountCents }) => amountCents)).toEqual([-3754, 6256]);
        expect(preview.dueNowCents).toBe(2502);
        expect(preview.renewsAt).toEqual(new Date('2026-05-10T10:20:30.000Z'));
        // It still holds when it has been read.
        await harness.advance(10 * 60_000);
        const key = newKey();
        const changed = await gateway.changeSubscription({
          key,
          subscriptionId,
          terms: team(5),
          prorated: true,
        });
        expect(changed).toMatchObject({
          subscriptionId,
          quantity: 5,
          periodStart: STARTED_AT,
          periodEnd: preview.renewsAt,
        });
        const [invoice] = await invoicesOf(customerId);
        expect(invoice).toMatchObject({
          status: 'paid',
          amountCents: preview.dueNowCents,
          key,
          subscriptionId,
        });
        await harness.advance(15 * DAY_MS + DRAFT_MS);
        expect((await amountsOf(customerId))[0]).toEqual(['paid', 12_500]);
      });

      it('a change is made once, however often it is asked for with one key', async () => {
        const customerId = await customerWithCard();
        const { subscriptionId } = await gateway.subscribe({ key: newKey(), customerId, terms: team(3) });
        await advanceDays(15);
        const input = { key: newKey(), subscriptionId, terms: team(5), prorated: true };
        await harness.withoutAnswers(() => gateway.changeSubscription(input));
        const changed = await gateway.changeSubscription(input);
        expect(changed.quantity).toBe(5);
        // In another hour too.
        await harness.advance(60 * 60_000);
        expect(await gateway.changeSubscription(input)).toEqual(changed);
        expect(await amountsOf(customerId)).toEqual([
          ['paid', 2502],
          ['paid', 7500],
        ]);
      });

      it('a change asked for again after another one changes nothing', async () => {
        const customerId = await customerWithCard();
        const { subscriptionId } = await gateway.subscribe({ key: newKey(), customerId, terms: team(3) });
        await advanceDays(15);
        const first = { key: newKey(), subscriptionId, terms: team(5), prorated: true };
        await gateway.changeSubscription(first);
        const second = { key: newKey(), subscriptionId, terms: team(4), prorated: false };
        await gateway.changeSubscription(second);
        for (const ms of [0, DRAFT_MS, DAY_MS]) {
          await harness.advance(ms);
          expect((await gateway.changeSubscription(first)).quantity).toBe(4);
          expect((await gateway.changeSubscription(second)).quantity).toBe(4);
        }
        expect(await amountsOf(customerId)).toEqual([
          ['paid', 2502],
          ['paid', 7500],
        ]);
      });

      it('a refused card leaves the seats as they were', async () => {
        const customerId = await customerWithCard();
        const before = await gateway.subscribe({ key: newKey(), customerId, terms: team(3) });
        const { subscriptionId } = before;
        await giveCard(customerId, 'declined');
        const input = { key: newKey(), subscriptionId, terms: team(5), prorated: true };
        await expect(gateway.changeSubscription(input)).rejects.toEqual(refused('declined'));
        expect(await gateway.findSubscription(customerId)).toEqual(before);
        expect((await amountsOf(customerId)).filter(([status]) => status !== 'void')).toEqual([
          ['paid', 7500],
        ]);
      });

      it('fewer seats cost less from the next period', async () => {
        const customerId = await customerWithCard();
        const { subscriptionId, periodEnd } = await gateway.subscribe({
          key: newKey(),
          customerId,
          terms: team(5),
        });
        const preview = await gateway.preview({
          customerId,
          subscriptionId,
          terms: team(3),
          prorated: false,
        });
        expect(preview).toEqual({ lines: [], dueNowCents: 0, renewsAt: periodEnd });
        const input = { key: newKey(), subscriptionId, terms: team(3), prorated: false };
        expect(await gateway.changeSubscription(input)).toMatchObject({ quantity: 3, periodEnd });
        expect(await amountsOf(customerId)).toEqual([['paid', 12_500]]);
        await toRenewal();
        expect(await amountsOf(customerId)).toEqual([
          ['paid', 7500],
          ['paid', 12_500],
        ]);
      });

      it('from monthly to annual: what is left of the month is set off, and a year begins', async () => {
        const customerId = await customerWithCard();
        const { subscriptionId } = await gateway.subscribe({ key: newKey(), customerId, terms: team(3) });
        await advanceDays(15);
        const asked = { customerId, subscriptionId, terms: annually(3), prorated: true };
        const preview = await gateway.preview(asked);
        expect(preview.lines.map(({ amountCents }) => amountCents)).toEqual([-3754, 72_000]);
        expect(preview.renewsAt).toEqual(new Date('2027-04-25T10:20:30.000Z'));
        const changed = await gateway.changeSubscription({ key: newKey(), ...asked });
        expect(changed).toMatchObject({
          price: 'teamAnnual',
          periodStart: new Date('2026-04-25T10:20:30.000Z'),
          periodEnd: preview.renewsAt,
        });
        expect((await amountsOf(customerId))[0]).toEqual(['paid', 68_246]);
        expect(preview.dueNowCents).toBe(68_246);
      });

      it('from annual to monthly: what is left becomes credit, which the next invoices use up', async () => {
        const customerId = await customerWithCard();
        const { subscriptionId } = await gateway.subscribe({ key: newKey(), customerId, terms: annually(1) });
        const asked = {
          customerId,
          subscriptionId,
          terms: team(1, { unitAmountCents: 20_000 }),
          prorated: true,
        };
        const preview = await gateway.preview(asked);
        expect(preview).toMatchObject({ dueNowCents: 0, renewsAt: new Date('2026-05-10T10:20:30.000Z') });
        expect(preview.lines.map(({ amountCents }) => amountCents)).toEqual([-24_000, 20_000]);
        await gateway.changeSubscription({ key: newKey(), ...asked });
        expect(await amountsOf(customerId)).toEqual([
          ['paid', 0],
          ['paid', 24_000],
        ]);
        const package200 = {
          customerId,
          description: '200 texts',
          amountCents: 1600,
          currency: 'USD',
        };
        expect((await gateway.charge({ key: newKey(), ...package200 })).amountCents).toBe(0);
        await toRenewal();
        expect((await amountsOf(customerId))[0]).toEqual(['paid', 20_000 - (4000 - 1600)]);
      });

      it('canceled at the end of the period, it goes on until then', async () => {
        const customerId = await customerWithCard();
        const { subscriptionId } = await gateway.subscribe({ key: newKey(), customerId, terms: team(3) });
        const input = { key: newKey(), subscriptionId, when: 'periodEnd' as const };
        expect(await gateway.cancelSubscription(input)).toMatchObject({
          status: 'active',
          cancelAtPeriodEnd: true,
        });
        await gateway.cancelSubscription(input);
        await advanceDays(29);
        expect((await gateway.findSubscription(customerId))?.status).toBe('active');
        await advanceDays(1);
        expect((await gateway.findSubscription(customerId))?.status).toBe('canceled');
        expect(await amountsOf(customerId)).toEqual([['paid', 7500]]);
      });

      it('a change before then keeps it going', async () => {
        const customerId = await customerWithCard();
        const { subscriptionId } = await gateway.subscribe({ key: newKey(), customerId, terms: team(3) });
        await gateway.cancelSubscription({ key: newKey(), subscriptionId, when: 'periodEnd' });
        const changed = await gateway.changeSubscription({
          key: newKey(),
          subscriptionId,
          terms: team(3),
          prorated: false,
        });
        expect(changed.cancelAtPeriodEnd).toBe(false);
        await toRenewal();
        expect(await amountsOf(customerId)).toEqual([
          ['paid', 7500],
          ['paid', 7500],
        ]);
      });

      it('resumed before then, it goes on; after its end it does not', async () => {
        const customerId = await customerWithCard();
        const before = await gateway.subscribe({ key: newKey(), customerId, terms: team(3) });
        const { subscriptionId } = before;
        await gateway.cancelSubscription({ key: newKey(), subscriptionId, when: 'periodEnd' });
        const input = { key: newKey(), subscriptionId };
        await harness.withoutAnswers(() => gateway.resumeSubscription(input));
        expect(await gateway.resumeSubscription(input)).toEqual(before);
        expect(await gateway.resumeSubscription({ ...input, key: newKey() })).toEqual(before);
        await gateway.cancelSubscription({ key: newKey(), subscriptionId, when: 'now' });
        expect((await gateway.resumeSubscription({ ...input, key: newKey() })).status).toBe('canceled');
        expect(await amountsOf(customerId)).toEqual([['paid', 7500]]);
      });

      it('canceled now, it is over, and another can be begun', async () => {
        const customerId = await customerWithCard();
        const { subscriptionId } = await gateway.subscribe({ key: newKey(), customerId, terms: team(3) });
        const input = { key: newKey(), subscriptionId, when: 'now' as const };
        expect((await gateway.cancelSubscription(input)).status).toBe('canceled');
        expect((await gateway.cancelSubscription({ ...input, key: newKey() })).status).toBe('canceled');
        const next = await gateway.subscribe({ key: newKey(), customerId, terms: team(4) });
        expect(next.subscriptionId).not.toBe(subscriptionId);
        expect(await gateway.findSubscription(customerId)).toEqual(next);
      });

      it('renews again and again, from one last day of a month to the next', async () => {
        await advanceDays(20);
        const customerId = await customerWithCard();
        await gateway.subscribe({ key: newKey(), customerId, terms: team(1) });
        // April 30 to June 30, by way of May 30.
        await harness.advance(61 * DAY_MS + DRAFT_MS);
        expect(await gateway.findSubscription(customerId)).toMatchObject({
          periodStart: new Date('2026-06-30T10:20:30.000Z'),
          periodEnd: new Date('2026-07-30T10:20:30.000Z'),
        });
        const invoices = await invoicesOf(customerId);
        expect(invoices.map(({ status, key }) => [status, key === null])).toEqual([
          ['paid', true],
          ['paid', true],
          ['paid', false],
        ]);
      });

      it('a renewal that is declined is past due until another card pays it', async () => {
        const customerId = await customerWithCard();
        await gateway.subscribe({ key: newKey(), customerId, terms: team(3) });
        await giveCard(customerId, 'declined');
        await advanceDays(31);
        expect(await gateway.findSubscription(customerId)).toMatchObject({
          status: 'pastDue',
          periodStart: new Date('2026-05-10T10:20:30.000Z'),
        });
        const [open] = await invoicesOf(customerId);
        expect(open).toMatchObject({ status: 'open', amountCents: 7500, paidAt: null, key: null });
        const invoiceId = String(open?.invoiceId);
        await expect(gateway.payInvoice({ key: newKey(), invoiceId })).rejects.toEqual(refused('declined'));
        await giveCard(customerId);
        const input = { key: newKey(), invoiceId };
        await harness.withoutAnswers(() => gateway.payInvoice(input));
        expect(await gateway.payInvoice(input)).toMatchObject({ invoiceId, status: 'paid' });
        expect((await gateway.findSubscription(customerId))?.status).toBe('active');
      });

      it('a renewal that is declined is tried again by itself', async () => {
        const customerId = await customerWithCard();
        await gateway.subscribe({ key: newKey(), customerId, terms: team(3) });
        await giveCard(customerId, 'declined');
        await toRenewal();
        await giveCard(customerId);
        expect((await gateway.findSubscription(customerId))?.status).toBe('pastDue');
        await advanceDays(8);
        expect((await gateway.findSubscription(customerId))?.status).toBe('active');
        expect((await amountsOf(customerId))[0]).toEqual(['paid', 7500]);
      });
    });

    describe('invoicing', () => {
      it('sends an invoice that is due in 30 days, without a card', async () => {
        const customerId = await newCustomer();
        const terms = annually(3, { billing: 'invoicing' });
        const subscription = await gateway.subscribe({ key: newKey(), customerId, terms });
        expect(subscription).toMatchObject({ status: 'active', billing: 'invoicing' });
        const [invoice] = await invoicesOf(customerId);
        expect(invoice).toMatchObject({
          status: 'open',
          amountCents: 72_000,
          dueAt: new Date('2026-05-10T10:20:30.000Z'),
          paidAt: null,
        });
        await advanceDays(31);
        expect((await gateway.findSubscription(customerId))?.status).toBe('pastDue');
        await giveCard(customerId);
        await gateway.payInvoice({ key: newKey(), invoiceId: String(invoice?.invoiceId) });
        expect((await gateway.findSubscription(customerId))?.status).toBe('active');
      });

      it.each([
        ['a smaller plan', team(1)],
        ['a larger plan', team(30)],
        ['fewer seats', annually(2, { billing: 'invoicing' })],
        ['another price', annually(3, { billing: 'invoicing', unitAmountCents: 20_000 })],
      ])('that was not paid is never set off: %s', async (_, terms) => {
        const customerId = await customerWithCard();
        const before = await gateway.subscribe({
          key: newKey(),
          customerId,
          terms: annually(3, { billing: 'invoicing' }),
        });
        const { subscriptionId } = before;
        const input = { key: newKey(), subscriptionId, terms, prorated: true };
        await expect(gateway.changeSubscription(input)).rejects.toThrow(NotPaid);
        expect(await gateway.findSubscription(customerId)).toEqual(before);
        expect(await amountsOf(customerId)).toEqual([['open', 72_000]]);
        const [invoice] = await invoicesOf(customerId);
        await gateway.payInvoice({ key: newKey(), invoiceId: String(invoice?.invoiceId) });
        await gateway.changeSubscription({ ...input, key: newKey() });
        expect((await gateway.findSubscription(customerId))?.quantity).toBe(terms.quantity);
      });

      it('that was voided while its plan goes on is never set off either', async () => {
        const customerId = await customerWithCard();
        const terms = annually(3, { billing: 'invoicing' });
        const { subscriptionId } = await gateway.subscribe({ key: newKey(), customerId, terms });
        const [invoice] = await invoicesOf(customerId);
        await gateway.voidInvoice({ key: newKey(), invoiceId: String(invoice?.invoiceId) });
        const input = { key: newKey(), subscriptionId, terms: team(30), prorated: true };
        await expect(gateway.changeSubscription(input)).rejects.toThrow(NotPaid);
        expect(await amountsOf(customerId)).toEqual([['void', 72_000]]);
      });

      it('that is void leaves nothing to pay, and no credit', async () => {
        const customerId = await customerWithCard();
        const { subscriptionId } = await gateway.subscribe({
          key: newKey(),
          customerId,
          terms: annually(3, { billing: 'invoicing' }),
        });
        await advanceDays(10);
        const owed = [{ description: 'Time used on your previous plan', amountCents: 1973 }];
        const asked = { customerId, terms: team(3), owed };
        const preview = await gateway.preview({ ...asked, subscriptionId: null, prorated: true });
        expect(preview.lines.map(({ amountCents }) => amountCents)).toEqual([1973, 7500]);
        expect(preview.lines[0]).toEqual(owed[0]);
        const subscribe = { key: newKey(), ...asked };
        await harness.withoutAnswers(() => gateway.subscribe(subscribe));
        const next = await gateway.subscribe(subscribe);
        const [, unpaid] = await invoicesOf(customerId);
        const voiding = { key: newKey(), invoiceId: String(unpaid?.invoiceId) };
        await harness.withoutAnswers(() => gateway.voidInvoice(voiding));
        expect(await gateway.voidInvoice(voiding)).toMatchObject({ status: 'void' });
        await gateway.cancelSubscription({ key: newKey(), subscriptionId, when: 'now' });
        expect(await gateway.findSubscription(customerId)).toEqual(next);
        expect(await amountsOf(customerId)).toEqual([
          ['paid', preview.dueNowCents],
          ['void', 72_000],
        ]);
        await expect(
          gateway.payInvoice({ key: newKey(), invoiceId: voiding.invoiceId }),
        ).resolves.toMatchObject({ status: 'void' });
        const { amountCents } = await gateway.charge({
          key: newKey(),
          customerId,
          description: '200 texts',
          amountCents: 1600,
          currency: 'USD',
        });
        expect(amountCents).toBe(1600);
      });

      it('gives back the credit that went into it when it is void; a paid one stays paid', async () => {
        const customerId = await customerWithCard();
        const { subscriptionId } = await gateway.subscribe({ key: newKey(), customerId, terms: annually(1) });
        await gateway.changeSubscription({ key: newKey(), subscriptionId, terms: team(1), prorated: true });
        await gateway.cancelSubscription({ key: newKey(), subscriptionId, when: 'now' });
        const [, paid] = await invoicesOf(customerId);
        await gateway.subscribe({
          key: newKey(),
          customerId,
          terms: annually(3, { billing: 'invoicing' }),
        });
        const [open] = await invoicesOf(customerId);
        expect(open).toMatchObject({ status: 'open', amountCents: 72_000 - 21_500 });
        await gateway.voidInvoice({ key: newKey(), invoiceId: String(open?.invoiceId) });
        const again = await gateway.voidInvoice({ key: newKey(), invoiceId: String(paid?.invoiceId) });
        expect(again.status).toBe('paid');
        const preview = await gateway.preview({
          customerId,
          subscriptionId: null,
          terms: annually(1),
          prorated: true,
        });
        expect(preview.dueNowCents).toBe(2500);
      });

      it('more seats are invoiced too', async () => {
        const customerId = await newCustomer();
        const terms = annually(3, { billing: 'invoicing' });
        const { subscriptionId } = await gateway.subscribe({ key: newKey(), customerId, terms });
        await gateway.changeSubscription({
          key: newKey(),
          subscriptionId,
          terms: { ...terms, quantity: 4 },
          prorated: true,
        });
        expect(await amountsOf(customerId)).toEqual([
          ['open', 24_000],
          ['open', 72_000],
        ]);
      });
    });

    describe('previews', () => {
      it.each([true, false])('say what subscribing charges; as a customer: %s', async (isCustomer) => {
        const customerId = isCustomer ? await newCustomer() : null;
        const preview = await gateway.preview({
          customerId,
          subscriptionId: null,
          terms: team(3),
          prorated: true,
        });
        expect(preview).toEqual({
          lines: [{ description: expect.stringContaining('Team unlimited, monthly'), amountCents: 7500 }],
          dueNowCents: 7500,
          renewsAt: new Date('2026-05-10T10:20:30.000Z'),
        });
      });

      it('take credit into account', async () => {
        const customerId = await customerWithCard();
        const { subscriptionId } = await gateway.subscribe({ key: newKey(), customerId, terms: annually(1) });
        const terms = team(1);
        await gateway.changeSubscription({ key: newKey(), subscriptionId, terms, prorated: true });
        await gateway.cancelSubscription({ key: newKey(), subscriptionId, when: 'now' });
        const asked = { customerId, terms: annually(1) };
        const preview = await gateway.preview({ ...asked, subscriptionId: null, prorated: true });
        expect(preview.lines.map(({ amountCents }) => amountCents)).toEqual([24_000, -21_500]);
        await gateway.subscribe({ key: newKey(), ...asked });
        expect((await amountsOf(customerId))[0]).toEqual(['paid', preview.dueNowCents]);
        expect(preview.dueNowCents).toBe(2500);
      });
    });

    describe('purchases', () => {
      const texts = { description: '400 texts', amountCents: 2800, currency: 'USD' };

      it('are charged once, however often they are asked for with one key', async () => {
        const customerId = await customerWithCard();
        const input = { key: newKey(), customerId, ...texts };
        await harness.withoutAnswers(() => gateway.charge(input));
        const [first, ...more] = await Promise.all([gateway.charge(input), gateway.charge(input)]);
        expect(more).toEqual([first]);
        expect(first).toMatchObject({ status: 'paid', ...texts, key: input.key, subscriptionId: null });
        await advanceDays(2);
        expect(await gateway.charge(input)).toEqual(first);
        expect(await invoicesOf(customerId)).toEqual([first]);
        await gateway.charge({ ...input, key: newKey() });
        expect(await invoicesOf(customerId)).toHaveLength(2);
      });

      it('that the card refuses leave a void invoice at most', async () => {
        const customerId = await newCustomer();
        await giveCard(customerId, 'declined');
        const input = { key: newKey(), customerId, ...texts };
        await expect(gateway.charge(input)).rejects.toEqual(refused('declined'));
        await expect(gateway.charge(input)).rejects.toEqual(refused('declined'));
        expect((await amountsOf(customerId)).filter(([status]) => status !== 'void')).toEqual([]);
        await giveCard(customerId);
        // The same purchase stays refused; another one is another key.
        await expect(gateway.charge(input)).rejects.toEqual(refused('declined'));
        expect((await gateway.charge({ ...input, key: newKey() })).status).toBe('paid');
      });

      it('of an expired card say so', async () => {
        const customerId = await newCustomer();
        await giveCard(customerId, 'expiring');
        await advanceDays(21);
        const input = { key: newKey(), customerId, ...texts };
        await expect(gateway.charge(input)).rejects.toEqual(refused('expired'));
        await expect(gateway.charge(input)).rejects.toEqual(refused('expired'));
      });

      it('need a card', async () => {
        const customerId = await newCustomer();
        const input = { key: newKey(), customerId, ...texts };
        await expect(gateway.charge(input)).rejects.toEqual(refused('missing'));
      });
    });

    describe('invoices', () => {
      it('come as a PDF, the same each time', async () => {
        const customerId = await customerWithCard();
        await gateway.subscribe({ key: newKey(), customerId, terms: team(3) });
        const [invoice] = await invoicesOf(customerId);
        const pdf = await gateway.readInvoicePdf(String(invoice?.invoiceId));
        expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
        expect(await gateway.readInvoicePdf(String(invoice?.invoiceId))).toEqual(pdf);
      });

      it('that never were are not found', async () => {
        expect(await gateway.findInvoice('in_that_never_was')).toBeNull();
        expect(await gateway.readInvoicePdf('in_that_never_was')).toBeNull();
      });

      it('are listed latest first, as many as asked for', async () => {
        const customerId = await customerWithCard();
        for (const count of [200, 400, 600]) {
          await gateway.charge({
            key: newKey(),
            customerId,
            description: `${count} texts`,
            amountCents: count,
            currency: 'USD',
          });
          await harness.advance(1000);
        }
        const listed = await gateway.listInvoices({ customerId, limit: 2 });
        expect(listed.map(({ amountCents }) => amountCents)).toEqual([600, 400]);
      });
    });

    describe('webhooks', () => {
      it('say what to look at again', async () => {
        const customerId = await customerWithCard();
        const { subscriptionId } = await gateway.subscribe({ key: newKey(), customerId, terms: team(3) });
        const [invoice] = await invoicesOf(customerId);
        const events = (await harness.webhooks()).flatMap((webhook) => gateway.readWebhook(webhook) ?? []);
        const seen = (about: string) =>
          events.filter((event) => event.about === about).map((event) => event.subjectId);
        expect(events.every((event) => event.customerId === customerId)).toBe(true);
        expect(seen('subscription')).toContain(subscriptionId);
        expect(seen('invoice')).toContain(invoice?.invoiceId);
        expect(seen('card').length).toBeGreaterThan(0);
      });

      it('read the same when they are posted again', async () => {
        await customerWithCard();
        const [webhook] = await harness.webhooks();
        if (webhook === undefined) throw new Error('Nothing was posted');
        expect(gateway.readWebhook(webhook)).toEqual(gateway.readWebhook(webhook));
      });

      it('that are signed and say nothing we know are nothing, or unreadable', async () => {
        const nonsense = [
          '',
          '{',
          'null',
          '[]',
          '0',
          '"evt"',
          '{}',
          '1e999',
          '{"id":1e400,"customerId":9007199254740993,"about":"card","subjectId":null,"data":1e400}',
          '{"id":"evt_1","type":"invoice.paid"}',
          '{"id":"evt_1","type":5,"data":{"object":{}}}',
          '{"id":"evt_1","type":"invoice.paid","data":null}',
          '{"id":"evt_1","type":"invoice.paid","data":{"object":null}}',
          '{"id":"evt_1","type":"invoice.paid","data":{"object":{"object":"invoice","customer":7}}}',
          '{"id":"evt_1","type":"invoice.paid","data":{"object":{"object":"invoice","customer":{"id":[]}}}}',
          '{"id":"evt_1","type":"invoice.paid","data":{"object":{"object":"invoice","customer":"cus\\u0000"}}}',
          '{"id":"evt_1","object":"event","type":"moon.rose","data":{"object":{"customer":"cus_1"}}}',
          '{"id":"evt_1","customerId":"cus\\u0000","about":"card","subjectId":null}',
          '{"id":"evt_1","customerId":"cus_1","about":"the moon","subjectId":null}',
          `{"id":"evt_1","customerId":"${'c'.repeat(300)}","about":"card","subjectId":null}`,
          '['.repeat(5000),
        ];
        for (const body of nonsense) {
          let event: unknown = null;
          try {
            event = gateway.readWebhook(harness.sign(body));
          } catch (error) {
            expect(error, body.slice(0, 80)).toBeInstanceOf(Unreadable);
          }
          expect(event, body.slice(0, 80)).toBeNull();
        }
      });

      it('that are forged, changed or late are refused', async () => {
        await customerWithCard();
        const [webhook] = await harness.webhooks();
        if (webhook === undefined) throw new Error('Nothing was posted');
        const { headers, body } = webhook;
        const forged = Object.fromEntries(
          Object.entries(headers).map(([header, value]) => [
            header,
            /signature/.test(header) ? value?.replace(/[0-9a-f]{64}/, 'a'.repeat(64)) : value,
          ]),
        );
        for (const changed of [
          { headers: {}, body },
          { headers: forged, body },
          { headers, body: Buffer.concat([body, Buffer.from(' ')]) },
        ])
          expect(() => gateway.readWebhook(changed)).toThrow(BadSignature);
        await harness.advance(301_000);
        expect(() => gateway.readWebhook(webhook)).toThrow(BadSignature);
      });
    });

    it('has a clock', async () => {
      expect(await gateway.now()).toEqual(STARTED_AT);
      await advanceDays(1);
      expect((await gateway.now()).getTime()).toBe(STARTED_AT.getTime() + DAY_MS);
    });
  });
}
