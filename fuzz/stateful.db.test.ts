import { afterAll, beforeAll, it } from 'vitest';
import { startTestApp, type TestApp } from '../server/testing/test-app.ts';
import { fuzzSteps } from './stateful.ts';

/* A short run of what `npm run fuzz` does for hours: the same steps every time. */

const SEED = 42;
const RUNS = 15;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({});
});
afterAll(() => app.stop());

it(
  'whatever two companies do, everybody sees what is theirs, and each text goes out once',
  {
    // Most of it is for finding fewer steps after a failure.
    timeout: 120_000,
  },
  () => fuzzSteps(app, { seed: SEED, numRuns: RUNS }),
);
