import { wallClock, whenClockShows } from '../../local-time.ts';
import { isWorkingDay } from '../automations/working-days.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const [FROM, TO] = [9 * HOUR, 17 * HOUR];
/** Waits are counted no further back. */
const MOST_DAYS = 400;

/** The working time of each day back from `until`, latest first, by that clock. */
function* workingDays(until: number, zone: string): Generator<{ start: number; end: number }> {
  const wall = wallClock(until, zone);
  let day = Math.floor(wall / DAY) * DAY;
  for (let n = 0; n < MOST_DAYS; n += 1, day -= DAY) {
    const end = Math.min(day + TO, wall);
    if (end > day + FROM && isWorkingDay(day)) yield { start: day + FROM, end };
  }
}

export function workingMinutes(from: Date, until: Date, zone: string): number {
  const begin = wallClock(from.getTime(), zone);
  let sum = 0;
  for (const { start, end } of workingDays(until.getTime(), zone)) {
    if (end <= begin) break;
    sum += end - Math.max(start, begin);
  }
  return Math.floor(sum / MINUTE);
}

/** The latest moment since which that much working time has passed. */
export function workingMinutesBefore(until: Date, minutes: number, zone: string): Date {
  let left = minutes * MINUTE;
  for (const { start, end } of workingDays(until.getTime(), zone)) {
    if (end - start >= left) {
      const wall = end - left;
      return new Date(
        whenClockShows(wall, zone, until.getTime() - (wallClock(until.getTime(), zone) - wall)),
      );
    }
    left -= end - start;
  }
  return new Date(until.getTime() - MOST_DAYS * DAY);
}
