import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { type FakeTwilio, startFakeTwilio } from '../../../adapters/carrier/fakes/fake-twilio.ts';
import { type Connection, connect, inTransaction } from '../../../db/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { freePort } from '../../../testing/free-port.ts';
import { howMany } from '../../../testing/how-long.ts';
import { type Recruiter, signUp } from '../../../testing/people.ts';
import { type ServerProcess, settingsFor, startServerProcess } from '../../../testing/server-process.ts';
import { candidatePhone } from '../../../testing/test-app.ts';
import { creditTexts, remainingTexts } from './ledger.ts';

/* kill -9 in the middle of accepting and sending prepaid texts: nothing is charged twice, nothing is lost. */

const PEOPLE = 3;
const BOUGHT = howMany(30, 60);
/** More than was bought. */
const WANTED = howMany(120, 240);
const LIMIT_MS = 240_000;

let database: TestDatabase;
let connection: Connection;
let twilio: FakeTwilio;
let dataDir: string;
let url: string;
let server: ServerProcess | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 2, onError: () => {} });
  twilio = await startFakeTwilio();
  dataDir = mkdtempSync(join(tmpdir(), 'hiretext-usage-'));
  url = `http://127.0.0.1:${await freePort()}`;
});
afterAll(async () => {
  await server?.kill();
  await twilio.stop();
  await connection.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = (billing: 'on' | 'off') =>
  startServerProcess(url, {
    ...settingsFor({ database, dataDir, twilio }),
    BILLING: billing,
    QUIET_HOURS: 'off',
    REQUESTS_PER_MINUTE: '1000000',
  });

/** They have a plan before anyone is charged. */
async function buyers(): Promise<Recruiter[]> {
  server = await start('off');
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => signUp(url)));
  await server.stop();
  await connection.pool.query(`update accounts set plan_type = 'payg'`);
  for (const { accountId } of people)
    await inTransaction(connection.db, (tx) =>
      creditTexts(tx, { accountId, sourceId: uuidv7(), segments: BOUGHT, at: new Date() }),
    );
  return people;
}

const phones = Array.from({ length: WANTED }, () => candidatePhone());

type Answers = Map<number, number>;

/** The answers by number of the text; each has a key, so that asking again is the same text. */
async function sendAll(people: Recruiter[], answers: Answers): Promise<void> {
  const wanted = Array.from({ length: WANTED }, (_, index) => index).filter((index) => !answers.has(index));
  const work = async () => {
    for (let index = wanted.shift(); index !== undefined; index = wanted.shift()) {
      const person = people[index % people.length];
      const answer = await person
        ?.ask(routes.sendMessage, {
          body: { to: phones[index] ?? '', body: `text ${index}` },
          headers: { 'idempotency-key': `text-${index}` },
        })
        .catch(() => null);
      if (answer) answers.set(index, answer.status);
    }
  };
  await Promise.all(Array.from({ length: 12 }, work));
}

async function count(where: string): Promise<number> {
  const { rows } = await connection.pool.query<{ n: number }>(
    `select count(*)::int as n from messages where direction = 'outbound' and ${where}`,
  );
  return rows[0]?.n ?? 0;
}

it(
  'each text that was accepted is charged once, and no more are accepted than were bought',
  async () => {
    const people = await buyers();
    const answers: Answers = new Map();
    server = await start('on');
    // Receipts that would find no server wait until one is back.
    twilio.control.hold();
    const sending = sendAll(people, answers);
    await expect.poll(() => twilio.state.messages.length).toBeGreaterThan(15);
    await server.kill();
    await sending;

    server = await start('on');
    await sendAll(people, answers);
    expect(new Set(answers.values())).toEqual(new Set([201, 402]));
    const accepted = PEOPLE * BOUGHT;
    expect(await count('true')).toBe(accepted);
    for (const { accountId } of people) expect(await remainingTexts(connection.db, accountId)).toBe(0);

    await expect.poll(() => count(`status = 'queued'`), { interval: 100 }).toBe(0);
    await twilio.control.flush();
    // What was at the carrier when the process died is asked about.
    await connection.pool.query(`
      update messages set claimed_at = claimed_at - interval '2 minutes'
       where status in ('sending', 'unknown') and carrier_id is null`);
    await connection.pool.query(`select graphile_worker.add_job('sweepTexts', 'null'::json)`);
    await expect.poll(() => count(`status = 'delivered'`), { interval: 100 }).toBe(accepted);
    const bodies = twilio.state.messages.map(({ body }) => body);
    expect([bodies.length, new Set(bodies).size]).toEqual([accepted, accepted]);
    for (const { accountId } of people) expect(await remainingTexts(connection.db, accountId)).toBe(0);
    const { rows } = await connection.pool.query(
      `select kind, count(*)::int as n, sum(used)::int as used from usage_entries group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { kind: 'purchase', n: PEOPLE, used: 0 },
      { kind: 'reserve', n: accepted, used: 0 },
      { kind: 'settle', n: accepted, used: accepted },
    ]);
    expect(await server.stop()).toBe(0);
  },
  LIMIT_MS,
);
