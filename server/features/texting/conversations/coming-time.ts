import { invalidField } from '../../../failure.ts';

/** A year, and a day for zones and for requests that take time. */
export const MOST_AHEAD_MS = 366 * 24 * 3600_000;

/** A moment that a person chose in a field: still to come, and within a year. `lateMs`: how long ago it may have been. */
export function comingTime(field: string, chosen: string, now: Date, { lateMs = 0 } = {}): Date {
  const at = new Date(chosen);
  const ahead = at.getTime() - now.getTime();
  if (ahead + lateMs <= 0) throw invalidField(field, 'Choose a time in the future');
  if (ahead > MOST_AHEAD_MS) throw invalidField(field, 'Choose a time within a year');
  return at;
}
