import { Timestamp } from './primitives.ts';

/* The allowed years of what people plan: interviews, offered times, first days, texts. */

const FIRST_YEAR = 2000;
/** A first day may be entered long in advance. */
export const MOST_AHEAD_MS = 2 * 366 * 24 * 3600_000;
export const WHICH_TIMES = `Choose a time between ${FIRST_YEAR} and two years from now`;

/** Of a time, or a date alone. */
export function isPlannable(iso: string): boolean {
  const at = new Date(iso).getTime();
  return at >= Date.UTC(FIRST_YEAR) && at <= Date.now() + MOST_AHEAD_MS;
}

export const PlannedTime = Timestamp.refine(isPlannable, WHICH_TIMES);
