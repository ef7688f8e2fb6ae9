import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import * as routes from '../contract/routes.ts';
import { filesIn } from '../run/files.js';
import {
  type FakePushService,
  startFakePushService,
} from '../server/adapters/push/fakes/fake-push-service.ts';
import { inTransaction } from '../server/db/connection.ts';
import type { Deps } from '../server/deps.ts';
import { readWebhookToken, webhookUrlOf } from '../server/features/ats/webhook-url.ts';
import { startSession } from '../server/features/auth/start-session.ts';
import { hashedNumber } from '../server/features/consent/hashed-number.ts';
import { bringBackOptOuts, keepOptOuts } from '../server/features/consent/kept-opt-outs.ts';
import { openSubscription, sealSubscription } from '../server/features/push/sealed-subscription.ts';
import { STORED_JOBS } from '../server/queue/queue-state.ts';
import { createSealer } from '../server/seal.ts';
import { SEALED_COLUMNS } from '../server/sealed-columns.ts';
import { createTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { candidatePhone, eventually, startTestApp, type TestApp } from '../server/testing/test-app.ts';
import { runCommand } from './run-command.ts';

/* A SECRET_KEY is replaced while Hiretext runs, and the command that does it is killed half way. */

const FORMER = 'the former secret, long enough for tests';
const NEW = 'the new secret, which is long enough too';
const BOTH = { SECRET_KEY: NEW, SECRET_KEY_FALLBACK: FORMER };
const SECRET = 'what was sealed';
/** More than a page. */
const KEPT = 450;

const folder = mkdtempSync(join(tmpdir(), 'hiretext-rotate-'));
let database: TestDatabase;
let pool: pg.Pool;
let pushService: FakePushService;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 3 });
  pushService = await startFakePushService();
});
afterAll(async () => {
  await pushService.stop();
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

type Variables = Record<string, string>;

const startWith = (variables: Variables, { url } = database) =>
  startTestApp({ variables, database: { url, drop: async () => {} } });
const variablesOf = (variables: Variables) => ({
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  ...variables,
});
const hiretext = (variables: Variables, ...args: string[]) =>
  runCommand(['rotate-secret', ...args], {
    variables: variablesOf(variables),
    checkout: folder,
    clock: () => new Date(),
    say: () => {},
  });

const ofTables = SEALED_COLUMNS.filter(({ table }) => !table.includes('.'));

it('knows every column that has something sealed', async () => {
  const { rows } = await pool.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text order by column_name)::text[] as columns
       from information_schema.columns where table_schema = 'public' and column_name like '%sealed%'
      group by 1 order by 1`,
  );
  const listed = ofTables.map(({ table, columns }) => ({ table, columns: [...columns].sort() }));
  expect(listed.sort((a, b) => (a.table < b.table ? -1 : 1))).toEqual(rows);
});

it('knows every file that seals, whose values are in those columns', () => {
  const sealing = filesIn('server').filter(
    (path) => path.endsWith('.ts') && !/test/.test(path) && /ealer\.seal\(/.test(readFileSync(path, 'utf8')),
  );
  expect(sealing.sort()).toEqual([
    'server/features/ats/connections-store.ts',
    'server/features/auth/second-step/change-authenticator.ts',
    // The job mailSecret.
    'server/features/auth/secrets/mail-secret.ts',
    'server/features/consent/kept-opt-outs.ts',
    'server/features/push/sealed-subscription.ts',
    'server/features/registration/draft.ts',
    'server/features/scheduling/calendars/store.ts',
    'server/features/sso/set-up.ts',
    'server/features/sso/sign-in.ts',
    'server/features/webhooks/save-endpoint.ts',
    'server/kept-keys.ts',
    // The job sendMail.
    'server/mail/send-mail.ts',
  ]);
});

it('outlasts a kill, keeps every promise, and leaves nothing to the former key', async () => {
  const before = await startWith({ SECRET_KEY: FORMER });
  const ana = await before.signUp();
  const owner = { accountId: ana.accountId, email: 'gone@example.com' };
  const phone = candidatePhone();
  await fillSealedColumns(before.deps);
  await keepOptOut(before.deps, owner, phone);
  const promised = await promiseOf(before, ana.accountId, phone);
  const total = await countSealed();
  await before.stop();

  const during = await startWith(BOTH);
  expect(during.deps.signer.isPathSigned('/media/one', promised.link)).toBe(true);
  const lock = await lockEndpoints();
  await killAtLock();
  await lock.release();
  await opensWith(NEW, 'kept_opt_outs', 'sealed_phone_number');
  const checked = await hiretext(BOTH, '--check', '--json');
  const { left } = JSON.parse(checked.out);
  expect(checked.code).toBe(1);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(total - KEPT);
  expect(await startWith({ SECRET_KEY: NEW }).catch((error: Error) => error.message)).toContain(
    'SECRET_KEY is not the one that this database was used with.',
  );

  const done = await hiretext(BOTH, '--json');
  expect(JSON.parse(done.out)).toEqual({ ok: true, resealed: left, left: 0, unknown: [] });
  expect(done.code).toBe(0);
  await during.stop();

  const after = await startWith({ SECRET_KEY: NEW });
  try {
    await everythingOpens(after.deps);
    expect(await promiseOf(after, ana.accountId, phone)).toMatchObject({
      hash: promised.hash,
      publicKey: promised.publicKey,
      hook: promised.hook.replace(before.url, after.url),
    });
    expect(after.deps.signer.isPathSigned('/media/one', promised.link)).toBe(false);
    const token = /([^/]+)$/.exec(promised.hook)?.[1] ?? '';
    expect(readWebhookToken(after.deps, { type: 'greenhouse', token })).toMatchObject({ version: '7' });
    await isPushed(after.deps, promised.browser);
    await inTransaction(after.deps.db, (tx) => bringBackOptOuts(tx, after.deps, owner));
    expect(
      await after.client(ana.token).refusal(routes.sendMessage, { body: { to: phone, body: 'Hi' } }),
    ).toBe('403 opted_out');
  } finally {
    await after.stop();
  }
  expect(await startWith({ SECRET_KEY: FORMER }).catch((error: Error) => error.message)).toContain(
    'SECRET_KEY is not the one that this database was used with.',
  );
});

it('goes from node to node, and both serve the same people all the time', async () => {
  const own = await createTestDatabase();
  const nodes = [
    await startWith({ SECRET_KEY: FORMER }, own),
    await startWith({ SECRET_KEY: FORMER }, own),
  ] as [TestApp, TestApp];
  onTestFinished(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await own.drop();
  });
  const ana = await nodes[0].signUp();
  const { accountId, userId } = ana;
  const readSealed = async (id: string) => {
    const { rows } = await nodes[0].deps.pool.query<{ sealed: string }>(
      'select sealed_secret as sealed from webhook_endpoints where id = $1',
      [id],
    );
    return rows[0]?.sealed ?? '';
  };
  const seen: { id: string; secret: string; token: string }[] = [];

  /** What each node seals, signs and begins, and all that was before, the other takes too. */
  const serve = async () => {
    for (const node of nodes) {
      const url = `https://example.com/${seen.length}`;
      const { id, secret } = await node
        .client(ana.token)
        .call(routes.createWebhookEndpoint, { body: { url, types: ['*'] } });
      const { deps } = node;
      const { id_token: token } = await startSession(deps.db, { accountId, userId, userAgent: null }, deps);
      seen.push({ id, secret, token });
      const path = `/media/${seen.length}`;
      for (const other of nodes) {
        expect(other.deps.signer.isPathSigned(path, deps.signer.signPath(path))).toBe(true);
        for (const { id, secret, token } of seen) {
          expect(other.deps.sealer.open(await readSealed(id))).toBe(secret);
          expect((await other.client(token).call(routes.getUser, {})).id).toBe(userId);
        }
      }
    }
  };
  const change = async (which: 0 | 1, variables: Variables) => {
    await nodes[which].stop();
    nodes[which] = await startWith(variables, own);
    await serve();
  };
  await serve();
  for (const which of [0, 1] as const) await change(which, { SECRET_KEY: FORMER, SECRET_KEY_FALLBACK: NEW });
  for (const which of [0, 1] as const) await change(which, BOTH);
  expect(await hiretext({ ...BOTH, DATABASE_URL: own.url })).toMatchObject({ code: 0 });
  await serve();
  for (const which of [0, 1] as const) await change(which, { SECRET_KEY: NEW });
});

it('says what is wrong when there is no other key, and when something opens with neither', async () => {
  expect(await hiretext({ SECRET_KEY: NEW })).toMatchObject({
    code: 1,
    err: expect.stringContaining('SECRET_KEY_FALLBACK is missing.'),
  });
  await pool.query(`insert into kept_opt_outs (email_hash, phone_hash, sealed_phone_number, source, opted_out_at, expires_at)
    values ('strange', 'strange', 'v1.strange', 'keyword', now(), now())`);
  const { code, out } = await hiretext(BOTH);
  expect(out).toContain('1 value in kept_opt_outs opened with neither key.');
  expect(code).toBe(1);
});

/** What others keep, or what can't be made again. */
async function promiseOf(app: TestApp, accountId: string, phone: string) {
  const { deps } = app;
  const publicKey = deps.push.publicKey;
  const row = {
    accountId,
    atsType: 'greenhouse',
    generation: '7',
    webhookState: 'automatic',
    connectedAt: new Date(),
  } as const;
  const browser = pushService.subscribe(publicKey);
  return {
    hash: hashedNumber(deps, accountId, phone),
    publicKey,
    hook: webhookUrlOf(deps, row),
    link: deps.signer.signPath('/media/one'),
    browser: sealSubscription(deps, browser).sealed,
    endpoint: browser.endpoint,
  };
}

async function isPushed(deps: Deps, sealedByFormer: string): Promise<void> {
  // As the command seals it.
  expect(openSubscription(deps, sealedByFormer)).toBeNull();
  const { rows } = await pool.query<{ sealed: string }>('select sealed from push_subscriptions limit 1');
  const subscription = openSubscription(deps, rows[0]?.sealed ?? '');
  if (subscription === null) throw new Error('The subscription does not open');
  const sent = await deps.push.send(subscription, { payload: '{"title":"Hi"}', topic: 'x', ttlSeconds: 60 });
  expect(sent).toMatchObject({ outcome: 'taken' });
  await eventually(() => expect(pushService.received(subscription.endpoint)).toHaveLength(1));
}

async function keepOptOut(
  deps: Deps,
  { accountId, email }: { accountId: string; email: string },
  phone: string,
) {
  await pool.query(
    `insert into opt_outs (account_id, phone_number, source, opted_out_at) values ($1, $2, 'keyword', now())`,
    [accountId, phone],
  );
  await inTransaction(deps.db, (tx) => keepOptOuts(tx, deps, accountId, { emails: [email], limit: 10 }));
}

/** Values that the checks of these columns take. */
const FITTING: Record<string, string> = {
  ats_type: 'greenhouse',
  connected_by: 'key',
  notes_mode: 'off',
  webhook_state: 'none',
  sync_state: 'idle',
  provider: 'ics',
  protocol: 'oidc',
  client_id: 'x',
};
const BY_TYPE: Record<string, string> = {
  uuid: '019ac000-0000-7000-8000-000000000000',
  text: 'x',
  ARRAY: '{}',
  jsonb: '{}',
  boolean: 'false',
  'timestamp with time zone': '2100-01-01T00:00:00Z',
};

/** A row of each table with a value in each column, of no one in particular; of one of them many. */
async function fillSealedColumns(deps: Deps): Promise<void> {
  const client = await pool.connect();
  await client.query(`set session_replication_role = replica`);
  const browser = pushService.subscribe(deps.push.publicKey);
  for (const { table, columns } of ofTables.filter(({ table }) => table !== 'kept_keys')) {
    const { rows } = await client.query<{ name: string; type: string; state: string | null }>(
      `select c.column_name as name, data_type as type,
              (select substring(pg_get_constraintdef(k.oid) from '''(\\w+)''') from pg_constraint k
                where k.conrelid = c.table_name::regclass and k.contype = 'c'
                  and pg_get_constraintdef(k.oid) ~ ('\\(\\(?' || c.column_name || ' = ANY') limit 1) as state
         from information_schema.columns c
        where table_schema = 'public' and table_name = $1
          and (is_nullable = 'NO' and column_default is null and is_generated = 'NEVER' or column_name = any ($2))`,
      [table, table === 'single_sign_on' ? [...columns, 'client_id'] : columns],
    );
    const values = rows.map(({ name, type, state }) => {
      if (table === 'push_subscriptions' && name === 'sealed') return sealSubscription(deps, browser).sealed;
      if (columns.includes(name)) return deps.sealer.seal(SECRET);
      return FITTING[name] ?? state ?? BY_TYPE[type] ?? '0';
    });
    await client.query(
      `insert into ${table} (${rows.map(({ name }) => name).join(', ')}) values (${rows.map((_, index) => `$${index + 1}`).join(', ')})`,
      values,
    );
  }
  await client.query(
    `insert into kept_opt_outs (email_hash, phone_hash, sealed_phone_number, source, opted_out_at, expires_at)
     select 'many', n::text, $1, 'keyword', now(), now() + interval '1 year' from generate_series(1, $2::int) n`,
    [deps.sealer.seal(SECRET), KEPT],
  );
  for (const key of ['sealed', 'sealedEmail'])
    await client.query(`select graphile_worker.add_job('noSuchJob', $1, run_at := '2100-01-01')`, [
      { [key]: deps.sealer.seal(SECRET), other: 'stays' },
    ]);
  client.release(true);
}

const readOf = (column: string) => {
  const [name, key] = column.split('.');
  return key === undefined ? `${name}` : `${name} ->> '${key}'`;
};

async function valuesIn(table: string, column: string): Promise<string[]> {
  const { rows } = await pool.query<{ value: string }>(
    `select ${readOf(column)} as value from ${table} where ${readOf(column)} is not null`,
  );
  return rows.map(({ value }) => value);
}

async function countSealed(): Promise<number> {
  let count = 0;
  for (const { table, columns } of SEALED_COLUMNS)
    for (const column of columns) count += (await valuesIn(table, column)).length;
  return count;
}

async function everythingOpens({ sealer }: Deps): Promise<void> {
  for (const { table, columns } of SEALED_COLUMNS)
    for (const column of columns) {
      const values = await valuesIn(table, column);
      expect(values, `${table}.${column}`).not.toEqual([]);
      for (const value of values) expect(sealer.open(value)).not.toBe('');
    }
  const { rows } = await pool.query(`select payload ->> 'other' as other from ${STORED_JOBS}
    where payload ->> 'other' is not null`);
  expect(rows).toEqual([{ other: 'stays' }, { other: 'stays' }]);
}

async function opensWith(secretKey: string, table: string, column: string): Promise<void> {
  const sealer = createSealer(secretKey);
  for (const value of await valuesIn(table, column)) expect(() => sealer.open(value)).not.toThrow();
}

/** Of a table that is neither the first nor the last. */
async function lockEndpoints() {
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select from webhook_endpoints for update');
  return {
    release: async () => {
      await client.query('rollback');
      client.release();
    },
  };
}

async function killAtLock(): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  const child: ChildProcess = spawn(process.execPath, ['operate/main.ts', 'rotate-secret'], {
    env: { PATH, HOME, ...variablesOf(BOTH) },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  await eventually(async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%webhook_endpoints%'`,
    );
    expect(rowCount).toBe(1);
  });
  child.kill('SIGKILL');
  await exited;
}
