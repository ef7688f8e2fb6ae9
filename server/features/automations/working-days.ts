import { wallClock, whenClockShows } from '../../local-time.ts';

const DAY = 24 * 3600_000;
const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

/** The same time of day on the nearest working day, in that direction: `at` itself if it is one there. */
export function onWorkingDay(at: Date, zone: string, direction: 'before' | 'after'): Date {
  const step = direction === 'before' ? -DAY : DAY;
  const wall = wallClock(at.getTime(), zone);
  let there = wall;
  while (!isWorkingDay(there)) there += step;
  return there === wall ? at : new Date(whenClockShows(there, zone, at.getTime() + there - wall));
}

/** Of a date as a wall clock's reading. */
export function isWorkingDay(wall: number): boolean {
  const date = new Date(wall);
  const weekday = date.getUTCDay();
  if (weekday === SUNDAY || weekday === SATURDAY) return false;
  const midnight = Math.floor(wall / DAY) * DAY;
  // New Year's Day on a Saturday is kept on the last day of the year before.
  return ![0, 1].some((more) => federalHolidays(date.getUTCFullYear() + more).includes(midnight));
}

/** 5 U.S.C. 6103. Those of a fixed date are kept on Friday when they are a Saturday's, and on Monday when a Sunday's. */
function federalHolidays(year: number): number[] {
  const fixed = [
    [1, 1],
    [6, 19],
    [7, 4],
    [11, 11],
    [12, 25],
  ].map(([month = 1, day = 1]) => observed(Date.UTC(year, month - 1, day)));
  return [
    ...fixed,
    // Martin Luther King, Washington, Labor Day, Columbus Day, Thanksgiving; last, Memorial Day.
    nth(3, MONDAY, year, 1),
    nth(3, MONDAY, year, 2),
    nth(1, MONDAY, year, 9),
    nth(2, MONDAY, year, 10),
    nth(4, THURSDAY, year, 11),
    nth(1, MONDAY, year, 6) - 7 * DAY,
  ];
}

function observed(date: number): number {
  const weekday = new Date(date).getUTCDay();
  if (weekday === SATURDAY) return date - DAY;
  return weekday === SUNDAY ? date + DAY : date;
}

function nth(count: number, weekday: number, year: number, month: number): number {
  const first = Date.UTC(year, month - 1, 1);
  const untilIt = (weekday - new Date(first).getUTCDay() + 7) % 7;
  return first + (untilIt + 7 * (count - 1)) * DAY;
}
