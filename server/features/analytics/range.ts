import type { Analytics } from '../../../contract/analytics.ts';
import { wallClock, whenClockShows } from '../../local-time.ts';
import { QUARTER_MS } from './figures/sums.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Both days are part of it. */
export interface Days {
  date: string;
  enddate: string;
}

type Unit = Analytics['range']['unit'];

/** From the first instant to the one after the last. */
export interface Span {
  from: Date;
  to: Date;
}

const numberOf = (day: string) => Date.parse(day) / DAY;
const dayOf = (number: number) => new Date(number * DAY).toISOString().slice(0, 10);

export function countDays({ date, enddate }: Days): number {
  return numberOf(enddate) - numberOf(date) + 1;
}

export function todayIn(zone: string, now: Date): string {
  return dayOf(Math.floor(wallClock(now.getTime(), zone) / DAY));
}

const EARLIEST = '2000-01-01';

/** The error for each field. */
export function problemOf(days: Days, today: string, mostDays: number): [keyof Days, string] | null {
  if (days.date < EARLIEST) return ['date', 'Choose a day in 2000 or later'];
  if (days.date > today) return ['date', "Choose a day that isn't after today"];
  if (days.enddate < days.date) return ['enddate', "Choose a last day that isn't before the first"];
  if (countDays(days) > mostDays) return ['date', `Choose at most ${mostDays} days`];
  return null;
}

export function daysBefore(days: Days): Days {
  const first = numberOf(days.date);
  return { date: dayOf(first - countDays(days)), enddate: dayOf(first - 1) };
}

/** Where midnight is skipped, the first instant after; a day that a zone left out starts with the next one. */
function startOf(day: number, zone: string): number {
  const midnight = day * DAY;
  // Of two midnights the first one: we ask from before it, anywhere on earth.
  const start = whenClockShows(midnight, zone, midnight - 26 * HOUR);
  return Math.floor(start / QUARTER_MS) * QUARTER_MS;
}

export function spanOf({ date, enddate }: Days, zone: string): Span {
  return {
    from: new Date(startOf(numberOf(date), zone)),
    to: new Date(startOf(numberOf(enddate) + 1, zone)),
  };
}

export function unitOf(days: Days): Unit {
  const count = countDays(days);
  if (count <= 2) return 'hour';
  if (count <= 92) return 'day';
  return count <= 400 ? 'week' : 'month';
}

const begins: Record<Exclude<Unit, 'hour'>, (day: Date) => boolean> = {
  day: () => true,
  week: (day) => day.getUTCDay() === 1,
  month: (day) => day.getUTCDate() === 1,
};

/** When each point of the series starts, the first at the first day. */
export function pointsOf(days: Days, zone: string): Date[] {
  const unit = unitOf(days);
  if (unit === 'hour') return hoursOf(spanOf(days, zone), zone);
  const first = numberOf(days.date);
  const numbers = Array.from({ length: countDays(days) }, (_, index) => first + index);
  const starts = numbers
    .filter((number) => number === first || begins[unit](new Date(number * DAY)))
    .map((number) => startOf(number, zone));
  return [...new Set(starts)].map((start) => new Date(start));
}

function hoursOf({ from, to }: Span, zone: string): Date[] {
  const hours: Date[] = [];
  for (let at = from.getTime(); at < to.getTime(); at += HOUR - (wallClock(at, zone) % HOUR))
    hours.push(new Date(at));
  return hours;
}

/** How far the zone's clock is ahead of UTC, and from when on. */
export interface Offset {
  from: Date;
  seconds: number;
}

export function offsetsOf({ from, to }: Span, zone: string): Offset[] {
  const secondsAt = (at: number) => (wallClock(at, zone) - at) / 1000;
  let seconds = secondsAt(from.getTime());
  const offsets: Offset[] = [{ from, seconds }];
  for (let at = from.getTime(); at < to.getTime(); at += DAY) {
    const next = secondsAt(at + DAY);
    if (next === seconds) continue;
    let changed = at;
    while (secondsAt(changed) === seconds) changed += QUARTER_MS;
    seconds = next;
    offsets.push({ from: new Date(changed), seconds });
  }
  return offsets;
}
