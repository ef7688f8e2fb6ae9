import { comingTime } from '../conversations/coming-time.ts';

/** Clocks differ, and requests take time. */
const TOLERANCE_MS = 60_000;

/** When a text goes out at the earliest: at its time, or once it can't be undone anymore. */
export function sendAfterOf(
  text: { scheduledAt?: string | undefined; undoSeconds: number },
  now: Date,
): Date {
  const undone = now.getTime() + text.undoSeconds * 1000;
  if (text.scheduledAt === undefined) return new Date(undone);
  const chosen = comingTime('scheduledAt', text.scheduledAt, now, { lateMs: TOLERANCE_MS });
  return new Date(Math.max(chosen.getTime(), undone));
}
