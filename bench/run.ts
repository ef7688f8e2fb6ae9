import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startFakeTwilio } from '../server/adapters/carrier/fakes/fake-twilio.ts';
import { measureAnalytics, measureRollUpCost } from './analytics.ts';
import { measureAutomations } from './automations.ts';
import { signUpRecruiter, signUpRecruiters } from './company.ts';
import { measureFairness } from './fair.ts';
import { measureFirstLoads } from './first-load.ts';
import { measureInbound, measureWorkingIn, untilWorkedIn, workIn } from './inbound.ts';
import { measureInbox } from './inbox.ts';
import { measureLatency } from './live.ts';
import { load } from './load.ts';
import { measuredEnvironment, spawnProgram, startDatabase } from './processes.ts';
import { measureRendering } from './rendering.ts';
import { documentOf, linesOf, machine, type Results } from './report.ts';
import { measureScale } from './scale.ts';
import { measureTextSearch } from './search.ts';
import { measureSending, textsTo } from './sending.ts';
import { measureSignals } from './signals.ts';
import { measureTemplateSearch } from './templates.ts';

/*
 * npm run bench -- --scale [--seconds 5]: only what 1, 2 and 4 processes do.
 * npm run bench -- --signals [--seconds 5]: only what NATS brings, with Debian's nats-server.
 * npm run bench -- --fair: only whether one account slows the others.
 * npm run bench -- [--write-docs] [--seconds 5] [--large 1000000] [--interviews 100000] [--texts 20000000] [--searched 5000000]
 * Runs the real server on its own database (DATABASE_URL, which must be empty, or an embedded one) and measures what
 * docs/benchmarks.md lists. Writes dist/bench.json.
 */

const { values } = parseArgs({
  options: {
    scale: { type: 'boolean', default: false },
    fair: { type: 'boolean', default: false },
    signals: { type: 'boolean', default: false },
    'write-docs': { type: 'boolean', default: false },
    seconds: { type: 'string', default: '5' },
    large: { type: 'string', default: '1000000' },
    interviews: { type: 'string', default: '100000' },
    texts: { type: 'string', default: '2000000' },
    searched: { type: 'string', default: '5000000' },
  },
});
const seconds = Number(values.seconds);
const checkout = join(import.meta.dirname, '..');
const SMALL = 10_000;
/** Until what was used for starting has been given back. */
const IDLE_MS = 10_000;

const closing: (() => unknown)[] = [];
try {
  if (values.scale) await measureScale(seconds, say);
  else if (values.fair) await measureFairness(say);
  else if (values.signals) await measureSignals(seconds, say);
  else report(await measure());
} finally {
  for (const close of closing.reverse()) await close();
}

async function measure(): Promise<Results> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hiretext-bench-'));
  closing.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const databaseUrl = process.env.DATABASE_URL || (await startOwnDatabase(dataDir));
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  closing.push(() => pool.end());
  const keys = await startFakeTwilio();
  closing.push(() => keys.stop());

  say('first loads');
  const firstLoads = await measureFirstLoads();
  const rendering = measureRendering();

  const environment = measuredEnvironment(keys, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  // Not the first start after an update, which compiles.
  await (await spawnProgram('server/main.ts', '/readyz', environment)).stop();
  const server = await spawnProgram('server/main.ts', '/readyz', environment);
  closing.push(server.stop);
  say('idle memory');
  await wait(IDLE_MS);
  const idleMemoryMb = server.memory();

  const yardstick = await spawnProgram('bench/yardstick-server.ts', '/ready', { DATABASE_URL: databaseUrl });
  closing.push(yardstick.stop);
  const recruiters = await signUpRecruiters(server.url);
  const small = { recruiter: await signUpRecruiter(server.url, 'Small', '415'), conversations: SMALL };
  const large = {
    recruiter: await signUpRecruiter(server.url, 'Large', '512'),
    conversations: Number(values.large),
  };
  const [first] = recruiters;
  if (first === undefined) throw new Error('No one signed up');

  say('templates');
  const templateSearch = await measureTemplateSearch(server.url, pool, first);
  say('from webhook to browser');
  const latency = await measureLatency(server.url, keys, first);
  say(`seeding ${large.conversations.toLocaleString('en-US')} conversations, then the inbox`);
  const inbox = await measureInbox(server.url, yardstick.url, pool, { small, large });
  const sides = { url: server.url, yardstickUrl: yardstick.url, recruiters, pool, seconds };
  say('inbound webhooks');
  const inbound = await measureInbound({ ...sides, keys });
  await untilWorkedIn(pool);
  say('texts worked in');
  const workingIn = await measureWorkingIn({ yardstickUrl: yardstick.url, recruiters, pool, seconds });
  say('sending');
  const sending = await measureSending(sides);
  say('what counting texts costs');
  const texts = await textsTo(server.url, recruiters, pool);
  const countingCost = {
    sending: await measureRollUpCost(pool, () => load(server.url, texts(), seconds)),
    receiving: await measureRollUpCost(pool, () => workIn(recruiters, pool)),
  };
  say('automatic texts');
  const reminding = await signUpRecruiter(server.url, 'Reminding', '646');
  const automations = await measureAutomations(server.url, pool, reminding, Number(values.interviews));

  say(`seeding ${Number(values.texts).toLocaleString('en-US')} texts, then their figures`);
  const company = await signUpRecruiter(server.url, 'Company', '617');
  const analytics = await measureAnalytics(server.url, databaseUrl, company, Number(values.texts));

  say(`seeding ${Number(values.searched).toLocaleString('en-US')} texts, then searching in them`);
  const searching = await signUpRecruiter(server.url, 'Searching', '303');
  const textSearch = await measureTextSearch(databaseUrl, searching, Number(values.searched), say);

  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  const postgres = rows[0]?.server_version.split(' ')[0] ?? '';
  return {
    machine: machine(postgres),
    inbound,
    workingIn,
    sending,
    inbox,
    latency,
    rendering,
    templateSearch,
    automations,
    countingCost,
    analytics,
    textSearch,
    idleMemoryMb,
    firstLoads,
  };
}

async function startOwnDatabase(dataDir: string): Promise<string> {
  const database = await startDatabase(dataDir, say);
  closing.push(database.stop);
  return database.url;
}

function say(sentence: string): void {
  process.stderr.write(`${sentence} ...\n`);
}

function report(results: Results): void {
  console.table(
    Object.fromEntries(
      linesOf(results).map(({ what, measured, target, isMet }) => [
        what,
        { measured, target, met: isMet ? 'yes' : 'no' },
      ]),
    ),
  );
  const json = `${JSON.stringify(results, null, 2)}\n`;
  process.stdout.write(json);
  mkdirSync(join(checkout, 'dist'), { recursive: true });
  writeFileSync(join(checkout, 'dist/bench.json'), json);
  if (values['write-docs']) writeFileSync(join(checkout, 'docs/benchmarks.md'), documentOf(results));
}
