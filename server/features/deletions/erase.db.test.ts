import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { AtsUnavailable } from '../../adapters/ats/failures.ts';
import { CalendarUnavailable } from '../../adapters/calendars/failures.ts';
import type { CalendarConnector } from '../../adapters/calendars/port.ts';
import { createFakeAtsConnector } from '../../testing/fake-ats-connector.ts';
import { createFakeCalendarConnector } from '../../testing/fake-calendar-connector.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { receiveText, sendText } from '../../testing/texting.ts';
import { putConnection, sealAccess } from '../scheduling/calendars/store.ts';
import { runErase } from './erase.ts';
import { eraseAccount } from './erase-account.ts';
import { eraseUser } from './erase-user.ts';

/* What erasing does elsewhere, and how much of it at once. */

const type = 'lever' as const;
const provider = 'google' as const;
const system = createFakeAtsConnector();
const calendar = { revoked: [] as string[], isAway: false };
const connector: CalendarConnector = {
  ...createFakeCalendarConnector().connector,
  provider,
  oauth: {
    authorizeUrl: () => '',
    exchange: () => Promise.reject(new Error('No one consents here')),
    renew: () => Promise.reject(new Error('Nothing is renewed here')),
    revoke: async (_api, { refreshToken }) => {
      if (calendar.isAway) throw new CalendarUnavailable('away');
      calendar.revoked.push(refreshToken ?? '');
    },
  },
};
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    ats: { connectors: new Map([[type, system.connector]]), settings: new Map() },
    calendars: { connectors: new Map([[provider, connector]]), settings: new Map() },
  });
});
afterAll(() => app.stop());
afterEach(() => {
  app.clock.reset();
  system.state.unsubscribeFails = null;
  calendar.isAway = false;
});

const DAY_MS = 24 * 3600_000;
const password = 'correct horse battery';

async function connectCalendar(person: Recruiter): Promise<string> {
  const id = app.deps.newId();
  const tokens = { accessToken: 'a', refreshToken: id, expiresAt: new Date() };
  await putConnection(app.deps.db, {
    accountId: person.accountId,
    userId: person.userId,
    id,
    provider,
    identity: id,
    name: 'dana@example.com',
    sealedAccess: sealAccess(app.deps.sealer, { credentials: {}, tokens }),
    at: app.deps.clock(),
  });
  return id;
}

async function connectAts(person: Recruiter): Promise<void> {
  await person.call(routes.saveAtsIntegration, { body: { type, credentials: { apiKey: 'good' } } });
  await eventually(async () =>
    expect((await person.call(routes.listAtsIntegrations, {}))[0]?.webhook.state).toBe('automatic'),
  );
}

const leave = (person: Recruiter) => person.call(routes.deleteUser, { body: { password } });

async function count(table: string, { accountId }: Recruiter): Promise<number> {
  const { rows } = await app.deps.pool.query(
    `select count(*)::int as n from ${table} where ${table === 'accounts' ? 'id' : 'account_id'} = $1`,
    [accountId],
  );
  return rows[0].n;
}

it('webhooks in connected systems and access to calendars end with the account', async () => {
  const ana = await app.signUp();
  await connectAts(ana);
  const calendarId = await connectCalendar(ana);
  expect(system.state.subscribed).toHaveLength(1);
  await leave(ana);
  app.clock.advance(30 * DAY_MS + 1000);
  await runErase(app.deps, ana);
  expect(system.state.subscribed).toEqual([]);
  expect(calendar.revoked).toContain(calendarId);
  expect(await count('accounts', ana)).toBe(0);
});

it('a vendor that is away keeps nothing but what takes it back, and is given up after a day', async () => {
  const [ana, eva] = [await app.signUp(), await app.signUp()];
  for (const person of [ana, eva]) {
    await connectAts(person);
    await connectCalendar(person);
    await sendText(person, candidatePhone(), 'Hi');
    await leave(person);
  }
  system.state.unsubscribeFails = new AtsUnavailable('away');
  calendar.isAway = true;
  app.clock.advance(30 * DAY_MS + 1000);
  for (const person of [ana, eva]) {
    await expect(runErase(app.deps, person)).rejects.toThrow('away');
    for (const table of ['messages', 'candidates', 'ats_connections'])
      expect(await count(table, person)).toBe(0);
  }
  // It comes back for one, and never for the other.
  system.state.unsubscribeFails = null;
  calendar.isAway = false;
  const before = system.state.subscribed.length;
  await runErase(app.deps, ana);
  expect(system.state.subscribed).toHaveLength(before - 1);
  expect(await count('accounts', ana)).toBe(0);
  system.state.unsubscribeFails = new AtsUnavailable('away');
  calendar.isAway = true;
  app.clock.advance(DAY_MS + 3600_000);
  await runErase(app.deps, eva);
  expect(await count('accounts', eva)).toBe(0);
  const given = app.logged.filter((line) => /could not be (revoked|taken back)/.test(line));
  expect(given).toHaveLength(2);
  expect(given.join()).not.toContain('dana@example.com');
});

it("a person's calendars are revoked with the person, and no one else's", async () => {
  const ana = await app.signUp();
  const cem = await app.addColleague(ana);
  const [hers, his] = [await connectCalendar(ana), await connectCalendar(cem)];
  calendar.isAway = true;
  const who = { accountId: ana.accountId, userId: cem.userId };
  await expect(eraseUser(app.deps, { ...who, due: app.deps.clock() })).rejects.toThrow('away');
  calendar.isAway = false;
  await eraseUser(app.deps, { ...who, due: app.deps.clock() });
  expect(calendar.revoked).toContain(his);
  expect(calendar.revoked).not.toContain(hers);
  expect(await count('calendar_connections', ana)).toBe(1);
});

it("what goes with a person is theirs, and no candidate's", async () => {
  const { rows } = await app.deps.pool.query(`
    select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'users'::regclass and confdeltype = 'c' order by 1`);
  expect(rows.map(({ name }) => name)).toEqual([
    'api_keys',
    'ats_oauth_states',
    'authenticators',
    'automations',
    'bulk_changes',
    'calendar_connections',
    'calendar_oauth_states',
    'calendar_shortcuts',
    // What was sent of them is in the texts. They and proposals are swept by age, for everyone.
    'drafts',
    'idempotency_keys',
    'kept_drafts',
    'logins',
    'notifications',
    'one_time_secrets',
    'out_of_office',
    'out_of_office_replies',
    'passkey_additions',
    'passkeys',
    'proposals',
    'push_subscriptions',
    'second_step_resets',
    'sessions',
    'sso_codes',
    'sso_sign_ins',
    'support_messages',
    'templates',
    'trusted_browsers',
    'working_hours',
  ]);
});

it('a recording that was never fetched is deleted at the carrier', async () => {
  const ana = await app.signUp();
  const texts = [await sendText(ana, candidatePhone(), 'Hi'), await sendText(ana, candidatePhone(), 'Hi')];
  const urls = texts.map(({ id }) => `https://api.twilio.com/Recordings/${id}.mp3`);
  for (const [index, { id }] of texts.entries()) {
    await app.deps.pool.query(
      `update messages set direction = 'inbound', body = '', status = 'received', call_outcome = 'voicemail' where id = $1`,
      [id],
    );
    await app.deps.pool.query(
      `insert into calls (account_id, id, carrier_call_id, number_id, seat_id, business_number, status, message_id, started_at)
       select account_id, id, id, number_id, $2, $3, 'voicemail', id, now() from messages where id = $1`,
      [id, ana.seatId, ana.number],
    );
    await app.deps.pool.query(
      `insert into media (account_id, id, message_id, position, status, content_type, carrier_url)
       values ($1, $2, $3, 0, 'pending', 'audio/mpeg', $4)`,
      [ana.accountId, app.deps.newId(), id, urls[index]],
    );
  }
  const forgotten: string[] = [];
  app.deps.carrier.forgetRecording = async (url) => {
    forgotten.push(url);
  };
  const { items } = await ana.call(routes.listCandidates, { query: {} });
  await ana.call(routes.deleteCandidate, { params: { id: items[0]?.id ?? '' }, query: {} });
  await leave(ana);
  app.clock.advance(30 * DAY_MS + 1000);
  await runErase(app.deps, ana);
  await eventually(() => expect(forgotten.sort()).toEqual(urls.sort()));
});

it('takes at most a batch of rows at once, and resumes where it was broken off', async () => {
  const ana = await app.signUp();
  const phones = Array.from({ length: 6 }, () => candidatePhone());
  for (const phone of phones) await receiveText(app, ana, phone, 'STOP');
  for (const phone of phones.slice(0, 3)) {
    const { items } = await ana.call(routes.listCandidates, { query: { search: phone } });
    await ana.call(routes.deleteCandidate, { params: { id: items[0]?.id ?? '' }, query: {} });
  }
  await app.deps.pool.query(
    `create table largest_deletes (name text, rows int);
     create function note_deleted() returns trigger language plpgsql as $$
     begin
       insert into largest_deletes select tg_table_name, count(*) from gone;
       return null;
     end $$;`,
  );
  const watched = [
    'messages',
    'conversations',
    'candidates',
    'candidate_terms',
    'deleted_rows',
    'opt_outs',
    'consent_events',
  ];
  for (const table of watched)
    await app.deps.pool.query(
      `create trigger note_deleted after delete on ${table} referencing old table as gone
         for each statement execute function note_deleted()`,
    );
  await leave(ana);
  const broken = { ...app.deps, newId: app.deps.newId };
  let batches = 0;
  broken.db = app.deps.db.withPlugin({
    transformQuery: ({ node }) => {
      batches += 1;
      if (batches === 40) throw new Error('The process ended');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const which = { accountId: ana.accountId, due: app.deps.clock() };
  await expect(eraseAccount(broken, which, { batch: 2 })).rejects.toThrow('The process ended');
  expect(await count('accounts', ana)).toBe(1);
  await eraseAccount(app.deps, which, { batch: 2 });
  const { rows } = await app.deps.pool.query(
    `select name, max(rows) as most, sum(rows)::int as all from largest_deletes group by name`,
  );
  const found = new Map(rows.map(({ name, most, all }) => [name, { most, all }]));
  for (const name of watched) expect(found.get(name), name).toMatchObject({ most: 2 });
  expect(found.get('deleted_rows')?.all).toBeGreaterThanOrEqual(9);
  expect(await count('accounts', ana)).toBe(0);
});
