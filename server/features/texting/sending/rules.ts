import { invalidField } from '../../../failure.ts';

/** Clocks differ, and requests take time. */
const TOLERANCE_MS = 60_000;

/** When a text goes out at the earliest: at its time, or once it can't be undone anymore. */
export function sendAfterOf(
  text: { scheduledAt?: string | undefined; undoSeconds: number },
  now: Date,
): Date {
  const undone = now.getTime() + text.undoSeconds * 1000;
  if (text.scheduledAt === undefined) return new Date(undone);
  const scheduled = Date.parse(text.scheduledAt);
  if (scheduled < now.getTime() - TOLERANCE_MS)
    throw invalidField('scheduledAt', 'Choose a time in the future');
  const inAYear = new Date(now).setUTCFullYear(now.getUTCFullYear() + 1);
  if (scheduled > inAYear + TOLERANCE_MS)
    throw invalidField('scheduledAt', 'Schedule a text at most a year ahead');
  return new Date(Math.max(scheduled, undone));
}
