import { describe, expect, it } from 'vitest';
import { AtsUnavailable, KeyRefused } from '../failures.ts';
import { type FakeWorkable, startFakeWorkable } from '../fakes/fake-workable.ts';
import { atsSuite } from '../suite.ts';
import { type AtsSubject, addPeople, calling, lastDelivery, readPerson, setUp } from '../suite-harness.ts';
import { workable } from './workable.ts';

const subject: AtsSubject<FakeWorkable> = {
  connector: workable,
  startFake: (clock) => startFakeWorkable(clock, { pageSize: 3 }),
  facts: {
    rights: [
      { take: 'r_jobs', named: /r_jobs/ },
      { take: 'r_candidates', named: /r_candidates/ },
    ],
    overOnePage: 4,
    phones: 'first',
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

const URL_OF_OURS = 'https://hiretext.example/webhooks/ats/token-1';
const subscribe = calling(workable.webhooks?.subscribe ?? null);

describe('Workable, where it is odd', () => {
  it.each(['acme.evil', 'acme/x', 'a_b', '-acme', 'acme:80', 'a@b', 'acmé', '', '127.0.0.1'])(
    'asks no one at the subdomain "%s"',
    async (subdomain) => {
      const { bench, fake } = await start();
      const credentials = { ...fake.access.credentials, subdomain };
      const api = bench.makeApi({ access: { ...fake.access, credentials } });
      await expect(workable.listJobs(api)).rejects.toBeInstanceOf(KeyRefused);
      expect(fake.requests).toEqual([]);
    },
  );

  it('says when the key is of another account', async () => {
    const { bench, fake } = await start();
    const credentials = { ...fake.access.credentials, subdomain: 'other' };
    const api = bench.makeApi({ access: { ...fake.access, credentials } });
    await expect(workable.test(api)).rejects.toMatchObject({
      name: 'KeyRefused',
      hint: 'Enter the subdomain of the account the key is from.',
    });
  });

  it.each(['evil.example', 'other.workable.com', 'acme.workable.com.evil.example'])(
    'follows no page to %s',
    async (host) => {
      const { bench, fake } = await start();
      addPeople(bench, 4);
      fake.sayNextPageAt(host);
      const asked = workable.listPeople(bench.api, { since: null, cursor: null });
      await expect(asked).rejects.toBeInstanceOf(AtsUnavailable);
      const kept = `https://${host}/spi/v3/candidates?since_id=page-3`;
      const again = workable.listPeople(bench.api, { since: null, cursor: kept });
      await expect(again).rejects.toBeInstanceOf(AtsUnavailable);
    },
  );

  it('knows someone who applied twice as two candidates', async () => {
    const { bench, fake } = await start();
    const ana = { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@a.example' };
    const added = ['Nurse', 'Driver'].map((name) => fake.addPerson({ ...ana, job: fake.addJob({ name }) }));
    const found = await calling(workable.findByEmail)(bench.api, 'ana@a.example');
    expect(found.map(({ externalId }) => externalId)).toEqual(added.map(({ externalId }) => externalId));
    expect(found.map(({ applications }) => applications[0]?.jobName)).toEqual(['Nurse', 'Driver']);
  });

  it("knows the stages of a job's own pipeline, and moves a candidate there and on", async () => {
    const { bench, fake } = await start();
    const [nurse, driver] = [fake.addJob({ name: 'Nurse' }), fake.addJob({ name: 'Driver' })];
    fake.hiring.addStages(
      [{ id: 'licence_check', name: 'License check', type: 'assessment', kind: 'screen' }],
      nurse.externalId,
    );
    const stages = (await calling(workable.listStages)(bench.api)).filter((each) => each.jobExternalId);
    expect(stages).toMatchObject([
      { jobExternalId: nurse.externalId, externalId: 'licence_check', name: 'License check', kind: 'screen' },
    ]);
    const { externalId } = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz', job: nurse });
    fake.addPerson({ firstName: 'Bo', lastName: 'Ek', job: driver });
    const move = { personExternalId: externalId, applicationExternalId: externalId, byEmail: null };
    const to = { ...move, jobExternalId: nurse.externalId };
    await calling(workable.moveStage)(bench.api, {
      ...to,
      fromStageId: 'sourced',
      toStageId: 'licence_check',
    });
    const page = await workable.listPeople(bench.api, { since: null, cursor: null });
    expect(page.people.map(({ applications }) => applications[0]?.stageExternalId)).toEqual([
      'licence_check',
      'sourced',
    ]);
    await calling(workable.moveStage)(bench.api, { ...to, fromStageId: 'licence_check', toStageId: 'offer' });
    expect(fake.stageOf(externalId)).toBe('offer');
    expect(bench.fake.misuse).toEqual([]);
  });

  it('asks a job for its stages only when a candidate is in one that the account lacks', async () => {
    const { bench, fake } = await start();
    const job = fake.addJob({ name: 'Nurse' });
    fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz', job });
    await workable.listPeople(bench.api, { since: null, cursor: null });
    expect(fake.requests.filter(({ path }) => path.startsWith('/spi/v3/jobs/'))).toEqual([]);
  });

  it('takes who was disqualified as rejected', async () => {
    const { bench, fake } = await start();
    const { externalId } = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz' });
    fake.hiring.changeApplication(fake.application(externalId), { extra: { disqualified: true } });
    expect(await readPerson(bench, externalId)).toMatchObject({ applications: [{ status: 'rejected' }] });
  });

  it('acts as who wrote the text, or as an administrator, and never as someone who left', async () => {
    const { bench, fake } = await start();
    const { externalId } = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz' });
    const mo = fake.hiring.addUser({ name: 'Mo Díaz', email: 'mo@corp.example', role: 'simple' });
    const write = (reference: string) =>
      calling(workable.writeNote)(bench.api, {
        personExternalId: externalId,
        applicationExternalId: externalId,
        body: reference,
        reference,
        authorEmail: 'mo@corp.example',
      });
    await write('ref-1');
    mo.active = false;
    await write('ref-2');
    expect(fake.hiring.notes.map(({ author }) => author?.name)).toEqual(['Mo Díaz', 'Olga Owner']);
  });

  it('has an address for each event, and does without those of the HR part', async () => {
    const { bench, fake } = await start();
    fake.faults.takeRight('r_employees');
    const { ids } = await subscribe(bench.api, { url: URL_OF_OURS, secret: 'unused' });
    const targets = fake.hiring.subscriptions.map(({ url }) => url);
    expect(new Set(targets).size).toBe(4);
    expect(targets[0]).toBe(`${URL_OF_OURS}?event=candidate_created`);
    expect(ids).toHaveLength(4);
    expect(await calling(workable.listNewHires)(bench.api, { since: null, cursor: null })).toEqual({
      newHires: [],
      next: null,
    });
  });

  it('is connected by consent, which names the account and signs webhooks', async () => {
    const { bench, fake } = await start();
    const redirectUri = 'https://hiretext.example/v1/atsIntegration/workable/oauth/callback';
    const { client } = fake.access;
    if (client === null || workable.oauth === null || workable.webhooks === null)
      throw new Error('no client');
    const code = fake.oauth.consent(redirectUri);
    const tokens = await workable.oauth.exchange(bench.api, { code, redirectUri, client });
    const access = { connectedBy: 'oauth', credentials: {}, tokens, client } as const;
    fake.oauth.expire();
    const api = bench.makeApi({ access });
    expect(await workable.test(api)).toEqual({ atsAccountId: 'acme' });
    expect(bench.renewals()).toBe(1);
    const keys = await subscribe(api, { url: URL_OF_OURS, secret: 'unused' });
    fake.signWith(client.secret);
    const { externalId } = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz' });
    const given = { ...lastDelivery(fake), keys };
    expect(workable.webhooks.read({ ...given, access: api.access }).events).toEqual([
      { kind: 'personChanged', externalId },
    ]);
    const { webhooks } = workable;
    expect(() => webhooks.read({ ...given, access: fake.access })).toThrow('forged');
  });
});
