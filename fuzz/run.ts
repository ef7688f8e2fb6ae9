import { parseArgs } from 'node:util';
import { PRICES } from '../server/testing/billing.ts';
import { cloneDatabase, createTemplate } from '../server/testing/database.ts';
import { rawReaders } from '../server/testing/raw-readers.ts';
import { startTestApp, type TestApp } from '../server/testing/test-app.ts';
import { startThrowAwayPostgres } from '../server/testing/throw-away-postgres.ts';
import { crons } from '../server/worker.ts';
import { fuzzBilling } from './billing.ts';
import { fuzzCalendars } from './calendars.ts';
import { CONTRACT_VARIABLES, fuzzedRoutes, fuzzRoute } from './contract.ts';
import { fuzzReader } from './input.ts';
import { fuzzSteps } from './stateful.ts';
import { fuzzedVendors, fuzzVendor } from './vendors.ts';
import { startWebhookWorld } from './webhook-world.ts';
import { fuzzWebhooks } from './webhooks.ts';

/*
 * npm run fuzz -- [--minutes 10] [--seed 1] [--only contract|stateful|input|billing|calendars|vendors|webhooks]
 * Rounds of the fuzzers, each with its own seed and a fresh server, until time is up or one fails.
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
const BILLING_RUNS = 5;
const MOST_BILLING_STEPS = 25;
const MOST_STEPS = 60;
const CALENDAR_RUNS = 200;
const VENDOR_RUNS = 10;
const WEBHOOK_RUNS = 200;
/** Pino's: what the server itself logs as an error. */
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
  input: {
    variables: {},
    run: async (_app, seed) => {
      const found: string[] = [];
      for (const reader of rawReaders)
        found.push(
          ...(await failuresOf(reader.file, () => fuzzReader(reader, { seed, numRuns: CONTRACT_RUNS }))),
        );
      return found;
    },
  },
  billing: {
    variables: { BILLING: 'on', PRICES: JSON.stringify(PRICES), QUIET_HOURS: 'off' },
    run: (app, seed) =>
      failuresOf('billing', () =>
        fuzzBilling(app, {
          seed,
          numRuns: BILLING_RUNS,
          mostSteps: MOST_BILLING_STEPS,
          endOnFailure: true,
        }),
      ),
  },
  calendars: {
    variables: {},
    run: (_app, seed) => failuresOf('calendars', () => fuzzCalendars({ seed, numRuns: CALENDAR_RUNS })),
  },
  vendors: {
    variables: {},
    run: async (_app, seed) =>
      (
        await Promise.all(
          fuzzedVendors.map((connector) =>
            failuresOf(connector.name, () => fuzzVendor(connector, { seed, numRuns: VENDOR_RUNS })),
          ),
        )
      ).flat(),
  },
  webhooks: {
    variables: {},
    // Seeds are even and odd by turns.
    run: async (_app, seed) => {
      const database = await cloneDatabase(postgres.url, TEMPLATE);
      const world = await startWebhookWorld(database, { isTelnyx: seed % 2 === 0 });
      return failuresOf('webhooks', () => fuzzWebhooks(world, { seed, numRuns: WEBHOOK_RUNS })).finally(
        world.stop,
      );
    },
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
  const app = await startTestApp({ database, variables: fuzzer.variables, crons });
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

/** fast-check's report, and why it failed. */
function describe(error: Error): string {
  return `${error.message}\n${error.cause instanceof Error ? error.cause.message : ''}`;
}

/** The next seed follows from the last, so each round can be repeated by its own. */
function nextSeed(seed: number): number {
  return (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
}
