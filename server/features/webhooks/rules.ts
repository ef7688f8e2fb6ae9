import { FAILING_DAYS } from '../../../contract/webhooks.ts';

/* What becomes of a delivery and of its endpoint, after an attempt. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY_MS = 24 * HOUR * 1000;

/** The waits before the second attempt and each later one, in seconds, as Standard Webhooks has them. */
export const RETRY_SECONDS: readonly number[] = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
const JITTER = 0.1;
/** A receiver that wants more time gets no more than this. */
const LONGEST_WAIT_MS = DAY_MS;

/** Admins get a mail first. */
const WARN_AFTER_MS = 3 * DAY_MS;
const DISABLE_AFTER_MS = FAILING_DAYS * DAY_MS;

/** Null: the connection failed, or nothing came in time. */
export type Answered = number | null;

export const isDelivered = (status: Answered): boolean => status !== null && status >= 200 && status < 300;

/** The receiver says that it will never want any again. */
export const isGone = (status: Answered): boolean => status === 410;

/** When to try again after so many attempts; null: that was the last. `chance` is from 0 to 1. */
export function nextAttemptAt(
  tries: number,
  now: Date,
  {
    retryAfterMs = 0,
    chance,
    waits = RETRY_SECONDS,
  }: { retryAfterMs?: number; chance: number; waits?: readonly number[] },
): Date | null {
  const wait = waits[tries - 1];
  if (wait === undefined) return null;
  const asked = Math.min(retryAfterMs, LONGEST_WAIT_MS);
  return new Date(now.getTime() + Math.max(wait * (1 + JITTER * chance) * 1000, asked));
}

interface Failing {
  failingSince: Date | null;
  warnedAt: Date | null;
}

/** What an endpoint comes to at which another attempt has failed. */
export function afterFailure(
  { failingSince, warnedAt }: Failing,
  status: Answered,
  now: Date,
): 'goesOn' | 'warn' | 'gone' | 'failing' {
  if (isGone(status)) return 'gone';
  const forMs = failingSince === null ? 0 : now.getTime() - failingSince.getTime();
  if (forMs >= DISABLE_AFTER_MS) return 'failing';
  return forMs >= WARN_AFTER_MS && warnedAt === null ? 'warn' : 'goesOn';
}
