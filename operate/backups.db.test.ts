import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { API_BASE } from '../contract/api.ts';
import * as routes from '../contract/routes.ts';
import { startFakeS3 } from '../server/adapters/media/fakes/fake-s3.ts';
import { migrate, RESTORING } from '../server/db/migrate.ts';
import { createTestDatabase, inDatabase, type TestDatabase } from '../server/testing/database.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../server/testing/test-app.ts';
import {
  conversationWith,
  lookUp,
  receiveText,
  sendText,
  sentTo,
  untilStatus,
} from '../server/testing/texting.ts';
import { runCommand } from './run-command.ts';

/* The drill: a company is backed up, and comes back in another place, with all that it had. */

const HOUR = 3600_000;
const BACKUP_KEY = 'a key for backups that is long enough';
const SECRET_KEY = 'a secret that is long enough for tests';
const folder = mkdtempSync(join(tmpdir(), 'hiretext-drill-'));
const backups = join(folder, 'backups');
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let database: TestDatabase;
let app: TestApp;
let ana: Recruiter;
let name: string;
const optedOut = candidatePhone();
const friendly = candidatePhone();
const due = candidatePhone();
const later = candidatePhone();
const stopping = candidatePhone();
let secret: string;

const variables = (more: Record<string, string> = {}) => ({
  DATABASE_URL: database.url,
  DATA_DIR: join(folder, 'data'),
  SECRET_KEY,
  BACKUP_KEY,
  BACKUP_TO: backups,
  ...more,
});
/** `ahead`: how much later it is. */
const hiretext = async (args: string[], more: Record<string, string> = {}, ahead = 0) => {
  const printed = await runCommand([...args, '--json'], {
    variables: variables(more),
    checkout: folder,
    clock: () => new Date(Date.now() + ahead),
    say: () => {},
  });
  return { code: printed.code, said: JSON.parse(printed.out) as Record<string, unknown> };
};

async function uploaded(): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'picture.png');
  const answer = await fetch(app.url + API_BASE + routes.uploadMedia.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${ana.token}` },
    body: form,
  });
  return routes.uploadMedia.reply.parse(await answer.json()).id;
}

/** A database without anything, not even a schema. */
async function nothing(how = ''): Promise<string> {
  const other = await createTestDatabase();
  const url = inDatabase(other.url, `${new URL(other.url).pathname.slice(1)}_new`);
  const admin = new pg.Client({ connectionString: other.url });
  await admin.connect();
  await admin.query(`create database ${new URL(url).pathname.slice(1)} template template0 ${how}`);
  await admin.end();
  onTestFinished(async () => {
    const last = new pg.Client({ connectionString: other.url });
    await last.connect();
    await last.query(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
    await last.end();
    await other.drop();
  });
  return url;
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  // The planner would take away a text that was planned for no interview.
  const plannerRestMs = 24 * HOUR;
  app = await startTestApp({ database, plannerRestMs, variables: { DATA_DIR: join(folder, 'data') } });
  ana = await app.signUp();
  const first = await sendText(ana, friendly, 'Tab\there, "quotes", \\N, 👩🏽‍💻\nand a second line');
  await untilStatus(ana, first, 'delivered');
  await receiveText(app, ana, friendly, 'Yes, thanks');
  const pictured = await sendText(ana, friendly, 'A picture', { mediaIds: [await uploaded()] });
  await untilStatus(ana, pictured, 'delivered');
  await untilStatus(ana, await sendText(ana, optedOut, 'Hello'), 'delivered');
  await receiveText(app, ana, optedOut, 'STOP');
  for (const [to, hours] of [
    [due, 1],
    [later, 9],
  ] as const)
    await sendText(ana, to, 'See you then', {
      scheduledAt: new Date(Date.now() + hours * HOUR).toISOString(),
    });
  ({ secret } = await ana.call(routes.createWebhookEndpoint, {
    body: { url: 'https://example.com/hook', types: ['*'] },
  }));
  await planted(app, ana);
  await ana.call(routes.createProposal, {
    body: { conversationId: first.conversationId, body: 'Can you start Monday?' },
  });
  const { code, said } = await hiretext(['backup']);
  expect({ code, said }).toMatchObject({ code: 0, said: { ok: true, place: backups } });
  name = String(said.name);
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What machines would send within the hour: by a text that is written, an automation, a broadcast, and a reminder. */
async function planted(
  { deps: { pool, newId, carrier } }: TestApp,
  { accountId, userId, seatId }: Recruiter,
) {
  const { rows } = await pool.query<{
    id: string;
    candidateId: string;
    conversationId: string;
    from: string;
  }>(
    `select m.id, c.candidate_id as "candidateId", c.id as "conversationId", n.phone_number as "from" from messages m
       join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
       join numbers n on n.account_id = m.account_id and n.id = m.number_id
      where m.status = 'scheduled' and m.candidate_number = $1`,
    [due],
  );
  const [text] = rows;
  await pool.query(
    `insert into messages (account_id, id, conversation_id, number_id, candidate_number, direction, body, segments, status,
       created_at, send_after, is_automatic, seat_id)
     select account_id, $2, conversation_id, number_id, candidate_number, direction, 'Automatic', 1, 'queued',
            now(), now() + interval '1 hour', true, seat_id from messages where id = $1`,
    [text?.id, newId()],
  );
  const automationId = newId();
  await pool.query(
    `insert into automations (account_id, id, owner_id, type, name, body, timing, offset_minutes, job_stage_ids, working_days_only,
       until_answered, even_in_conversation, enabled, enabled_at, version, created_at, updated_at)
     values ($1, $2, $3, 'interviewReminder', 'R', 'See you', 'before', 60, '{}', false, false, false, true, now(), 1, now(), now())`,
    [accountId, automationId, userId],
  );
  await pool.query(
    `insert into planned_texts (account_id, id, automation_id, owner_id, version, candidate_id, occasion, subject_id, subject_at,
       send_at, status, created_at, updated_at)
     values ($1, $2, $3, $4, 1, $5, 'x', $2, now() + interval '2 hours', now() + interval '1 hour', 'held', now(), now())`,
    [accountId, newId(), automationId, userId, text?.candidateId],
  );
  await pool.query(
    `insert into time_offers (account_id, id, candidate_id, conversation_id, user_id, title, minutes, earliest_hours, timezone,
       interviewers, send_invitation, status, chosen, created_at, expires_at, answered_at, message_id)
     values ($1, $2, $3, $4, $5, 'Call', 30, 1, 'America/New_York', '{}', false, 'booking', 1, now(), now() + interval '1 day', now(), $6)`,
    [accountId, newId(), text?.candidateId, text?.conversationId, userId, text?.id],
  );
  // Not worked in before the backup.
  await pool.query(
    `insert into carrier_events (carrier, payload, received_at, retry_at) values ($1, $2, now(), now() + interval '1 day')`,
    [
      carrier.name,
      {
        type: 'inbound',
        carrierId: newId(),
        from: stopping,
        to: text?.from,
        body: 'Please stop',
        media: [],
        occurredAt: new Date().toISOString(),
        carrierOptOut: null,
      },
    ],
  );
  const broadcastId = newId();
  await pool.query(
    `insert into broadcasts (account_id, id, author_id, seat_id, name, body, status, starts_at, created_at)
     values ($1, $2, $3, $4, 'B', 'Hello all', 'paused', now(), now())`,
    [accountId, broadcastId, userId, seatId],
  );
  await pool.query(
    `insert into broadcast_recipients (account_id, broadcast_id, phone_number, candidate_id, outcome, send_at, segments)
     values ($1, $2, $3, $4, 'waiting', now(), 1)`,
    [accountId, broadcastId, due, text?.candidateId],
  );
}

describe('a restored Hiretext', () => {
  it('has every text, medium, secret and opt-out, and texts nothing twice', async () => {
    const url = await nothing();
    const data = join(folder, 'data of another place');
    const restored = await hiretext(['restore', 'latest'], { DATABASE_URL: url, DATA_DIR: data }, 2 * HOUR);
    expect(restored).toMatchObject({
      code: 0,
      said: {
        ok: true,
        name,
        media: 1,
        settled: { held: 1, canceled: 1, broadcasts: 1, planned: 1, proposals: 1, bookings: 1, received: 1 },
      },
    });

    const threads = await Promise.all([friendly, optedOut].map((phone) => conversationWith(ana, phone)));
    const texts = (person: Pick<Recruiter, 'call'>) =>
      Promise.all(threads.map(({ id }) => person.call(routes.listMessages, { params: { id } })));
    const before = await texts(ana);

    const place = { url, drop: async () => {} };
    const there = await startTestApp({ database: place, variables: { DATA_DIR: data } });
    onTestFinished(() => there.stop());
    // The carrier is the same.
    for (const [phone, number] of app.twilio.state.owned) there.twilio.state.owned.set(phone, number);
    const again = { ...ana, ...there.client(ana.token) };
    const after = await texts(again);
    const listed = (lists: typeof before) =>
      lists.map(({ items }) => items.map(({ media, ...text }) => ({ ...text, media: media.length })));
    expect(listed(after)).toEqual(listed(before));
    expect(after[0]?.items).toHaveLength(3);

    const [picture] = after[0]?.items.flatMap(({ media }) => media) ?? [];
    const shown = await fetch(picture?.url ?? '');
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(png);

    const [endpoint] = await query<{ sealed: string }>(
      url,
      'select sealed_secret as sealed from webhook_endpoints',
    );
    expect(there.deps.sealer.open(endpoint?.sealed ?? '')).toBe(secret);

    expect(await again.refusal(routes.sendMessage, { body: { to: optedOut, body: 'Hi' } })).toBe(
      '403 opted_out',
    );
    const fresh = candidatePhone();
    await untilStatus(again, await sendText(again, fresh, 'Hello'), 'delivered');

    // What was due is held for its author, who sends it once. What is due later stays as it was.
    const scheduled = await again.call(routes.listScheduledMessages, {});
    expect(scheduled.items.map(({ heldReason }) => heldReason)).toEqual(['restored', null]);
    const [held] = scheduled.items;
    if (held === undefined) throw new Error('Nothing is held');
    const news = await again.call(routes.listNotifications, {});
    expect(news.items[0]?.text).toContain('restored from a backup');
    await again.call(routes.sendMessageNow, { params: { id: held.id }, body: undefined });
    await untilStatus(again, await lookUp(again, held), 'delivered');
    expect(sentTo(there, due)).toHaveLength(1);
    expect(sentTo(there, later)).toEqual([]);

    // It may have been approved after the backup.
    const [proposal] = (await again.call(routes.listProposals, {})).items;
    expect(proposal).toMatchObject({ status: 'expired', can: { approve: false } });
    const params = { id: proposal?.id ?? '' };
    expect(await again.refusal(routes.approveProposal, { params, body: {} })).toBe('409 proposal_settled');

    const machines = await query(
      url,
      `select (select array_agg(error_code) from messages where is_automatic and body = 'Automatic') as texts,
              (select array_agg(reason) from planned_texts) as planned, (select array_agg(status) from broadcasts) as broadcasts,
              (select array_agg(outcome) from broadcast_recipients) as recipients,
              (select bool_and(enabled_at > now()) from automations) as later,
              (select array_agg(status) from time_offers) as offers`,
    );
    expect(machines).toEqual([
      {
        texts: ['restored'],
        planned: ['restored'],
        broadcasts: ['canceled'],
        recipients: ['canceled'],
        later: true,
        offers: ['needsPerson'],
      },
    ]);

    // It may have been answered after the backup.
    await query(url, `update carrier_events set retry_at = now()`);
    await eventually(async () => expect(await query(url, 'select from carrier_events')).toEqual([]));
    expect(await again.refusal(routes.sendMessage, { body: { to: stopping, body: 'Hi' } })).toBe(
      '403 opted_out',
    );
    const { id: stopped } = await conversationWith(again, stopping);
    const { items } = await again.call(routes.listMessages, { params: { id: stopped } });
    expect(items.map(({ body }) => body)).toEqual(['Please stop']);
  });

  it('by other programs than ours is settled by a command, unless a worker is at work', async () => {
    expect(await hiretext(['settle-restored'])).toMatchObject({ code: 1 });
    const url = await nothing();
    const there = { DATABASE_URL: url, DATA_DIR: join(folder, 'data of other programs') };
    // Nothing of this was due then.
    expect((await hiretext(['restore', name], there)).code).toBe(0);
    expect(await hiretext(['settle-restored'], there, 2 * HOUR)).toMatchObject({
      code: 0,
      said: { ok: true, settled: { held: 1, canceled: 1, planned: 1 } },
    });
    const due = await query(
      url,
      `select from messages where status in ('scheduled', 'queued') and send_after < now() + interval '2 hours'`,
    );
    expect(due).toEqual([]);
  });

  it('can be compared with what was backed up: nothing differs', async () => {
    const { code, said } = await hiretext(['verify-backup', 'latest']);
    expect({ code, said }).toMatchObject({ code: 0, said: { ok: true, name, media: 1 } });
    expect(Number(said.rows)).toBeGreaterThan(50);
    const left = await query(
      database.url,
      `select 1 from pg_database where datname like 'hiretext\\_verify%'`,
    );
    expect(left).toEqual([]);
  });

  it('takes no table that no migration makes, as it could not be restored', async () => {
    const source = await nothing();
    await migrate(source);
    await query(source, 'create table public.odd (id int)');
    const to = join(folder, 'odd');
    expect((await hiretext(['backup'], { DATABASE_URL: source, BACKUP_TO: to })).code).toBe(0);
    const refused = await hiretext(['verify-backup', 'latest'], { DATABASE_URL: source, BACKUP_TO: to });
    expect(refused).toMatchObject({ code: 1, said: { error: expect.stringContaining('public.odd') } });
  });
});

it('is restored after a rotation, with its SECRET_KEY as the fallback', async () => {
  const url = await nothing();
  const variables = {
    DATABASE_URL: url,
    SECRET_KEY: `${SECRET_KEY} and more`,
    SECRET_KEY_FALLBACK: SECRET_KEY,
  };
  expect((await hiretext(['restore', name], { ...variables, DATA_DIR: join(folder, 'r') })).code).toBe(0);
  expect(await hiretext(['rotate-secret'], variables)).toMatchObject({
    code: 0,
    said: { left: 0, unknown: [] },
  });
});

describe('is refused in one sentence, and leaves the database as it was', () => {
  const file = () => join(backups, name);
  const copy = (change: (bytes: Buffer) => Buffer): string => {
    const to = mkdtempSync(join(folder, 'changed-'));
    writeFileSync(join(to, name), change(readFileSync(file())));
    return join(to, name);
  };
  const flipped = (at: number) => (bytes: Buffer) => {
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    return bytes;
  };

  it.each<[string, () => { named?: string; more?: Record<string, string> }, string]>([
    [
      'a wrong key',
      () => ({ more: { BACKUP_KEY: `${BACKUP_KEY}.` } }),
      "BACKUP_KEY doesn't open this backup",
    ],
    ['another SECRET_KEY', () => ({ more: { SECRET_KEY: `${SECRET_KEY}.` } }), 'another SECRET_KEY'],
    [
      'a file that ends too early',
      () => ({ named: copy((bytes) => bytes.subarray(0, -50)) }),
      'ends too early',
    ],
    ['one flipped bit', () => ({ named: copy(flipped(5000)) }), 'was changed'],
    ['another file', () => ({ named: copy(() => Buffer.from('hello')) }), 'ends too early'],
    ['a missing one', () => ({ named: 'hiretext-2020-01-05T08-00-00Z' }), 'There is no'],
  ])('%s', async (_, make, sentence) => {
    const { named = name, more = {} } = make();
    const url = await nothing();
    const { code, said } = await hiretext(['restore', named], { DATABASE_URL: url, ...more });
    expect({ code, said }).toMatchObject({ code: 1, said: { error: expect.stringContaining(sentence) } });
    const rows = await query(
      url,
      `select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where nspname = 'public' and reltuples > 0`,
    );
    expect(rows).toEqual([]);
    // The same place takes the right one.
    expect(
      (await hiretext(['restore', file()], { DATABASE_URL: url, DATA_DIR: join(folder, 'd') })).code,
    ).toBe(0);
  });

  it('a database that someone uses', async () => {
    const there = await hiretext(['restore', name]);
    expect(there).toMatchObject({ code: 1, said: { error: expect.stringContaining('A server is at work') } });
    const url = await nothing();
    await query(url, 'create table other (id int)');
    const { code, said } = await hiretext(['restore', name], { DATABASE_URL: url });
    expect({ code, said }).toMatchObject({
      code: 1,
      said: { error: expect.stringContaining("isn't empty") },
    });
    expect((await hiretext(['restore', name], { DATABASE_URL: url })).code).toBe(1);
  });

  it('a database that cannot hold every letter', async () => {
    const url = await nothing("encoding 'SQL_ASCII' locale_provider libc locale 'C'");
    expect(await hiretext(['restore', name], { DATABASE_URL: url })).toMatchObject({
      code: 1,
      said: { error: expect.stringContaining('Create another with encoding UTF8.') },
    });
  });

  it('one of a newer version', async () => {
    await query(
      database.url,
      `insert into schema_migrations (name, checksum) values ('9999-later.sql', 'x')`,
    );
    const to = join(folder, 'newer');
    const { said } = await hiretext(['backup'], { BACKUP_TO: to });
    await query(database.url, `delete from schema_migrations where name = '9999-later.sql'`);
    const url = await nothing();
    const refused = await hiretext(['restore', String(said.name)], { DATABASE_URL: url, BACKUP_TO: to });
    expect(refused).toMatchObject({ code: 1, said: { error: expect.stringContaining('newer version') } });
  });

  it('by a server, one that broke off', async () => {
    const url = await nothing();
    await migrate(url);
    await query(url, 'insert into schema_migrations (name, checksum) values ($1, $2)', [RESTORING, '']);
    await expect(migrate(url)).rejects.toThrow('A restore into this database broke off');
  });
});

describe('backups', () => {
  it('go to S3, stay as many as are kept, and the latest is restored from there', async () => {
    const fake = await startFakeS3();
    onTestFinished(fake.stop);
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = fake.settings;
    const s3 = {
      BACKUP_TO: `s3://${bucket}/hiretext`,
      BACKUP_KEEP: '2',
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_S3_REGION: region,
      BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    for (const ahead of [0, 1, 2]) expect((await hiretext(['backup'], s3, ahead * HOUR)).code).toBe(0);
    const names = new Set([...(fake.buckets.get(bucket)?.keys() ?? [])].map((key) => key.split('/')[1]));
    expect(names.size).toBe(2);
    const url = await nothing();
    const { code } = await hiretext(['restore', 'latest'], {
      ...s3,
      DATABASE_URL: url,
      DATA_DIR: join(folder, 's'),
    });
    expect(code).toBe(0);
  });

  it('leave nothing half written in the folder, and nothing that reads as what is in it', () => {
    expect(readdirSync(backups)).toEqual([name]);
    const bytes = readFileSync(join(backups, name));
    expect(bytes.includes('Yes, thanks')).toBe(false);
  });
});
