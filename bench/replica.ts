import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runMigrations } from 'graphile-worker';
import { pino } from 'pino';
import * as routes from '../contract/routes.ts';
import { startFakeTwilio } from '../server/adapters/carrier/fakes/fake-twilio.ts';
import { connect } from '../server/db/connection.ts';
import { migrate } from '../server/db/migrate.ts';
import { runCheckFigures } from '../server/features/analytics/figures/check-figures.ts';
import { indexNow, startBackfill } from '../server/features/texting/text-index/keep-index.ts';
import { startPostgresPair } from '../server/testing/postgres-pair.ts';
import { seedYear } from './analytics.ts';
import { call, candidateNumber, signUpRecruiters } from './company.ts';
import { quantile } from './load.ts';
import { databaseTime, measuredEnvironment, spawnProgram } from './processes.ts';

/*
 * node run/with-node.js bench/replica.ts [--texts 100000] [--seconds 30] [--rounds 3]
 * What a replica takes off the primary: the same load by turns on a node without one and on a node with one, beside one worker;
 * then an export of the account by a worker without one and with one. Counts processor time, since the machine may be busy.
 */

const { values } = parseArgs({
  options: {
    texts: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '3' },
  },
});
const seconds = Number(values.seconds);
const LIMIT_MS = 300_000;

/** In each second. One in thirty reports is of a year. */
const INBOXES = 16;
const SEARCHES = 4;
const REPORTS = 1;
const LOGS = 1;

const closing: (() => unknown)[] = [];
try {
  await measure();
} finally {
  for (const close of closing.reverse()) await close();
}

async function measure(): Promise<void> {
  const pair = await startPostgresPair();
  closing.push(pair.stop);
  const primary = pair.primary().url;
  const standby = pair.standby()?.url ?? '';
  await migrate(primary);
  await runMigrations({ connectionString: primary });
  const carrier = await startFakeTwilio();
  closing.push(carrier.stop);
  const dataDir = mkdtempSync(join(tmpdir(), 'hiretext-replica-'));
  closing.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const environment = measuredEnvironment(carrier, { DATABASE_URL: primary, DATA_DIR: dataDir });
  const node = async (ROLES: string, more: Record<string, string> = {}) => {
    const started = await spawnProgram('server/main.ts', '/readyz', { ...environment, ROLES, ...more });
    closing.push(started.stop);
    return started;
  };
  const replica = { DATABASE_REPLICA_URL: standby };
  const without = await node('web');
  const worker = await node('worker', { PUBLIC_URL: without.url });
  const recruiters = await signUpRecruiters(without.url);
  const [admin] = recruiters;
  if (admin === undefined) throw new Error('No one has signed up');

  say(`${values.texts} texts of a year are written, counted and taken into the search`);
  const { db, pool, close } = connect(primary, { max: 4, statementMs: 600_000, onError: () => {} });
  await seedYear(pool, admin, Number(values.texts));
  await runCheckFigures({ db, log: pino({ level: 'silent' }) }, admin);
  await startBackfill(db, admin.accountId);
  await indexNow(db);
  await close();

  const withOne = await node('web', replica);
  let turns = 0;
  const turn = async (url: string) => {
    turns += 1;
    const texts = (turns - 1) * seconds * recruiters.length;
    return spent(() => load(url, recruiters, texts));
  };
  // The first one is for caches.
  for (let round = 0; round <= Number(values.rounds); round += 1)
    for (const [name, { url }] of [
      ['without', without],
      ['with', withOne],
    ] as const) {
      const { took, primaryTime, standbyTime } = await turn(url);
      const { p50, p95, failed } = took;
      if (round === 0) continue;
      say(
        `${name}: primary ${primaryTime.toFixed(2)} s, standby ${standbyTime.toFixed(2)} s in ${seconds} s; ` +
          `reads p50 ${p50} ms, p95 ${p95} ms; ${failed} calls failed; load ${loadavg()[0]?.toFixed(1)}`,
      );
    }
  say((await metricsOf(withOne.url)).join('; '));
  await worker.stop();
  for (const [name, more] of [
    ['without', {}],
    ['with', replica],
  ] as const) {
    const exporting = await node('worker', { PUBLIC_URL: without.url, ...more });
    // It looks at the replica first.
    await wait(5000);
    const { took, primaryTime, standbyTime } = await spent(() => exportAccount(without.url, admin.token));
    say(
      `export ${name}: primary ${primaryTime.toFixed(2)} s, standby ${standbyTime.toFixed(2)} s; ${took} MB`,
    );
    await exporting.stop();
  }

  async function spent<T>(work: () => Promise<T>) {
    const before = await Promise.all([databaseTime(primary), databaseTime(standby)]);
    const took = await work();
    const [primaryTime, standbyTime] = await Promise.all([databaseTime(primary), databaseTime(standby)]);
    return { took, primaryTime: primaryTime - before[0], standbyTime: standbyTime - before[1] };
  }
}

interface Person {
  token: string;
}

async function load(url: string, people: Person[], texts: number) {
  const reads: number[] = [];
  let failed = 0;
  const asked: Promise<void>[] = [];
  const [admin] = people;
  const ask = (person: Person | undefined, method: string, path: string, body?: unknown, isRead = false) => {
    const startedAt = performance.now();
    const answered = call(url, person?.token ?? '', method, path, body).then(
      () => {
        if (isRead) reads.push(performance.now() - startedAt);
      },
      (error: unknown) => {
        failed += 1;
        if (failed === 1) say(String(error));
      },
    );
    asked.push(answered);
  };
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const begin = performance.now();
  for (let second = 0; second < seconds; second += 1) {
    people.forEach((person, index) => {
      const to = candidateNumber(texts + second * people.length + index);
      ask(person, 'POST', routes.sendMessage.path, { to, body: 'Are you free for an interview on Monday?' });
    });
    for (let n = 0; n < INBOXES; n += 1)
      ask(people[1 + (n % (people.length - 1))], 'GET', `${routes.listConversations.path}?limit=25`);
    for (let n = 0; n < SEARCHES; n += 1)
      ask(
        admin,
        'GET',
        `${routes.search.path}?q=${['works', 'see you', 'candidate', 'monday'][n]}`,
        undefined,
        true,
      );
    for (let n = 0; n < REPORTS; n += 1) {
      const query = `date=${day(second % 30 === 0 ? 364 : 29)}&timezone=America/Chicago`;
      ask(admin, 'GET', `${routes.getAnalytics.path}?${query}`, undefined, true);
    }
    for (let n = 0; n < LOGS; n += 1) ask(admin, 'GET', routes.listAuditEvents.path, undefined, true);
    await wait(Math.max(0, begin + (second + 1) * 1000 - performance.now()));
  }
  await Promise.all(asked);
  const [p50, p95] = [0.5, 0.95].map((share) => quantile(reads, share).toFixed(0));
  return { p50, p95, failed };
}

async function exportAccount(url: string, token: string): Promise<string> {
  const reply = await call(url, token, 'POST', routes.startAccountExport.path, { kind: 'account' });
  const { id } = routes.startAccountExport.reply.parse(reply);
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await wait(500)) {
    const now = await call(url, token, 'GET', routes.getAccountExport.path.replace('{id}', id));
    const { status, bytes } = routes.getAccountExport.reply.parse(now);
    if (status === 'done') return ((bytes ?? 0) / 1e6).toFixed(1);
    if (status === 'failed') throw new Error('The export failed');
  }
  throw new Error('The export was not ready in time');
}

async function metricsOf(url: string): Promise<string[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return text.split('\n').filter((line) => /^replica_/.test(line));
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
