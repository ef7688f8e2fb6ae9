import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as routes from '../contract/routes.ts';
import { createTwilioCarrier } from '../server/adapters/carrier/twilio/twilio.ts';
import { migrate } from '../server/db/migrate.ts';
import { inCells } from '../server/moving/cells.ts';
import { finishMove, moveAccount, requireAlone } from '../server/moving/move-account.ts';
import { exportOf } from '../server/testing/account-exports.ts';
import { createTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { everythingOf } from '../server/testing/everything-of.ts';
import { waitingJobs } from '../server/testing/jobs.ts';
import { signUp } from '../server/testing/people.ts';
import { makeTestKey } from '../server/testing/sandboxes.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../server/testing/test-app.ts';
import { conversationWith, receiveText, sendText, sentTo, untilStatus } from '../server/testing/texting.ts';
import { startThrowAwayPostgres } from '../server/testing/throw-away-postgres.ts';
import { PASSWORD } from '../server/testing/verified-person.ts';
import { runCommand } from './run-command.ts';

/* Two cells: each a Hiretext with its own PostgreSQL. One carrier. */

const SECRET_KEY = 'a secret that is long enough for tests';
const HOUR = 3600_000;

let eastDatabase: TestDatabase;
let westPostgres: { url: string; stop(): Promise<void> };
let east: TestApp;
let west: TestApp;

const hiretext = async (args: string[], { from = eastDatabase.url, json = true } = {}) => {
  const { code, out, err } = await runCommand(json ? [...args, '--json'] : args, {
    variables: { DATABASE_URL: from, SECRET_KEY, DATA_DIR: tmpdir() },
    checkout: tmpdir(),
    clock: () => new Date(),
    say: () => {},
  });
  return { code, said: json ? (JSON.parse(out) as Record<string, unknown>) : {}, out, err };
};
const toWest = (...args: string[]) =>
  hiretext(['move-account', ...args, '--to', westPostgres.url, '--media-copied']);

/** Without waiting for what may still be on its way. */
const move = (accountId: string, say: (step: string) => void | Promise<void> = () => {}) =>
  inCells({ from: eastDatabase.url, to: westPostgres.url }, async (cells) => {
    await requireAlone(cells);
    const doing = {
      keys: { secretKey: SECRET_KEY, secretKeyFallback: null },
      clock: east.clock,
      say,
      lateMs: 0,
    };
    return (await finishMove(cells, accountId, doing)) ?? (await moveAccount(cells, accountId, doing));
  });

const inWest = (person: Recruiter): Recruiter => ({ ...person, ...west.client(person.token) });

const hasAccount = async (app: TestApp, id: string) =>
  (await app.deps.pool.query('select from accounts where id = $1', [id])).rowCount === 1;

/** Which cells have rows of the account, in any table. */
async function whereIs(accountId: string): Promise<string[]> {
  const found: string[] = [];
  for (const [name, app] of [
    ['east', east],
    ['west', west],
  ] as const)
    if (Object.values(await everythingOf(app, accountId)).some((rows) => (rows as unknown[]).length > 0))
      found.push(name);
  return found;
}

beforeAll(async () => {
  [eastDatabase, westPostgres] = await Promise.all([createTestDatabase(), startThrowAwayPostgres()]);
  await migrate(westPostgres.url);
  // Each would plan what the other cell has yet to get.
  const options = { plannerRestMs: 100 };
  east = await startTestApp({ ...options, database: eastDatabase });
  expect(await hiretext(['move-account', '--share-keys', '--to', westPostgres.url])).toMatchObject({
    code: 0,
  });
  const { accountSid, authToken, url } = east.twilio;
  const carrier = createTwilioCarrier({ accountSid, authToken, apiBaseUrl: url, timeoutMs: 1500 });
  west = await startTestApp({
    ...options,
    carrier,
    database: { url: westPostgres.url, drop: westPostgres.stop },
  });
});
afterAll(async () => {
  await west.stop();
  await east.stop();
});

describe('an account that moves', () => {
  it('works on in the other cell, with its sandbox, and nowhere else', async () => {
    const ana = await signUp(east.url);
    const { email } = await ana.call(routes.getUser, {});
    const [friendly, optedOut, later] = [candidatePhone(), candidatePhone(), candidatePhone()];
    await untilStatus(ana, await sendText(ana, friendly, 'Hi from east'), 'delivered');
    await receiveText(east, ana, friendly, 'Hi there');
    await untilStatus(ana, await sendText(ana, optedOut, 'Hello'), 'delivered');
    await receiveText(east, ana, optedOut, 'STOP');
    const scheduledAt = new Date(east.clock().getTime() + HOUR).toISOString();
    const scheduled = await sendText(ana, later, 'See you then', { scheduledAt });
    const key = await makeTestKey(east, ana);
    const before = await exportOf(ana);

    const { code, said } = await toWest(ana.accountId);
    expect({ code, said }).toMatchObject({ code: 0, said: { ok: true, isNew: true, late: 0 } });
    expect(said.pauseMs).toBeLessThan(60_000);
    for (const id of [ana.accountId, key.accountId]) expect(await whereIs(id)).toEqual(['west']);
    // Nodes have forgotten whom they knew.
    expect(await ana.refusal(routes.getUser, {})).toBe('401 session_ended');

    const signedIn = await west.anonymous.call(routes.login, { body: { email, password: PASSWORD } });
    const token = signedIn.mfaNeeded ? '' : signedIn.id_token;
    const moved = inWest({ ...ana, token });
    const after = await exportOf(moved);
    const same = new Set(before.manifest.files.map(({ path, sha256 }) => `${path} ${sha256}`));
    const different = after.manifest.files.filter(({ path, sha256 }) => !same.has(`${path} ${sha256}`));
    // That someone exported, and signed in.
    expect(different.map(({ path }) => path)).toEqual(['account/log.jsonl', 'csv/account/log.csv']);
    await untilStatus(moved, await sendText(moved, friendly, 'Hi from west'), 'delivered');
    expect(sentTo(east, friendly)).toEqual(['Hi from east', 'Hi from west']);
    expect((await conversationWith(moved, optedOut)).can.send).not.toBe(true);
    await expect(sendText(moved, optedOut, 'Still there?')).rejects.toThrow();
    await west.client(key.secret).call(routes.getUser, {});

    for (const app of [east, west]) app.clock.advance(HOUR + 60_000);
    await untilStatus(moved, scheduled, 'delivered');
    expect(sentTo(east, later)).toEqual(['See you then']);
    for (const app of [east, west]) app.clock.reset();
  });

  it('has another test number where a sandbox of the other cell has it', async () => {
    const ana = await signUp(east.url);
    const ben = await signUp(west.url);
    const [key, taken] = [await makeTestKey(east, ana), await makeTestKey(west, ben)];
    for (const table of ['numbers', 'number_directory'])
      await west.deps.pool.query(`update ${table} set phone_number = $1 where phone_number = $2`, [
        key.number,
        taken.number,
      ]);

    expect(await toWest(ana.accountId)).toMatchObject({ code: 0, said: { ok: true } });
    const moved = inWest({ ...ana, token: key.secret });
    const { seat } = await moved.call(routes.getUser, {});
    expect(seat?.twilioNumber).toMatch(/^\+1\d{3}55501[5-9]\d$/);
    expect(seat?.twilioNumber).not.toBe(key.number);
    const body = { to: '+12125550141', body: 'Are you free at 3?' };
    const headers = { 'idempotency-key': 'after-the-move' };
    const sent = await moved.call(routes.sendMessage, { body, headers });
    await untilStatus(moved, sent, 'delivered');
  });

  it('gets what is still texted to the former cell, a STOP too', async () => {
    const ana = await east.signUp();
    const phone = candidatePhone();
    await untilStatus(ana, await sendText(ana, phone, 'Hello'), 'delivered');
    await move(ana.accountId);
    // As a carrier that hasn't heard of the move.
    const owned = east.twilio.state.owned.get(ana.number);
    if (owned !== undefined) owned.smsUrl = `${east.url}/webhooks/twilio/inbound`;
    await east.twilio.control.inbound(phone, ana.number, 'STOP');
    await eventually(async () => {
      const { rows } = await east.deps.pool.query<{ error: string }>(
        'select last_error as error from carrier_events where receiver = $1 and attempts > 0',
        [ana.number],
      );
      expect(rows[0]?.error).toContain('moved');
    });
    await move(ana.accountId);
    await eventually(async () => {
      await expect(sendText(inWest(ana), phone, 'Still there?')).rejects.toThrow();
    });
    const { rowCount } = await east.deps.pool.query('select from carrier_events where receiver = $1', [
      ana.number,
    ]);
    expect(rowCount).toBe(0);
  });

  it('takes a text along that was with the carrier, and it is sent once', async () => {
    const ana = await east.signUp();
    const phone = candidatePhone();
    east.twilio.control.failNext({ kind: 'acceptThenTimeout', on: 'send', to: phone });
    const text = await sendText(ana, phone, 'Only once');
    await eventually(() => expect(sentTo(east, phone)).toEqual(['Only once']));
    await move(ana.accountId);
    await untilStatus(inWest(ana), text, 'delivered');
    expect(sentTo(east, phone)).toEqual(['Only once']);
  });

  it('refuses what is written in the pause, and loses nothing of what was accepted', async () => {
    const ana = await east.signUp();
    const phone = candidatePhone();
    await untilStatus(ana, await sendText(ana, phone, 'Before'), 'delivered');
    const asked: Promise<unknown>[] = [];
    await move(ana.accountId, (step) => {
      if (step === 'Paused here.')
        asked.push(sendText(ana, phone, 'In the pause').catch((error: unknown) => error));
    });
    expect(await Promise.all(asked)).toEqual([expect.any(Error)]);
    await untilStatus(inWest(ana), await sendText(inWest(ana), phone, 'After'), 'delivered');
    expect(sentTo(east, phone)).toEqual(['Before', 'After']);
  });

  it('takes along what waits in the queue', async () => {
    const ana = await east.signUp();
    const keysIn = async (app: TestApp) =>
      (await waitingJobs(app.deps.pool, 'checkFigures')).flatMap(({ key }) => key ?? []);
    await east.deps.pool.query(
      `select graphile_worker.add_job('checkFigures', json_build_object('accountId', $1::text), run_at := now() + interval '1 hour', job_key := 'test job')`,
      [ana.accountId],
    );
    await move(ana.accountId);
    expect(await keysIn(east)).not.toContain('test job');
    expect(await keysIn(west)).toContain('test job');
  });
});

describe('broken off', () => {
  const steps = [
    'Copied',
    'Paused here.',
    'Copied.',
    'Removed here, not committed.',
    'Prepared there.',
    'Committed here.',
    'Moved.',
  ];

  it.each(steps)('after "%s", it is finished by the next run', async (step) => {
    const ana = await east.signUp();
    const phone = candidatePhone();
    const [waiting] = [candidatePhone()];
    await untilStatus(ana, await sendText(ana, phone, 'Before'), 'delivered');
    const scheduledAt = new Date(east.clock().getTime() + HOUR).toISOString();
    const scheduled = await sendText(ana, waiting, 'Once', { scheduledAt });
    const died = move(ana.accountId, (now) => {
      if (now.startsWith(step)) throw new Error('killed');
    });
    await expect(died).rejects.toThrow('killed');
    const isDecided = ['Committed here.', 'Moved.'].includes(step);
    expect(await hasAccount(east, ana.accountId)).toBe(!isDecided);
    // It isn't seen there before it is committed.
    expect(await hasAccount(west, ana.accountId)).toBe(step === 'Moved.');
    if (!isDecided) {
      await untilStatus(ana, await sendText(ana, phone, 'Between'), 'delivered');
      await receiveText(east, ana, phone, 'OK');
    }
    await move(ana.accountId);
    expect(await whereIs(ana.accountId)).toEqual(['west']);
    const moved = inWest(ana);
    const { items } = await moved.call(routes.listMessages, {
      params: { id: (await conversationWith(moved, phone)).id },
      query: {},
    });
    expect(items.map(({ body }) => body).toSorted()).toEqual(
      isDecided ? ['Before'] : ['Before', 'Between', 'OK'],
    );
    for (const app of [east, west]) app.clock.advance(HOUR + 60_000);
    await untilStatus(moved, scheduled, 'delivered');
    expect(sentTo(east, waiting)).toEqual(['Once']);
    for (const app of [east, west]) app.clock.reset();
    const { rows } = await west.deps.pool.query('select gid from pg_prepared_xacts');
    expect(rows).toEqual([]);
  });
});

describe('is refused', () => {
  it.each([
    ['this cell itself', () => eastDatabase.url, "That is this cell's own database."],
    [
      'a database without Hiretext',
      () => westPostgres.url.replace(/\w+$/, 'postgres'),
      'There is no Hiretext',
    ],
  ])('%s', async (_, to, why) => {
    const ana = await east.signUp();
    const { code, err } = await hiretext(['move-account', ana.accountId, '--to', to(), '--media-copied'], {
      json: false,
    });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(why) });
  });

  it('with media on this disk, an account that is not there, and one that is being closed', async () => {
    const ana = await east.signUp();
    const to = ['--to', westPostgres.url];
    expect(await hiretext(['move-account', ana.accountId, ...to])).toMatchObject({ code: 2 });
    expect(await toWest('01890000-0000-7000-8000-000000000000')).toMatchObject({ code: 1 });
    await east.deps.pool.query('update accounts set deletes_at = now() where id = $1', [ana.accountId]);
    const { said } = await toWest(ana.accountId);
    expect(said.error).toContain('is being closed');
  });

  it('to a cell with other kept keys, which has to be empty to get others', async () => {
    const other = await createTestDatabase();
    onTestFinished(other.drop);
    const ana = await east.signUp();
    const to = ['--to', other.url, '--media-copied'];
    expect((await hiretext(['move-account', ana.accountId, ...to])).said.error).toContain('other kept keys');
    const shared = await hiretext(['move-account', '--share-keys', '--to', eastDatabase.url], {
      from: other.url,
    });
    expect(shared.said.error).toContain('has accounts');
    expect(await hasAccount(east, ana.accountId)).toBe(true);
  });

  it('where rows there are in the way', async () => {
    const ana = await signUp(east.url);
    const { email } = await ana.call(routes.getUser, {});
    const body = { firstName: 'Ana', lastName: 'Lopez', email, password: PASSWORD };
    await west.anonymous.call(routes.signup, { body });
    const { said } = await toWest(ana.accountId);
    expect(said.error).toContain('logins');
    expect(await whereIs(ana.accountId)).toEqual(['east']);
  });
});
