import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CalendarProvider } from '../../../../contract/calendar-connections.ts';
import * as routes from '../../../../contract/routes.ts';
import { FakeClock } from '../../../adapters/ats/fakes/fake-ats.ts';
import { FAKE_CLIENT } from '../../../adapters/ats/fakes/fake-oauth.ts';
import { CalendarTooLarge } from '../../../adapters/calendars/failures.ts';
import { startFakeCaldav } from '../../../adapters/calendars/fakes/fake-caldav.ts';
import type { FakeCalendar } from '../../../adapters/calendars/fakes/fake-calendar.ts';
import { startFakeGoogle } from '../../../adapters/calendars/fakes/fake-google.ts';
import { startFakeIcs } from '../../../adapters/calendars/fakes/fake-ics.ts';
import { ics as icsConnector } from '../../../adapters/calendars/ics/ics.ts';
import { interview } from '../../../adapters/calendars/suite-harness.ts';
import { createBrowser } from '../../../testing/browser.ts';
import { type Recruiter, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { refusalOf } from '../../../testing/test-client.ts';
import { addToCalendars, listBusyOf, removeFromCalendars } from './ask-calendars.ts';

let app: TestApp;
let google: FakeCalendar;
let caldav: FakeCalendar;
let ics: FakeCalendar;
const query = { from: '2026-11-02T05:00:00Z', to: '2026-11-16T05:00:00Z' };
const range = { from: new Date(query.from), to: new Date(query.to) };

beforeAll(async () => {
  const clock = new FakeClock(new Date());
  [google, caldav, ics] = await Promise.all([
    startFakeGoogle(clock),
    startFakeCaldav(clock),
    startFakeIcs(clock),
  ]);
  const bases = [
    ['google', google],
    ['caldav', caldav],
    ['ics', ics],
  ] as const;
  app = await startTestApp({
    logLevel: 'info',
    calendars: {
      settings: new Map(
        bases.map(([provider, { url }]) => [
          provider,
          { baseUrl: url, client: provider === 'google' ? FAKE_CLIENT : null },
        ]),
      ),
    },
  });
});
afterAll(async () => {
  await app.stop();
  await Promise.all([google, caldav, ics].map((fake) => fake.stop()));
});

const list = (person: Recruiter) => person.call(routes.listCalendarConnections, {});
const byPassword = (over: object = {}) => ({
  provider: 'caldav' as const,
  ...({ ...caldav.access.credentials, ...over } as { url: string; username: string; password: string }),
});
const byLink = (url = ics.access.credentials.url ?? '') => ({ provider: 'ics' as const, url });
const connectAll = async (person: Recruiter) => ({
  caldavId: (await person.call(routes.connectCalendar, { body: byPassword() })).id,
  icsId: (await person.call(routes.connectCalendar, { body: byLink() })).id,
});

/** The pop-up, up to the page that shows how it ended. */
async function consent(
  person: Recruiter,
  { browser = createBrowser(), code }: { browser?: ReturnType<typeof createBrowser>; code?: string } = {},
): Promise<string | null> {
  const answer = await browser.go(`${app.url}/v1/calendarConnections/google/oauthState`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { url } = (await answer.json()) as { url: string };
  const there = await browser.go(url);
  const vendor = new URL(there.headers.get('location') ?? '');
  expect(vendor.origin).toBe(google.url);
  const redirectUri = vendor.searchParams.get('redirect_uri') ?? '';
  const granted = code ?? google.consents?.grant(redirectUri) ?? '';
  const back = `${redirectUri}?${new URLSearchParams({ state: vendor.searchParams.get('state') ?? '', code: granted })}`;
  const [came, again] = [await browser.go(back), await browser.go(back)];
  expect(again.headers.get('location')).toBe(`${app.url}/oauthFailure?calendar=google`);
  return came.headers.get('location');
}

describe('connecting', () => {
  it('offers what this server can reach', async () => {
    const ana = await app.signUp();
    const offered = await ana.call(routes.listCalendarProviders, {});
    expect(offered.map(({ simulatedUrl: _, ...provider }) => provider)).toEqual([
      { provider: 'google', name: 'Google Calendar', oauth: true, available: true },
      { provider: 'microsoft', name: 'Microsoft 365 or Outlook.com', oauth: true, available: false },
      { provider: 'caldav', name: 'CalDAV', oauth: false, available: true },
      { provider: 'ics', name: 'Calendar link (ICS)', oauth: false, available: true },
    ]);
    const start = (provider: CalendarProvider) =>
      ana.ask(routes.startCalendarOauth, { params: { provider }, body: {} });
    expect(refusalOf(await start('microsoft'))).toBe('404 not_found');
    expect(refusalOf(await start('ics'))).toBe('404 not_found');
  });

  it('tests a password or link first, and shows the calendar to its person only', async () => {
    const ana = await app.signUp();
    const { caldavId, icsId } = await connectAll(ana);
    const shared = { state: 'active', error: null, connectedAt: expect.any(String) };
    expect(await list(ana)).toEqual([
      { id: caldavId, provider: 'caldav', name: 'ana@corp.example', canWrite: true, ...shared },
      { id: icsId, provider: 'ics', name: 'Ana, at work', canWrite: false, ...shared },
    ]);
    const ben = await app.addColleague(ana, 'admin');
    const { rows } = await app.deps.pool.query(
      'select sealed_access from calendar_connections where account_id = $1',
      [ana.accountId],
    );
    expect(JSON.stringify(rows)).not.toMatch(/abcd-efgh|private-|corp\.example/);
    expect(await app.client(ben.token).call(routes.listCalendarConnections, {})).toEqual([]);
    const asked = await app.client(ben.token).ask(routes.disconnectCalendar, { params: { id: icsId } });
    expect(refusalOf(asked)).toBe('404 not_found');
  });

  it('saves nothing when it fails', async () => {
    const ana = await app.signUp();
    const connect = (body: object) =>
      ana.ask(routes.connectCalendar, { body: body as ReturnType<typeof byLink> });
    expect(refusalOf(await connect(byPassword({ password: 'wrong' })))).toBe('422 calendar_refused');
    expect(refusalOf(await connect(byLink('https://calendar.example/gone.ics')))).toBe(
      '422 calendar_refused',
    );
    ics.faults.next({ kind: 'down' });
    expect(refusalOf(await connect(byLink()))).toBe('503 calendar_unavailable');
    const badAddresses = [
      byLink('calendar'),
      byLink('http://calendar.example/basic.ics'.replace('http:', 'ftp:')),
      byLink('http://10.0.0.1/basic.ics'),
      byPassword({ url: 'https://caldav.calendar.example/elsewhere/' }),
    ];
    for (const body of badAddresses)
      expect(await connect(body)).toMatchObject({
        status: 422,
        body: { code: 'invalid', details: { fields: { url: [expect.any(String)] } } },
      });
    ics.faults.next({ kind: 'html' });
    expect(refusalOf(await connect(byLink()))).toBe('422 invalid');
    expect(await list(ana)).toEqual([]);
  });

  it('replaces the same calendar, and ends at ten', async () => {
    const ana = await app.signUp();
    const { caldavId } = await connectAll(ana);
    const again = await ana.call(routes.connectCalendar, { body: byPassword() });
    expect(again.id).toBe(caldavId);
    await app.deps.pool.query(
      `insert into calendar_connections
       select account_id, gen_random_uuid(), user_id, provider, 'copy ' || n, name, sealed_access, state, null, connected_at
         from calendar_connections, generate_series(1, 8) n where id = $1`,
      [caldavId],
    );
    const other = await ana.ask(routes.connectCalendar, {
      body: byLink('https://calendar.example/moved.ics'),
    });
    expect(refusalOf(other)).toBe('409 calendar_connections_used_up');
    expect((await ana.call(routes.connectCalendar, { body: byPassword() })).id).toBe(caldavId);
    expect(await list(ana)).toHaveLength(10);
  });
});

describe('signing in there', () => {
  it('connects, once, for the person and browser that began', async () => {
    const ana = await app.signUp();
    expect(await consent(ana)).toBe(`${app.url}/oauthSuccess?calendar=google`);
    expect(await list(ana)).toMatchObject([{ provider: 'google', name: 'ana@corp.example', canWrite: true }]);
    expect(await consent(ana)).toBe(`${app.url}/oauthSuccess?calendar=google`);
    expect(await list(ana)).toHaveLength(1);
  });

  it.each(['', 'made up'])('connects nothing with the code %j', async (code) => {
    const ana = await app.signUp();
    expect(await consent(ana, { code })).toBe(`${app.url}/oauthFailure?calendar=google`);
    expect(await list(ana)).toEqual([]);
  });

  it('leads no one else there, and not after ten minutes', async () => {
    const ana = await app.signUp();
    const { url } = await ana.call(routes.startCalendarOauth, {
      params: { provider: 'google' },
      body: {},
    });
    const stranger = await createBrowser().go(url);
    expect(stranger.headers.get('location')).toBe(`${app.url}/oauthFailure?calendar=google`);
    const browser = createBrowser();
    const answer = await browser.go(`${app.url}/v1/calendarConnections/google/oauthState`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    app.clock.advance(11 * 60_000);
    const late = await browser.go(((await answer.json()) as { url: string }).url);
    app.clock.reset();
    expect(late.headers.get('location')).toBe(`${app.url}/oauthFailure?calendar=google`);
  });

  it('is taken back there when it is disconnected', async () => {
    const ana = await app.signUp();
    await consent(ana);
    const [connection] = await list(ana);
    const before = google.requests.length;
    await ana.call(routes.disconnectCalendar, { params: { id: connection?.id ?? '' } });
    expect(await list(ana)).toEqual([]);
    await expect.poll(() => google.requests.slice(before).map(({ path }) => path)).toEqual(['/revoke']);
  });
});

describe('busy times', () => {
  it('are those of all calendars, with the ones that are away named', async () => {
    const ana = await app.signUp();
    const { caldavId, icsId } = await connectAll(ana);
    caldav.add({ title: 'a', start: '2026-11-05T09:00', end: '2026-11-05T10:00' });
    ics.add({ title: 'b', start: '2026-11-05T09:30', end: '2026-11-05T11:00' });
    const busy = { startsAt: '2026-11-05T14:00:00.000Z', endsAt: '2026-11-05T16:00:00.000Z' };
    expect(await ana.call(routes.listBusyTimes, { query })).toEqual({ busy: [busy], incomplete: [] });
    caldav.faults.next({ kind: 'down' });
    expect(await ana.call(routes.listBusyTimes, { query })).toEqual({
      busy: [{ ...busy, startsAt: '2026-11-05T14:30:00.000Z' }],
      incomplete: [caldavId],
    });
    expect((await list(ana)).map(({ state }) => state)).toEqual(['active', 'active']);
    ics.faults.next({ kind: 'html' });
    const { incomplete } = await ana.call(routes.listBusyTimes, { query });
    expect(incomplete).toEqual([icsId]);
    caldav.remove?.('a');
  });

  it.each([
    { from: query.to, to: query.from },
    { from: query.from, to: query.from },
    { from: query.from, to: '2027-01-02T05:00:00Z' },
    { from: 'today', to: query.to },
  ])('are not returned from $from to $to', async (asked) => {
    const ana = await app.signUp();
    expect(refusalOf(await ana.ask(routes.listBusyTimes, { query: asked }))).toBe('422 invalid');
  });

  it('of a calendar with too much in it are missing, with the reason, until it can be read again', async () => {
    const ana = await app.signUp();
    const { caldavId, icsId } = await connectAll(ana);
    caldav.add({ title: 'c', start: '2026-11-06T09:00', end: '2026-11-06T10:00' });
    const connectors = new Map(app.deps.calendars.connectors);
    const listBusy = () => Promise.reject(new CalendarTooLarge('too much'));
    connectors.set('ics', { ...icsConnector, listBusy });
    const deps = { ...app.deps, calendars: { ...app.deps.calendars, connectors } };
    const startsAt = new Date('2026-11-06T14:00Z');
    const found = await listBusyOf(deps, ana, range);
    expect(found.busy).toContainEqual({ startsAt, endsAt: new Date('2026-11-06T15:00Z') });
    expect(found.incomplete).toEqual([icsId]);
    const message = expect.stringMatching(/^This calendar has too much in it/);
    expect(await list(ana)).toMatchObject([
      { id: caldavId, error: null },
      { id: icsId, state: 'active', error: { message } },
    ]);
    expect(await ana.call(routes.listBusyTimes, { query })).toMatchObject({ incomplete: [] });
    expect(await list(ana)).toMatchObject([{ error: null }, { error: null }]);
    caldav.remove?.('c');
  });

  it('that are asked for twice at the same moment are asked for once', async () => {
    const ana = await app.signUp();
    await connectAll(ana);
    const before = ics.requests.length;
    const asked = await Promise.all(Array.from({ length: 10 }, () => listBusyOf(app.deps, ana, range)));
    expect(ics.requests).toHaveLength(before + 1);
    expect(new Set(asked.map((each) => JSON.stringify(each))).size).toBe(1);
    await Promise.all(
      [range, { ...range, to: new Date(range.to.getTime() + 1000) }].map((each) =>
        listBusyOf(app.deps, ana, each),
      ),
    );
    expect(ics.requests).toHaveLength(before + 3);
  });

  it('are asked with new tokens, got once by all who ask', async () => {
    const ana = await app.signUp();
    await consent(ana);
    const renewals = () => google.consents?.renewals() ?? 0;
    const before = renewals();
    google.consents?.expireTokens();
    const asked = await Promise.all([1, 2, 3].map(() => listBusyOf(app.deps, ana, range)));
    expect(asked.map(({ incomplete }) => incomplete)).toEqual([[], [], []]);
    expect(renewals()).toBe(before + 1);
    await listBusyOf(app.deps, ana, range);
    expect(renewals()).toBe(before + 1);
  });

  it('of a calendar that no longer lets us in are missing, until it is connected again', async () => {
    const ana = await app.signUp();
    await consent(ana);
    google.revoke();
    const first = await listBusyOf(app.deps, ana, range);
    const [connection] = await list(ana);
    expect(connection).toMatchObject({
      state: 'refused',
      error: { message: 'Google Calendar no longer lets us in. Connect it again.' },
    });
    expect(first.incomplete).toEqual([connection?.id]);
    const before = google.requests.length;
    expect(await listBusyOf(app.deps, ana, range)).toEqual(first);
    expect(google.requests).toHaveLength(before);
    await consent(ana);
    expect(await list(ana)).toMatchObject([{ id: connection?.id, state: 'active', error: null }]);
  });
});

describe('events', () => {
  it('are put once in the first calendar that can be written to, and taken out', async () => {
    const ana = await app.signUp();
    expect(await addToCalendars(app.deps, ana, interview)).toBe(false);
    await ana.call(routes.connectCalendar, { body: byLink() });
    expect(await addToCalendars(app.deps, ana, interview)).toBe(false);
    await ana.call(routes.connectCalendar, { body: byPassword() });
    await consent(ana);
    const theirs = google.titles();
    caldav.faults.next({ kind: 'lostAnswer' }, { on: 'write' });
    await expect(addToCalendars(app.deps, ana, interview)).rejects.toThrow('no answer');
    expect(await addToCalendars(app.deps, ana, interview)).toBe(true);
    expect(caldav.titles()).toEqual([interview.title]);
    expect(google.titles()).toEqual(theirs);
    caldav.faults.next({ kind: 'down' }, { on: 'write' });
    await expect(removeFromCalendars(app.deps, ana, interview.uid)).rejects.toThrow('HTTP 503');
    await removeFromCalendars(app.deps, ana, interview.uid);
    await removeFromCalendars(app.deps, ana, interview.uid);
    expect(caldav.titles()).toEqual([]);
  });

  it('go to the next calendar when the first no longer lets us in', async () => {
    const ana = await app.signUp();
    await consent(ana);
    await ana.call(routes.connectCalendar, { body: byPassword() });
    google.revoke();
    const event = { ...interview, uid: 'next' };
    expect(await addToCalendars(app.deps, ana, event)).toBe(true);
    expect(caldav.titles()).toEqual([interview.title]);
    expect((await list(ana)).map(({ state }) => state)).toEqual(['refused', 'active']);
    await removeFromCalendars(app.deps, ana, 'next');
  });
});

it('no log has a secret, an address or a title in it', () => {
  expect(app.logged.join('\n')).not.toMatch(/abcd-efgh|-secret-\d|private-5d4|corp\.example|Nurse/);
  expect(app.logged.join('\n')).toContain('a calendar could not be asked');
});
