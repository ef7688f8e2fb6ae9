import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { howMany } from '../server/testing/how-long.ts';
import { startTestApp, type TestApp } from '../server/testing/test-app.ts';
import { fuzzSteps } from './stateful.ts';

/* A short run of what `npm run fuzz` does for hours: the same steps every time. */

const SEED = 42;
const RUNS = howMany(4, 10);
const MOST_STEPS = 40;
const LIMIT_MS = 60_000;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({});
});
afterAll(() => app.stop());

it(
  'whatever two companies do, everyone sees what is theirs, and each text goes out once',
  () => {
    // After a failure, fewer steps are looked for until then.
    const plugins = [fc.interruptAfterTimeLimit(LIMIT_MS)];
    return fuzzSteps(app, { seed: SEED, numRuns: RUNS, mostSteps: MOST_STEPS, plugins });
  },
  2 * LIMIT_MS,
);
