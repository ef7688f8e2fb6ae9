import { describe, expect, it } from 'vitest';
import { afterFailure, isDelivered, nextAttemptAt, RETRY_SECONDS } from './rules.ts';

const now = new Date('2026-11-27T12:00:00Z');
const secondsTo = (at: Date | null) => (at === null ? null : (at.getTime() - now.getTime()) / 1000);
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

describe('the next attempt', () => {
  it('ten attempts take three days and some hours, if none of them works', () => {
    expect(RETRY_SECONDS).toHaveLength(9);
    const hours = RETRY_SECONDS.reduce((sum, seconds) => sum + seconds, 0) / 3600;
    expect(hours).toBeGreaterThan(72);
    expect(hours).toBeLessThan(80);
  });

  it.each([
    [1, {}, 5],
    [1, { chance: 1 }, 5.5],
    [2, {}, 300],
    [9, {}, 86_400],
    [10, {}, null],
    // The receiver knows better, but not less than we do.
    [1, { retryAfterMs: 120_000 }, 120],
    [2, { retryAfterMs: 120_000 }, 300],
    [1, { retryAfterMs: Number.POSITIVE_INFINITY }, 86_400],
    [1, { waits: [1] }, 1],
    [2, { waits: [1] }, null],
  ])('after attempt %i with %j: %j seconds', (tries, how, seconds) => {
    expect(secondsTo(nextAttemptAt(tries, now, { chance: 0, ...how }))).toBe(seconds);
  });
});

it.each([
  [200, true],
  [204, true],
  [299, true],
  [302, false],
  [404, false],
  [500, false],
  [null, false],
])('%j is delivered: %j', (status, delivered) => expect(isDelivered(status)).toBe(delivered));

describe('an endpoint at which an attempt has failed', () => {
  it.each([
    [{ failingSince: null, warnedAt: null }, 500, 'goesOn'],
    [{ failingSince: daysAgo(2.9), warnedAt: null }, null, 'goesOn'],
    [{ failingSince: daysAgo(3), warnedAt: null }, 500, 'warn'],
    [{ failingSince: daysAgo(4), warnedAt: daysAgo(1) }, 500, 'goesOn'],
    [{ failingSince: daysAgo(5), warnedAt: daysAgo(2) }, 500, 'failing'],
    [{ failingSince: null, warnedAt: null }, 410, 'gone'],
  ])('%j with %j: %s', (endpoint, status, outcome) => {
    expect(afterFailure(endpoint, status, now)).toBe(outcome);
  });
});
