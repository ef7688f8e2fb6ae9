import { invalidField } from '../../../failure.ts';

/** Clocks differ, and requests take time. */
const TOLERANCE_MS = 60_000;
export const MOST_AHEAD_MS = 366 * 24 * 3600_000;

/** A moment that a person chose in a field: still to come, and within a year. */
export function comingTime(field: string, chosen: string, now: Date): Date {
  const at = new Date(chosen);
  const ahead = at.getTime() - now.getTime();
  if (ahead < -TOLERANCE_MS) throw invalidField(field, 'Choose a time in the future');
  if (ahead > MOST_AHEAD_MS + TOLERANCE_MS) throw invalidField(field, 'Choose a time within a year');
  return at;
}
