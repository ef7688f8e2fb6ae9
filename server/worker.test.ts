import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Deps } from './deps.ts';
import { erase } from './features/deletions/erase.ts';
import { sweepDeletions } from './features/deletions/sweep-deletions.ts';
import { configureCalls, sweepCallUrls } from './features/numbers/configure-calls.ts';
import { crons, lanes, sweeps } from './worker.ts';

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
  '%s, which a sweep starts again, has failed for good long before, so that staff see it',
  (_, kind, sweep, match, seconds) => {
    expect(crons).toContainEqual({ match, kind: sweep });
    expect(secondsUntilGivenUp(kind.maxAttempts)).toBeLessThan(seconds / 2);
  },
);

it('each sweep is a separate job, so that one that fails keeps no other from its turn', () => {
  for (const { kind } of sweeps) expect(crons).toContainEqual({ match: '*/10 * * * *', kind });
  expect(sweeps.length).toBeGreaterThan(10);
  // Beside those of people's work: they all come at once.
  const lane = lanes({} as Deps).find(({ jobs }) => jobs.some(({ kind }) => kind === sweeps[0]?.kind));
  expect(lane?.jobs.map(({ kind }) => kind)).toEqual(sweeps.map(({ kind }) => kind));
});

it('every kind of job has one lane, and every lane has slots', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const kinds = files
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => [
      ...readFileSync(join(import.meta.dirname, path), 'utf8').matchAll(/jobKind\(\{\s*name: '(\w+)'/g),
    ])
    .map(([, name]) => name);
  const all = lanes({} as Deps);
  const worked = all.flatMap(({ jobs }) => jobs.map(({ kind }) => kind.name));
  expect(kinds.length).toBeGreaterThan(15);
  expect(worked.toSorted()).toEqual([...kinds, ...sweeps.map(({ kind }) => kind.name)].toSorted());
  expect(all.filter(({ slots }) => slots < 1)).toEqual([]);
});
