import { comingTime } from '../conversations/coming-time.ts';

/** When a text goes out at the earliest: at its time, or once it can't be undone anymore. */
export function sendAfterOf(
  text: { scheduledAt?: string | undefined; undoSeconds: number },
  now: Date,
): Date {
  const undone = now.getTime() + text.undoSeconds * 1000;
  if (text.scheduledAt === undefined) return new Date(undone);
  return new Date(Math.max(comingTime('scheduledAt', text.scheduledAt, now).getTime(), undone));
}
