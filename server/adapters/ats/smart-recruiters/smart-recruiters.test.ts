import { describe, expect, it } from 'vitest';
import { RefusedByAts } from '../failures.ts';
import { type FakeSmartRecruiters, startFakeSmartRecruiters } from '../fakes/fake-smart-recruiters.ts';
import { atsSuite } from '../suite.ts';
import { type AtsSubject, calling, lastDelivery, readPerson, setUp } from '../suite-harness.ts';
import { smartRecruiters } from './smart-recruiters.ts';

const subject: AtsSubject<FakeSmartRecruiters> = {
  connector: smartRecruiters,
  startFake: (clock) => startFakeSmartRecruiters(clock, { pageSize: 3 }),
  facts: {
    rights: [
      { take: 'candidates_read', named: /candidates_read/ },
      { take: 'configuration_read', named: /configuration_read/ },
    ],
    overOnePage: 4,
    phones: 'first',
    tellsChangedSince: true,
    tellsDeleted: false,
    tellsInterviewZone: true,
  },
};

atsSuite(subject);

async function start() {
  const bench = await setUp(subject);
  return { bench, fake: bench.fake };
}

const webhooks = smartRecruiters.webhooks;
if (webhooks === null) throw new Error('no webhooks');

describe('SmartRecruiters, where it is odd', () => {
  it('moves to a sub-status, and returns it as a stage', async () => {
    const { bench, fake } = await start();
    const job = fake.addJob({ name: 'Nurse' });
    const person = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz', job });
    await calling(smartRecruiters.moveStage)(bench.api, {
      personExternalId: person.externalId,
      applicationExternalId: person.applicationExternalId ?? '',
      jobExternalId: job.externalId,
      fromStageId: 'LEAD',
      toStageId: 'INTERVIEW/With the team',
      byEmail: null,
    });
    expect(await readPerson(bench, person.externalId)).toMatchObject({
      applications: [{ stageExternalId: 'INTERVIEW/With the team', stageName: 'With the team' }],
    });
  });

  it('returns all jobs that someone is considered for', async () => {
    const { bench, fake } = await start();
    const [nurse, driver] = [fake.addJob({ name: 'Nurse' }), fake.addJob({ name: 'Driver' })];
    const ana = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz', job: nurse });
    fake.hiring.apply(fake.person(ana.externalId), fake.job(driver.externalId), 'WITHDRAWN');
    expect((await readPerson(bench, ana.externalId)).applications).toMatchObject([
      { jobName: 'Nurse', status: 'active' },
      { jobName: 'Driver', status: 'rejected' },
    ]);
  });

  it('sends no mail to whom a text tags', async () => {
    const { bench, fake } = await start();
    const ana = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz' });
    await calling(smartRecruiters.writeNote)(bench.api, {
      personExternalId: ana.externalId,
      applicationExternalId: null,
      body: 'Ask @[USER:1] about #[CANDIDATE:2] ref-1',
      reference: 'ref-1',
      authorEmail: null,
    });
    expect(fake.notesOf(ana.externalId)).toEqual(['Ask @\u200b[USER:1] about #\u200b[CANDIDATE:2] ref-1']);
  });

  it('asks for the interviews of someone whom a webhook names', async () => {
    const { bench, fake } = await start();
    const url = 'https://hiretext.example/webhooks/ats/token-1';
    const keys = await calling(webhooks.subscribe)(bench.api, { url, secret: 'unused' });
    const person = fake.addPerson({
      firstName: 'Ana',
      lastName: 'Ruiz',
      job: fake.addJob({ name: 'Nurse' }),
    });
    const now = fake.clock.now();
    const { externalId } = calling(fake.addInterview)({
      person,
      title: 'Talk',
      startsAt: new Date(now.getTime() + 3_600_000),
      endsAt: new Date(now.getTime() + 7_200_000),
      timezone: 'America/Chicago',
      interviewer: { name: 'Mo Díaz', email: 'mo@corp.example' },
      videoUrl: 'https://meet.example/1',
    });
    const [event] = webhooks.read({ ...lastDelivery(fake), keys }).events;
    expect(event).toEqual({ kind: 'interviewsOfPersonChanged', personExternalId: person.externalId });
    const { interviews } = await calling(smartRecruiters.listInterviews)(bench.api, {
      startsAfter: now,
      cursor: null,
      applications: [person.applicationExternalId ?? ''],
    });
    expect(interviews).toMatchObject([
      {
        externalId,
        applicationExternalId: person.applicationExternalId,
        videoUrl: 'https://meet.example/1',
      },
    ]);
  });

  it('leaves a lost note unknown when the key is of no administrator', async () => {
    const { bench, fake } = await start();
    fake.faults.takeRight('messages_read');
    const note = {
      personExternalId: fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz' }).externalId,
      applicationExternalId: null,
      body: 'ref-1',
      reference: 'ref-1',
      authorEmail: null,
    };
    await expect(calling(smartRecruiters.findNote)(bench.api, note)).rejects.toBeInstanceOf(RefusedByAts);
  });

  it('echoes the secret when its webhook is activated, before there is a key', async () => {
    const { bench, fake } = await start();
    const url = 'https://hiretext.example/webhooks/ats/token-1';
    await calling(webhooks.subscribe)(bench.api, { url, secret: 'unused' });
    const activation = lastDelivery(fake);
    const read = webhooks.read({ ...activation, keys: { secrets: {}, ids: [] } });
    expect(read).toMatchObject({ events: [], replyHeaders: activation.headers });
  });

  it("checks the signature of the vendor's own example", () => {
    const given = {
      headers: {
        'event-id': '123',
        'event-name': 'application.created',
        'event-version': 'v201910',
        link: '<http://smartrecruiters.com/endpoint>; rel=self',
        'smartrecruiters-timestamp': '1574080897',
        'smartrecruiters-signature':
          'v1=00;v1=2e9291f10d44ca10204a4cd81b05d73b6a316b2b605d4e2e0e0b37b40198ce1f',
      },
      body: Buffer.from('{"job_id":"jid","candidate_id":"cid"}'),
      keys: { secrets: { secret: 'HeBVky2bccvvkcXPimH8c' }, ids: [] },
      access: { connectedBy: 'key', credentials: {}, tokens: null, client: null },
      now: new Date(1574080897_000),
    } as const;
    expect(webhooks.read(given)).toMatchObject({
      id: '123',
      events: [{ kind: 'personChanged', externalId: 'cid' }],
    });
    const other = { ...given.headers, link: '<http://smartrecruiters.com/other>; rel=self' };
    expect(() => webhooks.read({ ...given, headers: other })).toThrow('forged');
  });

  it('is connected by consent, and asks with a bearer token then', async () => {
    const { bench, fake } = await start();
    const redirectUri = 'https://hiretext.example/v1/atsIntegration/smartRecruiters/oauth/callback';
    const { client } = fake.access;
    if (client === null || smartRecruiters.oauth === null) throw new Error('no client');
    const code = fake.oauth.consent(redirectUri);
    const tokens = await smartRecruiters.oauth.exchange(bench.api, { code, redirectUri, client });
    fake.oauth.expire();
    const access = { connectedBy: 'oauth', credentials: {}, tokens, client } as const;
    expect(await smartRecruiters.test(bench.makeApi({ access }))).toEqual({ atsAccountId: 'AcmeInc' });
    expect(fake.requests.at(-1)?.headers['x-smarttoken']).toBeUndefined();
    expect(bench.renewals()).toBe(1);
  });
});
