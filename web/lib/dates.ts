import { counted } from './words.ts';

/** Times as people read them, in the signed-in person's own timezone. */

const formats = new Map<string, Intl.DateTimeFormat>();

function format(date: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const key = timeZone + JSON.stringify(options);
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', { timeZone, ...options });
    formats.set(key, found);
  }
  return found.format(date);
}

/** 2026-11-21: equal for two times of the same day there. */
export function dayOf(iso: string | Date, timeZone: string): string {
  const date = new Date(iso);
  const part = (options: Intl.DateTimeFormatOptions) => format(date, timeZone, options);
  return `${part({ year: 'numeric' })}-${part({ month: '2-digit' })}-${part({ day: '2-digit' })}`;
}

/** 8:00 AM */
export function timeOfDay(iso: string, timeZone: string): string {
  return format(new Date(iso), timeZone, { hour: 'numeric', minute: '2-digit' });
}

/** Midnights there since then. */
export function daysBetween(iso: string, now: Date, timeZone: string): number {
  const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
  return Math.round((at(dayOf(now, timeZone)) - at(dayOf(iso, timeZone))) / 86_400_000);
}

/** Today, Yesterday, Tuesday, November 3, or November 3, 2025. */
export function dayName(iso: string, timeZone: string, now = new Date()): string {
  const days = daysBetween(iso, now, timeZone);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days === -1) return 'Tomorrow';
  const date = new Date(iso);
  if (days > 1 && days < 7) return format(date, timeZone, { weekday: 'long' });
  const sameYear = dayOf(iso, timeZone).slice(0, 4) === dayOf(now, timeZone).slice(0, 4);
  return format(date, timeZone, {
    month: 'long',
    day: 'numeric',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
}

/** For a narrow column: now, 4 min, 3:05 PM, Tue, Nov 3, 11/3/25. */
export function shortTime(iso: string, timeZone: string, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  const days = daysBetween(iso, now, timeZone);
  if (days === 0) return timeOfDay(iso, timeZone);
  const date = new Date(iso);
  if (days < 7) return format(date, timeZone, { weekday: 'short' });
  const sameYear = dayOf(iso, timeZone).slice(0, 4) === dayOf(now, timeZone).slice(0, 4);
  return sameYear
    ? format(date, timeZone, { month: 'short', day: 'numeric' })
    : format(date, timeZone, { year: '2-digit', month: 'numeric', day: 'numeric' });
}

/** How long ago: 5 minutes, 3 hours, 2 days. */
export function elapsed(iso: string, now = new Date()): string {
  const minutes = Math.max(1, Math.floor((now.getTime() - Date.parse(iso)) / 60_000));
  if (minutes < 60) return counted(minutes, 'minute');
  if (minutes < 48 * 60) return counted(Math.floor(minutes / 60), 'hour');
  return counted(Math.floor(minutes / 1440), 'day');
}

/** Nov 21, 2026 3:05 PM */
export function dateTime(iso: string, timeZone: string): string {
  return `${format(new Date(iso), timeZone, { dateStyle: 'medium' })} ${timeOfDay(iso, timeZone)}`;
}

/** Saturday, November 21, 2026 at 3:05 PM */
export function fullTime(iso: string, timeZone: string): string {
  return format(new Date(iso), timeZone, { dateStyle: 'full', timeStyle: 'short' });
}

/** Tuesday, December 1 at 9:00 AM */
export function dayAndTime(iso: string, timeZone: string): string {
  const day = format(new Date(iso), timeZone, { weekday: 'long', month: 'long', day: 'numeric' });
  return `${day} at ${timeOfDay(iso, timeZone)}`;
}

/** 8:00 AM, tomorrow 8:00 AM, Tuesday 8:00 AM */
export function upcomingTime(iso: string, timeZone: string, now = new Date()): string {
  const time = timeOfDay(iso, timeZone);
  const days = -daysBetween(iso, now, timeZone);
  if (days <= 0) return time;
  if (days === 1) return `${time} tomorrow`;
  return `${time} on ${format(new Date(iso), timeZone, { weekday: 'long', month: 'short', day: 'numeric' })}`;
}

/** December 05, 2026 */
export function longDate(iso: string, timeZone: string): string {
  return format(new Date(iso), timeZone, { month: 'long', day: '2-digit', year: 'numeric' });
}

/** Dec 3; with the year where it is another one. */
export function monthDay(iso: string, timeZone: string, now = new Date()): string {
  const sameYear = dayOf(iso, timeZone).slice(0, 4) === dayOf(now, timeZone).slice(0, 4);
  return format(new Date(iso), timeZone, {
    month: 'short',
    day: 'numeric',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
}

/** Nov 24, 2:00 PM; with the year where it is another one. */
export function shortDateTime(iso: string, timeZone: string, now = new Date()): string {
  const sameYear = dayOf(iso, timeZone).slice(0, 4) === dayOf(now, timeZone).slice(0, 4);
  return sameYear
    ? format(new Date(iso), timeZone, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
    : dateTime(iso, timeZone);
}

/** Mon 3:00 PM; with the date where that is not within a week. */
export function weekdayAndTime(iso: string, timeZone: string, now = new Date()): string {
  const days = -daysBetween(iso, now, timeZone);
  const isNear = days >= 0 && days < 7;
  const day = format(
    new Date(iso),
    timeZone,
    isNear ? { weekday: 'short' } : { weekday: 'short', month: 'short', day: 'numeric' },
  );
  return `${day} ${timeOfDay(iso, timeZone)}`;
}

/** Saturday */
export function weekday(iso: string, timeZone: string): string {
  return format(new Date(iso), timeZone, { weekday: 'long' });
}

/** Browsers learn of new zones later than servers. */
export function isKnownZone(zone: string): boolean {
  try {
    format(new Date(), zone, {});
    return true;
  } catch {
    return false;
  }
}
