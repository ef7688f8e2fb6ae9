import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import * as routes from '../contract/routes.ts';
import { startMailServer } from '../server/adapters/mail/fakes/mail-server.ts';
import { newestOf } from '../server/db/releases.ts';
import { isFictional } from '../server/phone.ts';
import { createSealer } from '../server/seal.ts';
import { createTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { hasPgBouncer, startPgBouncer } from '../server/testing/pg-bouncer.ts';
import { makeTestKey } from '../server/testing/sandboxes.ts';
import { startTestApp, type TestApp } from '../server/testing/test-app.ts';
import type { Finding } from './checks/check.ts';
import { checkPostgres } from './checks/database.ts';
import { checkDisk } from './checks/disk.ts';
import { checkNode } from './checks/settings.ts';
import { ANY_NUMBER } from './checks/vendors.ts';
import { examine } from './doctor.ts';
import { runCommand } from './run-command.ts';

/* A Hiretext that is well, and broken in one way after the other. */

type Variables = Record<string, string>;

const SECRET_KEY = 'a secret that is long enough for tests';
const folder = mkdtempSync(join(tmpdir(), 'hiretext-doctor-'));
let app: TestApp;
let database: TestDatabase;
let pool: pg.Pool;
let well: Variables;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({ database });
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
beforeEach(() => {
  well = {
    DATABASE_URL: database.url,
    PUBLIC_URL: app.url,
    DATA_DIR: folder,
    SECRET_KEY,
    BILLING: 'off',
    SUPPORT_EMAIL: 'support@example.com',
    CARRIER_REGISTRATION: 'off',
    TWILIO_ACCOUNT_SID: app.twilio.accountSid,
    TWILIO_AUTH_TOKEN: app.twilio.authToken,
    TWILIO_API_BASE_URL: app.twilio.url,
  };
});
afterAll(async () => {
  await pool.end();
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

const operator = (variables: Variables, ahead = 0) => ({
  variables,
  checkout: folder,
  clock: () => new Date(Date.now() + ahead),
  say: () => {},
});
const doctor = (variables: Variables, ahead = 0) => examine(operator(variables, ahead));

/** Of the checks that don't depend on the disk of the machine that tests. */
const wrong = (findings: Finding[]) =>
  findings.filter(({ name, status }) => status !== 'ok' && name !== 'disk');

/** A change to the database that is taken back when the test is over. */
async function change(sql: string, back: string): Promise<void> {
  await pool.query(sql);
  onTestFinished(async () => void (await pool.query(back)));
}

it('finds nothing wrong with one that is well, and says what it looked at', async () => {
  const findings = await doctor(well);
  // The address of a test is that of this machine.
  expect(wrong(findings).map(({ name, found }) => `${name}: ${found}`)).toEqual([
    `address: ${app.url} is this machine, so your carrier can't call it.`,
  ]);
  expect(findings.map(({ name }) => name)).toEqual([
    'settings',
    'node',
    'disk',
    'database',
    'schema',
    'clock',
    'secrets',
    'mail',
    'carrier',
    'address',
    'workers',
    'jobs',
    'texts',
    'receiving',
    'backups',
  ]);
});

it('says what an empty database needs, and asks nothing of it', async () => {
  await change('create database empty_for_doctor', 'drop database empty_for_doctor with (force)');
  const url = new URL(database.url);
  url.pathname = '/empty_for_doctor';
  const findings = await doctor({ ...well, DATABASE_URL: url.href });
  expect(findings.filter(({ status }) => status === 'fail')).toEqual([]);
  expect(findings.find(({ name }) => name === 'schema')).toMatchObject({
    status: 'warn',
    found: 'The database is empty.',
  });
});

it.skipIf(!hasPgBouncer)('says that a pooler keeps no sessions, as each other command does', async () => {
  const pgBouncer = await startPgBouncer(database.url, { pool_mode: 'transaction' });
  onTestFinished(() => pgBouncer.stop());
  const variables = { ...well, DATABASE_URL: pgBouncer.url };
  expect((await doctor(variables)).find(({ name }) => name === 'database')).toMatchObject({
    status: 'fail',
    found: expect.stringContaining('DATABASE_URL is a pooler'),
    cure: expect.stringContaining('pool_mode = session'),
  });
  expect(await runCommand(['jobs'], operator(variables))).toMatchObject({
    code: 1,
    err: expect.stringContaining('pool_mode = session'),
  });
});

it('texts that wait for the end of maintenance are no fault', async () => {
  await change(
    `insert into maintenance values (true, 'The carrier moves.', now())`,
    'delete from maintenance',
  );
  expect((await doctor(well)).find(({ name }) => name === 'texts')).toMatchObject({
    status: 'warn',
    found: expect.stringContaining('Maintenance is on'),
  });
});

it('asks the carrier only about numbers that it has', async () => {
  expect(isFictional(ANY_NUMBER)).toBe(false);
  const owner = await app.signUpOnly();
  const { id: userId, accountId } = await owner.call(routes.getUser, {});
  const key = await makeTestKey(app, { ...owner, userId, accountId, seatId: '', number: '' });
  const { rows } = await pool.query('select phone_number as phone from numbers');
  expect(rows).toEqual([{ phone: key.number }]);
  expect((await doctor(well)).find(({ name }) => name === 'carrier')?.status).toBe('ok');
});

it.each([
  ['postgres://db/name', 'warn', 'without TLS'],
  ['postgres://db/name?sslmode=no-verify', 'warn', "its certificate isn't checked"],
  ['postgres://db/name?sslmode=verify-full', 'ok', 'by TLS.'],
  [null, 'ok', 'on this machine.'],
])('says how what goes to the database is protected: %s', async (databaseUrl, status, found) => {
  const finding = await checkPostgres({ env: { databaseUrl }, pool });
  expect(finding).toMatchObject({ status, found: expect.stringContaining(found) });
});

interface Broken {
  what: string;
  variables?: Variables;
  set?: () => Promise<Variables | undefined>;
  ahead?: number;
  name: string;
  status: 'warn' | 'fail';
  found: string;
  cure: string;
}

const broken: Broken[] = [
  {
    what: 'a setting that is missing',
    variables: { NODE_ENV: 'production', PUBLIC_URL: 'https://texts.example.com', SMTP_URL: '' },
    name: 'settings',
    status: 'fail',
    found: 'SMTP_URL is missing.',
    cure: 'Set it to your mail server',
  },
  {
    what: 'a database that is not there',
    variables: { DATABASE_URL: 'postgres://127.0.0.1:1/hiretext' },
    name: 'database',
    status: 'fail',
    found: "can't be reached",
    cure: 'DATABASE_URL',
  },
  {
    what: 'a database that a newer version has migrated',
    set: async () => {
      await change(
        `insert into schema_migrations (name, checksum) values ('9999-later.sql', 'x')`,
        `delete from schema_migrations where name = '9999-later.sql'`,
      );
      return undefined;
    },
    name: 'schema',
    status: 'warn',
    found: 'ahead of this version by 1 migration',
    cure: 'install the newer version',
  },
  {
    what: 'a database that a version from before partitions of a day last worked with',
    set: async () => {
      const { rows } = await pool.query<{ checksum: string }>(
        `select checksum from schema_migrations where name = '0055-days.sql'`,
      );
      await change(
        `delete from schema_migrations where name = '0055-days.sql'`,
        `insert into schema_migrations (name, checksum) values ('0055-days.sql', '${rows[0]?.checksum}')`,
      );
      return undefined;
    },
    name: 'schema',
    status: 'warn',
    found: 'behind this version by 1 migration',
    cure: 'replace all nodes within two days',
  },
  {
    what: 'a database that a newer version has changed too much',
    set: async () => {
      await change(
        `update schema_release set version = '99.0.0', oldest = '98.0.0'`,
        `update schema_release set version = '${newestOf().version}', oldest = '${newestOf().oldest}'`,
      );
      return undefined;
    },
    name: 'schema',
    status: 'fail',
    found: "can't work with it",
    cure: 'Install 98.0.0 or a later version',
  },
  {
    what: 'a migration that was edited',
    set: async () => {
      const { rows } = await pool.query<{ checksum: string }>(
        `select checksum from schema_migrations where name = '0001-accounts.sql'`,
      );
      await change(
        `update schema_migrations set checksum = 'x' where name = '0001-accounts.sql'`,
        `update schema_migrations set checksum = '${rows[0]?.checksum}' where name = '0001-accounts.sql'`,
      );
      return undefined;
    },
    name: 'schema',
    status: 'fail',
    found: '0001-accounts.sql',
    cure: 'released version',
  },
  {
    what: 'a replica that is no standby',
    set: async () => ({ DATABASE_REPLICA_URL: database.url }),
    name: 'replica',
    status: 'warn',
    found: "isn't a standby",
    cure: 'names a standby of this database',
  },
  {
    what: 'a replica that is not there',
    variables: { DATABASE_REPLICA_URL: 'postgres://me:secret@127.0.0.1:1/hiretext' },
    name: 'replica',
    status: 'warn',
    found: "127.0.0.1:1 can't be read from (connect ECONNREFUSED",
    cure: 'and its log',
  },
  {
    what: 'a NATS that is not there',
    variables: { NATS_URL: 'nats://me:secret@127.0.0.1:1' },
    name: 'nats',
    status: 'warn',
    found: "NATS can't be used: connection refused",
    cure: 'check NATS_URL',
  },
  {
    what: 'a clock that is an hour ahead',
    ahead: 3_600_000,
    name: 'clock',
    status: 'fail',
    found: '60 minutes apart',
    cure: 'NTP',
  },
  {
    what: 'another SECRET_KEY',
    variables: { SECRET_KEY: 'another secret that is long enough for tests' },
    set: async () => {
      const sealed = createSealer(SECRET_KEY).seal('a seed');
      await change(
        `insert into kept_opt_outs (email_hash, phone_hash, sealed_phone_number, source, opted_out_at, expires_at)
         values ('x', 'x', '${sealed}', 'keyword', now(), now() + interval '1 day')`,
        `delete from kept_opt_outs where phone_hash = 'x'`,
      );
      return undefined;
    },
    name: 'secrets',
    status: 'fail',
    found: 'kept_opt_outs',
    cure: 'Set SECRET_KEY to the one',
  },
  {
    what: 'a SECRET_KEY that was swapped, and nothing sealed again',
    variables: {
      SECRET_KEY: 'another secret that is long enough for tests',
      SECRET_KEY_FALLBACK: SECRET_KEY,
    },
    name: 'secrets',
    status: 'warn',
    found: '6 values can only be opened with SECRET_KEY_FALLBACK',
    cure: 'run hiretext rotate-secret',
  },
  {
    what: 'a mail server that is not there',
    variables: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.com' },
    name: 'mail',
    status: 'fail',
    found: "can't be used: ESOCKET",
    cure: 'SMTP_URL',
  },
  {
    what: 'a mail server that refuses the password',
    set: async () => {
      const server = await startMailServer({}, { authOptional: false, disabledCommands: ['STARTTLS'] });
      onTestFinished(() => server.stop());
      return {
        SMTP_URL: `smtp://me:wrong@127.0.0.1:${server.port}?requireTLS=false`,
        MAIL_FROM: 'a@example.com',
      };
    },
    name: 'mail',
    status: 'fail',
    found: 'EAUTH',
    cure: 'user and password',
  },
  {
    what: 'a carrier that refuses the credentials',
    variables: { TWILIO_AUTH_TOKEN: 'wrong' },
    name: 'carrier',
    status: 'fail',
    found: 'HTTP 401',
    cure: 'TWILIO_AUTH_TOKEN',
  },
  {
    what: 'an address where no one answers',
    variables: { PUBLIC_URL: 'http://127.0.0.1:1' },
    name: 'address',
    status: 'fail',
    found: "doesn't answer",
    cure: 'Start the server',
  },
  {
    what: 'an address that leads to another server',
    set: async () => ({ PUBLIC_URL: await otherServer(200) }),
    name: 'address',
    status: 'fail',
    found: 'Another server answers',
    cure: 'Point PUBLIC_URL at this Hiretext',
  },
  {
    what: 'a proxy that lets nothing through',
    set: async () => ({ PUBLIC_URL: await otherServer(502) }),
    name: 'address',
    status: 'fail',
    found: 'status 502',
    cure: 'the proxy passes everything',
  },
  {
    what: 'an opt-out that was not taken in for an hour',
    set: async () => {
      await change(
        `insert into carrier_events (carrier, payload, received_at, retry_at) values ('twilio', '{"type":"other"}', now() - interval '1 hour', now() + interval '1 hour')`,
        `delete from carrier_events`,
      );
      return undefined;
    },
    name: 'receiving',
    status: 'fail',
    found: '60 minutes',
    cure: 'log of the workers',
  },
  {
    what: 'a job that has used up its tries',
    set: async () => {
      await change(
        `select graphile_worker.add_job('noSuchJob', '{}', job_key := 'x', max_attempts := 1)`,
        `select graphile_worker.remove_job('x')`,
      );
      await pool.query(
        `select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs where key = 'x'), 'broken')`,
      );
      return undefined;
    },
    name: 'failed jobs',
    status: 'warn',
    found: '1 job used up',
    cure: 'retry it',
  },
];

broken.push(
  ...(
    [
      ['of the day before yesterday', "taken_at = now() - interval '50 hours'", 'warn', '2 days old', 'log'],
      ['of last week', "taken_at = now() - interval '7 days'", 'fail', '7 days old', 'log'],
      [
        'that failed',
        "failed_at = now(), failure = 'The disk is full'",
        'fail',
        'The disk is full',
        'hiretext backup',
      ],
    ] as const
  ).map(([what, set, status, found, cure]) => ({
    what: `a backup ${what}`,
    variables: { BACKUP_TO: folder, BACKUP_KEY: 'a key for backups that is long enough' },
    set: async () => {
      await change(
        `update backup_state set ${set}`,
        'update backup_state set taken_at = null, failed_at = null, failure = null',
      );
      return undefined;
    },
    name: 'backups',
    status,
    found,
    cure,
  })),
);

async function otherServer(status: number): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end('{"status":"ok"}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('finds', () => {
  it.each(broken)('$what', async ({ variables = {}, set, ahead = 0, name, status, found, cure }) => {
    const more = (await set?.()) ?? {};
    const all = await doctor({ ...well, ...variables, ...more }, ahead);
    const finding = all.find(
      (each) => each.name === name && each.status !== 'ok' && each.found.includes(found),
    );
    expect({ finding, all }).toMatchObject({ finding: { status, cure: expect.stringContaining(cure) } });
  });

  it('a disk that is almost full, and an old Node', () => {
    const env = { dataDir: folder } as Parameters<typeof checkDisk>[0]['env'];
    expect(checkDisk({ env }, () => 20e9).status).toBe('ok');
    expect(checkDisk({ env }, () => 2e9)).toMatchObject({
      status: 'warn',
      found: expect.stringContaining('2.0 GB'),
    });
    expect(checkDisk({ env }, () => 5e8)).toMatchObject({
      status: 'fail',
      cure: expect.stringContaining('DATA_DIR'),
    });
    expect(checkNode('22.1.0')).toMatchObject({ status: 'fail', cure: expect.stringContaining('Node 24') });
  });

  it('that no worker is at work, on a database that has none', async () => {
    const other = await createTestDatabase();
    onTestFinished(() => other.drop());
    const all = await doctor({ ...well, DATABASE_URL: other.url });
    expect(all.find(({ name }) => name === 'workers')).toMatchObject({ status: 'warn' });
  });
});

describe('the command', () => {
  it('says in a sentence that the database is away, as JSON too', async () => {
    const away = { ...well, DATABASE_URL: 'postgres://hiretext@127.0.0.1:1/hiretext' };
    const { code, out } = await runCommand(['jobs', '--json'], operator(away));
    expect(code).toBe(1);
    const error = expect.stringMatching(/^The database can't be reached/);
    expect(JSON.parse(out)).toEqual({ ok: false, error });
  });

  it('says in a sentence what the machine refuses', async () => {
    const file = join(folder, 'not-a-folder');
    writeFileSync(file, '');
    const { code, err } = await runCommand(
      ['backup', '--to', file],
      operator({ ...well, BACKUP_KEY: 'a key for backups that is long enough' }),
    );
    expect(code).toBe(1);
    expect(err).toMatch(/^It broke off: EEXIST: .*not-a-folder/);
  });

  it.skipIf(process.platform !== 'linux')('says at once that a folder can not be made', async () => {
    const { code, err } = await runCommand(
      ['backup', '--to', '/proc/nope'],
      operator({ ...well, BACKUP_KEY: 'a key for backups that is long enough' }),
    );
    expect(code).toBe(1);
    expect(err).toMatch(/^It broke off: ENOENT: .*\/proc\/nope/);
  });

  it('ends with 0 when all is well, and prints one JSON value', async () => {
    const { code, out, err } = await runCommand(['doctor', '--json'], operator(well));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({ ok: true, checks: expect.any(Array) });
  });

  it('ends with 1 when something is wrong, and says the cure below it', async () => {
    const { code, out } = await runCommand(
      ['doctor'],
      operator({ ...well, PUBLIC_URL: 'http://127.0.0.1:1' }),
    );
    expect(code).toBe(1);
    expect(out).toMatch(/^FAIL {2}address .*\n\s+-> Start the server/m);
  });

  it.each([
    [[], 2, 'Usage'],
    [['help'], 0, 'Usage'],
    [['doctor', '--help'], 0, 'Exit codes'],
    [['nothing'], 2, 'There\'s no command "nothing"'],
    [['doctor', '--what'], 2, '--help'],
    [['doctor', 'more'], 2, 'takes nothing more'],
    [['help', 'nope'], 2, 'There\'s no command "nope"'],
    [['doctor', 'more', '--json'], 2, '{"ok":false,"error":"doctor takes nothing more'],
    [['nope', '--json'], 2, '{"ok":false,"error":"There\'s no command'],
  ])('%j ends with %i', async (args, code, said) => {
    const printed = await runCommand(args, operator(well));
    expect(printed.code).toBe(code);
    expect(printed.out + printed.err).toContain(said);
  });
});
