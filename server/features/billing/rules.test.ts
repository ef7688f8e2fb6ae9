import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PriceId } from '../../../contract/plans.ts';
import type { GatewayInvoice, GatewaySubscription } from '../../adapters/payments/port.ts';
import {
  debtsOf,
  deliveredCents,
  expiryOf,
  hasWrittenOff,
  lifeAfter,
  overdueOf,
  PRICED,
  priceOf,
  termsOf,
  unpaidPeriod,
  wayTo,
} from './rules.ts';
import type { SubscriptionRow } from './subscriptions/store.ts';

const DAY_MS = 24 * 3600_000;
const start = new Date('2026-11-01T00:00:00Z');
const day = (days: number) => new Date(start.getTime() + days * DAY_MS);
const prices = { payg: 15, personalMonthly: 29.5, personalAnnual: 290, teamMonthly: 25, teamAnnual: 240 };

const reported = (over: Partial<GatewaySubscription> = {}): GatewaySubscription => ({
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  status: 'active',
  price: 'teamMonthly',
  quantity: 3,
  billing: 'card',
  periodStart: start,
  periodEnd: day(30),
  cancelAtPeriodEnd: false,
  ...over,
});

describe('what is priced', () => {
  it.each(PriceId.options)('%s is the price of its plan', (price) => {
    expect(priceOf(PRICED[price])).toBe(price);
    expect(PRICED[price].interval).toBe(price.endsWith('Annual') ? 'year' : 'month');
  });

  it('comes in the smallest unit', () => {
    const terms = termsOf(
      { prices, currency: 'USD' },
      { price: 'personalMonthly', quantity: 1, billing: 'card' },
    );
    expect(terms).toMatchObject({ unitAmountCents: 2950, interval: 'month', currency: 'USD', quantity: 1 });
  });
});

describe('the way to other terms', () => {
  const at = (over: Partial<SubscriptionRow> = {}) => ({
    status: 'active' as const,
    price: 'teamMonthly',
    quantity: 5,
    paidQuantity: 5,
    billing: 'card' as const,
    cancelAt: null,
    ...over,
  });
  const to = (price: PriceId, quantity: number, billing: 'card' | 'invoicing' = 'card') =>
    termsOf({ prices, currency: 'USD' }, { price, quantity, billing });

  it.each([
    ['without one', undefined, to('teamMonthly', 3), 'subscribe'],
    ['after its end', at({ status: 'canceled' }), to('teamMonthly', 3), 'subscribe'],
    ['the same', at(), to('teamMonthly', 5), []],
    [
      'the same after a cancellation',
      at({ cancelAt: day(30) }),
      to('teamMonthly', 5),
      [{ quantity: 5, prorated: false }],
    ],
    ['more seats', at(), to('teamMonthly', 7), [{ quantity: 7, prorated: true }]],
    ['fewer seats', at(), to('teamMonthly', 4), [{ quantity: 4, prorated: false }]],
    ['seats that are paid', at({ quantity: 4 }), to('teamMonthly', 5), [{ quantity: 5, prorated: false }]],
    [
      'paid seats and more',
      at({ quantity: 4 }),
      to('teamMonthly', 6),
      [
        { quantity: 5, prorated: false },
        { quantity: 6, prorated: true },
      ],
    ],
    ['a smaller kind', at(), to('personalMonthly', 1), 'later'],
    ['a smaller kind by the year', at(), to('personalAnnual', 1), 'later'],
    ['pay as you go', at({ price: 'personalMonthly', quantity: 1 }), to('payg', 1), 'later'],
    ['months instead of a year', at({ price: 'teamAnnual' }), to('teamMonthly', 5), 'later'],
    ['a year for fewer', at(), to('teamAnnual', 4), 'later'],
    ['a year', at(), to('teamAnnual', 5), [{ quantity: 5, prorated: true }]],
    ['months for more', at({ price: 'teamAnnual' }), to('teamMonthly', 6), [{ quantity: 6, prorated: true }]],
    [
      'a larger kind',
      at({ price: 'personalAnnual', quantity: 1, paidQuantity: 1 }),
      to('teamMonthly', 3),
      [{ quantity: 3, prorated: true }],
    ],
    ['another plan after seats were given up', at({ quantity: 4 }), to('teamAnnual', 6), 'later'],
    ['from a price made by hand', at({ price: 'gold' }), to('payg', 1), [{ quantity: 1, prorated: true }]],
    [
      'an invoice instead',
      at({ price: 'teamAnnual' }),
      to('teamAnnual', 5, 'invoicing'),
      [{ quantity: 5, prorated: false }],
    ],
    ['while it is overdue', at({ status: 'pastDue' }), to('teamMonthly', 5), []],
  ])('%s', (_, present, terms, way) => {
    expect(wayTo(present, terms)).toEqual(way);
  });
});

it('of an unpaid period, another plan begins now', () => {
  const { row } = lifeAfter(undefined, reported({ price: 'teamAnnual', billing: 'invoicing' }), [], start);
  const terms = termsOf({ prices, currency: 'USD' }, { price: 'payg', quantity: 1, billing: 'card' });
  expect(wayTo(row, terms, 'all')).toBe('restart');
  expect(
    wayTo(
      row,
      termsOf({ prices, currency: 'USD' }, { price: 'teamMonthly', quantity: 30, billing: 'card' }),
      'part',
    ),
  ).toBe('later');
  expect(wayTo({ ...row, price: 'payg' }, terms, 'all')).toEqual([{ quantity: 1, prorated: false }]);
});

describe('what is overdue', () => {
  const invoice = (over: object = {}) => ({
    invoiceId: 'in_1',
    status: 'open' as const,
    subscriptionId: 'sub_1',
    dueAt: null as Date | null,
    amountCents: 100,
    ...over,
  });
  it.each([
    ['an open one of a failed card', 'pastDue', invoice(), 1],
    ['one whose card is being tried', 'active', invoice(), 0],
    ['a sent one that has time', 'active', invoice({ dueAt: day(5) }), 0],
    ['a sent one that has none', 'active', invoice({ dueAt: day(3) }), 1],
    ['a paid one', 'pastDue', invoice({ status: 'paid' }), 0],
    ['a purchase beside it', 'pastDue', invoice({ subscriptionId: null }), 0],
    ['one of another subscription', 'pastDue', invoice({ subscriptionId: 'sub_0' }), 0],
    ['after the end', 'canceled', invoice(), 0],
  ] as const)('%s', (_, status, open, count) => {
    expect(overdueOf(reported({ status }), [open], day(4))).toHaveLength(count);
  });
});

describe('what is unpaid', () => {
  const byInvoice = { price: 'teamAnnual', billing: 'invoicing' as const, periodEnd: day(365) };
  const { row } = lifeAfter(undefined, reported(byInvoice), [], start);
  const sent = (over: object = {}) => ({
    invoiceId: 'in_1',
    status: 'open' as GatewayInvoice['status'],
    subscriptionId: 'sub_1',
    key: null as string | null,
    createdAt: start,
    dueAt: day(30) as Date | null,
    amountCents: 72_000,
    ...over,
  });
  const list = { prices, currency: 'USD' };

  it.each([
    ['the invoice of the period', row, [sent()], 1],
    ['one that is written off', row, [sent({ status: 'uncollectible' })], 1],
    ['a paid one', row, [sent({ status: 'paid' })], 0],
    ['one into which something was set off', row, [sent({ amountCents: 66_000 })], 0],
    ['one of two', row, [sent(), sent({ amountCents: 100 })], 0],
    ['beside a paid one of the period', row, [sent(), sent({ status: 'paid' })], 0],
    ['of an earlier period', row, [sent({ createdAt: day(-365) })], 0],
    ['by card', { ...row, billing: 'card' as const }, [sent()], 0],
    ['after the end', { ...row, status: 'canceled' as const }, [sent()], 0],
    ['at a price made by hand', { ...row, price: 'gold' }, [sent()], 0],
  ])('in whole: %s', (_, subscription, invoices, count) => {
    expect(unpaidPeriod(list, subscription, invoices) === null ? 0 : 1).toBe(count);
  });

  it.each([
    ['void', [sent(), sent({ status: 'void' })], true],
    ['uncollectible', [sent({ status: 'uncollectible' })], true],
    ['of a renewal by card', [sent({ status: 'void', dueAt: null })], true],
    ['of a change that the card declined', [sent({ status: 'void', dueAt: null, key: 'k' })], false],
    ['for nothing', [sent({ status: 'void', amountCents: 0 })], false],
    ['of an earlier period', [sent({ status: 'void', createdAt: day(-1) })], false],
    ['of another subscription', [sent({ status: 'void', subscriptionId: 'sub_0' })], false],
    ['only open', [sent()], false],
  ])('or written off: %s', (_, invoices, expected) => {
    expect(hasWrittenOff(row, invoices)).toBe(expected);
  });

  it('is delivered by the hour, until texts stop', () => {
    expect(deliveredCents(sent(), row, new Date(start.getTime() + 3_599_999))).toBe(0);
    expect(deliveredCents(sent(), row, day(73))).toBe(14_400);
    expect(deliveredCents(sent(), { ...row, graceUntil: day(36.5) }, day(73))).toBe(7200);
    expect(deliveredCents(sent(), row, day(365))).toBe(72_000);
  });

  it.each([
    ['that has time', 'active', sent(), 0],
    ['that is overdue', 'active', sent({ dueAt: day(1) }), 1],
    ['of a subscription that has ended', 'canceled', sent(), 1],
    ['of an earlier subscription', 'active', sent({ subscriptionId: 'sub_0' }), 1],
    ['that is paid', 'canceled', sent({ status: 'paid' }), 0],
    ['of a purchase', 'canceled', sent({ subscriptionId: null }), 0],
  ] as const)('is paid before anything new: one %s', (_, status, invoice, count) => {
    expect(debtsOf(reported({ status }), [invoice], day(4))).toHaveLength(count);
  });
});

describe('the life of a subscription', () => {
  it('that is paid is looked at once its renewal is late', () => {
    const { row, events, isStopped } = lifeAfter(undefined, reported(), [], start);
    expect(row).toMatchObject({ status: 'active', paidQuantity: 3, pastDueSince: null, graceUntil: null });
    expect(row.lookAt).toEqual(new Date(day(30).getTime() + 3600_000));
    expect([events, isStopped]).toEqual([[], false]);
  });

  it('that is not: seven days, a reminder two days before their end, then nothing is sent', () => {
    let before = lifeAfter(undefined, reported(), [], start).row;
    const seen: unknown[] = [];
    for (const at of [0, 1, 4.9, 5, 6, 7, 8]) {
      const { row, events, isStopped } = lifeAfter(before, reported({ status: 'pastDue' }), [], day(at));
      seen.push([at, events, isStopped, row.lookAt]);
      expect(row).toMatchObject({ status: 'pastDue', pastDueSince: day(0), graceUntil: day(7) });
      before = row;
    }
    expect(seen).toEqual([
      [0, ['paymentFailed'], false, day(5)],
      [1, [], false, day(5)],
      [4.9, [], false, day(5)],
      [5, ['graceEnding'], false, day(7)],
      [6, [], false, day(7)],
      [7, [], true, day(8)],
      [8, [], true, day(9)],
    ]);
    expect(lifeAfter(before, reported(), [], day(9)).row).toMatchObject({
      status: 'active',
      graceUntil: null,
    });
  });

  it('that has ended keeps its numbers for 30 days', () => {
    const before = lifeAfter(undefined, reported(), [], start).row;
    const ended = lifeAfter(before, reported({ status: 'canceled' }), [], day(30));
    expect(ended).toMatchObject({
      events: ['ended'],
      numbersDue: false,
      row: { lookAt: day(60), endedAt: day(30) },
    });
    const later = lifeAfter(ended.row, reported({ status: 'canceled' }), [], day(60));
    expect(later).toMatchObject({ events: [], numbersDue: true, row: { lookAt: null, endedAt: day(30) } });
  });

  it('that another plan follows ends without a word, unless it was ended early', () => {
    const nextPlan = { accountType: 'personal', planType: 'payg', seats: 1, userId: 'u' } as const;
    const before = {
      ...lifeAfter(undefined, reported({ cancelAtPeriodEnd: true }), [], start).row,
      nextPlan,
    };
    expect(lifeAfter(before, reported({ cancelAtPeriodEnd: true }), [], day(1)).row.nextPlan).toEqual(
      nextPlan,
    );
    expect(lifeAfter(before, reported(), [], day(1)).row.nextPlan).toBeNull();
    const over = lifeAfter(before, reported({ status: 'canceled' }), [], day(30));
    expect([over.row.nextPlan, over.events]).toEqual([nextPlan, []]);
    const early = lifeAfter(before, reported({ status: 'canceled' }), [], day(29));
    expect([early.row.nextPlan, early.events]).toEqual([null, ['ended']]);
  });

  it('pays for a seat once in a period', () => {
    let row = lifeAfter(undefined, reported({ quantity: 5 }), [], start).row;
    row = lifeAfter(row, reported({ quantity: 4 }), [], day(1)).row;
    expect([row.quantity, row.paidQuantity]).toEqual([4, 5]);
    row = lifeAfter(
      row,
      reported({ quantity: 4, periodStart: day(30), periodEnd: day(60) }),
      [],
      day(30),
    ).row;
    expect([row.quantity, row.paidQuantity]).toEqual([4, 4]);
  });

  it('is the same however often the same is reported', () => {
    const anything = fc.record({
      status: fc.constantFrom('active' as const, 'pastDue' as const, 'canceled' as const),
      quantity: fc.integer({ min: 1, max: 9 }),
      cancelAtPeriodEnd: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 6 }), anything, (past, now) => {
        let row: SubscriptionRow | undefined;
        for (const each of past) row = lifeAfter(row, reported(each), [], start).row;
        const once = lifeAfter(row, reported(now), [], start);
        const twice = lifeAfter(once.row, reported(now), [], start);
        expect(twice.row).toEqual(once.row);
        expect(twice.events).toEqual([]);
        expect(twice.isStopped).toBe(once.isStopped);
      }),
    );
  });
});

it.each([
  ['2026-12-15', '4242 12/2026'],
  ['2026-11-15', null],
  ['2026-12-01', '4242 12/2026'],
  ['2026-12-31', '4242 12/2026'],
  ['2027-01-01', null],
])('a card of December 2026 on %s', (date, expiry) => {
  const card = { name: 'Ana', brand: 'visa', expMonth: 12, expYear: 2026, last4: '4242' };
  expect(expiryOf(card, new Date(`${date}T12:00:00Z`))).toBe(expiry);
  expect(expiryOf(null, start)).toBeNull();
});
