import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Candidate } from '../../../contract/candidates.ts';
import * as routes from '../../../contract/routes.ts';
import { AtsUnavailable, KeyRefused } from '../../adapters/ats/failures.ts';
import type { AtsPerson } from '../../adapters/ats/port.ts';
import {
  createFakeAtsConnector,
  fakeAtsApplication,
  fakeAtsPerson,
} from '../../testing/fake-ats-connector.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { sendText, untilStatus } from '../../testing/texting.ts';
import { collectNotes } from './collect-notes.ts';
import { findConnection } from './connections-store.ts';
import { runSyncAts } from './sync.ts';

/* What a system has, saved here: matching people, what it changes here, and what breaks in between. */

const system = createFakeAtsConnector({ pageSize: 2 });
const { state } = system;
const atsType = 'lever' as const;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ ats: { connectors: new Map([[atsType, system.connector]]) } });
});
afterAll(() => app.stop());
const fresh = structuredClone({ ...state, beforePage: null });
afterEach(() => {
  app.clock.reset();
  Object.assign(state, structuredClone(fresh));
});

const connect = (person: Recruiter) =>
  person.call(routes.saveAtsIntegration, { body: { type: atsType, credentials: { apiKey: 'good' } } });

async function connected(people: AtsPerson[] = []): Promise<Recruiter> {
  const person = await app.signUp();
  state.people = people;
  await connect(person);
  await idle(person);
  return person;
}

const one = async (person: Recruiter) => (await person.call(routes.listAtsIntegrations, {}))[0];
const idle = (person: Recruiter) =>
  eventually(async () => expect((await one(person))?.sync.state).toBe('idle'));

async function syncAgain(person: Recruiter): Promise<void> {
  await person.call(routes.syncAts, { body: { type: atsType } });
  await idle(person);
}

/** What takes a call for each application or job is read no more often. */
async function nextHour(person: Recruiter): Promise<void> {
  await app.deps.pool.query(
    "update ats_connections set synced_from = synced_from - interval '1 hour' where account_id = $1",
    [person.accountId],
  );
  await syncAgain(person);
}

const candidatesOf = async (person: Recruiter): Promise<Candidate[]> =>
  (await person.call(routes.listCandidates, { query: { limit: 100 } })).items;

async function only(person: Recruiter): Promise<Candidate> {
  const [candidate, ...more] = await candidatesOf(person);
  if (candidate === undefined || more.length > 0) throw new Error('There is not exactly one candidate');
  return candidate;
}

const linksOf = async (person: Recruiter) => {
  const { rows } = await app.deps.pool.query<{ external_id: string; candidate_id: string | null }>(
    'select external_id, candidate_id from ats_people where account_id = $1',
    [person.accountId],
  );
  return Object.fromEntries(rows.map((row) => [row.external_id, row.candidate_id]));
};

const add = (person: Recruiter, fields: object) =>
  person.call(routes.createCandidate, {
    body: { firstName: 'Ana', lastName: 'Ruiz', phoneNumber: candidatePhone(), ...fields },
  });

const pairsOf = async (person: Recruiter) => (await person.call(routes.listDoubtfulPairs, {})).items;

describe('since when someone is in a stage', () => {
  it('is known of those who enter it after the first sync, and of no others', async () => {
    const enteredOf = async ({ accountId }: Recruiter, { externalId }: AtsPerson) => {
      const { rows } = await app.deps.pool.query<{ at: Date }>(
        `select stage_changed_at as at from ats_applications where account_id = $1 and person_external_id = $2`,
        [accountId, externalId],
      );
      return rows[0]?.at.getTime() ?? Number.NaN;
    };
    const someone = () => fakeAtsPerson({ phones: [candidatePhone()], applications: [fakeAtsApplication()] });
    const [before, after] = [someone(), someone()];
    const ana = await connected([before]);
    expect(await enteredOf(ana, before)).toBe(0);
    state.people = [before, after];
    const syncedAt = Date.now();
    await syncAgain(ana);
    expect(await enteredOf(ana, after)).toBeGreaterThanOrEqual(syncedAt);
    expect(await enteredOf(ana, before)).toBe(0);
  });
});

describe('matching people', () => {
  it('someone texted before keeps the thread and takes the name', async () => {
    const ana = await app.signUp();
    const phone = candidatePhone();
    const { conversationId } = await sendText(ana, phone, 'Hi');
    const person = fakeAtsPerson({
      firstName: 'Zoë',
      phones: ['not a number', phone],
      emails: ['Zoe@Example.com'],
      applications: [fakeAtsApplication({ jobName: 'Welder' })],
      timezone: 'America/Denver',
    });
    state.people = [person];
    await connect(ana);
    await idle(ana);
    const { candidate } = await ana.call(routes.getConversation, { params: { id: conversationId } });
    expect(candidate).toMatchObject({ firstName: 'Zoë', lastName: 'Ruiz' });
    expect(await only(ana)).toMatchObject({
      id: candidate.id,
      email: 'zoe@example.com',
      jobTitle: 'Welder',
      timezone: 'America/Denver',
      externalIds: { lever: person.externalId },
      applications: [{ jobName: 'Welder', stageName: 'Applied' }],
    });
    const found = await ana.call(routes.listCandidates, { query: { search: 'zoe' } });
    expect(found.items).toHaveLength(1);
  });

  it('a stage that changes shows in the open thread, once', async () => {
    const ana = await app.signUp();
    const phone = candidatePhone();
    const application = fakeAtsApplication();
    const person = fakeAtsPerson({ phones: [phone], applications: [application] });
    state.people = [person];
    await connect(ana);
    await idle(ana);
    await untilStatus(ana, await sendText(ana, phone, 'Hi'), 'delivered');
    const events = async () => {
      const { rows } = await app.deps.pool.query(
        `select id from live_events where account_id = $1 and kind = 'conversation.updated'`,
        [ana.accountId],
      );
      return rows.length;
    };
    const before = await events();
    state.people = [
      { ...person, applications: [{ ...application, stageExternalId: 's2', stageName: 'Offer' }] },
    ];
    await syncAgain(ana);
    expect(await only(ana)).toMatchObject({ applications: [{ stageName: 'Offer' }] });
    expect(await events()).toBe(before + 1);
    await syncAgain(ana);
    expect(await events()).toBe(before + 1);
  });

  it('of several numbers any counts, and only one becomes a candidate', async () => {
    const [first, second, third] = [candidatePhone(), candidatePhone(), candidatePhone()];
    const ana = await app.signUp();
    const known = await add(ana, { phoneNumber: second });
    state.people = [
      fakeAtsPerson({ phones: [first, second, third] }),
      fakeAtsPerson({ firstName: 'Bo', phones: [candidatePhone(), candidatePhone()] }),
    ];
    await connect(ana);
    await idle(ana);
    expect((await candidatesOf(ana)).map(({ firstName }) => firstName).sort()).toEqual(['Ana', 'Bo']);
    expect(await linksOf(ana)).toMatchObject({ [state.people[0]?.externalId ?? '']: known.id });
  });

  it('two who share a number are one candidate with both', async () => {
    const phone = candidatePhone();
    const people = [
      fakeAtsPerson({ phones: [phone], applications: [fakeAtsApplication()] }),
      fakeAtsPerson({
        firstName: 'Bob',
        lastName: 'Stone',
        phones: [phone],
        applications: [fakeAtsApplication()],
      }),
    ];
    const ana = await connected(people);
    const candidate = await only(ana);
    expect(candidate).toMatchObject({ firstName: 'Ana', externalIds: { lever: people[0]?.externalId } });
    expect(candidate.applications).toHaveLength(2);
    expect(Object.values(await linksOf(ana))).toEqual([candidate.id, candidate.id]);
  });

  it('a number that someone else has by now is asked about', async () => {
    const phone = candidatePhone();
    const before = fakeAtsPerson({ phones: [phone] });
    const ana = await connected([before]);
    const { id } = await only(ana);
    const now = fakeAtsPerson({ firstName: 'Kim', lastName: 'Lee', phones: [phone] });
    state.people = [{ ...before, phones: [candidatePhone()] }, now];
    await syncAgain(ana);
    expect(await pairsOf(ana)).toMatchObject([{ reason: 'samePhoneOtherName', candidate: { id } }]);
    expect(await linksOf(ana)).toEqual({ [before.externalId]: id, [now.externalId]: null });
  });

  it('a person decides whether someone with the number but another name is the same', async () => {
    const ana = await app.signUp();
    const [ben, eva] = [
      await add(ana, { firstName: 'Ben', lastName: 'Ito' }),
      await add(ana, { firstName: 'Eva', lastName: 'Lund' }),
    ];
    const people = [
      fakeAtsPerson({ phones: [ben.phoneNumber] }),
      fakeAtsPerson({ firstName: 'Kim', lastName: 'Lee', phones: [eva.phoneNumber] }),
    ];
    state.people = people;
    await connect(ana);
    await idle(ana);
    const pairs = await pairsOf(ana);
    expect(pairs).toHaveLength(2);
    expect(pairs[0]).toMatchObject({ reason: 'samePhoneOtherName' });
    expect((await one(ana))?.sync.doubtful).toBe(2);
    const pairOf = (id: string) => pairs.find((pair) => pair.candidate.id === id)?.id ?? '';
    const eve = await app.signUp();
    expect(
      await eve.refusal(routes.decidePair, { params: { id: pairOf(ben.id) }, body: { decision: 'same' } }),
    ).toBe('404 not_found');
    await ana.call(routes.decidePair, { params: { id: pairOf(ben.id) }, body: { decision: 'same' } });
    await ana.call(routes.decidePair, { params: { id: pairOf(eva.id) }, body: { decision: 'different' } });
    await syncAgain(ana);
    expect(await pairsOf(ana)).toEqual([]);
    expect(await linksOf(ana)).toEqual({
      [people[0]?.externalId ?? '']: ben.id,
      [people[1]?.externalId ?? '']: null,
    });
    const named = Object.fromEntries((await candidatesOf(ana)).map(({ id, firstName }) => [id, firstName]));
    expect(named).toEqual({ [ben.id]: 'Ana', [eva.id]: 'Eva' });
  });

  it('someone with the email but another number is asked about, and may be someone new', async () => {
    const ana = await app.signUp();
    const ben = await add(ana, { email: 'ana@example.com' });
    state.people = [fakeAtsPerson({ emails: ['ANA@example.com'], phones: [candidatePhone()] })];
    await connect(ana);
    await idle(ana);
    const [pair] = await pairsOf(ana);
    expect(pair).toMatchObject({ reason: 'sameEmailOtherPhone', candidate: { id: ben.id } });
    await ana.call(routes.decidePair, { params: { id: pair?.id ?? '' }, body: { decision: 'different' } });
    expect(await candidatesOf(ana)).toHaveLength(2);
  });

  it('someone said to be the same is listed until they are unlinked, to their own company only', async () => {
    const ana = await app.signUp();
    const ben = await add(ana, { email: 'ana@example.com' });
    const person = fakeAtsPerson({ emails: ['ana@example.com'], phones: [candidatePhone()] });
    state.people = [person];
    await connect(ana);
    await idle(ana);
    const [pair] = await pairsOf(ana);
    const linked = async (by = ana) =>
      (await by.call(routes.listDoubtfulPairs, { query: { decision: 'same' } })).items;
    expect(await linked()).toEqual([]);
    await ana.call(routes.decidePair, { params: { id: pair?.id ?? '' }, body: { decision: 'same' } });
    expect(await pairsOf(ana)).toEqual([]);
    expect(await linked()).toEqual([pair]);
    const other = await app.signUp();
    expect(await linked(other)).toEqual([]);
    const unlink = { params: { id: ben.id }, body: { atsType, externalId: person.externalId } };
    expect(await other.refusal(routes.unlinkCandidate, unlink)).toBe('404 not_found');
    await ana.call(routes.unlinkCandidate, unlink);
    expect(await linked()).toEqual([]);
    expect(await pairsOf(ana)).toEqual([]);
  });

  it('an unlinked person stays unlinked', async () => {
    const person = fakeAtsPerson({ phones: [candidatePhone()] });
    const ana = await connected([person]);
    const { id } = await only(ana);
    const unlink = { params: { id }, body: { atsType, externalId: person.externalId } };
    await ana.call(routes.unlinkCandidate, unlink);
    expect(await ana.refusal(routes.unlinkCandidate, unlink)).toBe('404 not_found');
    state.people = [{ ...person, firstName: 'Zoe', emails: ['z@example.com'] }];
    await syncAgain(ana);
    expect(await only(ana)).toMatchObject({ firstName: 'Ana', externalIds: {}, applications: [] });
  });
});

it('someone whose conversations a colleague has is unlinked by them or an admin only', async () => {
  const person = fakeAtsPerson({ phones: [candidatePhone()] });
  const ana = await connected([person]);
  const [cem, nia] = [await app.addColleague(ana), await app.addColleague(ana)];
  const { id, phoneNumber } = await only(ana);
  await sendText(cem, phoneNumber, 'Hi');
  const unlink = { params: { id }, body: { atsType, externalId: person.externalId } };
  expect(await nia.refusal(routes.unlinkCandidate, unlink)).toBe('403 candidate_of_colleagues');
  expect(await only(ana)).toMatchObject({ externalIds: { [atsType]: person.externalId } });
  await cem.call(routes.unlinkCandidate, unlink);
});

describe('what changes there', () => {
  it('changes here, but for what people changed', async () => {
    const person = fakeAtsPerson({ phones: [candidatePhone()], emails: ['a@example.com'] });
    const ana = await connected([person]);
    const { id } = await only(ana);
    await ana.call(routes.updateCandidate, { params: { id }, body: { firstName: 'Annie' } });
    state.people = [{ ...person, firstName: 'Anna', lastName: 'Ruiz-Park', emails: ['b@example.com'] }];
    await syncAgain(ana);
    expect(await only(ana)).toMatchObject({
      firstName: 'Annie',
      lastName: 'Ruiz-Park',
      email: 'b@example.com',
      editedFields: ['firstName'],
    });
  });

  it('nothing, when nothing is different', async () => {
    const ana = await connected([
      fakeAtsPerson({ phones: [candidatePhone()], applications: [fakeAtsApplication()] }),
    ]);
    const versions = async () =>
      (
        await app.deps.pool.query(
          `select xmin::text as version from candidates where account_id = $1 union all select xmin::text as version from ats_people where account_id = $1
         union all select xmin::text as version from ats_applications where account_id = $1
         union all select xmin::text as version from ats_phones where account_id = $1`,
          [ana.accountId],
        )
      ).rows;
    // Notes for the system are another job's, which marks whom it has looked at.
    await eventually(async () => {
      await collectNotes(app.deps);
      const { rows } = await app.deps.pool.query(
        'select 1 from ats_people where account_id = $1 and noted_candidate_id is distinct from candidate_id',
        [ana.accountId],
      );
      expect(rows).toEqual([]);
    });
    const before = await versions();
    await syncAgain(ana);
    expect(state.lastSince).not.toBeNull();
    expect(await versions()).toEqual(before);
  });

  it('deleted people go, unless someone texted them or put them into one of our jobs', async () => {
    const [texted, inJob, silent] = [candidatePhone(), candidatePhone(), candidatePhone()];
    const people = [
      fakeAtsPerson({ phones: [texted] }),
      fakeAtsPerson({ firstName: 'Cy', phones: [inJob] }),
      fakeAtsPerson({ firstName: 'Bo', phones: [silent] }),
    ];
    const ana = await connected(people);
    await sendText(ana, texted, 'Hi');
    const { id: jobId } = await ana.call(routes.createJob, { body: { name: 'Welder' } });
    const { items } = await ana.call(routes.listCandidates, { query: { search: 'Cy' } });
    const candidateId = items[0]?.id ?? '';
    await ana.call(routes.createApplication, { body: { candidateId, jobId } });
    state.people = [];
    state.deleted = people.map(({ externalId }) => externalId);
    await syncAgain(ana);
    const left = (await ana.call(routes.listCandidates, {})).items;
    expect(left.map(({ phoneNumber }) => phoneNumber).toSorted()).toEqual([texted, inJob].toSorted());
    expect(left.map(({ externalIds }) => externalIds)).toEqual([{}, {}]);
    expect(await linksOf(ana)).toEqual({});
  });

  it('people merged there are one here', async () => {
    const phone = candidatePhone();
    const [one, other] = [fakeAtsPerson({ phones: [phone] }), fakeAtsPerson({ phones: [] })];
    const ana = await connected([one, other]);
    const { id } = await only(ana);
    state.people = [{ ...other, phones: [], mergedFrom: [one.externalId] }];
    await syncAgain(ana);
    expect(await linksOf(ana)).toEqual({ [other.externalId]: id });
    expect(await only(ana)).toMatchObject({ id, externalIds: { lever: other.externalId } });
  });

  it('jobs, stages, interviews and new hires follow', async () => {
    const application = fakeAtsApplication();
    const person = fakeAtsPerson({ phones: [candidatePhone()], applications: [application] });
    state.jobs = [{ externalId: 'j1', name: 'Nurse', status: 'open', hiringManagerEmails: null }];
    state.stages = [
      { externalId: 's2', jobExternalId: 'j1', name: 'Screen', order: 2, kind: 'screen' },
      { externalId: 's1', jobExternalId: 'j1', name: 'Applied', order: 1, kind: 'applied' },
    ];
    const interview = {
      externalId: 'i1',
      personExternalId: null,
      applicationExternalId: application.externalId,
      jobExternalId: 'j1',
      title: 'Screening',
      startsAt: new Date(Date.now() + 3600_000),
      endsAt: new Date(Date.now() + 7200_000),
      timezone: 'Mars/Olympus',
      location: null,
      videoUrl: 'javascript:alert(1)',
      interviewers: ['Kim'],
      canceled: false,
    };
    state.interviews = [interview];
    state.newHires = [
      {
        externalId: 'h1',
        personExternalId: person.externalId,
        firstName: 'Ana',
        lastName: 'Ruiz',
        emails: [],
        phones: [],
        startsOn: '2026-12-01',
        jobName: 'Nurse',
      },
    ];
    const ana = await connected([person]);
    const { id, applications } = await only(ana);
    const stages = await ana.call(routes.listJobStages, {});
    expect(stages).toMatchObject([
      { name: 'Applied', kind: 'applied', jobName: 'Nurse', atsType },
      { name: 'Screen' },
    ]);
    expect(applications[0]?.stageId).toBe(stages[0]?.id);
    const stored = async () =>
      (
        await app.deps.pool.query(
          'select candidate_id, status, timezone, video_url from interviews where account_id = $1',
          [ana.accountId],
        )
      ).rows;
    expect(await stored()).toEqual([
      { candidate_id: id, status: 'scheduled', timezone: null, video_url: null },
    ]);
    const { rows } = await app.deps.pool.query(
      'select candidate_id, starts_on::text as day from ats_new_hires where account_id = $1',
      [ana.accountId],
    );
    expect(rows).toEqual([{ candidate_id: id, day: '2026-12-01' }]);
    await eventually(async () => expect((await one(ana))?.webhook.state).toBe('automatic'));
    state.interviews = [];
    state.completeFor = [application.externalId];
    await nextHour(ana);
    expect(await stored()).toMatchObject([{ status: 'canceled' }]);
    state.interviews = [interview];
    await nextHour(ana);
    expect(await stored()).toMatchObject([{ status: 'scheduled' }]);
    const answered = async () => {
      const { rows } = await app.deps.pool.query(
        'select title, status, reschedule_requested_at is not null as asked from interviews where account_id = $1',
        [ana.accountId],
      );
      return rows;
    };
    await app.deps.pool.query(
      "update interviews set status = 'confirmed', reschedule_requested_at = now() where account_id = $1",
      [ana.accountId],
    );
    state.interviews = [{ ...interview, title: 'Panel' }];
    await nextHour(ana);
    expect(await answered()).toEqual([{ title: 'Panel', status: 'confirmed', asked: true }]);
    state.interviews = [{ ...interview, startsAt: new Date(interview.startsAt.getTime() + 60_000) }];
    await nextHour(ana);
    expect(await answered()).toEqual([{ title: 'Screening', status: 'scheduled', asked: false }]);
    state.interviews = [{ ...interview, canceled: true }];
    const asked = state.interviewsAsked.length;
    await syncAgain(ana);
    expect(state.interviewsAsked).toHaveLength(asked);
    await nextHour(ana);
    expect(await stored()).toMatchObject([{ status: 'canceled' }]);
    state.stages = state.stages.slice(0, 1);
    await syncAgain(ana);
    expect(await ana.call(routes.listJobStages, {})).toHaveLength(1);
  });

  it('stages that take a call for each job are read once an hour', async () => {
    state.stagesByJob = true;
    state.stages = [{ externalId: 's1', jobExternalId: null, name: 'Applied', order: 0, kind: 'applied' }];
    const ana = await connected();
    const names = async () => (await ana.call(routes.listJobStages, {})).map(({ name }) => name);
    expect(await names()).toEqual(['Applied']);
    state.stages = state.stages.map((stage) => ({ ...stage, name: 'New' }));
    await syncAgain(ana);
    expect(await names()).toEqual(['Applied']);
    await nextHour(ana);
    expect(await names()).toEqual(['New']);
  });
});

describe('what breaks', () => {
  const keyOf = async (person: Recruiter) => {
    const row = await findConnection(app.deps.db, person.accountId, atsType);
    if (row === undefined) throw new Error('It is not connected');
    return row;
  };

  it('after a page: it resumes there, and no one is there twice', async () => {
    const ana = await app.signUp();
    state.people = Array.from({ length: 5 }, () => fakeAtsPerson({ phones: [candidatePhone()] }));
    const asked: (string | null)[] = [];
    state.beforePage = (cursor) => {
      asked.push(cursor);
      if (cursor === '2') throw new AtsUnavailable('cut off');
    };
    await connect(ana);
    await eventually(async () => expect((await one(ana))?.sync.state).toBe('failed'));
    expect(await one(ana)).toMatchObject({
      atsIntegrationEnabled: true,
      error: { code: 'ats_unavailable' },
      sync: { candidates: 2 },
    });
    state.beforePage = (cursor) => asked.push(cursor);
    await syncAgain(ana);
    expect(asked).toEqual([null, '2', '2', '4']);
    expect(await candidatesOf(ana)).toHaveLength(5);
    expect(await one(ana)).toMatchObject({ error: null, sync: { candidates: 5 } });
  });

  it('one that can not be kept, and it alone', async () => {
    const hire = {
      externalId: 'h1',
      personExternalId: null,
      firstName: 'Ana',
      lastName: 'Ruiz',
      emails: [],
      phones: [],
      startsOn: '2026-12-01',
      jobName: null,
    };
    state.newHires = [{ ...hire, externalId: 'h0', startsOn: '2026-02-31' }, hire];
    const ana = await connected([
      fakeAtsPerson({ externalId: 'half of a character: \ud800', phones: [candidatePhone()] }),
      fakeAtsPerson({ phones: [candidatePhone()] }),
      fakeAtsPerson({ phones: [candidatePhone()] }),
    ]);
    expect(await candidatesOf(ana)).toHaveLength(2);
    expect(await one(ana)).toMatchObject({ error: null, sync: { candidates: 2 } });
    const { rows } = await app.deps.pool.query(
      'select external_id from ats_new_hires where account_id = $1',
      [ana.accountId],
    );
    expect(rows).toEqual([{ external_id: 'h1' }]);
  });

  it('two runs at once work each page in once', async () => {
    const ana = await app.signUp();
    state.failure = null;
    state.people = Array.from({ length: 8 }, () => fakeAtsPerson({ phones: [candidatePhone()] }));
    await connect(ana);
    const key = await keyOf(ana);
    await Promise.all([runSyncAts(app.deps, key), runSyncAts(app.deps, key)]);
    await syncAgain(ana);
    expect(await candidatesOf(ana)).toHaveLength(8);
  });

  it('a refused key stops everything until it is replaced', async () => {
    const ana = await connected([fakeAtsPerson({ phones: [candidatePhone()] })]);
    state.failure = new KeyRefused('revoked');
    await ana.call(routes.syncAts, { body: { type: atsType } });
    await eventually(async () => expect((await one(ana))?.error?.code).toBe('ats_key_refused'));
    expect(await one(ana)).toMatchObject({ enabled: true, atsIntegrationEnabled: false });
    const { rows } = await app.deps.pool.query(
      'select next_sync_at from ats_connections where account_id = $1',
      [ana.accountId],
    );
    expect(rows[0].next_sync_at.getFullYear()).toBe(9999);
    state.failure = null;
    await connect(ana);
    await idle(ana);
    expect(await one(ana)).toMatchObject({ error: null, atsIntegrationEnabled: true });
    expect(await candidatesOf(ana)).toHaveLength(1);
  });
});

describe('a webhook', () => {
  async function hooked(people: AtsPerson[]) {
    const ana = await connected(people);
    await eventually(async () => expect((await one(ana))?.webhook.state).toBe('automatic'));
    const url = (await one(ana))?.webhook.url ?? '';
    return { ana, url };
  }
  const tell = (url: string, id: string, events: object[], headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-signature': 'right',
        'x-at': String(Date.now()),
        ...headers,
      },
      body: JSON.stringify({ id, events }),
    });

  it('has its person read again, once for each delivery', async () => {
    const person = fakeAtsPerson({ phones: [candidatePhone()] });
    const { ana, url } = await hooked([person]);
    state.people = [{ ...person, firstName: 'Zoe' }];
    const events = [{ kind: 'personChanged', externalId: person.externalId }];
    const answer = await tell(url, 'e1', events);
    expect([answer.status, answer.headers.get('x-heard')]).toEqual([200, 'e1']);
    await eventually(async () => expect(await only(ana)).toMatchObject({ firstName: 'Zoe' }));
    expect((await tell(url, 'e1', events)).status).toBe(200);
    await tell(url, 'e2', [{ kind: 'personDeleted', externalId: 'unknown' }]);
    await eventually(() => expect(state.peopleRead).toEqual([person.externalId, 'unknown']));
    state.people = [];
    await tell(url, 'e3', [{ kind: 'personDeleted', externalId: person.externalId }]);
    await eventually(async () => expect(await candidatesOf(ana)).toEqual([]));
  });

  it('that names what the system refuses to read is done with', async () => {
    const { ana, url } = await hooked([]);
    state.refused = ['%00'];
    const before = app.logged.length;
    expect((await tell(url, 'e1', [{ kind: 'personChanged', externalId: '%00' }])).status).toBe(200);
    const logged = () =>
      app.logged.slice(before).map((line) => JSON.parse(line) as { level: number; msg: string });
    await eventually(async () =>
      expect((await one(ana))?.unreadable).toMatchObject([
        { kind: 'person', count: 1, records: [{ externalId: '%00' }] },
      ]),
    );
    expect(logged().filter(({ level }) => level >= 50)).toEqual([]);
    expect(state.peopleRead).toEqual(['%00']);
  });

  it('is refused with an id that cannot be stored', async () => {
    const { url } = await hooked([]);
    const answer = await tell(url, 'e1', [{ kind: 'personChanged', externalId: '\u0000' }]);
    expect(answer.status).toBe(422);
  });

  it('is refused when it is forged, old, or of another connection', async () => {
    const { ana, url } = await hooked([]);
    expect((await tell(url, 'e1', [], { 'x-signature': 'wrong' })).status).toBe(401);
    expect((await tell(url, 'e1', [], { 'x-at': '0' })).status).toBe(401);
    expect((await tell(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`, 'e1', [])).status).toBe(401);
    expect((await tell(url.replace('/lever/', '/ashby/'), 'e1', [])).status).toBe(401);
    const eve = await hooked([]);
    const [, token = ''] = url.split('/lever/');
    expect((await tell(eve.url.replace(eve.ana.accountId, ana.accountId), 'e1', [])).status).toBe(401);
    await ana.call(routes.removeAtsIntegration, { query: { atsType } });
    expect((await tell(`${app.url}/webhooks/ats/lever/${token}`, 'e1', [])).status).toBe(404);
  });
});
