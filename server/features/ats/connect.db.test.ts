import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import {
  AtsUnavailable,
  KeyRefused,
  NotFound,
  RefusedByAts,
  RightsMissing,
} from '../../adapters/ats/failures.ts';
import { createFakeAtsConnector, fakeAtsPerson } from '../../testing/fake-ats-connector.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { refusalOf } from '../../testing/test-client.ts';
import { changeConnection, findConnection } from './connections-store.ts';
import { runTakeBackAts } from './subscribe.ts';
import { runSyncAts } from './sync.ts';

/* Connecting a system, by key and by consent; pausing and disconnecting it. */

const system = createFakeAtsConnector();
const { state } = system;
const type = 'lever' as const;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    ats: {
      connectors: new Map([[type, system.connector]]),
      settings: new Map([[type, { baseUrl: null, client: { id: 'us', secret: 'ours' } }]]),
    },
    logLevel: 'info',
  });
});
afterAll(() => app.stop());
const fresh = structuredClone({ ...state, beforePage: null });
afterEach(() => {
  app.clock.reset();
  Object.assign(state, structuredClone(fresh));
});

const connect = (person: Recruiter, apiKey = 'good', more: object = {}) =>
  person.call(routes.saveAtsIntegration, { body: { type, credentials: { apiKey }, ...more } });

const one = async (person: Recruiter) => (await person.call(routes.listAtsIntegrations, {}))[0];

const synced = (person: Recruiter) =>
  eventually(async () => {
    const found = await one(person);
    expect(found?.sync.state).toBe('idle');
    expect(found?.lastSyncAt).not.toBeNull();
    return found;
  });

describe('connecting', () => {
  it('tests first, then reads what the system has, and sets its webhook up', async () => {
    const ana = await app.signUp();
    const phone = candidatePhone();
    state.people = [fakeAtsPerson({ phones: [phone] }), fakeAtsPerson()];
    expect(await ana.call(routes.listAtsIntegrations, {})).toEqual([]);
    const saved = await connect(ana);
    expect(saved).toMatchObject({
      type,
      enabled: true,
      atsIntegrationEnabled: true,
      atsAccountId: 'Acme',
      notesMode: 'each',
      sync: { state: 'running' },
      error: null,
    });
    await synced(ana);
    await eventually(async () => expect((await one(ana))?.webhook.state).toBe('automatic'));
    expect(await one(ana)).toMatchObject({
      sync: { candidates: 2, withoutPhone: 1 },
      webhook: { secret: null },
    });
    expect(state.subscribed).toEqual([saved.webhook.url]);
    const { items } = await ana.call(routes.listCandidates, {});
    expect(items).toMatchObject([
      { phoneNumber: phone, firstName: 'Ana', externalIds: { lever: state.people[0]?.externalId } },
    ]);
    expect(app.logged.join()).not.toContain('"good"');
  });

  it.each<[object, RegExp]>([
    [{}, /API key/],
    [{ apiKey: 'good', token: 'x' }, /token/],
    [{ apiKey: '  ' }, /API key/],
    [{ apiKey: 'good', region: 'mars' }, /Region/],
  ])('%j is refused at its field', async (credentials, sentence) => {
    const ana = await app.signUp();
    const answer = await ana.ask(routes.saveAtsIntegration, { body: { type, credentials } });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } });
    expect(JSON.stringify((answer.body as { details: unknown }).details)).toMatch(sentence);
    expect(await ana.call(routes.listAtsIntegrations, {})).toEqual([]);
  });

  it.each<[Error, string, RegExp]>([
    [new KeyRefused('x'), '422 ats_key_refused', /Lever didn't accept/],
    [new RightsMissing('x', ['Candidates: read']), '422 ats_rights_missing', /Candidates: read/],
    [new AtsUnavailable('x'), '503 ats_unavailable', /can't reach Lever/],
    [new RefusedByAts('x', 'no'), '422 ats_key_refused', /Lever didn't accept the key. Check everything/],
    [new NotFound('x'), '422 ats_key_refused', /Lever didn't accept the key. Check everything/],
  ])('saves nothing when the test fails: %s', async (failure, refusal, sentence) => {
    const ana = await app.signUp();
    state.failure = failure;
    const body = { type, credentials: { apiKey: 'good' } };
    for (const route of [routes.saveAtsIntegration, routes.testAtsConnection]) {
      const answer = await ana.ask(route, { body });
      expect(refusalOf(answer)).toBe(refusal);
      expect((answer.body as { message: string }).message).toMatch(sentence);
      if (failure instanceof RightsMissing)
        expect(answer.body).toMatchObject({ details: { missing: ['Candidates: read'] } });
    }
    expect(await ana.call(routes.listAtsIntegrations, {})).toEqual([]);
  });

  it('is for admins, and of one account', async () => {
    const ana = await app.signUp();
    await connect(ana);
    const cem = await app.addColleague(ana);
    expect(await cem.refusal(routes.listAtsIntegrations, {})).toBe('403 forbidden');
    expect(await cem.refusal(routes.syncAts, { body: { type } })).toBe('403 forbidden');
    const eve = await app.signUp();
    expect(await eve.call(routes.listAtsIntegrations, {})).toEqual([]);
    expect(await eve.refusal(routes.syncAts, { body: { type } })).toBe('404 not_found');
    expect(await eve.refusal(routes.testAtsConnection, { body: { type } })).toBe('422 invalid');
    expect(await eve.refusal(routes.removeAtsIntegration, { query: { atsType: type } })).toBe(
      '404 not_found',
    );
    expect(await ana.call(routes.testAtsConnection, { body: { type } })).toEqual({ status: 'ok' });
  });

  it('twice at once leaves one of the two, whole', async () => {
    const ana = await app.signUp();
    state.companies = { one: 'One', two: 'Two' };
    await Promise.all(['one', 'two', 'one', 'two'].map((key) => connect(ana, key)));
    const last = await synced(ana);
    const { rows } = await app.deps.pool.query(
      'select sealed_access from ats_connections where account_id = $1',
      [ana.accountId],
    );
    const { credentials } = JSON.parse(app.deps.sealer.open(rows[0].sealed_access));
    expect(state.companies[credentials.apiKey]).toBe(last?.atsAccountId);
    await eventually(() => expect(state.subscribed).toEqual([last?.webhook.url]));
  });

  it('another company starts from scratch, without anything of the one before', async () => {
    const ana = await app.signUp();
    state.companies = { one: 'One', two: 'Two' };
    const phone = candidatePhone();
    state.people = [fakeAtsPerson({ externalId: 'x', phones: [phone] })];
    await connect(ana, 'one');
    await synced(ana);
    state.people = [
      fakeAtsPerson({ externalId: 'x', firstName: 'Zoe', lastName: 'Park', phones: [candidatePhone()] }),
    ];
    await connect(ana, 'two');
    await eventually(async () =>
      expect((await ana.call(routes.listCandidates, {})).items).toMatchObject([
        { firstName: 'Zoe', externalIds: { lever: 'x' } },
        { phoneNumber: phone, externalIds: {} },
      ]),
    );
  });

  it('pauses, resumes, and keeps the key', async () => {
    const ana = await app.signUp();
    await connect(ana);
    await synced(ana);
    const key = await findConnection(app.deps.db, ana.accountId, type);
    if (key === undefined) throw new Error('It is not connected');
    await changeConnection(app.deps.db, key, { syncState: 'running' });
    const paused = await ana.call(routes.saveAtsIntegration, {
      body: { type, enabled: false, notesMode: 'daily' },
    });
    expect(paused).toMatchObject({
      enabled: false,
      atsIntegrationEnabled: false,
      notesMode: 'daily',
      sync: { state: 'idle' },
    });
    expect(await ana.refusal(routes.syncAts, { body: { type } })).toBe('409 ats_paused');
    const pages = state.pagesRead;
    const resumed = await ana.call(routes.saveAtsIntegration, { body: { type, enabled: true } });
    expect(resumed).toMatchObject({ enabled: true, notesMode: 'daily', sync: { state: 'running' } });
    await eventually(() => expect(state.pagesRead).toBe(pages + 1));
    const unconnected = await app.signUp();
    const answer = await unconnected.ask(routes.saveAtsIntegration, { body: { type, enabled: false } });
    expect(answer).toMatchObject({
      status: 422,
      body: { details: { fields: { credentials: ['Enter the credentials'] } } },
    });
  });
});

describe('disconnecting', () => {
  it('takes webhooks back and erases what was read, but no candidate', async () => {
    const ana = await app.signUp();
    state.people = [fakeAtsPerson({ phones: [candidatePhone()] })];
    await connect(ana);
    await synced(ana);
    await eventually(() => expect(state.subscribed).toHaveLength(1));
    await eventually(async () => expect((await one(ana))?.webhook.state).toBe('automatic'));
    await ana.call(routes.removeAtsIntegration, { query: { atsType: type } });
    expect(await ana.call(routes.listAtsIntegrations, {})).toEqual([]);
    expect((await ana.call(routes.listCandidates, {})).items).toMatchObject([
      { firstName: 'Ana', externalIds: {}, applications: [] },
    ]);
    await eventually(() => expect(state.subscribed).toEqual([]));
    for (const table of ['ats_people', 'ats_phones', 'ats_departures'])
      await eventually(async () => {
        const { rowCount } = await app.deps.pool.query(`select 1 from ${table} where account_id = $1`, [
          ana.accountId,
        ]);
        expect(rowCount, table).toBe(0);
      });
    expect(await ana.refusal(routes.removeAtsIntegration, { query: { atsType: type } })).toBe(
      '404 not_found',
    );
  });

  it('gives webhooks up after a day, when the system stays away', async () => {
    const ana = await app.signUp();
    await connect(ana);
    await eventually(async () => expect((await one(ana))?.webhook.state).toBe('automatic'));
    state.unsubscribeFails = new AtsUnavailable('away');
    await ana.call(routes.removeAtsIntegration, { query: { atsType: type } });
    const left = async () =>
      (
        await app.deps.pool.query('select generation from ats_departures where account_id = $1', [
          ana.accountId,
        ])
      ).rows;
    const [departure] = await left();
    const key = { accountId: ana.accountId, atsType: type, generation: departure?.generation };
    await expect(runTakeBackAts(app.deps, key)).rejects.toThrow('away');
    app.clock.advance(25 * 3600_000);
    await runTakeBackAts(app.deps, key);
    expect(await left()).toEqual([]);
  });

  it('in the middle of a sync ends it', async () => {
    const ana = await app.signUp();
    await connect(ana);
    await synced(ana);
    state.people = Array.from({ length: 150 }, () => fakeAtsPerson({ phones: [candidatePhone()] }));
    const inside = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    state.beforePage = (cursor) => {
      if (cursor === null) return;
      inside.resolve();
      return gate.promise;
    };
    const key = await findConnection(app.deps.db, ana.accountId, type);
    if (key === undefined) throw new Error('It is not connected');
    await changeConnection(app.deps.db, key, { nextSyncAt: new Date(0) });
    const run = runSyncAts(app.deps, key);
    await inside.promise;
    await ana.call(routes.removeAtsIntegration, { query: { atsType: type } });
    gate.resolve();
    await run;
    const { rows } = await app.deps.pool.query(
      `select (select count(*)::int from ats_people where account_id = $1) as people,
              (select count(*)::int from candidates where account_id = $1) as candidates`,
      [ana.accountId],
    );
    expect(rows).toEqual([{ people: 0, candidates: 100 }]);
  });
});

describe('by consent', () => {
  const go = (url: string, cookie: string) => fetch(url, { redirect: 'manual', headers: { cookie } });

  async function ask(person: Recruiter) {
    const answer = await fetch(`${app.url}/v1/atsIntegration/${type}/oauthState`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    const { state: secret, url } = (await answer.json()) as { state: string; url: string };
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const back = (code: string, withState = secret) =>
      `${app.url}/v1/atsIntegration/${type}/oauth/callback?${new URLSearchParams({ code, state: withState })}`;
    return { secret, url, cookie, back };
  }
  const landed = (answer: Response) => [answer.status, answer.headers.get('location')];
  const failed = () => [302, `${app.url}/oauthFailure?atsType=${type}`];

  it('connects once, in the browser that asked', async () => {
    const ana = await app.signUp();
    const { secret, url, cookie, back } = await ask(ana);
    expect(landed(await go(url, ''))).toEqual(failed());
    const there = await go(url, cookie);
    expect(there.status).toBe(302);
    const { searchParams } = new URL(there.headers.get('location') ?? '');
    expect(searchParams.get('state')).toBe(secret);
    expect(searchParams.get('redirect_uri')).toBe(`${app.url}/v1/atsIntegration/${type}/oauth/callback`);
    expect(landed(await go(back('granted'), ''))).toEqual(failed());
    expect(landed(await go(back('granted'), cookie))).toEqual([
      302,
      `${app.url}/oauthSuccess?atsType=${type}`,
    ]);
    expect(await one(ana)).toMatchObject({ connectedBy: 'oauth', atsAccountId: 'Acme' });
    await synced(ana);
    expect(landed(await go(back('granted'), cookie))).toEqual(failed());
    expect(app.logged.join()).not.toContain('secret-token');
  });

  it('fails with a forged or old state, or without consent', async () => {
    const ana = await app.signUp();
    const { cookie, back, secret } = await ask(ana);
    expect(
      landed(await go(back('granted', `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`), cookie)),
    ).toEqual(failed());
    expect(landed(await go(back(''), cookie))).toEqual(failed());
    const again = await ask(ana);
    expect(landed(await go(again.back('denied'), again.cookie))).toEqual(failed());
    const late = await ask(ana);
    app.clock.advance(11 * 60_000);
    expect(landed(await go(late.back('granted'), late.cookie))).toEqual(failed());
    expect(await ana.call(routes.listAtsIntegrations, {})).toEqual([]);
  });
});
