import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AtsUnavailable, BadWebhook } from '../failures.ts';
import { startFakeTeamtailor } from '../fakes/fake-teamtailor.ts';
import type { FakeOfVendor } from '../fakes/fake-vendor.ts';
import { createRecords } from '../records.ts';
import { atsSuite } from '../suite.ts';
import { type AtsSubject, calling, failureOf, lastDelivery, setUp } from '../suite-harness.ts';
import { teamtailor } from './teamtailor.ts';

const subject: AtsSubject<FakeOfVendor> = {
  connector: teamtailor,
  startFake: startFakeTeamtailor,
  facts: {
    rights: [{ take: 'Admin', named: /Admin/ }],
    overOnePage: 35,
    phones: 'first',
    tellsChangedSince: true,
    tellsDeleted: false,
    tellsInterviewZone: false,
  },
};

atsSuite(subject);

const begin = () => setUp(subject);

const ANA = { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@a.example' };

describe('Teamtailor, its own way', () => {
  it.each([
    ['eu', 'api.teamtailor.com'],
    ['na', 'api.na.teamtailor.com'],
    [undefined, 'api.teamtailor.com'],
  ])('asks where the data of region %s is', async (region, host) => {
    const asked: string[] = [];
    const read = (_what: string, { url }: { url: unknown }) => {
      asked.push(String(url));
      return Promise.reject(new AtsUnavailable('not now'));
    };
    const credentials = { apiKey: 'k', ...(region && { region }) };
    const access = { connectedBy: 'key', credentials, tokens: null, client: null } as const;
    const page = (url: string) => url;
    const now = () => new Date();
    const api = { access, records: createRecords(), bytesRead: 0, now, page, read, write: read };
    await expect(teamtailor.listJobs(api)).rejects.toThrow('not now');
    expect(asked).toEqual([`https://${host}/v1/jobs`]);
  });

  it('is away when the version is served no more', async () => {
    const { fake, makeApi } = await begin();
    const headers = teamtailor.signIn.headers(fake.access);
    expect(headers['x-api-version']).toMatch(/^20\d{6}$/);
    const reply = { status: 406, headers: new Headers(), body: {}, text: '{}' };
    expect(teamtailor.readRefusal?.(reply)).toEqual({ kind: 'unavailable' });
    const withoutVersion = await fetch(`${fake.url}/v1/candidates`, {
      headers: { authorization: headers.authorization ?? '' },
    });
    expect(withoutVersion.status).toBe(406);
    await teamtailor.test(makeApi());
  });

  it('lists jobs that are drafts, unlisted and internal, and none that is archived', async () => {
    const { fake, api } = await begin();
    fake.addJob({ name: 'Open' });
    fake.hiring.addJob({ name: 'Draft', status: 'draft' });
    fake.hiring.addJob({ name: 'Unlisted', status: 'unlisted' });
    fake.hiring.addJob({ name: 'Gone', status: 'archived' });
    fake.hiring.addJob({ name: 'Inside', extra: { internal: true } });
    const jobs = await teamtailor.listJobs(api);
    expect(jobs.map(({ name, status }) => [name, status])).toEqual([
      ['Open', 'open'],
      ['Draft', 'draft'],
      ['Unlisted', 'open'],
      ['Inside', 'open'],
    ]);
  });

  it('asks for pages of 30, since more are refused', async () => {
    const { fake, api } = await begin();
    await teamtailor.listPeople(api, { since: null, cursor: null });
    expect(fake.requests.map(({ query }) => query['page[size]'])).toEqual(['30', '30']);
  });

  it('lists someone once who has two applications and a new name', async () => {
    const { fake, api, clock } = await begin();
    const [nurse, driver] = [fake.addJob({ name: 'Nurse' }), fake.addJob({ name: 'Driver' })];
    const ana = fake.addPerson({ ...ANA, job: nurse });
    fake.hiring.apply(fake.person(ana.externalId), fake.job(driver.externalId));
    const since = new Date(clock.now().getTime() - 60_000);
    fake.changePerson(ana.externalId, { lastName: 'Díaz' });
    for (const from of [null, since]) {
      const { people } = await teamtailor.listPeople(api, { since: from, cursor: null });
      expect(people).toEqual([await teamtailor.readPerson(api, ana.externalId)]);
      expect(people[0]?.applications.map(({ jobName }) => jobName)).toEqual(['Nurse', 'Driver']);
    }
  });

  it('rejects people in the stage that they are in', async () => {
    const { fake, api } = await begin();
    const person = fake.addPerson({ ...ANA, job: fake.addJob({ name: 'Nurse' }) });
    const application = fake.application(person.applicationExternalId);
    application.extra['rejected-at'] = '2026-11-02T16:00:00+01:00';
    const found = await teamtailor.readPerson(api, person.externalId);
    expect(found?.applications).toMatchObject([{ status: 'rejected', stageName: 'Inbox' }]);
  });

  it.each([
    ['mo@corp.example', 'Mo'],
    ['unknown@corp.example', 'Maja'],
    [null, 'Maja'],
  ])('writes the note of %s as %s', async (authorEmail, name) => {
    const { fake, api } = await begin();
    fake.hiring.addUser({ name: 'Mo', email: 'Mo@corp.example', role: 'recruiter' });
    const { externalId } = fake.addPerson(ANA);
    const note = { personExternalId: externalId, applicationExternalId: null, authorEmail };
    await calling(teamtailor.writeNote)(api, { ...note, body: 'Hi (r-1)', reference: 'r-1' });
    expect(fake.hiring.notes[0]?.author?.name).toBe(name);
  });

  it('can write no note where the company has no users', async () => {
    const { fake, ...made } = await begin();
    const { externalId } = fake.addPerson(ANA);
    fake.hiring.users = [];
    const note = { personExternalId: externalId, applicationExternalId: null, authorEmail: null };
    const write = calling(teamtailor.writeNote)(made.api, { ...note, body: 'Hi', reference: 'r-1' });
    expect((await failureOf(write, { ...made, fake })).name).toBe('RefusedByAts');
  });

  describe('webhooks', () => {
    const url = 'https://hiretext.example/webhooks/ats/t';
    const keys = { secrets: { secret: 'ours' }, ids: [] };

    async function delivered(secret: string) {
      const { fake, api } = await begin();
      fake.hiring.subscribe({ url, secret });
      const job = fake.addJob({ name: 'Nurse' });
      const person = fake.addPerson({ ...ANA, job });
      fake.move(person.applicationExternalId ?? '', job.stages[1]?.externalId ?? '');
      return { fake, api, person, given: { ...lastDelivery(fake), keys } };
    }
    const read = calling(teamtailor.webhooks).read;

    it('of applications lead to the candidate, whom they do not name', async () => {
      const { api, person, given } = await delivered('ours');
      const [event] = read(given).events;
      expect(event).toMatchObject({ kind: 'personChanged' });
      const named = event && 'externalId' in event ? event.externalId : '';
      expect(named).not.toBe(person.externalId);
      expect((await teamtailor.readPerson(api, named))?.externalId).toBe(person.externalId);
      expect(await teamtailor.readPerson(api, `${named}999`)).toBeNull();
    });

    it('are signed with the key that Teamtailor makes, once an admin has entered it', async () => {
      const { fake, given } = await delivered('made-by-teamtailor');
      expect(() => read(given)).toThrow(BadWebhook);
      const credentials = { ...fake.access.credentials, webhookSecret: 'made-by-teamtailor' };
      const events = read({ ...given, access: { ...fake.access, credentials } }).events;
      expect(events).toHaveLength(1);
    });

    it('with the older signature, of the id alone, are refused', async () => {
      const { person, given } = await delivered('ours');
      const old = createHmac('sha256', 'ours')
        .update(person.applicationExternalId ?? '')
        .digest('hex');
      const headers = { 'tt-signature': Buffer.from(old).toString('base64') };
      expect(() => read({ ...given, headers })).toThrow(BadWebhook);
    });
  });
});
