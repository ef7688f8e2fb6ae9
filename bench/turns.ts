import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { API_BASE } from '../contract/api.ts';
import * as routes from '../contract/routes.ts';
import { startFakeTwilio } from '../server/adapters/carrier/fakes/fake-twilio.ts';
import { startEmbeddedPostgres } from '../server/db/embedded.ts';
import { type Recruiter, signUpRecruiter } from './company.ts';
import { inboundTexts, untilWorkedIn, workIn } from './inbound.ts';
import { type AnyRequest, quantile, timedLoad } from './load.ts';
import { spawnProgram } from './processes.ts';
import { textsTo } from './sending.ts';

/*
 * node run/with-node.js bench/turns.ts CHECKOUT [CHECKOUT ...] [--rounds 5] [--seconds 4]
 * The hot routes of several checkouts by turns, so that what else happens on the machine hits all of them: medians, and against the
 * first one. Each has its own server and database.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '4' } },
});
const seconds = Number(values.seconds);
const SEATS = 8;
const IDLE_MS = 10_000;
const closing: (() => unknown)[] = [];

interface Measure {
  name: string;
  unit: string;
  run(): Promise<number>;
}

try {
  await compareAll(positionals.map((each) => resolve(each)));
} finally {
  for (const close of closing.reverse()) await close();
}

async function compareAll(checkouts: string[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hiretext-turns-'));
  const folder = join(dataDir, 'database');
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: { info: () => {}, warn: say } });
  closing.push(async () => {
    await postgres.stop();
    rmSync(realpathSync(folder), { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  });
  const sides: Measure[][] = [];
  for (const [index, checkout] of checkouts.entries())
    sides.push(await start(checkout, await databaseOf(postgres.url, index), dataDir));
  const figures = sides.map((side) => side.map(() => [] as number[]));
  for (let round = -1; round < Number(values.rounds); round += 1) {
    say(round < 0 ? 'warming up' : `round ${round + 1}`);
    for (const [measure] of sides[0]?.entries() ?? [])
      for (const [side, measures] of sides.entries()) {
        const figure = (await measures[measure]?.run()) ?? Number.NaN;
        if (round >= 0) figures[side]?.[measure]?.push(figure);
      }
  }
  const medians = figures.map((side) => side.map((each) => quantile(each, 0.5)));
  const table = Object.fromEntries(
    (sides[0] ?? []).map(({ name, unit }, measure) => [
      `${name}, ${unit}`,
      Object.fromEntries(
        checkouts.map((checkout, side) => {
          const figure = medians[side]?.[measure] ?? Number.NaN;
          const share = figure / (medians[0]?.[measure] ?? Number.NaN);
          return [checkout.split('/').at(-1) ?? checkout, `${figure.toFixed(1)} (${share.toFixed(2)})`];
        }),
      ),
    ]),
  );
  console.table(table);
}

async function databaseOf(url: string, index: number): Promise<string> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database turn_${index}`);
  await admin.end();
  return Object.assign(new URL(url), { pathname: `/turn_${index}` }).href;
}

async function start(checkout: string, databaseUrl: string, dataDir: string): Promise<Measure[]> {
  const keys = await startFakeTwilio();
  closing.push(() => keys.stop());
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DEMO: '0',
    BILLING: 'off',
    LOG_LEVEL: 'error',
    CAPTCHA: 'off',
    REQUESTS_PER_MINUTE: '10000000',
    SEGMENTS_PER_SECOND: '1',
    TWILIO_ACCOUNT_SID: keys.accountSid,
    TWILIO_AUTH_TOKEN: keys.authToken,
    TWILIO_API_BASE_URL: keys.url,
  };
  await (await spawnProgram('server/main.ts', '/readyz', environment, checkout)).stop();
  const server = await spawnProgram('server/main.ts', '/readyz', environment, checkout);
  closing.push(server.stop);
  await wait(IDLE_MS);
  say(`${checkout}: ${server.memory().toFixed(0)} MB when idle`);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  closing.push(() => pool.end());
  const recruiters: Recruiter[] = [];
  for (let seat = 0; seat < SEATS; seat += 1)
    recruiters.push(await signUpRecruiter(server.url, `Recruiter${seat}`, String(212 + seat)));
  const { url } = server;
  const texts = await textsTo(url, recruiters);
  const keyed = await textsTo(url, recruiters, { keyed: true });
  const pages = () => inboxes(recruiters);
  const both = (name: string, connections: number, requests: () => Iterator<AnyRequest>): Measure[] => {
    let last = { perSecond: Number.NaN, p97Ms: Number.NaN };
    const run = async () => {
      last = await timedLoad(url, requests(), seconds, connections);
      return last.perSecond;
    };
    return [
      { name, unit: 'a second', run },
      { name, unit: 'ms, 97.5 %', run: async () => last.p97Ms },
    ];
  };
  return [
    ...both('texts accepted, 1 at a time', 1, texts),
    ...both('texts accepted, 16', 16, texts),
    ...both('texts accepted, 64', 64, texts),
    ...both('with a key, 16', 16, keyed),
    ...both('inbox pages, 8', 8, pages),
    ...both('webhooks stored, 16', 16, () => inboundTexts({ url, keys, recruiters, seconds }).values()),
    {
      name: 'texts worked in',
      unit: 'a second',
      run: async () => {
        await untilWorkedIn(pool);
        return workIn(recruiters, pool);
      },
    },
  ];
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
