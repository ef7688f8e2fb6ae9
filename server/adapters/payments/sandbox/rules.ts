import { addIntervals, prorationMoment } from '../periods.ts';
import type { Line, Terms } from '../port.ts';

/* What things cost and when, without a database or a clock. */

export interface Period {
  anchor: Date;
  periodStart: Date;
  periodEnd: Date;
}

export const totalOf = (lines: Line[]) => lines.reduce((sum, { amountCents }) => sum + amountCents, 0);

export const amountOf = ({ unitAmountCents, quantity }: Terms) => unitAmountCents * quantity;

export const nameOf = ({ description, quantity }: Terms) => `${quantity} × ${description}`;

export const wholePeriod = (terms: Terms): Line => ({
  description: nameOf(terms),
  amountCents: amountOf(terms),
});

export function firstPeriod({ interval }: Terms, start: Date): Period {
  return { anchor: start, periodStart: start, periodEnd: addIntervals(start, interval, 1) };
}

export function nextPeriod({ interval }: Terms, { anchor, periodEnd }: Period): Period {
  let count = 1;
  while (addIntervals(anchor, interval, count) <= periodEnd) count += 1;
  return { anchor, periodStart: periodEnd, periodEnd: addIntervals(anchor, interval, count) };
}

/** What a change at `now` sets off and charges. Another interval begins a new period. */
export function change(
  { terms: before, ...period }: Period & { terms: Terms },
  after: Terms,
  now: Date,
): { lines: Line[]; period: Period } {
  const at = prorationMoment(now, period.periodStart);
  const whole = period.periodEnd.getTime() - period.periodStart.getTime();
  const share = (period.periodEnd.getTime() - at.getTime()) / whole;
  const unused = {
    description: `Unused time on ${nameOf(before)}`,
    amountCents: -Math.round(amountOf(before) * share) || 0,
  };
  if (before.interval !== after.interval)
    return { lines: [unused, wholePeriod(after)], period: firstPeriod(after, now) };
  const remaining = {
    description: `Remaining time on ${nameOf(after)}`,
    amountCents: Math.round(amountOf(after) * share),
  };
  return { lines: [unused, remaining], period };
}

/** What is left to pay of these lines, and what of the credit that takes; less than nothing becomes credit. */
export function settle(lines: Line[], creditCents: number): { amountCents: number; creditUsedCents: number } {
  const total = totalOf(lines);
  const creditUsedCents = total < 0 ? total : Math.min(total, creditCents);
  return { amountCents: total - creditUsedCents, creditUsedCents };
}

const DAY_MS = 86_400_000;
export const DAYS_TO_PAY = 30;
/** After the first attempt. Then a person has to see to it. */
const RETRY_DAYS = [3, 5, 7];

export const daysAfter = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS);

export function nextAttempt(createdAt: Date, attempts: number): Date | null {
  const days = RETRY_DAYS[attempts - 1];
  return days === undefined ? null : daysAfter(createdAt, days);
}

/** The numbers that mean something here; Stripe's own test cards. */
export function outcomeOf(number: string): 'accepted' | 'refused' | 'declined' | null {
  switch (number) {
    case '4242424242424242':
      return 'accepted';
    case '4000000000000002':
      return 'refused';
    case '4000000000000341':
      return 'declined';
    default:
      return null;
  }
}
