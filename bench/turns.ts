import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { API_BASE } from '../contract/api.ts';
import * as routes from '../contract/routes.ts';
import { startFakeTwilio } from '../server/adapters/carrier/fakes/fake-twilio.ts';
import { type Recruiter, signUpRecruiters } from './company.ts';
import { inboundTexts, untilWorkedIn, workIn } from './inbound.ts';
import { type AnyRequest, type PreparedRequest, quantile, timedLoad } from './load.ts';
import { measuredEnvironment, spawnProgram, startDatabase } from './processes.ts';
import { textsTo } from './sending.ts';

/*
 * node run/with-node.js bench/turns.ts CHECKOUT [CHECKOUT ...] [--rounds 5] [--seconds 4]
 * The hot routes of several checkouts by turns, so that other load on the machine hits all of them: medians, also relative to the first
 * one. Each has its own server and database.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '4' } },
});
const seconds = Number(values.seconds);
const IDLE_MS = 4000;
const closing: (() => unknown)[] = [];

interface Side {
  name: string;
  /** Its server runs only during its turn: leftover work of the others would take the processor. */
  turn(): Promise<number[]>;
}

const LOADS = [
  'texts, 1 at a time',
  'texts, 16',
  'texts, 64',
  'texts with a key, 16',
  'pages of the inbox, 8',
  'webhooks, 16',
];
const MEASURED = [
  ...LOADS.flatMap((load) => [`${load}: a second`, `${load}: ms at most for 97.5 %`]),
  'texts worked in: a second',
  'MB when idle',
];

try {
  await compareAll(positionals.map((each) => resolve(each)));
} finally {
  for (const close of closing.reverse()) await close();
}

async function compareAll(checkouts: string[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hiretext-turns-'));
  closing.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const database = await startDatabase(dataDir, say);
  closing.push(database.stop);
  const keys = await startFakeTwilio();
  closing.push(() => keys.stop());
  const sides: Side[] = [];
  for (const [index, checkout] of checkouts.entries())
    sides.push(await sideOf(checkout, await databaseOf(database.url, index), dataDir, keys));
  const figures = new Map(sides.map(({ name }) => [name, [] as number[][]]));
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const side of sides) {
      say(`round ${round}: ${side.name}`);
      const turn = await side.turn();
      figures.get(side.name)?.push(turn);
      say(turn.map((figure) => figure.toFixed(1)).join(' '));
    }
    // Those at the end of one round begin the next, so that none is always the first.
    sides.reverse();
  }
  print(figures);
}

function print(figures: Map<string, number[][]>): void {
  const medians = new Map(
    [...figures].map(([name, turns]) => [
      name,
      MEASURED.map((_, index) =>
        quantile(
          turns.map((turn) => turn[index] ?? Number.NaN),
          0.5,
        ),
      ),
    ]),
  );
  const [first = []] = medians.values();
  console.table(
    Object.fromEntries(
      MEASURED.map((what, index) => [
        what,
        Object.fromEntries(
          [...medians].map(([name, figure]) => {
            const value = figure[index] ?? Number.NaN;
            return [name, `${value.toFixed(1)} (${(value / (first[index] ?? Number.NaN)).toFixed(2)})`];
          }),
        ),
      ]),
    ),
  );
}

async function databaseOf(url: string, index: number): Promise<string> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database turn_${index}`);
  await admin.end();
  return Object.assign(new URL(url), { pathname: `/turn_${index}` }).href;
}

async function sideOf(
  checkout: string,
  databaseUrl: string,
  dataDir: string,
  keys: Awaited<ReturnType<typeof startFakeTwilio>>,
): Promise<Side> {
  const environment = measuredEnvironment(keys, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  const open = () => spawnProgram('server/main.ts', '/readyz', environment, checkout);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  closing.push(() => pool.end());
  // The first start compiles.
  await (await open()).stop();
  const first = await open();
  const recruiters = await signUpRecruiters(first.url);
  const texts = await textsTo(first.url, recruiters, pool);
  const keyed = withKeys(texts);
  await first.stop();

  return {
    name: checkout.split('/').at(-1) ?? checkout,
    async turn() {
      const server = await open();
      try {
        await wait(IDLE_MS);
        const megabytes = server.memory();
        const { url } = server;
        const loads: [number, () => Iterator<AnyRequest>][] = [
          [1, texts],
          [16, texts],
          [64, texts],
          [16, keyed],
          [8, () => inboxes(recruiters)],
          [16, () => inboundTexts({ url, keys, recruiters, seconds }).values()],
        ];
        await timedLoad(url, texts(), seconds, 16);
        const figures: number[] = [];
        for (const [connections, requests] of loads) {
          const { perSecond, p97Ms } = await timedLoad(url, requests(), seconds, connections);
          figures.push(perSecond, p97Ms);
        }
        await untilWorkedIn(pool);
        return [...figures, await workIn(recruiters, pool), megabytes];
      } finally {
        await server.stop();
      }
    },
  };
}

function withKeys(texts: () => Generator<PreparedRequest, never>) {
  return function* keyed(): Generator<PreparedRequest, never> {
    for (const request of texts())
      yield { ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } };
    throw new Error('There is no end to them');
  };
}

function* inboxes(recruiters: Recruiter[]): Generator<AnyRequest, never> {
  for (let index = 0; ; index += 1) {
    const authorization = `Bearer ${recruiters[index % recruiters.length]?.token}`;
    yield {
      method: 'GET',
      path: `${API_BASE}${routes.listConversations.path}?limit=50`,
      headers: { authorization },
    };
  }
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
