import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PriceId } from '../../../contract/plans.ts';
import type { GatewaySubscription } from '../../adapters/payments/port.ts';
import type { SubscriptionRow } from '../subscriptions/store.ts';
import { expiryOf, lifeAfter, overdueOf, PRICED, priceOf, termsOf, wayTo } from './rules.ts';

const DAY_MS = 24 * 3600_000;
const start = new Date('2026-11-01T00:00:00Z');
const day = (days: number) => new Date(start.getTime() + days * DAY_MS);
const prices = { payg: 15, personalMonthly: 29.5, personalAnnual: 290, teamMonthly: 25, teamAnnual: 240 };

const said = (over: Partial<GatewaySubscription> = {}): GatewaySubscription => ({
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
    price: 'teamMonthly' as const,
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
    ['another price', at(), to('personalMonthly', 1), [{ quantity: 1, prorated: true }]],
    ['another year', at(), to('teamAnnual', 5), [{ quantity: 5, prorated: true }]],
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
    expect(overdueOf(said({ status }), [open], day(4))).toHaveLength(count);
  });
});

describe('the life of a subscription', () => {
  it('that is paid is looked at once its renewal is late', () => {
    const { row, events, isStopped } = lifeAfter(undefined, said(), [], start);
    expect(row).toMatchObject({ status: 'active', paidQuantity: 3, pastDueSince: null, graceUntil: null });
    expect(row.lookAt).toEqual(new Date(day(30).getTime() + 3600_000));
    expect([events, isStopped]).toEqual([[], false]);
  });

  it('that is not: seven days, a reminder two days before their end, then nothing is sent', () => {
    let before = lifeAfter(undefined, said(), [], start).row;
    const seen: unknown[] = [];
    for (const at of [0, 1, 4.9, 5, 6, 7, 8]) {
      const { row, events, isStopped } = lifeAfter(before, said({ status: 'pastDue' }), [], day(at));
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
    expect(lifeAfter(before, said(), [], day(9)).row).toMatchObject({ status: 'active', graceUntil: null });
  });

  it('that has ended keeps its numbers for 30 days', () => {
    const before = lifeAfter(undefined, said(), [], start).row;
    const ended = lifeAfter(before, said({ status: 'canceled' }), [], day(30));
    expect(ended).toMatchObject({
      events: ['ended'],
      numbersDue: false,
      row: { lookAt: day(60), endedAt: day(30) },
    });
    const later = lifeAfter(ended.row, said({ status: 'canceled' }), [], day(60));
    expect(later).toMatchObject({ events: [], numbersDue: true, row: { lookAt: null, endedAt: day(30) } });
  });

  it('pays for a seat once in a period', () => {
    let row = lifeAfter(undefined, said({ quantity: 5 }), [], start).row;
    row = lifeAfter(row, said({ quantity: 4 }), [], day(1)).row;
    expect([row.quantity, row.paidQuantity]).toEqual([4, 5]);
    row = lifeAfter(row, said({ quantity: 4, periodStart: day(30), periodEnd: day(60) }), [], day(30)).row;
    expect([row.quantity, row.paidQuantity]).toEqual([4, 4]);
  });

  it('is the same however often the same is said', () => {
    const anything = fc.record({
      status: fc.constantFrom('active' as const, 'pastDue' as const, 'canceled' as const),
      quantity: fc.integer({ min: 1, max: 9 }),
      cancelAtPeriodEnd: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 6 }), anything, (past, now) => {
        let row: SubscriptionRow | undefined;
        for (const each of past) row = lifeAfter(row, said(each), [], start).row;
        const once = lifeAfter(row, said(now), [], start);
        const twice = lifeAfter(once.row, said(now), [], start);
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
