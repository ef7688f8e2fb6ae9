import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { vendorAddress } from '../../send-signed.ts';
import { KeyRefused, RightsMissing } from '../failures.ts';
import { type FakeGreenhouse, startFakeGreenhouse } from '../fakes/fake-greenhouse.ts';
import type { AtsAccess } from '../port.ts';
import { atsSuite } from '../suite.ts';
import { type AtsSubject, type Bench, failureOf, readPerson, START, setUp } from '../suite-harness.ts';
import { greenhouse } from './greenhouse.ts';
import { webhooks } from './webhooks.ts';

const subject: AtsSubject<FakeGreenhouse> = {
  connector: greenhouse,
  startFake: startFakeGreenhouse,
  facts: {
    rights: [
      { take: 'harvest:candidates:list', named: /harvest:candidates:list/ },
      { take: 'harvest:applications:list', named: /harvest:applications:list/ },
      { take: 'harvest:job_interview_stages:list', named: /harvest:job_interview_stages:list/ },
    ],
    overOnePage: 51,
    phones: 'all',
    tellsChangedSince: true,
    tellsDeleted: false,
    tellsInterviewZone: false,
  },
};

atsSuite(subject);

async function withGreenhouse() {
  const bench = await setUp(subject);
  return { bench, fake: bench.fake };
}

const everyone = { since: null, cursor: null };

describe('signing in to Greenhouse', () => {
  const withCredentials = ({ fake }: Bench, credentials: Record<string, string>): AtsAccess => ({
    ...fake.access,
    credentials: { ...fake.access.credentials, ...credentials },
  });

  it('with a key of Harvest v1 or v2 says what to do instead', async () => {
    const { bench } = await withGreenhouse();
    const clientId = 'a7183e1b7e9ab09b8a5cfa87d1934c3c-1';
    const api = bench.makeApi({ access: withCredentials(bench, { clientId }) });
    const failure = await failureOf(greenhouse.test(api), bench);
    expect(failure).toBeInstanceOf(KeyRefused);
    expect((failure as KeyRefused).hint).toMatch(/^Greenhouse retired the keys .* Harvest V3 \(OAuth\)/);
    // Greenhouse repeats it.
    expect(`${failure.stack} ${JSON.stringify(failure)}`).not.toContain(clientId);
  });

  it.each([
    { siteAdmin: true, missing: null },
    { siteAdmin: false, missing: ['Site Admin'] },
  ])('as a user who is Site Admin: $siteAdmin', async ({ siteAdmin, missing }) => {
    const { bench, fake } = await withGreenhouse();
    const { id } = fake.addUser({ name: 'Mo', email: 'mo@corp.example', siteAdmin });
    const api = bench.makeApi({ access: withCredentials(bench, { userId: String(id) }) });
    const failure = await greenhouse.test(api).then(
      () => null,
      (error: unknown) => error,
    );
    if (missing === null) return expect(failure).toBeNull();
    expect(failure).toBeInstanceOf(RightsMissing);
    expect((failure as RightsMissing).missing).toEqual(missing);
  });

  it('by consent lasts, with one refresh token after the other', async () => {
    const { bench, fake } = await withGreenhouse();
    const redirectUri = 'https://hiretext.example/back';
    const url = greenhouse.oauth?.authorizeUrl({ clientId: fake.partner.id, redirectUri, state: 's1' }) ?? '';
    expect(url).toMatch(/^https:\/\/auth\.greenhouse\.io\/authorize\?/);
    const back = await fetch(vendorAddress(url, fake.url), { redirect: 'manual' });
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const input = { code, redirectUri, client: fake.partner };
    const tokens = (await greenhouse.oauth?.exchange(bench.api, input)) ?? null;
    const access: AtsAccess = { connectedBy: 'oauth', credentials: {}, tokens, client: fake.partner };
    const api = bench.makeApi({ access });
    await greenhouse.test(api);
    bench.clock.advance(2 * 60 * 60 * 1000);
    await greenhouse.test(api);
    expect(api.access.tokens?.accessToken).not.toBe(tokens?.accessToken);
    expect(
      await failureOf(greenhouse.oauth?.exchange(bench.api, input) ?? Promise.resolve(), bench),
    ).toBeInstanceOf(KeyRefused);
    expect(fake.misuse).toEqual([]);
  });
});

describe('what Greenhouse reports in its own way', () => {
  it('the stage of a job, not the id of the application for it', async () => {
    const { bench, fake } = await withGreenhouse();
    const job = fake.addJob({ name: 'Nurse' });
    const ana = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz', job });
    const [row] = fake.rows('applications');
    expect(row?.stage_id).not.toBe(row?.job_interview_stage_id);
    const { applications } = await readPerson(bench, ana.externalId);
    expect(applications[0]?.stageExternalId).toBe(job.stages[0]?.externalId);
  });

  it('a prospect who became a candidate, once', async () => {
    const { bench, fake } = await withGreenhouse();
    const job = fake.addJob({ name: 'Nurse' });
    const ana = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz', job });
    const prospect = fake.hiring.apply(fake.person(ana.externalId), fake.job(job.externalId));
    prospect.extra = { status: 'converted', prospect: true, job_id: null };
    const { applications } = await readPerson(bench, ana.externalId);
    expect(applications.map(({ externalId }) => externalId)).toEqual([ana.applicationExternalId]);
  });

  it('recruiters, sources and zones, as far as they can be read', async () => {
    const { bench, fake } = await withGreenhouse();
    const job = fake.addJob({ name: 'Nurse' });
    const ana = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz', job });
    const user = fake.addUser({ name: 'Mo', email: 'Mo@Corp.example', siteAdmin: false });
    const [source] = fake.rows('sources');
    const application = fake.application(ana.applicationExternalId);
    application.extra = { recruiter_id: user.id, source_id: source?.id };
    fake.person(ana.externalId).extra.time_zone = 'America/Denver';
    const person = await readPerson(bench, ana.externalId);
    expect(person.timezone).toBe('America/Denver');
    expect(person.applications).toMatchObject([{ recruiterEmail: 'mo@corp.example', source: 'Referral' }]);
    fake.faults.takeRight('harvest:users:list');
    fake.faults.takeRight('harvest:sources:list');
    const blind = await readPerson(bench, ana.externalId);
    expect(blind.applications).toMatchObject([{ recruiterEmail: null, source: null }]);
  });

  it('a page by nothing but its cursor', async () => {
    const { bench, fake } = await withGreenhouse();
    const job = fake.addJob({ name: 'Nurse' });
    for (let count = 0; count < 51; count += 1)
      fake.addPerson({ firstName: 'Ana', lastName: `${count}`, job });
    const { next } = await greenhouse.listPeople(bench.api, everyone);
    await greenhouse.listPeople(bench.api, { since: null, cursor: next });
    const cursors = fake.requests.filter(({ query }) => query.cursor !== undefined);
    expect(cursors.map(({ query }) => Object.keys(query))).toEqual([['cursor']]);
  });

  it('more jobs than fit on its longest page', async () => {
    const { bench, fake } = await withGreenhouse();
    for (let count = 0; count < 501; count += 1) fake.hiring.addJob({ name: `Job ${count}` });
    fake.hiring.addJob({ name: 'A template', extra: { is_template: true } });
    const jobs = await greenhouse.listJobs(bench.api);
    expect(new Set(jobs.map(({ name }) => name)).size).toBe(501);
    expect(fake.misuse).toEqual([]);
  });

  it('nothing of interviews that last all day', async () => {
    const { bench, fake } = await withGreenhouse();
    const job = fake.addJob({ name: 'Nurse' });
    const { applicationExternalId } = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz', job });
    const interview = fake.hiring.addInterview(
      {
        title: 'Trial day',
        startsAt: new Date('2026-12-01'),
        endsAt: new Date('2026-12-02'),
        timezone: 'America/Chicago',
        interviewer: { name: 'Mo', email: 'mo@corp.example' },
      },
      fake.application(applicationExternalId),
    );
    interview.extra = { all_day_start_on: '2026-12-01', starts_at: null, ends_at: null };
    const list = greenhouse.listInterviews;
    expect(await list?.(bench.api, { ...everyone, startsAfter: START, applications: [] })).toEqual({
      interviews: [],
      next: null,
    });
  });

  it('a note by the user who has the email', async () => {
    const { bench, fake } = await withGreenhouse();
    const { id } = fake.addUser({ name: 'Mo', email: 'mo@corp.example', siteAdmin: false });
    const ana = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz' });
    const note = {
      personExternalId: ana.externalId,
      applicationExternalId: null,
      body: 'Hi r1',
      reference: 'r1',
    };
    await greenhouse.writeNote?.(bench.api, { ...note, authorEmail: 'mo@corp.example' });
    expect(fake.rows('notes')).toMatchObject([{ user_id: id, visibility: 'publicly_visible' }]);
  });
});

describe('webhooks of Greenhouse', () => {
  const secret = 'a-secret';
  const read = (text: string) =>
    webhooks.read({
      headers: { signature: `sha256 ${createHmac('sha256', secret).update(text).digest('hex')}` },
      body: Buffer.from(text),
      keys: { secrets: { secret }, ids: [] },
      access: { connectedBy: 'key', credentials: {}, tokens: null, client: null },
      now: START,
    });

  it.each([
    ['ping', {}, []],
    ['update_candidate', { candidate: { id: 7 } }, [{ kind: 'personChanged', externalId: '7' }]],
    [
      'candidate_stage_change',
      { application: { id: 1, candidate: { id: 7 } } },
      [{ kind: 'personChanged', externalId: '7' }],
    ],
    [
      'delete_application',
      { application: { id: 1, candidate_id: 7 } },
      [{ kind: 'personChanged', externalId: '7' }],
    ],
    [
      'hire_candidate',
      { application: { id: 1, candidate: { id: 7 } } },
      [{ kind: 'personChanged', externalId: '7' }, { kind: 'newHiresChanged' }],
    ],
    ['offer_created', { id: 1, application_id: 2 }, [{ kind: 'newHiresChanged' }]],
    ['delete_candidate', { person: { id: 7 } }, [{ kind: 'personDeleted', externalId: '7' }]],
    ['candidate_anonymized', { candidate_id: 7 }, [{ kind: 'personDeleted', externalId: '7' }]],
    [
      'merge_candidate',
      { person: { id: 7, new_candidate_id: 8 } },
      [{ kind: 'peopleMerged', from: '7', into: '8' }],
    ],
    [
      'interview_deleted',
      { interview: { id: 1 } },
      [{ kind: 'interviewsChanged', applicationExternalId: null }],
    ],
    ['job_updated', { job: { id: 1 } }, [{ kind: 'jobsChanged' }]],
  ])('%s', (action, payload, events) => {
    expect(read(JSON.stringify({ action, payload })).events).toEqual(events);
  });

  it('are verified with the escapes they came with', () => {
    const text =
      '{"action":"update_candidate","payload":{"candidate":{"id":7,"name":"Zo\\u00eb \\u003cb\\u003e"}}}';
    expect(read(text).events).toHaveLength(1);
    expect(read(text).id).toBe(read(text).id);
  });
});
