import { wallClock, whenClockShows } from '../local-time.ts';

/* Days by the clock of the demo company. */

export const ZONE = 'America/Los_Angeles';
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** `clock` is like 09:30. */
export function onDay(now: Date, inDays: number, clock: string): Date {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  const midnight = Math.floor(wallClock(now.getTime(), ZONE) / DAY_MS) * DAY_MS;
  const wall = midnight + inDays * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS;
  return new Date(whenClockShows(wall, ZONE, wall));
}

export const startOfDay = (now: Date): Date => onDay(now, 0, '00:00');

const noonOf = (now: Date, inDays: number) =>
  new Date(wallClock(onDay(now, inDays, '12:00').getTime(), ZONE));

/** YYYY-MM-DD */
export const dateOf = (now: Date, inDays: number): string => noonOf(now, inDays).toISOString().slice(0, 10);

/** 0 is Sunday. */
export const weekdayOf = (now: Date, inDays: number): number => noonOf(now, inDays).getUTCDay();
