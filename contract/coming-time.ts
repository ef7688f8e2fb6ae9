/* Times that a person chooses for later: of texts, snoozes, reminders and promises. */

/** A year, and a day for zones and for requests that take time. */
export const MOST_LATER_MS = 366 * 24 * 3600_000;

/** Why the moment can't be chosen, in ms since 1970; `lateMs`: how long ago it may have been. Null: it can. */
export function whyNotLater(at: number, now: number, lateMs = 0): string | null {
  if (at + lateMs <= now) return 'Choose a time in the future';
  return at - now > MOST_LATER_MS ? 'Choose a time within a year' : null;
}
