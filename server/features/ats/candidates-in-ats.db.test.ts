import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Candidate } from '../../../contract/candidates.ts';
import * as routes from '../../../contract/routes.ts';
import { FakeClock } from '../../adapters/ats/fakes/fake-ats.ts';
import { type FakeGreenhouse, startFakeGreenhouse } from '../../adapters/ats/fakes/fake-greenhouse.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { conversationWith, receiveText, sendText, untilStatus } from '../../testing/texting.ts';

/* What people do with candidates of a connected system: texts, stages, searches, and visibility. */

let greenhouse: FakeGreenhouse;
let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  greenhouse = await startFakeGreenhouse(new FakeClock(new Date()));
  app = await startTestApp({ variables: { GREENHOUSE_API_BASE_URL: greenhouse.url } });
  ana = await app.signUp();
  const { credentials } = greenhouse.access;
  await ana.call(routes.saveAtsIntegration, { body: { type: 'greenhouse', credentials } });
  await eventually(async () =>
    expect((await ana.call(routes.listAtsIntegrations, {}))[0]).toMatchObject({ sync: { state: 'idle' } }),
  );
});
afterAll(async () => {
  await app.stop();
  await greenhouse.stop();
});
afterEach(() => greenhouse.faults.clear());

const sync = async () => {
  const before = (await ana.call(routes.listAtsIntegrations, {}))[0]?.lastSyncAt;
  await ana.call(routes.syncAts, { body: { type: 'greenhouse' } });
  await eventually(async () => {
    const [now] = await ana.call(routes.listAtsIntegrations, {});
    expect(now).toMatchObject({ sync: { state: 'idle' } });
    expect(now?.lastSyncAt).not.toBe(before);
  });
};

const candidateWith = async (phone: string): Promise<Candidate> => {
  const { items } = await ana.call(routes.listCandidates, { query: { search: phone } });
  const [found] = items;
  if (found === undefined) throw new Error(`No one has ${phone}`);
  return found;
};

let people = 0;
/** Someone who applied there, synced. */
async function applicant(more: { phones?: string[]; hiringManagerEmail?: string } = {}) {
  people += 1;
  const phone = candidatePhone();
  const job = greenhouse.addJob({
    name: `Welder ${people}`,
    ...(more.hiringManagerEmail && { hiringManagerEmail: more.hiringManagerEmail }),
  });
  const email = `sam${people}@example.com`;
  const person = greenhouse.addPerson({
    firstName: 'Sam',
    lastName: `Reyes${people}`,
    email,
    phones: [phone, ...(more.phones ?? [])],
    job,
  });
  return { person, job, phone, email };
}

const stageIdOf = async (jobName: string, stageName: string): Promise<string> => {
  const stages = await ana.call(routes.listJobStages, {});
  const found = stages.find((stage) => stage.jobName === jobName && stage.name === stageName);
  if (found === undefined) throw new Error(`${jobName} has no stage ${stageName}`);
  return found.id;
};

describe('a stage', () => {
  it('is changed there and here, by one at a time', async () => {
    const { person, job, phone } = await applicant();
    await sync();
    const candidate = await candidateWith(phone);
    const jobName = `Welder ${people}`;
    expect(candidate.applications).toMatchObject([
      {
        atsType: 'greenhouse',
        externalId: person.applicationExternalId,
        jobName,
        stageId: await stageIdOf(jobName, 'Application Review'),
        stageName: 'Application Review',
        can: { moveStage: true },
      },
    ]);
    const applicationId = candidate.applications[0]?.id ?? '';
    const stageId = await stageIdOf(jobName, 'Offer');
    const input = { params: { id: candidate.id }, body: { applicationId, stageId } };
    const answers = await Promise.all([ana.ask(routes.moveStage, input), ana.ask(routes.moveStage, input)]);
    expect(answers.filter(({ status }) => status === 200)).not.toHaveLength(0);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(greenhouse.stageOf(person.applicationExternalId ?? '')).toBe(job.stages[2]?.externalId);
    expect((await candidateWith(phone)).applications).toMatchObject([{ stageId, stageName: 'Offer' }]);
    const { items } = await ana.call(routes.listAuditEvents, { query: { action: 'candidate.moved' } });
    expect(items).toMatchObject([
      { subjectId: candidate.id, details: { stage: 'Offer', system: 'Greenhouse' } },
    ]);
    const fromStageId = await stageIdOf(jobName, 'Application Review');
    const stale = {
      ...input,
      body: { applicationId, stageId: await stageIdOf(jobName, 'Face to Face Interview'), fromStageId },
    };
    expect(await ana.refusal(routes.moveStage, stale)).toBe('409 stage_moved');
  });

  it('that someone changed there meanwhile stays, and is shown', async () => {
    const { person, job, phone } = await applicant();
    await sync();
    const candidate = await candidateWith(phone);
    const jobName = `Welder ${people}`;
    greenhouse.move(person.applicationExternalId ?? '', job.stages[1]?.externalId ?? '');
    const body = {
      applicationId: candidate.applications[0]?.id ?? '',
      stageId: await stageIdOf(jobName, 'Offer'),
    };
    expect(await ana.refusal(routes.moveStage, { params: { id: candidate.id }, body })).toBe(
      '409 stage_moved',
    );
    expect((await candidateWith(phone)).applications).toMatchObject([
      { stageName: 'Face to Face Interview' },
    ]);
  });

  it('of another job, or of no one, is refused', async () => {
    const { phone } = await applicant();
    greenhouse.addJob({ name: 'Painter' });
    await sync();
    const { id, applications } = await candidateWith(phone);
    const ask = (body: { applicationId: string; stageId: string }) =>
      ana.ask(routes.moveStage, { params: { id }, body });
    const applicationId = applications[0]?.id ?? '';
    for (const stageId of [await stageIdOf('Painter', 'Offer'), 'nonsense', 'greenhouse/1/2'])
      expect(await ask({ applicationId, stageId })).toMatchObject({
        status: 422,
        body: { details: { fields: { stageId: [expect.any(String)] } } },
      });
    expect(await ask({ applicationId: app.deps.newId(), stageId: 'x' })).toMatchObject({ status: 404 });
  });

  it('whose answer got lost is what it is there', async () => {
    const { person, job, phone } = await applicant();
    await sync();
    const { id, applications } = await candidateWith(phone);
    const jobName = `Welder ${people}`;
    const moveTo = async (name: string) => ({
      params: { id },
      body: { applicationId: applications[0]?.id ?? '', stageId: await stageIdOf(jobName, name) },
    });
    greenhouse.faults.next({ kind: 'lostAnswer' }, { on: 'write' });
    expect(await ana.call(routes.moveStage, await moveTo('Offer'))).toMatchObject({ stageName: 'Offer' });
    expect(greenhouse.stageOf(person.applicationExternalId ?? '')).toBe(job.stages[2]?.externalId);
  });
});

describe('someone there', () => {
  it('is found by email, and added once', async () => {
    const email = 'noor@example.com';
    const phone = candidatePhone();
    const person = greenhouse.addPerson({ firstName: 'Noor', lastName: 'Aziz', email, phones: [phone] });
    const kim = greenhouse.addPerson({ firstName: 'Kim', lastName: 'Ono', email: 'kim@example.com' });
    const search = (text: string) => ana.call(routes.searchAts, { query: { search: text } });
    expect(await search(email)).toMatchObject({
      people: [
        {
          atsType: 'greenhouse',
          externalId: person.externalId,
          firstName: 'Noor',
          lastName: 'Aziz',
          phoneNumber: phone,
          candidateId: null,
        },
      ],
      away: [],
    });
    const add = (externalId: string) =>
      ana.call(routes.addFromAts, { body: { atsType: 'greenhouse', externalId } });
    const refused = (externalId: string) =>
      ana.refusal(routes.addFromAts, { body: { atsType: 'greenhouse', externalId } });
    const { candidateId } = await add(person.externalId);
    expect(await add(person.externalId)).toEqual({ candidateId });
    expect(await search(email)).toMatchObject({ people: [{ candidateId }] });
    expect(await candidateWith(phone)).toMatchObject({ id: candidateId, firstName: 'Noor' });
    expect(await refused(kim.externalId)).toBe('422 ats_person_without_phone');
    expect(await refused('4711')).toBe('404 not_found');
    expect(await search('+1 312 555 0100')).toEqual({ people: [], away: [] });
    greenhouse.faults.next({ kind: 'down' }, { times: 5, path: /candidates/ });
    expect(await search('who@example.com')).toEqual({ people: [], away: ['greenhouse'] });
  });

  it('keeps what people changed here', async () => {
    const { person, phone } = await applicant();
    await sync();
    const { id, editedFields } = await candidateWith(phone);
    expect(editedFields).toEqual([]);
    await ana.call(routes.updateCandidate, {
      params: { id },
      body: { firstName: 'Sammy', lastName: `Reyes${people}`, tags: ['x'] },
    });
    expect((await candidateWith(phone)).editedFields).toEqual(['firstName']);
    greenhouse.changePerson(person.externalId, { firstName: 'Samuel', lastName: 'Rojas' });
    await sync();
    expect(await candidateWith(phone)).toMatchObject({ firstName: 'Sammy', lastName: 'Rojas' });
  });

  it('who texts from another of their numbers has a name at once, and their texts are noted', async () => {
    const second = candidatePhone();
    const { person, phone } = await applicant({ phones: [candidatePhone(), second] });
    await sync();
    const first = await candidateWith(phone);
    await receiveText(app, ana, second, 'Hi, it is me');
    const candidate = await candidateWith(second);
    expect(candidate).toMatchObject({
      firstName: 'Sam',
      lastName: first.lastName,
      email: first.email,
      jobTitle: first.jobTitle,
      externalIds: { greenhouse: person.externalId },
      applications: [{ externalId: person.applicationExternalId }],
    });
    expect(candidate.id).not.toBe(first.id);
    await untilStatus(ana, await sendText(ana, second, 'Hello Sam'), 'delivered');
    await eventually(() =>
      expect(greenhouse.notesOf(person.externalId)).toEqual([
        expect.stringContaining('Hi, it is me'),
        expect.stringContaining('Hello Sam'),
      ]),
    );
  });
});

describe('hiring managers', () => {
  it('see the candidates of their jobs, and those they text with', async () => {
    const mo = await app.addColleague(ana);
    const { email } = await mo.call(routes.getUser, {});
    await app.deps.pool.query(
      `update users set email_verified_at = now() where account_id = $1 and id = $2`,
      [mo.accountId, mo.userId],
    );
    const theirs = await applicant({ hiringManagerEmail: email });
    const others = await applicant({ hiringManagerEmail: 'someone.else@example.com' });
    const unowned = await applicant();
    await sync();
    const [own, other, open] = await Promise.all(
      [theirs, others, unowned].map(({ phone }) => candidateWith(phone)),
    );
    const seen = async (person: Recruiter, { id, phoneNumber }: Candidate) => {
      const [got, listed, searched] = await Promise.all([
        person.ask(routes.getCandidate, { params: { id } }),
        person.call(routes.listCandidates, { query: { limit: 100 } }),
        person.call(routes.listCandidates, { query: { search: phoneNumber } }),
      ]);
      const all = [
        got.status === 200,
        listed.items.some((each) => each.id === id),
        searched.items.some((each) => each.id === id),
      ];
      expect(new Set(all).size, String(all)).toBe(1);
      return all[0];
    };
    if (!own || !other || !open) throw new Error('They were synced');
    expect(await seen(mo, other)).toBe(true);
    await app.deps.pool.query(
      `update seats set seat_role = 'hiringManager' where account_id = $1 and user_id = $2`,
      [mo.accountId, mo.userId],
    );
    await eventually(async () =>
      expect((await mo.call(routes.getUser, {})).seat).toMatchObject({ seatRole: 'hiringManager' }),
    );
    expect(await seen(mo, own)).toBe(true);
    expect(await seen(mo, other)).toBe(false);
    expect(await seen(ana, other)).toBe(true);
    const stageId = await stageIdOf(own.applications[0]?.jobName ?? '', 'Offer');
    const move = (candidate: Candidate) =>
      mo.ask(routes.moveStage, {
        params: { id: candidate.id },
        body: { applicationId: candidate.applications[0]?.id ?? '', stageId },
      });
    expect((await move(other)).status).toBe(404);
    const externalId = others.person.externalId;
    const unlink = { params: { id: other.id }, body: { atsType: 'greenhouse', externalId } } as const;
    expect(await mo.refusal(routes.unlinkCandidate, unlink)).toBe('404 not_found');
    // Not here yet, and also not for them.
    const late = greenhouse.addPerson({
      firstName: 'Lou',
      lastName: 'Late',
      email: 'late@example.com',
      phones: [candidatePhone()],
      job: others.job,
    });
    const found = async (person: Recruiter) =>
      (await person.call(routes.searchAts, { query: { search: 'late@example.com' } })).people.length;
    expect([await found(ana), await found(mo)]).toEqual([1, 0]);
    const add = { body: { atsType: 'greenhouse', externalId: late.externalId } } as const;
    expect(await mo.refusal(routes.addFromAts, add)).toBe('404 not_found');
    expect((await move(own)).status).toBe(200);
    const text = { body: { candidateId: other.id, body: 'Hi' } };
    expect((await mo.ask(routes.sendMessage, text)).status).toBe(404);
    await receiveText(app, mo, other.phoneNumber, 'Hello?');
    expect(await seen(mo, other)).toBe(true);
    expect((await conversationWith(mo, other.phoneNumber)).candidate.id).toBe(other.id);
    expect((await move(other)).status).toBe(403);
    expect(await seen(mo, open)).toBe(true);
  });
});
