import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { type FakeTwilio, startFakeTwilio } from '../../../adapters/carrier/fakes/fake-twilio.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { freePort } from '../../../testing/free-port.ts';
import { howMany } from '../../../testing/how-long.ts';
import { type Recruiter, signUp } from '../../../testing/people.ts';
import { type ServerProcess, settingsFor, startServerProcess } from '../../../testing/server-process.ts';
import { candidatePhone } from '../../../testing/test-app.ts';

/* kill -9 in the middle of accepting and sending: nothing that was accepted is lost, and nothing is sent twice. */

const TEXTS = howMany(120, 250);
const QUEUED = howMany(100, 500);
/** So slowly that nearly all are still queued when the process dies, and quickly enough that no one waits long afterwards. */
const SLOW = 0.2;
const PEOPLE = 8;
const AT_ONCE = 20;
const SENT_BEFORE_THE_KILL = 30;
const LIMIT_MS = 240_000;

let database: TestDatabase;
let pool: pg.Pool;
let twilio: FakeTwilio;
let dataDir: string;
let url: string;
let server: ServerProcess | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  twilio = await startFakeTwilio();
  dataDir = mkdtempSync(join(tmpdir(), 'hiretext-crash-'));
  url = `http://127.0.0.1:${await freePort()}`;
});
afterAll(async () => {
  await server?.kill();
  await twilio.stop();
  await pool.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Without a pace: as fast as the fake takes them. */
const startServer = (segmentsPerSecond?: number) =>
  startServerProcess(url, {
    ...settingsFor({ database, dataDir, twilio }),
    QUIET_HOURS: 'off',
    ...(segmentsPerSecond === undefined ? {} : { SEGMENTS_PER_SECOND: String(segmentsPerSecond) }),
    REQUESTS_PER_MINUTE: '1000000',
  });

interface Task {
  person: Recruiter;
  to: string;
  body: string;
}

/** The tasks whose text was not accepted, because there was no answer. Each has a key, so that it can be tried again. */
async function accept(tasks: Task[]): Promise<Task[]> {
  const left = [...tasks];
  const failed: Task[] = [];
  const work = async () => {
    for (let task = left.shift(); task !== undefined; task = left.shift()) {
      const { person, to, body } = task;
      const headers = { 'idempotency-key': body.replaceAll(' ', '-') };
      const answer = await person.ask(routes.sendMessage, { body: { to, body }, headers }).catch(() => null);
      if (answer === null) failed.push(task);
      else expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failed;
}

async function tasksOf(count: number, says: string): Promise<Task[]> {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => signUp(url)));
  const phones = Array.from({ length: 30 }, () => candidatePhone());
  return Array.from({ length: count }, (_, index): Task => {
    const person = people[index % people.length];
    const to = phones[index % phones.length];
    if (person === undefined || to === undefined) throw new Error('No one is there');
    return { person, to, body: `${says} ${index}` };
  });
}

const sentBodies = () => twilio.state.messages.map((message) => message.body);

async function statuses(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from messages group by 1',
  );
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}

/** So that texts without an outcome count as lost now and not in half a minute. */
async function letTimePass(): Promise<void> {
  await pool.query(`
    update messages set claimed_at = claimed_at - interval '2 minutes'
     where status in ('sending', 'unknown') and carrier_id is null`);
  await pool.query(`select graphile_worker.add_job('sweepTexts', 'null'::json)`);
}

it(
  'every text is sent once, and every one is heard of',
  async () => {
    server = await startServer();
    const tasks = await tasksOf(TEXTS, 'text');

    // Receipts that would find no server wait until one is back.
    twilio.control.hold();
    const accepting = accept(tasks);
    await expect.poll(() => sentBodies().length).toBeGreaterThan(SENT_BEFORE_THE_KILL);
    await server.kill();
    const notAccepted = await accepting;
    const before = sentBodies().length;
    expect(before).toBeLessThan(TEXTS);

    server = await startServer();
    expect(await accept(notAccepted)).toEqual([]);
    await expect
      .poll(async () => (await statuses()).queued ?? 0, { interval: 100, timeout: LIMIT_MS / 2 })
      .toBe(0);
    await twilio.control.flush();
    await letTimePass();
    await expect.poll(statuses, { interval: 100, timeout: LIMIT_MS / 2 }).toEqual({ delivered: TEXTS });
    expect(sentBodies().toSorted()).toEqual(tasks.map(({ body }) => body).toSorted());
    expect(await server.stop()).toBe(0);
  },
  LIMIT_MS,
);

it(
  'with many texts queued, each still goes out once',
  async () => {
    server = await startServer(SLOW);
    const tasks = await tasksOf(QUEUED + 50, 'queued');
    expect(await accept(tasks)).toEqual([]);
    expect((await statuses()).queued).toBeGreaterThanOrEqual(QUEUED);
    await server.kill();

    server = await startServer();
    await expect
      .poll(async () => (await statuses()).queued ?? 0, { interval: 100, timeout: LIMIT_MS / 2 })
      .toBe(0);
    await letTimePass();
    await expect
      .poll(statuses, { interval: 100, timeout: LIMIT_MS / 2 })
      .toEqual({ delivered: TEXTS + tasks.length });
    const bodies = sentBodies().filter((body) => body.startsWith('queued'));
    expect(bodies.toSorted()).toEqual(tasks.map(({ body }) => body).toSorted());
    expect(await server.stop()).toBe(0);
  },
  LIMIT_MS,
);

const RECIPIENTS = howMany(100, 1000);

it(
  'a broadcast goes to each recipient once, however often the process dies',
  async () => {
    server = await startServer();
    const person = await signUp(url);
    const phones = Array.from({ length: RECIPIENTS }, () => candidatePhone());
    await pool.query(
      `insert into candidates (account_id, id, first_name, last_name, phone_number, tags)
       select $1, gen_random_uuid(), 'Ben', 'Ito', phone, '{nurse}' from unnest($2::text[]) as phone`,
      [person.accountId, phones],
    );
    await person.call(routes.updateAccount, { body: { broadcastConsent: 'any' } });
    const { id } = await person.call(routes.createBroadcast, {
      body: { audience: { tags: ['nurse'] }, body: 'broadcast' },
    });
    // Receipts that would find no server wait until the end.
    twilio.control.hold();
    const sent = () => sentBodies().filter((body) => body === 'broadcast').length;
    for (const enough of [5, RECIPIENTS / 2]) {
      await expect.poll(sent, { interval: 10, timeout: LIMIT_MS / 4 }).toBeGreaterThan(enough);
      await server.kill();
      // As if the first ones had reported while no one was there.
      await pool.query('update broadcasts set trial_over = true');
      server = await startServer();
    }
    const waiting = () => statuses().then(({ queued = 0 }) => queued);
    await expect.poll(sent, { interval: 100, timeout: LIMIT_MS / 4 }).toBeGreaterThan(RECIPIENTS * 0.9);
    await expect.poll(waiting, { interval: 100, timeout: LIMIT_MS / 4 }).toBe(0);
    await twilio.control.flush();
    await letTimePass();
    await expect
      .poll(() => person.call(routes.getBroadcast, { params: { id } }), {
        interval: 200,
        timeout: LIMIT_MS / 4,
      })
      .toMatchObject({ status: 'done', audience: RECIPIENTS, outcomes: { delivered: RECIPIENTS } });
    const to = twilio.state.messages.filter(({ body }) => body === 'broadcast').map((message) => message.to);
    expect(to.toSorted()).toEqual(phones.toSorted());
    expect(await server.stop()).toBe(0);
  },
  LIMIT_MS,
);
