import type { Terms } from './port.ts';

const HOUR_MS = 3_600_000;

/** `count` whole intervals after `start`; in a month without that day, its last one. In UTC. */
export function addIntervals(start: Date, interval: Terms['interval'], count: number): Date {
  const months = interval === 'year' ? 12 * count : count;
  const moved = new Date(start);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return moved;
}

/**
 * From when a change counts: the beginning of the hour, so that a preview still holds when the person has read it. To the second,
 * a thousand seats a year would cost another amount with every second.
 */
export function prorationMoment(now: Date, periodStart: Date): Date {
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  return new Date(Math.max(hour, periodStart.getTime()));
}

/** More of the same: nothing of what runs is set off but against itself. */
export const isMoreOfTheSame = (
  before: Pick<Terms, 'price' | 'unitAmountCents' | 'interval' | 'quantity'>,
  after: Terms,
): boolean =>
  before.price === after.price &&
  before.unitAmountCents === after.unitAmountCents &&
  before.interval === after.interval &&
  before.quantity <= after.quantity;

/** A card is good until the last day of its month. */
export const isExpired = ({ expMonth, expYear }: { expMonth: number; expYear: number }, now: Date) =>
  now.getTime() >= Date.UTC(expYear, expMonth, 1);
