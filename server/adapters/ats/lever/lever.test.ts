import { describe, expect, it } from 'vitest';
import { BadWebhook } from '../failures.ts';
import { type FakeLever, startFakeLever } from '../fakes/fake-lever.ts';
import { atsSuite } from '../suite.ts';
import { type AtsSubject, calling, lastDelivery, readPeople, readPerson, setUp } from '../suite-harness.ts';
import { lever } from './lever.ts';

const subject: AtsSubject<FakeLever> = {
  connector: lever,
  startFake: (clock) => startFakeLever(clock, { pageSize: 3 }),
  facts: {
    rights: [
      { take: 'opportunities:read:admin', named: /opportunities:read/ },
      { take: 'users:read:admin', named: /users:read/ },
    ],
    overOnePage: 4,
    phones: 'all',
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

describe('Lever, where it is odd', () => {
  it('lists confidential candidates, who are left out unless asked for', async () => {
    const { bench, fake } = await start();
    const ana = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz', email: 'ana@a.example' });
    fake.application(ana.applicationExternalId).extra.confidentiality = 'confidential';
    const [page] = await readPeople(bench, null);
    expect(page?.people.map(({ externalId }) => externalId)).toEqual([ana.externalId]);
    expect(await calling(lever.findByEmail)(bench.api, 'ana@a.example')).toHaveLength(1);
    expect(await readPerson(bench, ana.externalId)).toMatchObject({ firstName: 'Ana' });
  });

  it('reads the others with a key that has no access to confidential data', async () => {
    const { bench, fake } = await start();
    const ana = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz', email: 'ana@a.example' });
    const bo = fake.addPerson({ firstName: 'Bo', lastName: 'Ruiz', email: 'bo@a.example' });
    fake.application(ana.applicationExternalId).extra.confidentiality = 'confidential';
    fake.seesConfidential(false);
    await lever.test(bench.api);
    const [page] = await readPeople(bench, null);
    expect(page?.people.map(({ externalId }) => externalId)).toEqual([bo.externalId]);
    expect(await calling(lever.findByEmail)(bench.api, 'bo@a.example')).toHaveLength(1);
    // Some refusals name no access.
    fake.faults.next({ kind: 'refused' }, { path: /opportunities$/ });
    expect((await readPeople(bench, null))[0]?.people).toHaveLength(1);
  });

  it('knows someone with many opportunities as one person', async () => {
    const { bench, fake } = await start();
    const [nurse, driver] = [fake.addJob({ name: 'Nurse' }), fake.addJob({ name: 'Driver' })];
    const ana = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz', email: 'ana@a.example', job: nurse });
    const second = fake.hiring.apply(fake.person(ana.externalId), fake.job(driver.externalId));
    const { applications } = await readPerson(bench, ana.externalId);
    expect(applications.map(({ externalId, jobName }) => [externalId, jobName])).toEqual([
      [ana.applicationExternalId, 'Nurse'],
      [second.id, 'Driver'],
    ]);
    expect((await readPeople(bench, null)).flatMap(({ people }) => people)).toHaveLength(1);
  });

  it.each(['hired', 'rejected'] as const)('takes an archive reason by its type: %s', async (status) => {
    const { bench, fake } = await start();
    const ana = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz' });
    fake.hiring.changeApplication(fake.application(ana.applicationExternalId), { status });
    expect((await readPerson(bench, ana.externalId)).applications).toMatchObject([{ status }]);
  });

  it('names those who were anonymized as deleted', async () => {
    const { bench, fake } = await start();
    const ana = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz' });
    fake.hiring.changePerson(fake.person(ana.externalId), { extra: { isAnonymized: true } });
    const [page] = await readPeople(bench, null);
    expect(page).toMatchObject({ people: [], deleted: [ana.externalId] });
  });

  it('acts as who wrote the text, or as a super admin, and never as someone who left', async () => {
    const { bench, fake } = await start();
    const ana = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz' });
    const mo = fake.hiring.addUser({ email: 'mo@corp.example', role: 'team member' });
    const write = (reference: string) =>
      calling(lever.writeNote)(bench.api, {
        personExternalId: ana.externalId,
        applicationExternalId: ana.applicationExternalId,
        body: reference,
        reference,
        authorEmail: 'mo@corp.example',
      });
    await write('ref-1');
    mo.active = false;
    await write('ref-2');
    expect(fake.hiring.notes.map(({ author }) => author?.id)).toEqual([mo.id, fake.hiring.users[0]?.id]);
  });

  it('notifies no one whom a text mentions', async () => {
    const { bench, fake } = await start();
    const ana = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz' });
    const note = {
      personExternalId: ana.externalId,
      applicationExternalId: ana.applicationExternalId,
      body: 'Ask @melissa or mo@corp.example ref-1',
      reference: 'ref-1',
      authorEmail: null,
    };
    await calling(lever.writeNote)(bench.api, note);
    expect(fake.notesOf(ana.externalId)).toEqual(['Ask @\u200bmelissa or mo@corp.example ref-1']);
    expect(await calling(lever.findNote)(bench.api, note)).not.toBeNull();
  });

  it.each([true, false])('reads the id of a note, as documented: %s', async (asDocumented) => {
    const { bench, fake } = await start();
    if (asDocumented) fake.answerNotesAsDocumented();
    const ana = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz' });
    const { noteId } = await calling(lever.writeNote)(bench.api, {
      personExternalId: ana.externalId,
      applicationExternalId: ana.applicationExternalId,
      body: 'ref-1',
      reference: 'ref-1',
      authorEmail: null,
    });
    expect(noteId).toBe(fake.hiring.notes[0]?.id);
  });

  it('subscribes each event, each with its own key', async () => {
    const { bench, fake } = await start();
    const url = 'https://hiretext.example/webhooks/ats/token-1';
    const keys = await calling(lever.webhooks?.subscribe ?? null)(bench.api, { url, secret: 'unused' });
    expect(Object.keys(keys.secrets)).toHaveLength(10);
    expect(new Set(Object.values(keys.secrets)).size).toBe(10);
    expect(fake.hiring.subscriptions.flatMap(({ events }) => events)).toEqual(Object.keys(keys.secrets));
  });

  it.each(['__proto__', 'constructor', 'toString', 'anything'])(
    'an event named %s is forged',
    async (event) => {
      const { bench, fake } = await start();
      const url = 'https://hiretext.example/webhooks/ats/token-1';
      const keys = await calling(lever.webhooks?.subscribe ?? null)(bench.api, { url, secret: 'unused' });
      fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz' });
      const delivery = lastDelivery(fake);
      const body = Buffer.from(JSON.stringify({ ...JSON.parse(delivery.body.toString()), event }));
      expect(() => lever.webhooks?.read({ ...delivery, body, keys })).toThrow(BadWebhook);
    },
  );

  it('says when interviews change', async () => {
    const { bench, fake } = await start();
    const url = 'https://hiretext.example/webhooks/ats/token-1';
    const keys = await calling(lever.webhooks?.subscribe ?? null)(bench.api, { url, secret: 'unused' });
    const person = fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz' });
    const at = fake.clock.now();
    const startsAt = new Date(at.getTime() + 3_600_000);
    calling(fake.addInterview)({
      person,
      title: 'Talk',
      startsAt,
      endsAt: new Date(startsAt.getTime() + 1_800_000),
      timezone: 'America/Chicago',
      interviewer: { name: 'Mo', email: 'mo@corp.example' },
      videoUrl: 'https://meet.example/1',
    });
    const read = lever.webhooks?.read({ ...lastDelivery(fake), keys });
    const applicationExternalId = person.applicationExternalId;
    expect(read?.events).toEqual([{ kind: 'interviewsChanged', applicationExternalId }]);
    const { interviews } = await calling(lever.listInterviews)(bench.api, {
      startsAfter: at,
      cursor: null,
      applications: [applicationExternalId ?? ''],
    });
    expect(interviews).toMatchObject([{ videoUrl: 'https://meet.example/1', location: null }]);
  });

  it('is connected by consent, and refresh tokens are good once', async () => {
    const { bench, fake } = await start();
    const redirectUri = 'https://hiretext.example/v1/atsIntegration/lever/oauth/callback';
    const url = new URL(lever.oauth?.authorizeUrl({ clientId: 'id', redirectUri, state: 'state-1' }) ?? '');
    expect(url.origin + url.pathname).toBe('https://auth.lever.co/authorize');
    expect(url.searchParams.get('state')).toBe('state-1');
    expect(url.searchParams.get('audience')).toBe('https://api.lever.co/v1/');
    expect(url.searchParams.get('scope')).toMatch(/^offline_access /);
    const { client } = fake.access;
    if (client === null || lever.oauth === null) throw new Error('no client');
    const code = fake.oauth.consent(redirectUri);
    const tokens = await lever.oauth.exchange(bench.api, { code, redirectUri, client });
    const access = { connectedBy: 'oauth', credentials: {}, tokens, client } as const;
    await lever.test(bench.makeApi({ access }));
    fake.oauth.expire();
    const api = bench.makeApi({ access });
    await lever.test(api);
    expect(bench.renewals()).toBe(1);
    expect(api.access.tokens?.refreshToken).not.toBe(tokens.refreshToken);
    await expect(lever.test(bench.makeApi({ access }))).rejects.toThrow('the key was refused');
  });
});
