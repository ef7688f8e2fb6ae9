import { describe, expect, it } from 'vitest';
import { BadWebhook } from '../failures.ts';
import { type FakeJazzHr, startFakeJazzHr } from '../fakes/fake-jazz-hr.ts';
import { atsSuite } from '../suite.ts';
import { type AtsSubject, calling, failureOf, lastDelivery, readPeople, setUp } from '../suite-harness.ts';
import { jazzHr } from './jazz-hr.ts';

const subject: AtsSubject<FakeJazzHr> = {
  connector: jazzHr,
  startFake: startFakeJazzHr,
  facts: {
    rights: [],
    overOnePage: 30,
    phones: 'first',
    tellsChangedSince: false,
    tellsDeleted: false,
    tellsInterviewZone: false,
  },
};

atsSuite(subject);

const begin = () => setUp(subject);

const ANA = { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@a.example' };

describe('JazzHR, its own way', () => {
  it('sends the key with every call, but in no failure', async () => {
    const bench = await begin();
    await jazzHr.test(bench.api);
    await jazzHr.listJobs(bench.api);
    const { apiKey } = bench.fake.access.credentials;
    expect(new Set(bench.fake.requests.map(({ query }) => query.apikey))).toEqual(new Set([apiKey]));
    bench.fake.faults.next({ kind: 'down' }, { times: 100 });
    await failureOf(jazzHr.listJobs(bench.api), bench);
  });

  it('reads more than a page of 100, in portions', async () => {
    const bench = await begin();
    for (let index = 0; index < 101; index += 1) bench.fake.addPerson({ ...ANA, lastName: `R${index}` });
    const pages = await readPeople(bench, null);
    expect(pages.map(({ people }) => people.length)).toEqual([25, 25, 25, 25, 1]);
    const names = pages.flatMap(({ people }) => people.map(({ lastName }) => lastName));
    expect(new Set(names).size).toBe(101);
  });

  it.each([0, 1, 2, 3])('takes %i jobs, of which one comes as an object', async (count) => {
    const { fake, api } = await begin();
    const names = ['Nurse', 'Driver', 'Cook'].slice(0, count);
    const jobs = names.map((name) => fake.addJob({ name }));
    expect((await jazzHr.listJobs(api)).map(({ name }) => name)).toEqual(names);
    const { externalId } = fake.addPerson(ANA);
    for (const job of jobs) fake.hiring.apply(fake.person(externalId), fake.job(job.externalId), '902');
    const person = await jazzHr.readPerson(api, externalId);
    expect(person?.applications.map((each) => [each.jobName, each.stageExternalId, each.stageName])).toEqual(
      names.map((name) => [name, '902', 'Phone Screen']),
    );
  });

  it('returns the stages of applications, having no list of them', async () => {
    const { fake, api } = await begin();
    const job = fake.addJob({ name: 'Nurse' });
    const person = fake.addPerson({ ...ANA, job });
    fake.move(person.applicationExternalId ?? '', '903');
    expect(jazzHr.listStages).toBeNull();
    expect(jazzHr.moveStage).toBeNull();
    const found = await jazzHr.readPerson(api, person.externalId);
    expect(found?.applications).toMatchObject([
      { stageExternalId: '903', stageName: 'Hired', status: 'hired' },
    ]);
  });

  it.each([
    ['mo@corp.example', 'Mo'],
    ['unknown@corp.example', null],
    [null, null],
  ])('writes the note of %s as %s', async (authorEmail, name) => {
    const { fake, api } = await begin();
    fake.hiring.addUser({ name: 'Mo', email: 'Mo@corp.example' });
    const { externalId } = fake.addPerson(ANA);
    const note = { personExternalId: externalId, applicationExternalId: null, authorEmail };
    await calling(jazzHr.writeNote)(api, { ...note, body: 'Hi (r-1)', reference: 'r-1' });
    expect(fake.hiring.notes).toMatchObject([{ author: name && { name } }]);
  });

  it('leaves out jobs that are over', async () => {
    const { fake, api } = await begin();
    for (const status of ['Open', 'Draft', 'On Hold', 'Closed', 'Filled', 'Cancelled'])
      fake.hiring.addJob({ name: status, status });
    expect((await jazzHr.listJobs(api)).map(({ name, status }) => [name, status])).toEqual([
      ['Open', 'open'],
      ['Draft', 'draft'],
      ['On Hold', 'open'],
    ]);
  });

  it('answers the webhook that only verifies, when its signature is right', async () => {
    const { fake } = await begin();
    const keys = { secrets: { secret: 'ours' }, ids: [] };
    fake.hiring.subscribe({ url: 'https://hiretext.example/w', secret: 'ours' });
    fake.verify();
    const { read } = calling(jazzHr.webhooks);
    const given = { ...lastDelivery(fake), keys };
    expect(read(given)).toMatchObject({ events: [], replyHeaders: {} });
    const forged = { ...keys, secrets: { secret: 'theirs' } };
    expect(() => read({ ...given, keys: forged })).toThrow(BadWebhook);
  });
});
