import { expect, it } from 'vitest';
import { erase } from './features/deletions/erase.ts';
import { sweepDeletions } from './features/deletions/sweep-deletions.ts';
import { configureCalls, sweepCallUrls } from './features/numbers/configure-calls.ts';
import { crons } from './worker.ts';

/** The queue's: after so many tries it waits e to that power, in seconds, and no longer than after ten. */
function secondsUntilGivenUp(maxAttempts: number): number {
  return Array.from({ length: maxAttempts - 1 }, (_, tries) => Math.exp(Math.min(tries + 1, 10))).reduce(
    (all, one) => all + one,
    0,
  );
}

it.each([
  ['erase', erase, sweepDeletions, '7 * * * *', 3600],
  ['configureCalls', configureCalls, sweepCallUrls, '*/5 * * * *', 300],
])(
  '%s, which a sweep starts anew, has failed for good long before, so that staff see it',
  (_, kind, sweep, match, seconds) => {
    expect(crons).toContainEqual({ match, kind: sweep });
    expect(secondsUntilGivenUp(kind.maxAttempts)).toBeLessThan(seconds / 2);
  },
);
