import { invalidField } from '../../../failure.ts';

const MAX_AHEAD_MS = 366 * 24 * 3600 * 1000;
/** Clocks differ, and requests take time. */
const PAST_TOLERANCE_MS = 60_000;

/** When a text goes out at the earliest: at its time, or once it can't be undone anymore. */
export function sendAfterOf(
  text: { scheduledAt?: string | undefined; undoSeconds: number },
  now: Date,
): Date {
  const undone = now.getTime() + text.undoSeconds * 1000;
  if (text.scheduledAt === undefined) return new Date(undone);
  const scheduled = Date.parse(text.scheduledAt);
  if (scheduled < now.getTime() - PAST_TOLERANCE_MS)
    throw invalidField('scheduledAt', 'Choose a time in the future');
  if (scheduled > now.getTime() + MAX_AHEAD_MS)
    throw invalidField('scheduledAt', 'Schedule a text at most a year ahead');
  return new Date(Math.max(scheduled, undone));
}
