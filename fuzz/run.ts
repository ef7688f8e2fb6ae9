import { parseArgs } from 'node:util';
import { cloneDatabase, createTemplate } from '../server/testing/database.ts';
import { startTestApp, type TestApp } from '../server/testing/test-app.ts';
import { startThrowAwayPostgres } from '../server/testing/throw-away-postgres.ts';
import { CONTRACT_VARIABLES, fuzzedRoutes, fuzzRoute } from './contract.ts';
import { fuzzSteps } from './stateful.ts';

/*
 * npm run fuzz -- [--minutes 10] [--seed 1] [--only contract|stateful]
 * Rounds of the two fuzzers, each with a seed of its own and on a fresh server, until the time is over or one fails.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const CONTRACT_RUNS = 200;
const STATEFUL_RUNS = 100;
const MOST_STEPS = 60;
/** Pino's: what the server itself says went wrong. */
const ERROR = 50;
const TEMPLATE = 'hiretext_fuzz';

interface Fuzzer {
  variables: Record<string, string>;
  /** What it found, in words. */
  run(app: TestApp, seed: number): Promise<string[]>;
}

const fuzzers: Record<string, Fuzzer> = {
  contract: {
    variables: CONTRACT_VARIABLES,
    run: async (app, seed) => {
      const found: string[] = [];
      for (const { name, route } of fuzzedRoutes)
        found.push(
          ...(await failuresOf(name, () => fuzzRoute(app, route, { seed, numRuns: CONTRACT_RUNS }))),
        );
      return found;
    },
  },
  stateful: {
    variables: {},
    run: (app, seed) =>
      failuresOf('stateful', () => fuzzSteps(app, { seed, numRuns: STATEFUL_RUNS, mostSteps: MOST_STEPS })),
  },
};

const asked = Object.entries(fuzzers).filter(([name]) => (values.only ?? name) === name);
if (asked.length === 0) throw new Error(`--only is one of ${Object.keys(fuzzers).join(', ')}`);
const postgres = await startThrowAwayPostgres();
let isClean = true;
try {
  await createTemplate(postgres.url, TEMPLATE);
  const end = performance.now() + Number(values.minutes) * 60_000;
  let seed = Number(values.seed);
  do {
    for (const [name, fuzzer] of asked) if (isClean) isClean = await round(name, fuzzer, seed);
    seed = nextSeed(seed);
  } while (isClean && performance.now() < end);
} finally {
  await postgres.stop();
}
process.exit(isClean ? 0 : 1);

async function round(name: string, fuzzer: Fuzzer, seed: number): Promise<boolean> {
  const startedAt = performance.now();
  const database = await cloneDatabase(postgres.url, TEMPLATE);
  const app = await startTestApp({ database, variables: fuzzer.variables });
  const found = await fuzzer.run(app, seed).finally(app.stop);
  found.push(
    ...app.logged.filter((line) => JSON.parse(line).level >= ERROR).map((line) => `Logged: ${line}`),
  );
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(
    `${name}, seed ${seed}: ${found.length === 0 ? 'nothing' : found.length} found in ${seconds} s`,
  );
  for (const failure of found) console.log(`\n${failure}`);
  if (found.length > 0) console.log(`\nRepeat it: npm run fuzz -- --minutes 0 --only ${name} --seed ${seed}`);
  return found.length === 0;
}

async function failuresOf(name: string, fuzz: () => Promise<void>): Promise<string[]> {
  try {
    await fuzz();
    return [];
  } catch (error) {
    return [`${name}: ${error instanceof Error ? describe(error) : error}`];
  }
}

/** What fast-check says, and why it failed. */
function describe(error: Error): string {
  return `${error.message}\n${error.cause instanceof Error ? error.cause.message : ''}`;
}

/** Any other one, always the same: so each round can be repeated by its own seed. */
function nextSeed(seed: number): number {
  return (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
}
