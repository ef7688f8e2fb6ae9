import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { SimulatedAts, SimulatedCredential } from '../../../../contract/simulator.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { greenhouse } from '../greenhouse/greenhouse.ts';
import { SIMULATED_CREDENTIAL } from './credential.ts';

/* From the credential to the note, over HTTP: the product's own connector, and a Greenhouse that this server answers for. */

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({});
});
afterAll(() => app.stop());

const ask = (path: string, method = 'GET', body?: object) =>
  fetch(`${app.url}/simulator/ats${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
const company = async () => SimulatedAts.parse(await (await ask('/company')).json());
const personCalled = async (firstName: string) => {
  const found = (await company()).people.find((person) => person.firstName === firstName);
  const [application] = found?.applications ?? [];
  if (found === undefined || application === undefined) throw new Error(`${firstName} didn't apply`);
  return { ...found, application };
};
const stageCalled = async (name: string, { application }: Awaited<ReturnType<typeof personCalled>>) => {
  const job = (await company()).jobs.find(({ id }) => id === application.jobId);
  return job?.stages.find((stage) => stage.name === name)?.id;
};

const type = 'greenhouse' as const;

/** As its button does. */
async function connected(): Promise<Recruiter> {
  const ana = await app.signUp();
  const credentials = SimulatedCredential.parse(await (await ask('/credential')).json());
  const { webhook } = await ana.call(routes.saveAtsIntegration, { body: { type, credentials } });
  expect((await ask('/webhooks', 'POST', webhook)).status).toBe(201);
  await eventually(async () => {
    const [integration] = await ana.call(routes.listAtsIntegrations, {});
    expect(integration?.sync).toMatchObject({ state: 'idle', candidates: 8, withoutPhone: 0 });
  });
  return ana;
}

const candidateOf = async (ana: Recruiter, phoneNumber: string | null) => {
  const { items } = await ana.call(routes.listCandidates, { query: { search: phoneNumber ?? '' } });
  const [candidate] = items;
  if (candidate === undefined) throw new Error('They were not synced');
  return candidate;
};

describe('the simulated Greenhouse', () => {
  it('is offered, and its people become candidates whose links lead to its screen', async () => {
    const ana = await connected();
    const types = await ana.call(routes.listAtsTypes, {});
    expect(types.filter(({ simulated }) => simulated).map((each) => each.type)).toEqual(['greenhouse']);
    const delia = await personCalled('Delia');
    const candidate = await candidateOf(ana, delia.phoneNumber);
    expect(candidate).toMatchObject({ firstName: 'Delia', externalIds: { greenhouse: delia.id } });
    const page = await fetch(candidate.applications[0]?.profileUrl ?? '', { redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([302, `/simulator/ats?person=${delia.id}`]);
  });

  it('gets texts as notes, and what is moved and canceled in it arrives', async () => {
    const ana = await connected();
    const owen = await personCalled('Owen');
    const candidate = await candidateOf(ana, owen.phoneNumber);
    const body = { candidateId: candidate.id, body: 'Are you free on Tuesday?' };
    await ana.call(routes.sendMessage, { body });
    await eventually(async () => {
      const { notes } = await personCalled('Owen');
      expect(notes.map(({ body }) => body).join()).toContain('Are you free on Tuesday?');
    });

    const stageId = await stageCalled('Offer', owen);
    expect((await ask(`/applications/${owen.application.id}/move`, 'POST', { stageId })).status).toBe(200);
    await eventually(async () => {
      const { applications } = await candidateOf(ana, owen.phoneNumber);
      expect(applications[0]?.stageName).toBe('Offer');
    });
  });

  it('takes a move that is made here', async () => {
    const ana = await connected();
    const kofi = await personCalled('Kofi');
    const candidate = await candidateOf(ana, kofi.phoneNumber);
    const there = await stageCalled('Application Review', kofi);
    const here = (await ana.call(routes.listJobStages, {})).find(({ id }) => id.endsWith(`/${there}`));
    const body = { applicationId: candidate.applications[0]?.id ?? '', stageId: here?.id ?? '' };
    await ana.call(routes.moveStage, { params: { id: candidate.id }, body });
    expect((await personCalled('Kofi')).application.stageId).toBe(there);
  });

  it('has interviews, which are found by a sync, reminded of, and canceled', async () => {
    const ana = await connected();
    await ana.call(routes.createAutomation, {
      body: {
        type: 'interviewReminder',
        name: 'An hour before',
        body: 'Your interview is on {{interview.date}}.',
        timing: 'before',
        offsetMinutes: 60,
      },
    });
    const reminders = async () => {
      const { items } = await ana.call(routes.listPlanned, { query: {} });
      return items.map(({ status, candidate }) => [candidate?.firstName, status]);
    };
    const { application } = await personCalled('Renee');
    const startsAt = new Date(Date.now() + 86_400_000);
    const endsAt = new Date(startsAt.getTime() + 1_800_000);
    const when = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
    expect((await ask(`/applications/${application.id}/interviews`, 'POST', when)).status).toBe(201);
    const statuses = async () => {
      const query = { from: new Date().toISOString() };
      const { items } = await ana.call(routes.listInterviews, { query });
      return items.map(({ status }) => status);
    };
    await ana.call(routes.syncAts, { body: { type } });
    await eventually(async () => expect(await statuses()).toEqual(['scheduled']));
    await eventually(async () => expect(await reminders()).toEqual([['Renee', 'planned']]));
    const [interview] = (await personCalled('Renee')).application.interviews;
    expect((await ask(`/interviews/${interview?.id}`, 'DELETE')).status).toBe(200);
    await eventually(async () => expect(await statuses()).toEqual(['canceled']));
  });

  it('keeps what is done in it at the same moment', async () => {
    const { application } = await personCalled('Tomás');
    const times = Array.from({ length: 8 }, (_, index) => new Date(Date.now() + (index + 1) * 3_600_000));
    await Promise.all(
      times.map((at) => {
        const endsAt = new Date(at.getTime() + 1_800_000);
        const when = { startsAt: at.toISOString(), endsAt: endsAt.toISOString() };
        return ask(`/applications/${application.id}/interviews`, 'POST', when);
      }),
    );
    expect((await personCalled('Tomás')).application.interviews).toHaveLength(times.length);
  });

  it.each([
    ['/applications/1/move', 'POST', { stageId: '1' }, 404],
    ['/applications/1/interviews', 'POST', { startsAt: 'soon', endsAt: 'later' }, 422],
    ['/interviews/1', 'DELETE', undefined, 404],
    ['/webhooks', 'POST', { url: 'https://elsewhere.example/webhooks/ats/greenhouse/x', secret: 's' }, 422],
  ])('refuses %s %s that makes no sense', async (path, method, body, status) => {
    expect((await ask(path, method, body)).status).toBe(status);
  });

  it('refuses what Greenhouse refuses', async () => {
    const at = (path: string, init: RequestInit = {}) =>
      fetch(`${app.url}/simulator/greenhouse${path}`, init);
    expect((await at('/v3/candidates')).status).toBe(401);
    const headers = {
      authorization: `Basic ${Buffer.from('simulated-greenhouse-1:wrong').toString('base64')}`,
    };
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    expect((await at('/token', { method: 'POST', headers, body })).status).toBe(401);
    expect((await at('/v3/nothing')).status).toBe(404);
  });

  it('forgets the webhook of a connection that has ended', async () => {
    const before = (await company()).connections;
    const ana = await connected();
    expect((await company()).connections).toBe(before + 1);
    await ana.call(routes.removeAtsIntegration, { query: { atsType: type } });
    const ingrid = await personCalled('Ingrid');
    const stageId = await stageCalled('Offer', ingrid);
    await ask(`/applications/${ingrid.application.id}/move`, 'POST', { stageId });
    await eventually(async () => expect((await company()).connections).toBe(before));
  });
});

it('a simulated calendar connects by its link, and no times at lunch are offered', async () => {
  const ana = await app.signUp();
  const providers = await ana.call(routes.listCalendarProviders, {});
  const [{ provider, simulatedUrl } = { provider: '', simulatedUrl: null }] = providers.filter(
    (each) => each.simulatedUrl !== null,
  );
  expect(provider).toBe('ics');
  const made = await ana.call(routes.connectCalendar, { body: { provider: 'ics', url: simulatedUrl ?? '' } });
  expect(made).toMatchObject({ name: 'Simulated calendar', state: 'active' });
  const { timezone } = await ana.call(routes.getUser, {});
  expect(timezone).toBe('America/New_York');
  const { busy } = await ana.call(routes.listBusyTimes, {
    query: { from: '2026-12-01T13:00:00.000Z', to: '2026-12-01T23:00:00.000Z' },
  });
  expect(busy).toEqual([
    { startsAt: '2026-12-01T14:30:00.000Z', endsAt: '2026-12-01T15:00:00.000Z' },
    { startsAt: '2026-12-01T17:00:00.000Z', endsAt: '2026-12-01T18:00:00.000Z' },
    { startsAt: '2026-12-01T19:00:00.000Z', endsAt: '2026-12-01T21:00:00.000Z' },
  ]);
  const fields = { firstName: 'Sam', lastName: 'Reyes', phoneNumber: candidatePhone() };
  const { id: candidateId } = await ana.call(routes.createCandidate, { body: fields });
  const from = new Date();
  const to = new Date(from.getTime() + 14 * 86_400_000);
  const query = { candidateId, minutes: 30, from: from.toISOString(), to: to.toISOString() };
  const { items, incomplete } = await ana.call(routes.listFreeTimes, { query });
  const hourOf = (at: string) =>
    new Date(at).toLocaleString('en-US', { timeZone: timezone, hour: 'numeric', hourCycle: 'h23' });
  const hours = new Set(items.map(({ startsAt }) => hourOf(startsAt)));
  expect([hours.has('11'), hours.has('12'), incomplete]).toEqual([true, false, []]);
});

describe('in production', () => {
  let production: TestApp;
  beforeAll(async () => {
    production = await startTestApp({
      variables: {
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://hiretext.example',
        HOST: '127.0.0.1',
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'no-reply@hiretext.example',
      },
    });
  });
  afterAll(() => production.stop());

  it.each([
    '/simulator/ats/company',
    '/simulator/ats/credential',
    '/simulator/greenhouse/v3/candidates',
    '/simulator/greenhouse/people/1',
    '/simulator/calendar.ics',
  ])('there is no %s', async (path) => {
    expect((await fetch(production.url + path)).status).toBe(404);
  });

  it('none is offered, and its credential leads to the vendor', () => {
    const { ats, calendars } = production.deps;
    expect([ats.simulated.size, calendars.simulated.size]).toEqual([0, 0]);
    const access = {
      connectedBy: 'key',
      credentials: SIMULATED_CREDENTIAL,
      tokens: null,
      client: null,
    } as const;
    const page = (at: TestApp) =>
      at.deps.ats
        .makeApi(greenhouse, access, {
          baseUrl: null,
          connectionId: 'one',
          renewTokens: async (refused) => refused,
        })
        .page('https://app.greenhouse.io/people/7');
    expect(page(production)).toBe('https://app.greenhouse.io/people/7');
    expect(page(app)).toBe(`${app.url}/simulator/greenhouse/people/7`);
  });
});
