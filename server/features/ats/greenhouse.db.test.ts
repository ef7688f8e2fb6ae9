import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { FakeClock } from '../../adapters/ats/fakes/fake-ats.ts';
import { type FakeGreenhouse, startFakeGreenhouse } from '../../adapters/ats/fakes/fake-greenhouse.ts';
import { greenhouse } from '../../adapters/ats/greenhouse/greenhouse.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { findConnection, openAccess } from './connections-store.ts';
import { openApi } from './open-api.ts';

/* One real connector over HTTP, from the key to the candidate. */

const type = 'greenhouse' as const;
let fake: FakeGreenhouse;
let app: TestApp;

beforeAll(async () => {
  fake = await startFakeGreenhouse(new FakeClock(new Date()));
  app = await startTestApp({
    ats: {
      connectors: new Map([[type, greenhouse]]),
      settings: new Map([[type, { baseUrl: fake.url, client: fake.partner }]]),
    },
    logLevel: 'info',
  });
});
afterAll(async () => {
  await app.stop();
  await fake.stop();
});
beforeEach(() => {
  fake.requests.length = 0;
});

const credentials = () => ({ ...fake.access.credentials });
const one = async (person: Recruiter) => (await person.call(routes.listAtsIntegrations, {}))[0];

async function connected(): Promise<Recruiter> {
  const ana = await app.signUp();
  await ana.call(routes.saveAtsIntegration, { body: { type, credentials: credentials() } });
  await eventually(async () => expect((await one(ana))?.sync.state).toBe('idle'));
  return ana;
}

it('its people become candidates, with their stages', async () => {
  const job = fake.addJob({ name: 'Nurse' });
  const phone = candidatePhone();
  const { externalId } = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz', phones: [phone], job });
  const ana = await connected();
  const { items } = await ana.call(routes.listCandidates, { query: { search: phone } });
  expect(items).toMatchObject([
    {
      firstName: 'Ana',
      jobTitle: 'Nurse',
      externalIds: { greenhouse: externalId },
      applications: [{ jobName: 'Nurse' }],
    },
  ]);
  const stages = await ana.call(routes.listJobStages, {});
  expect(stages.map(({ id }) => id)).toContain(items[0]?.applications[0]?.stageId);
  expect(fake.misuse).toEqual([]);
  for (const secret of Object.values(credentials())) expect(app.logged.join()).not.toContain(secret);
});

it('a wrong key, an unreachable system and a page instead of an answer save nothing', async () => {
  const ana = await app.signUp();
  const save = (wrong: object = {}) =>
    ana.refusal(routes.saveAtsIntegration, { body: { type, credentials: { ...credentials(), ...wrong } } });
  expect(await save({ clientSecret: 'wrong' })).toBe('422 ats_key_refused');
  for (const fault of [{ kind: 'html' }, { kind: 'down' }] as const) {
    fake.faults.next(fault, { times: 6 });
    expect(await save()).toBe('503 ats_unavailable');
    fake.faults.clear();
  }
  expect(await ana.call(routes.listAtsIntegrations, {})).toEqual([]);
});

it('tokens are renewed once, however many find them refused, and kept', async () => {
  const ana = await connected();
  const row = await findConnection(app.deps.db, ana.accountId, type);
  if (row === undefined) throw new Error('It is not connected');
  const before = openAccess(app.deps.sealer, row.sealedAccess).tokens;
  fake.faults.expireTokens?.();
  fake.requests.length = 0;
  // Each as another process would.
  await Promise.all([1, 2, 3, 4].map(() => greenhouse.test(openApi(app.deps, row))));
  expect(fake.requests.filter(({ path }) => path === '/token')).toHaveLength(1);
  const now = await findConnection(app.deps.db, ana.accountId, type);
  const after = openAccess(app.deps.sealer, now?.sealedAccess ?? '').tokens;
  expect(after?.accessToken).not.toBe(before?.accessToken);
});

it('a webhook that was set up by hand stays good when the key is changed, until they disconnect', async () => {
  const ana = await app.signUp();
  const save = () => ana.call(routes.saveAtsIntegration, { body: { type, credentials: credentials() } });
  const { url, secret } = (await save()).webhook;
  const tell = async () => {
    const body = JSON.stringify({ action: 'job_updated', payload: {} });
    const signature = `sha256 ${createHmac('sha256', secret ?? '')
      .update(body)
      .digest('hex')}`;
    const headers = { 'content-type': 'application/json', signature };
    return (await fetch(url, { method: 'POST', headers, body })).status;
  };
  expect(await tell()).toBe(200);
  expect((await save()).webhook).toEqual({ url, secret: null, state: 'manual' });
  expect(await tell()).toBe(200);
  await ana.call(routes.removeAtsIntegration, { query: { atsType: type } });
  const renewed = (await save()).webhook;
  expect(renewed.url).not.toBe(url);
  expect(renewed.secret).not.toBe(secret);
  expect(await tell()).toBe(404);
});
