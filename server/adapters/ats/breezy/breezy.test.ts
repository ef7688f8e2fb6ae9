import { describe, expect, it } from 'vitest';
import { NotFound } from '../failures.ts';
import { type FakeBreezy, startFakeBreezy } from '../fakes/fake-breezy.ts';
import { atsSuite } from '../suite.ts';
import { type AtsSubject, calling, failureOf, readPeople, setUp } from '../suite-harness.ts';
import { breezy } from './breezy.ts';

const subject: AtsSubject<FakeBreezy> = {
  connector: breezy,
  startFake: startFakeBreezy,
  facts: {
    rights: [{ take: 'Developer API', named: /Developer API/ }],
    overOnePage: 60,
    phones: 'first',
    tellsChangedSince: true,
    tellsDeleted: false,
    tellsInterviewZone: false,
  },
};

atsSuite(subject);

const begin = (options = {}) => setUp({ ...subject, startFake: (clock) => startFakeBreezy(clock, options) });

const ANA = { firstName: 'Ana', lastName: 'Ruiz Sol', email: 'ana@a.example', phones: ['3125550142'] };

describe('Breezy, its own way', () => {
  it('sends the token as it is', async () => {
    const { fake, api } = await begin();
    await breezy.test(api);
    expect(fake.requests.map(({ headers }) => headers.authorization)).toEqual([
      fake.access.credentials.apiKey,
    ]);
  });

  it.each([
    [400, { error: { type: 'invalidAccessToken' } }, { kind: 'key' }],
    [400, { error: { type: 'missingAccessToken' } }, { kind: 'key' }],
    [400, { error: { type: 'badRequest' } }, null],
    [412, { error: { type: 'preconditionFailed' } }, { kind: 'notFound' }],
  ])('a reply of %i with %j means %j', (status, body, meant) => {
    const reply = { status, headers: new Headers(), body, text: '' };
    expect(breezy.readRefusal?.(reply)).toEqual(meant);
  });

  it('knows a candidate by position, and not by another one', async () => {
    const { fake, api } = await begin();
    const other = fake.hiring.addJob({ name: 'Driver' });
    const { externalId } = fake.addPerson({ ...ANA, job: fake.addJob({ name: 'Nurse' }) });
    const [, candidateId] = externalId.split('/');
    expect((await breezy.readPerson(api, externalId))?.externalId).toBe(externalId);
    expect(await breezy.readPerson(api, `${other.id}/${candidateId}`)).toBeNull();
    expect(await breezy.readPerson(api, `${candidateId}`)).toBeNull();
  });

  it('reads the stages of other pipelines, and other positions, if one is odd or gone', async () => {
    const { fake, api } = await begin();
    const [nurse, driver] = ['Nurse', 'Driver'].map((name) => fake.addJob({ name }));
    for (const job of [nurse, driver]) fake.addPerson({ ...ANA, ...(job && { job }) });
    const change = (body: unknown) => ({ odd: { _id: {} }, none: null, ...(body as object) });
    fake.faults.next({ kind: 'changed', change }, { path: /pipelines/ });
    expect(await calling(breezy.listStages)(api)).toHaveLength(2 * (nurse?.stages.length ?? 0));
    expect(api.records.setAside.map(({ kind }) => kind)).toEqual(['stage', 'stage']);
    fake.faults.next({ kind: 'gone' }, { path: /candidates$/ });
    const { next } = await breezy.listPeople(api, { since: null, cursor: null });
    expect((await breezy.listPeople(api, { since: null, cursor: next })).people).toHaveLength(1);
  });

  it('refuses a note for a candidate who is at another position now', async () => {
    const bench = await begin();
    const { externalId } = bench.fake.addPerson({ ...ANA, job: bench.fake.addJob({ name: 'Nurse' }) });
    bench.fake.application(externalId).job = bench.fake.hiring.addJob({ name: 'Driver' });
    const note = { personExternalId: externalId, applicationExternalId: null, authorEmail: null };
    const write = calling(breezy.writeNote)(bench.api, { ...note, body: 'Hi', reference: 'r' });
    expect(await failureOf(write, bench)).toBeInstanceOf(NotFound);
  });

  it('takes the default pipeline for a position whose own is gone', async () => {
    const { fake, api } = await begin();
    const nurse = fake.hiring.addJob({ name: 'Nurse', plan: 'pipe1nurses' });
    const driver = fake.hiring.addJob({ name: 'Driver', plan: 'deleted' });
    const stages = (await calling(breezy.listStages)(api)).map(({ jobExternalId, name }) => [
      jobExternalId,
      name,
    ]);
    expect(stages.filter(([job]) => job === nurse.id).map(([, name]) => name)).toEqual([
      'New',
      'Ward visit',
      'Hired',
    ]);
    expect(stages.filter(([job]) => job === driver.id)[0]).toEqual([driver.id, 'Applied']);
  });

  it('leaves out positions that are closed', async () => {
    const { fake, api } = await begin();
    for (const state of ['published', 'draft', 'pending', 'closed', 'archived'])
      fake.hiring.addJob({ name: state, status: state });
    expect((await breezy.listJobs(api)).map(({ name, status }) => [name, status])).toEqual([
      ['published', 'open'],
      ['draft', 'draft'],
      ['pending', 'draft'],
    ]);
  });

  it('reads each candidate where rows have no phone number, and none where they have', async () => {
    for (const rowsHavePhones of [true, false]) {
      const { fake, api } = await begin({ rowsHavePhones });
      fake.addPerson({ ...ANA, job: fake.addJob({ name: 'Nurse' }) });
      const { people } = await breezy.listPeople(api, { since: null, cursor: null });
      expect(people).toMatchObject([{ firstName: 'Ana', lastName: 'Ruiz Sol', phones: ['3125550142'] }]);
      const read = fake.requests.filter(({ path }) => /\/candidate\/\w+$/.test(path));
      expect(read).toHaveLength(rowsHavePhones ? 0 : 1);
    }
  });

  it('goes on to the next position, and past one that is gone', async () => {
    const bench = await begin();
    const [first, second] = ['Nurse', 'Driver'].map((name) => bench.fake.addJob({ name }));
    for (const job of [first, second]) bench.fake.addPerson({ ...ANA, ...(job && { job }) });
    const pages = await readPeople(bench, null);
    expect(pages.flatMap(({ people }) => people)).toHaveLength(2);
    const cursor = `${first?.externalId}:2`;
    bench.fake.hiring.jobs = bench.fake.hiring.jobs.slice(1);
    const page = await breezy.listPeople(bench.api, { since: null, cursor });
    expect(page.people.map((each) => each.applications[0]?.jobName)).toEqual(['Driver']);
  });

  it('writes to the stream, and mails no one', async () => {
    const { fake, api } = await begin();
    const { externalId } = fake.addPerson(ANA);
    const note = { personExternalId: externalId, applicationExternalId: null, authorEmail: null };
    const written = { ...note, body: 'Hi (r-7)', reference: 'r-7' };
    const { noteId } = await calling(breezy.writeNote)(api, written);
    for (let index = 0; index < 60; index += 1)
      fake.hiring.addNote({ person: fake.person(externalId), body: 'x' });
    expect(await calling(breezy.findNote)(api, written)).toEqual({ noteId });
    expect(await calling(breezy.findNote)(api, { ...written, reference: 'r-8' })).toBeNull();
    expect(fake.mailed).toEqual([]);
  });
});
