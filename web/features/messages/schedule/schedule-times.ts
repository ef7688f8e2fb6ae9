import { whyNotLater } from '../../../../contract/coming-time.ts';
import { dayOf, timeOfDay, weekdayAndTime } from '../../../lib/dates.ts';
import { clockTime, fieldOf, firstTimeFrom, mornings, TWICE } from '../../../lib/zoned-time.ts';

/** A text's time, and whether an answer cancels it. */
export interface When {
  scheduledAt: string;
  cancelIfAnswered: boolean;
}

export interface ScheduleTime {
  label: string;
  at: string;
}

const HOUR_MS = 3600_000;
const MINUTE_MS = 60_000;
const FIRST_HOUR = 8;
const LAST_HOUR = 20;

/** Tomorrow 9:00 AM, Mon 9:00 AM */
export function dayAndClock(iso: string, zone: string, now: Date): string {
  const time = timeOfDay(iso, zone);
  const day = dayOf(iso, zone);
  if (day === dayOf(now, zone)) return `Today ${time}`;
  const tomorrow = new Date(Date.parse(dayOf(now, zone)) + 24 * HOUR_MS).toISOString().slice(0, 10);
  return day === tomorrow ? `Tomorrow ${time}` : weekdayAndTime(iso, zone, now);
}

/** By the candidate's clock, where we know it. */
export const sendTimeInWords = (
  iso: string,
  theirs: string | null | undefined,
  own: string,
  now: Date,
): string => (theirs ? `${dayAndClock(iso, theirs, now)} their time` : dayAndClock(iso, own, now));

/** Null where the clocks show the same. */
export function ownTimeInWords(
  iso: string,
  theirs: string | null | undefined,
  own: string,
  now: Date,
): string | null {
  if (!theirs || fieldOf(iso, theirs) === fieldOf(iso, own)) return null;
  return `${dayAndClock(iso, own, now)} your time`;
}

/** What is offered, by that clock. */
export function scheduleTimes(now: Date, zone: string): ScheduleTime[] {
  const { tomorrow, monday } = mornings(now, zone);
  const later = new Date(Math.ceil((now.getTime() + 2 * HOUR_MS) / MINUTE_MS) * MINUTE_MS).toISOString();
  const hour = Number(fieldOf(later, zone).slice(11, 13));
  return [
    ...(hour >= FIRST_HOUR && hour <= LAST_HOUR ? [{ label: 'In 2 hours', at: later }] : []),
    ...(tomorrow ? [{ label: 'Tomorrow', at: tomorrow }] : []),
    ...(monday ? [{ label: 'Monday', at: monday }] : []),
  ];
}

/** Whether a text can be sent at a picked time, and what to know about it. */
export function pickedTime(
  field: string,
  zone: string,
  now: Date,
): { at: string; hint?: string } | { error: string } {
  const at = firstTimeFrom(field, zone);
  if (at === null) return { error: 'Choose a date and time' };
  const error = whyNotLater(Date.parse(at), now.getTime());
  if (error !== null) return { error };
  const { instant, isTwice } = clockTime(field, zone);
  if (instant === null)
    return { at, hint: `The clocks go forward and skip this time. It's sent at ${timeOfDay(at, zone)}.` };
  return isTwice ? { at, hint: TWICE } : { at };
}
