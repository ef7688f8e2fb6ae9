import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cycle, cycleAfter, prorate } from './fakes/stripe-billing.ts';
import { type Item, StripeState } from './fakes/stripe-state.ts';
import { addIntervals, isExpired, prorationMoment } from './periods.ts';
import type { Terms } from './port.ts';
import { change, firstPeriod, nextPeriod, settle } from './sandbox/rules.ts';

/* The sandbox and the fake of Stripe work the same things out, each in its own way. */

const anyTime = fc
  .integer({ min: Date.UTC(2024, 0, 1) / 1000, max: Date.UTC(2032, 0, 1) / 1000 })
  .map((seconds) => new Date(seconds * 1000));
const anyInterval = fc.constantFrom('month' as const, 'year' as const);
const anyTerms: fc.Arbitrary<Terms> = fc.record({
  price: fc.constant('teamMonthly'),
  description: fc.constant('Team'),
  unitAmountCents: fc.integer({ min: 0, max: 999_900 }),
  currency: fc.constant('USD'),
  interval: anyInterval,
  quantity: fc.integer({ min: 1, max: 1000 }),
  billing: fc.constant('card' as const),
});

const secondsOf = (date: Date) => date.getTime() / 1000;

const itemOf = (terms: Terms, start: Date, end: Date): Item => ({
  id: 'si_1',
  object: 'subscription_item',
  quantity: terms.quantity,
  price: {
    id: 'price_1',
    object: 'price',
    currency: 'usd',
    product: 'hiretext_team',
    unit_amount: terms.unitAmountCents,
    recurring: { interval: terms.interval, interval_count: 1 },
  },
  current_period_start: secondsOf(start),
  current_period_end: secondsOf(end),
});

describe('A change in the middle of a period', () => {
  it('costs the same at both', () => {
    fc.assert(
      fc.property(
        anyTerms,
        anyTerms,
        anyTime,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (before, after, start, share) => {
          const period = firstPeriod(before, start);
          const whole = period.periodEnd.getTime() - start.getTime();
          const now = new Date(start.getTime() + Math.floor((whole * share) / 1000) * 1000);
          const ours = change({ terms: before, ...period }, after, now);
          const state = new StripeState(secondsOf(now));
          const { price, quantity } = itemOf(after, start, start);
          const theirs = prorate(
            state,
            itemOf(before, start, period.periodEnd),
            { price, quantity },
            secondsOf(prorationMoment(now, start)),
          );
          const amounts = theirs.lines.map(({ amount }) => amount || 0);
          expect(ours.lines.map(({ amountCents }) => amountCents)).toEqual(amounts);
          expect(secondsOf(ours.period.periodEnd)).toBe(theirs.after.current_period_end);
          // No one gets back more than was paid, or pays more than a whole period.
          const [unused = 0, next = 0] = amounts;
          expect(-unused).toBeLessThanOrEqual(before.unitAmountCents * before.quantity);
          expect(next).toBeLessThanOrEqual(after.unitAmountCents * after.quantity);
        },
      ),
    );
  });

  it('to the same terms costs nothing', () => {
    fc.assert(
      fc.property(anyTerms, anyTime, (terms, start) => {
        const period = firstPeriod(terms, start);
        const { lines } = change({ terms, ...period }, terms, new Date(start.getTime() + 86_400_000));
        expect(settle(lines, 0)).toEqual({ amountCents: 0, creditUsedCents: 0 });
      }),
    );
  });

  it('counts from the beginning of the hour, but not from before the period', () => {
    const at = (time: string) => new Date(`2026-04-10T${time}.000Z`);
    expect(prorationMoment(at('10:59:59'), at('08:30:00'))).toEqual(at('10:00:00'));
    expect(prorationMoment(at('10:59:59'), at('10:30:00'))).toEqual(at('10:30:00'));
  });
});

describe('Periods', () => {
  it('are the same at both, and leave no gap', () => {
    fc.assert(
      fc.property(anyTerms, anyTime, fc.integer({ min: 1, max: 30 }), (terms, start, count) => {
        let period = firstPeriod(terms, start);
        for (let renewals = 0; renewals < count; renewals += 1) {
          const next = nextPeriod(terms, period);
          expect(next.periodStart).toEqual(period.periodEnd);
          period = next;
        }
        const anchor = secondsOf(start);
        expect(secondsOf(period.periodEnd)).toBe(cycle(anchor, terms.interval, count + 1));
        expect(secondsOf(period.periodEnd)).toBe(
          cycleAfter(anchor, terms.interval, secondsOf(period.periodStart)),
        );
      }),
    );
  });

  it.each([
    ['2026-01-31T10:00:00.000Z', 'month', 1, '2026-02-28T10:00:00.000Z'],
    ['2026-01-31T10:00:00.000Z', 'month', 2, '2026-03-31T10:00:00.000Z'],
    ['2028-02-29T23:59:59.000Z', 'year', 1, '2029-02-28T23:59:59.000Z'],
    ['2028-02-29T23:59:59.000Z', 'year', 4, '2032-02-29T23:59:59.000Z'],
    ['2026-12-15T00:00:00.000Z', 'month', 1, '2027-01-15T00:00:00.000Z'],
  ] as const)('%s and %s × %i is %s', (start, interval, count, end) => {
    expect(addIntervals(new Date(start), interval, count).toISOString()).toBe(end);
  });
});

it('credit is used up, and what is below zero becomes credit: no cent is lost', () => {
  const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 5 }), fc.nat(1_000_000), (amounts, credit) => {
      const lines = amounts.map((amountCents) => ({ description: '', amountCents }));
      const { amountCents, creditUsedCents } = settle(lines, credit);
      expect(amountCents).toBeGreaterThanOrEqual(0);
      expect(credit - creditUsedCents).toBeGreaterThanOrEqual(0);
      expect(amountCents + creditUsedCents).toBe(amounts.reduce((sum, each) => sum + each, 0));
    }),
  );
});

it('a card is good until the end of its month', () => {
  const card = { expMonth: 12, expYear: 2026 };
  expect(isExpired(card, new Date('2026-12-31T23:59:59.999Z'))).toBe(false);
  expect(isExpired(card, new Date('2027-01-01T00:00:00.000Z'))).toBe(true);
});
