import { describe, expect, it } from 'vitest';
import { type FakeAshby, startFakeAshby } from '../fakes/fake-ashby.ts';
import { atsSuite } from '../suite.ts';
import { type AtsSubject, calling, lastDelivery, readPerson, setUp } from '../suite-harness.ts';
import { ashby } from './ashby.ts';

const subject: AtsSubject<FakeAshby> = {
  connector: ashby,
  startFake: (clock) => startFakeAshby(clock, { pageSize: 3 }),
  facts: {
    rights: [{ take: 'candidatesRead', named: /candidatesRead/ }],
    overOnePage: 4,
    phones: 'all',
    tellsChangedSince: true,
    tellsDeleted: false,
    tellsInterviewZone: false,
  },
};

atsSuite(subject);

async function start() {
  const bench = await setUp(subject);
  return { bench, fake: bench.fake };
}

describe('Ashby, where it is odd', () => {
  it.each([
    [200, 'missing_endpoint_permission', { kind: 'rights', right: null }],
    [403, 'missing_endpoint_permission', { kind: 'rights', right: null }],
    [200, 'unauthorized', { kind: 'key' }],
    [200, 'candidate_not_found', { kind: 'notFound' }],
    [200, 'rate_limit_exceeded', { kind: 'throttled', waitMs: null }],
    [200, 'internal_server_error', { kind: 'unavailable' }],
    [200, 'invalid_input', { kind: 'invalid', reason: 'invalid_input' }],
    [500, 'invalid_input', null],
  ])('%d with %s', (status, code, refusal) => {
    const reply = { status, headers: new Headers(), text: '' };
    const errorInfo = { code, message: 'No', requestId: '1' };
    expect(ashby.readRefusal?.({ ...reply, body: { success: false, errorInfo } })).toEqual(refusal);
    expect(ashby.readRefusal?.({ ...reply, body: { success: false, errors: [code] } })).toEqual(refusal);
    expect(ashby.readRefusal?.({ ...reply, body: { success: true } })).toBeNull();
  });

  it('is connected by a key that may not read its own name', async () => {
    const { bench, fake } = await start();
    expect(await ashby.test(bench.api)).toEqual({ atsAccountId: 'Hiretext' });
    fake.faults.takeRight('apiKeysRead');
    expect(await ashby.test(bench.api)).toEqual({ atsAccountId: 'Ashby' });
  });

  it('archives for a reason that is in use, and asks for none elsewhere', async () => {
    const { bench, fake } = await start();
    const job = fake.addJob({ name: 'Nurse' });
    const person = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz', job });
    const stage = (kind: string) => job.stages.find((each) => each.kind === kind)?.externalId ?? '';
    const move = (toStageId: string) =>
      calling(ashby.moveStage)(bench.api, {
        personExternalId: person.externalId,
        applicationExternalId: person.applicationExternalId ?? '',
        jobExternalId: job.externalId,
        fromStageId: null,
        toStageId,
        byEmail: null,
      });
    await move(stage('offer'));
    await move(stage('rejected'));
    expect(fake.hiring.applications[0]?.extra.archiveReason).toMatchObject({ text: 'Not a fit' });
    expect((await readPerson(bench, person.externalId)).applications).toMatchObject([{ status: 'rejected' }]);
    expect(fake.misuse).toEqual([]);
  });

  it('lists changes of candidates, applications and interviews page by page, each with its token', async () => {
    const { bench, fake } = await start();
    const events = calling(ashby.events);
    const job = fake.addJob({ name: 'Nurse' });
    const people = [1, 2, 3, 4].map((n) => fake.addPerson({ firstName: `Ana${n}`, lastName: 'Ruiz', job }));
    const first = await events.poll(bench.api, null);
    expect(first).toMatchObject({ events: [], more: true });
    const walked = await events.poll(bench.makeApi(), first.position);
    expect(walked).toMatchObject({ events: [], more: false });
    fake.move(people[0]?.applicationExternalId ?? '', job.stages[1]?.externalId ?? '');
    const moved = await events.poll(bench.makeApi(), walked.position);
    expect(moved.events).toEqual([{ kind: 'personChanged', externalId: people[0]?.externalId }]);
    expect(await events.poll(bench.makeApi(), moved.position)).toMatchObject({ events: [], more: false });
  });

  it('lists everyone once when its token is too old', async () => {
    const { bench, fake } = await start();
    const events = calling(ashby.events);
    const ana = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz' });
    const { position } = await events.poll(bench.api, null);
    fake.expireSyncTokens();
    const refused = await events.poll(bench.api, position);
    const read = await events.poll(bench.api, refused.position);
    expect(read.events).toEqual([{ kind: 'personChanged', externalId: ana.externalId }]);
  });

  it('reports who was merged into whom', async () => {
    const { bench, fake } = await start();
    const url = 'https://hiretext.example/webhooks/ats/token-1';
    const keys = await calling(ashby.webhooks?.subscribe ?? null)(bench.api, { url, secret: 'secret' });
    const [ana, bo] = ['Ana', 'Bo'].map((firstName) => fake.addPerson({ firstName, lastName: 'Ruiz' }));
    fake.mergePeople?.(ana?.externalId ?? '', bo?.externalId ?? '');
    const read = ashby.webhooks?.read({ ...lastDelivery(fake), keys });
    expect(read?.events).toEqual([{ kind: 'peopleMerged', from: ana?.externalId, into: bo?.externalId }]);
  });
});
