import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Candidate } from '../../../../contract/candidates.ts';
import type { Onboarding } from '../../../../contract/onboardings.ts';
import * as routes from '../../../../contract/routes.ts';
import {
  createFakeAtsConnector,
  fakeAtsApplication,
  fakeAtsPerson,
} from '../../../testing/fake-ats-connector.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { sweepOnboardings } from './store.ts';

const system = createFakeAtsConnector();
const { state } = system;
const atsType = 'lever' as const;
const NEXT_YEAR = new Date().getUTCFullYear() + 1;
/** Of March 2. */
const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(
  new Date(`${NEXT_YEAR}-03-02`),
);

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp({
    variables: { QUIET_HOURS: 'off' },
    plannerRestMs: 24 * 3600_000,
    ats: { connectors: new Map([[atsType, system.connector]]) },
  });
  ana = await app.signUp();
});
afterAll(() => app.stop());
const fresh = structuredClone({ ...state, beforePage: null });
afterEach(() => {
  Object.assign(state, structuredClone(fresh));
});

const DAY = 24 * 3600_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const newCandidate = (phoneNumber = candidatePhone()): Promise<Candidate> =>
  ana.call(routes.createCandidate, {
    body: { firstName: 'Ben', lastName: 'Ito', phoneNumber, timezone: 'America/Chicago' },
  });
const start = ({ id }: { id: string }, startsAt = `${NEXT_YEAR}-03-02`): Promise<Onboarding> =>
  ana.call(routes.startOnboarding, { body: { candidateId: id, startsAt } });
const change = ({ id }: { id: string }, body: object): Promise<Onboarding> =>
  ana.call(routes.updateOnboarding, { params: { id }, body });
const end = ({ id }: { id: string }) => ana.call(routes.endOnboarding, { params: { id } });
const listOf = async (person: Recruiter, query: object = {}) =>
  (await person.call(routes.listOnboardings, { query: { limit: 100, ...query } })).items;

describe('an onboarding', () => {
  it('is started by date, paused, resumed, moved and ended', async () => {
    const candidate = await newCandidate();
    const made = await start(candidate);
    expect(made).toEqual({
      id: made.id,
      candidateId: candidate.id,
      startsAt: `${NEXT_YEAR}-03-02T15:00:00.000Z`,
      timezone: 'America/Chicago',
      status: 'active',
      atsType: null,
      createdAt: expect.any(String),
    });
    expect(await change(made, { status: 'paused' })).toEqual({ ...made, status: 'paused' });
    const startsAt = `${NEXT_YEAR}-03-16T14:00:00.000Z`;
    expect(await change(made, { status: 'active', startsAt: `${NEXT_YEAR}-03-16` })).toEqual({
      ...made,
      startsAt,
    });
    const moved = { ...made, startsAt: `${NEXT_YEAR}-04-01T12:30:00.000Z` };
    expect(await change(made, { startsAt: `${NEXT_YEAR}-04-01T12:30:00Z` })).toEqual(moved);
    for (let times = 0; times < 2; times += 1) expect(await end(made)).toEqual({ status: 'ok' });
    expect(await listOf(ana, { candidateId: candidate.id })).toEqual([{ ...moved, status: 'ended' }]);
    const asked = { params: { id: made.id }, body: { status: 'active' as const } };
    expect(await ana.refusal(routes.updateOnboarding, asked)).toBe('409 onboarding_ended');
  });

  it('is one at a time, also when two people start it at once', async () => {
    const candidate = await newCandidate();
    const cem = await app.addColleague(ana);
    const body = { candidateId: candidate.id, startsAt: `${NEXT_YEAR}-03-02` };
    const answers = await Promise.all([ana, cem].map((one) => one.ask(routes.startOnboarding, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await ana.refusal(routes.startOnboarding, { body })).toBe('409 onboarding_exists');
    const [made] = await listOf(ana, { candidateId: candidate.id });
    await end(made ?? { id: '' });
    await start(candidate);
    expect((await listOf(ana, { candidateId: candidate.id })).map(({ status }) => status).sort()).toEqual([
      'active',
      'ended',
    ]);
  });

  it('is started once for an Idempotency-Key', async () => {
    const input = {
      body: { candidateId: (await newCandidate()).id, startsAt: `${NEXT_YEAR}-03-02` },
      headers: { 'idempotency-key': 'onboarding-1' },
    };
    expect(await ana.call(routes.startOnboarding, input)).toEqual(
      await ana.call(routes.startOnboarding, input),
    );
  });

  it.each(['soon', `${NEXT_YEAR}-02-30`, '0209-03-02', '9999-01-01T00:00:00Z'])(
    'is refused on %s',
    async (startsAt) => {
      const body = { candidateId: (await newCandidate()).id, startsAt };
      expect(await ana.ask(routes.startOnboarding, { body })).toMatchObject({
        status: 422,
        body: { details: { fields: { startsAt: [expect.any(String)] } } },
      });
    },
  );

  it("of someone who isn't there is not found, also from another account", async () => {
    const other = await app.signUp();
    const candidate = await newCandidate();
    const { id } = await start(candidate);
    const body = { candidateId: candidate.id, startsAt: `${NEXT_YEAR}-03-02` };
    expect([
      await other.refusal(routes.startOnboarding, { body }),
      await other.refusal(routes.updateOnboarding, { params: { id }, body: { status: 'paused' } }),
      await other.refusal(routes.endOnboarding, { params: { id } }),
      await other.refusal(routes.listOnboardings, { query: { candidateId: candidate.id } }),
    ]).toEqual(Array(4).fill('404 not_found'));
    expect(await listOf(other)).toEqual([]);
  });

  it('is listed in pages, the latest start first', async () => {
    const cem = await app.signUp();
    for (const day of ['02', '04', '03', '03', '01']) {
      const { id } = await cem.call(routes.createCandidate, {
        body: { firstName: 'A', lastName: 'B', phoneNumber: candidatePhone() },
      });
      await cem.call(routes.startOnboarding, {
        body: { candidateId: id, startsAt: `${NEXT_YEAR}-03-${day}T09:00:00Z` },
      });
    }
    const days: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await cem.call(routes.listOnboardings, { query: { limit: 2, cursor } });
      days.push(...page.items.map(({ startsAt }) => startsAt.slice(8, 10)));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(days).toEqual(['04', '03', '03', '02', '01']);
    expect(await listOf(cem, { status: 'ended' })).toEqual([]);
  });

  it('ends eight weeks after the start', async () => {
    const [over, not] = [await newCandidate(), await newCandidate()];
    await start(over, dayIn(-58));
    await start(not, dayIn(-55));
    await sweepOnboardings(app.deps.db, new Date());
    const statusOf = async ({ id }: Candidate) => (await listOf(ana, { candidateId: id }))[0]?.status;
    expect([await statusOf(over), await statusOf(not)]).toEqual(['ended', 'active']);
  });

  it('fills in the start date, while there is one', async () => {
    const candidate = await newCandidate();
    const text = () =>
      ana.ask(routes.sendMessage, {
        body: { candidateId: candidate.id, body: 'See you {{onboarding.startDate}}' },
      });
    expect(await text()).toMatchObject({ body: { details: { attributes: ['onboarding.startDate'] } } });
    const made = await start(candidate, `${NEXT_YEAR}-03-03T02:00:00Z`);
    expect(await text()).toMatchObject({ body: { body: `See you ${WEEKDAY}, March 2` } });
    await end(made);
    expect(await text()).toMatchObject({ status: 422 });
  });

  it('comes back with its candidate, and what should have gone out meanwhile does not', async () => {
    const candidate = await newCandidate();
    const made = await start(candidate);
    const automationId = crypto.randomUUID();
    await app.deps.pool.query(
      `insert into automations (account_id, id, owner_id, type, name, body, timing, offset_minutes, job_stage_ids,
              working_days_only, until_answered, even_in_conversation, enabled, enabled_at, version, created_at, updated_at)
       values ($1, $3, $2, 'onboardingMessage', 'Hello', 'Hi', 'onTime', 0, '{}', false, true, false, false, now(), 1, now(),
              now())`,
      [ana.accountId, ana.userId, automationId],
    );
    for (const [occasion, sendAt] of [
      ['passed', dayIn(-2)],
      ['coming', dayIn(2)],
    ])
      await app.deps.pool.query(
        `insert into planned_texts (account_id, id, automation_id, owner_id, version, candidate_id, occasion, subject_id, subject_at,
                send_at, status, created_at, updated_at)
         values ($1, gen_random_uuid(), $2, $7, 1, $3, $4, $5, now(), $6, 'planned', now(), now())`,
        [ana.accountId, automationId, candidate.id, occasion, made.id, sendAt, ana.userId],
      );
    await ana.call(routes.deleteCandidate, { params: { id: candidate.id } });
    expect((await listOf(ana)).map(({ id }) => id)).not.toContain(made.id);
    await ana.call(routes.restoreCandidate, { params: { id: candidate.id } });
    expect(await listOf(ana, { candidateId: candidate.id })).toEqual([made]);
    const { rows } = await app.deps.pool.query(
      'select occasion, status, reason from planned_texts where candidate_id = $1 order by occasion',
      [candidate.id],
    );
    expect(rows).toEqual([
      { occasion: 'coming', status: 'planned', reason: null },
      { occasion: 'passed', status: 'skipped', reason: 'moment_passed' },
    ]);
  });
});

describe('from a system', () => {
  const idle = () =>
    eventually(async () => {
      const [integration] = await ana.call(routes.listAtsIntegrations, {});
      expect(integration?.sync.state).toBe('idle');
    });
  const sync = async () => {
    await ana.call(routes.saveAtsIntegration, { body: { type: atsType, credentials: { apiKey: 'good' } } });
    await idle();
    await ana.call(routes.syncAts, { body: { type: atsType } });
    await idle();
  };
  const hire = (phone: string, over: object = {}) => ({
    externalId: `h-${phone}`,
    personExternalId: null,
    firstName: 'Ben',
    lastName: 'Ito',
    emails: [],
    phones: [phone],
    startsOn: dayIn(20),
    jobName: 'Nurse',
    ...over,
  });
  const of = async ({ id }: { id: string }) =>
    (await listOf(ana, { candidateId: id })).map(
      ({ startsAt, status, atsType: from }) => `${startsAt.slice(0, 10)} ${status} ${from}`,
    );

  it('a new hire is onboarded once, moves with the start, and stays ended', async () => {
    const candidate = await newCandidate();
    state.newHires = [hire(candidate.phoneNumber), hire(candidatePhone(), { startsOn: null })];
    await sync();
    expect(await of(candidate)).toEqual([`${dayIn(20)} active lever`]);
    state.newHires = [hire(candidate.phoneNumber, { startsOn: dayIn(25) })];
    await sync();
    expect(await of(candidate)).toEqual([`${dayIn(25)} active lever`]);
    const [made] = await listOf(ana, { candidateId: candidate.id });
    await end(made ?? { id: '' });
    state.newHires = [hire(candidate.phoneNumber, { startsOn: dayIn(26) })];
    await sync();
    expect(await of(candidate)).toEqual([`${dayIn(25)} ended lever`]);
  });

  it('what a person has started wins', async () => {
    const candidate = await newCandidate();
    await start(candidate, dayIn(10));
    state.newHires = [hire(candidate.phoneNumber)];
    await sync();
    expect(await of(candidate)).toEqual([`${dayIn(10)} active null`]);
  });

  it('a new hire who becomes a candidate later is onboarded then', async () => {
    const phone = candidatePhone();
    const person = fakeAtsPerson({ phones: [] });
    state.people = [person];
    state.newHires = [hire(phone, { phones: [], personExternalId: person.externalId })];
    await sync();
    state.people = [{ ...person, phones: [phone] }];
    state.newHires = [];
    await sync();
    const [candidate] = (await ana.call(routes.listCandidates, { query: { search: phone } })).items;
    expect(await of(candidate ?? { id: '' })).toEqual([`${dayIn(20)} active lever`]);
  });

  it('an application that is seen to be hired starts today, until a new hire has a date; others do not', async () => {
    const phones = [candidatePhone(), candidatePhone()];
    const [first, second] = phones.map((phone) =>
      fakeAtsPerson({ phones: [phone], applications: [fakeAtsApplication({ status: 'active' })] }),
    );
    const old = fakeAtsPerson({
      phones: [candidatePhone()],
      applications: [fakeAtsApplication({ status: 'hired' })],
    });
    if (!first || !second) throw new Error('There are two');
    state.people = [first, second, old];
    await sync();
    const hired = {
      ...first,
      applications: first.applications.map((one) => ({ ...one, status: 'hired' as const })),
    };
    state.people = [hired, second, old];
    await sync();
    const candidateOf = async (phone = '') => {
      const { items } = await ana.call(routes.listCandidates, { query: { search: phone } });
      return items[0] ?? { id: '' };
    };
    const [started] = await listOf(ana, { candidateId: (await candidateOf(phones[0])).id });
    expect(started).toMatchObject({ status: 'active', atsType: null });
    expect(Math.abs(Date.parse(started?.startsAt ?? '') - Date.now())).toBeLessThan(2 * DAY);
    expect(await of(await candidateOf(phones[1]))).toEqual([]);
    expect(await of(await candidateOf(old.phones[0]))).toEqual([]);
    state.newHires = [hire(phones[0] ?? '', { personExternalId: first.externalId })];
    await sync();
    expect(await of(await candidateOf(phones[0]))).toEqual([`${dayIn(20)} active lever`]);
  });

  it('a candidate moved to Hired on a board starts today, once', async () => {
    const candidate = await newCandidate();
    const job = await ana.call(routes.createJob, { body: { name: 'Nurse' } });
    const stages = (await ana.call(routes.listJobStages, {})).filter((stage) => stage.atsType === null);
    const stageOf = (kind: string) => stages.find((stage) => stage.kind === kind)?.id ?? '';
    const { id: applicationId } = await ana.call(routes.createApplication, {
      body: { candidateId: candidate.id, jobId: job.id },
    });
    const move = (kind: string) =>
      ana.call(routes.moveStage, {
        params: { id: candidate.id },
        body: { applicationId, stageId: stageOf(kind) },
      });
    expect(await of(candidate)).toEqual([]);
    await move('hired');
    const [started] = await listOf(ana, { candidateId: candidate.id });
    expect(started?.status).toBe('active');
    expect(Math.abs(Date.parse(started?.startsAt ?? '') - Date.now())).toBeLessThan(2 * DAY);
    const moved = await change(started ?? { id: '' }, { startsAt: `${NEXT_YEAR}-03-02` });
    await move('offer');
    await move('hired');
    expect(await listOf(ana, { candidateId: candidate.id })).toEqual([moved]);
  });

  it('it continues without it, and is not doubled when it is connected again', async () => {
    const candidate = await newCandidate();
    state.newHires = [hire(candidate.phoneNumber)];
    await sync();
    await ana.call(routes.removeAtsIntegration, { query: { atsType } });
    expect(await of(candidate)).toEqual([`${dayIn(20)} active null`]);
    await sync();
    expect(await of(candidate)).toEqual([`${dayIn(20)} active null`]);
  });
});
