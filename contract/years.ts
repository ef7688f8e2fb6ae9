import { Timestamp } from './primitives.ts';

/* When things that people plan may be: interviews, offered times, first days, texts. */

const FIRST_YEAR = 2000;
/** A first day may be put in long before it comes. */
export const MOST_AHEAD_MS = 2 * 366 * 24 * 3600_000;
export const WHICH_TIMES = `Choose a time between ${FIRST_YEAR} and two years from now`;

/** Of a time, or a date alone. */
export function isPlannable(iso: string): boolean {
  const at = new Date(iso).getTime();
  return at >= Date.UTC(FIRST_YEAR) && at <= Date.now() + MOST_AHEAD_MS;
}

export const PlannedTime = Timestamp.refine(isPlannable, WHICH_TIMES);
