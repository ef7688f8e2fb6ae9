import { describe, expect, it } from 'vitest';
import { KeyRefused } from '../failures.ts';
import { parseLucene, parseWhere } from '../fakes/bullhorn-conditions.ts';
import { type FakeBullhorn, startFakeBullhorn } from '../fakes/fake-bullhorn.ts';
import { BULLHORN_CLIENT } from '../fakes/fake-bullhorn-sign-in.ts';
import type { AtsAccess } from '../port.ts';
import { atsSuite } from '../suite.ts';
import { type AtsSubject, calling, failureOf, readPeople, setUp } from '../suite-harness.ts';
import { bullhorn } from './bullhorn.ts';
import { phoneSpellings } from './phone-spellings.ts';

const subject: AtsSubject<FakeBullhorn> = {
  connector: bullhorn,
  startFake: startFakeBullhorn,
  facts: {
    rights: [{ take: 'Candidate entitlement', named: /View and edit candidates/ }],
    overOnePage: 120,
    phones: 'all',
    tellsChangedSince: true,
    tellsDeleted: true,
    tellsInterviewZone: true,
  },
};

atsSuite(subject);

const begin = () => setUp(subject);

const ANA = { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@a.example' };
const everyone = { since: null, cursor: null };

describe('Bullhorn: signing in', () => {
  it('asks in the data center that it is given', async () => {
    const { fake, api } = await begin();
    await bullhorn.test(api);
    expect(fake.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /rest-services/loginInfo',
      'POST /oauth/authorize',
      'POST /oauth/token',
      'GET /rest-services/login',
      'GET /rest-services/e999/search/Candidate',
    ]);
    expect(api.access.tokens?.extra).toEqual({
      oauthUrl: 'https://auth-east.bullhornstaffing.com/oauth',
      loginUrl: 'https://rest-east.bullhornstaffing.com/rest-services',
      restUrl: 'https://rest-east.bullhornstaffing.com/rest-services/e999',
    });
    expect(JSON.stringify(fake.requests.map(({ query }) => query))).not.toContain('bullhorn-password');
  });

  it('opens a new session when ten minutes are over', async () => {
    const { clock, api, renewals } = await begin();
    await bullhorn.test(api);
    clock.advance(11 * 60_000);
    await bullhorn.test(api);
    expect(renewals()).toBe(2);
  });

  it('follows to another data center, with POST and with GET', async () => {
    const { fake, api } = await begin();
    fake.signIn.redirects = 2;
    await bullhorn.test(api);
    expect(api.access.tokens?.extra.oauthUrl).toBe('https://auth-east.bullhornstaffing.com/oauth');
    fake.signIn.redirects = 1;
    expect(await calling(bullhorn.listStages)(api)).toHaveLength(7);
    expect(fake.signIn.redirects).toBe(0);
  });

  it('names the client ID when that is what is wrong', async () => {
    const { fake, makeApi } = await begin();
    const credentials = { ...fake.access.credentials, clientId: 'unknown' };
    const api = makeApi({ access: { ...fake.access, credentials, tokens: null } });
    const failure = await bullhorn.test(api).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(KeyRefused);
    expect((failure as KeyRefused).hint).toMatch(/client ID/);
  });

  async function consented() {
    const bench = await begin();
    const oauth = calling(bullhorn.oauth);
    const asking: AtsAccess = { ...bench.fake.access, connectedBy: 'oauth', credentials: {} };
    const redirectUri = 'https://hiretext.example/callback';
    const tokens = await oauth.exchange(bench.makeApi({ access: asking }), {
      code: bench.fake.signIn.issue('code'),
      redirectUri,
      client: BULLHORN_CLIENT,
    });
    const access = { ...asking, tokens };
    return { ...bench, oauth, access };
  }

  it('by consent asks for it in the browser, and needs no password', async () => {
    const { oauth, access, makeApi, fake } = await consented();
    const url = new URL(
      oauth.authorizeUrl({ clientId: 'c', redirectUri: 'https://hiretext.example/callback', state: 's' }),
    );
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'c',
      response_type: 'code',
      redirect_uri: 'https://hiretext.example/callback',
      state: 's',
    });
    expect(await bullhorn.test(makeApi({ access }))).toEqual({ atsAccountId: 'e999' });
    expect(fake.requests.some(({ path }) => path.endsWith('/authorize'))).toBe(false);
  });

  it('by consent uses each refresh token once', async () => {
    const { access, makeApi } = await consented();
    const renew = calling(bullhorn.signIn.newTokens);
    const second = await renew(makeApi({ access }), access);
    expect(second.refreshToken).not.toBe(access.tokens.refreshToken);
    await expect(renew(makeApi({ access }), access)).rejects.toThrow(KeyRefused);
    const third = await renew(makeApi({ access }), { ...access, tokens: second });
    expect(await bullhorn.test(makeApi({ access: { ...access, tokens: third } }))).toBeDefined();
  });

  it('by consent keeps the new refresh token when no session can be opened', async () => {
    const { access, makeApi, fake } = await consented();
    const renew = calling(bullhorn.signIn.newTokens);
    fake.signIn.loginsDown = 3;
    const kept = await renew(makeApi({ access }), access);
    expect(kept).toMatchObject({ accessToken: '' });
    fake.signIn.loginsDown = 0;
    const next = await renew(makeApi({ access }), { ...access, tokens: kept });
    expect(await bullhorn.test(makeApi({ access: { ...access, tokens: next } }))).toBeDefined();
  });

  it('without a session is a call without a key', () => {
    const reply = { status: 412, headers: new Headers(), body: {}, text: '' };
    expect(bullhorn.readRefusal?.(reply)).toEqual({ kind: 'key' });
  });
});

describe('Bullhorn: lists', () => {
  it.each([
    ['JobOrder', 'View jobs', () => bullhorn.listJobs],
    ['Placement', 'View placements', () => calling(bullhorn.listNewHires)],
  ] as const)('without a right to %s name it', async (entity, named, list) => {
    const bench = await begin();
    bench.fake.faults.takeRight(`${entity} entitlement`);
    const failure = await failureOf(list()(bench.api, everyone), bench);
    expect(failure).toMatchObject({ name: 'RightsMissing', missing: [named] });
  });

  it('go on after a page that is shorter than asked for', async () => {
    const bench = await begin();
    const people = Array.from({ length: 210 }, () => bench.fake.addPerson(ANA));
    for (const { externalId } of people.slice(10, 60)) bench.fake.state.hidden.add(Number(externalId));
    const pages = await readPeople(bench, null);
    expect(pages.map((page) => page.people.length)).toEqual([50, 100, 10]);
  });

  it('include those who are marked as deleted, in order', async () => {
    const { fake, api } = await begin();
    const ana = fake.addPerson(ANA);
    fake.deletePerson(ana.externalId);
    expect(await bullhorn.listPeople(api, everyone)).toEqual({
      people: [],
      deleted: [ana.externalId],
      next: null,
    });
  });
});

describe('Bullhorn: what is asked for', () => {
  it.each([`say "hi" \\ (x) AND y@a.example`, `o'neil+"texts"@a.example`, 'a:b*c?~^[d]{e}!||&&@a.example'])(
    'is a phrase, whatever it contains: %s',
    async (email) => {
      const { fake, api } = await begin();
      const person = fake.addPerson({ ...ANA, email });
      fake.addPerson(ANA);
      const found = await calling(bullhorn.findByEmail)(api, email);
      expect(found.map(({ externalId }) => externalId)).toEqual([person.externalId]);
      expect(fake.misuse).toEqual([]);
    },
  );

  it('finds second addresses and numbers, but no one who is deleted', async () => {
    const { fake, api } = await begin();
    const ana = fake.addPerson({ ...ANA, phones: ['1', '2', '3', '(312)555-0142'] });
    fake.person(ana.externalId).extra.email3 = 'third@a.example';
    const gone = fake.addPerson({ ...ANA, email: 'third@a.example', phones: ['3125550142'] });
    fake.deletePerson(gone.externalId);
    const found = [
      await calling(bullhorn.findByEmail)(api, 'THIRD@a.example'),
      await calling(bullhorn.findByPhone)(api, '+13125550142'),
    ];
    expect(found.map((people) => people.map(({ externalId }) => externalId))).toEqual([
      [ana.externalId],
      [ana.externalId],
    ]);
  });

  it.each([
    ['+13125550142', ['3125550142', '(312) 555-0142', '+1 312-555-0142', '1-312-555-0142', '312.555.0142']],
    ['+442079460958', ['+442079460958', '442079460958', '00442079460958']],
  ])('%s is spelled %j', (phoneNumber, spellings) => {
    expect(phoneSpellings(phoneNumber)).toEqual(expect.arrayContaining(spellings));
  });
});

describe('Bullhorn: notes', () => {
  const note = { applicationExternalId: null, body: 'Hi <Ana> & co\n(r-1)', reference: 'r-1' };

  it.each([
    [['Email', 'SMS Sent', 'Other'], 'SMS Sent'],
    [['Email', 'Text Message with a name far too long', 'General note'], 'General note'],
    [['Call'], 'Call'],
  ])('of the kinds %j are of %s', async (actions, action) => {
    const { fake, api } = await begin();
    fake.state.actions = actions;
    const { externalId } = fake.addPerson(ANA);
    await calling(bullhorn.writeNote)(api, { ...note, personExternalId: externalId, authorEmail: null });
    expect(fake.hiring.notes).toMatchObject([
      { extra: { action, comments: 'Hi &lt;Ana&gt; &amp; co<br>(r-1)' }, author: { name: 'API user' } },
    ]);
  });

  it('are by who sent the text, if they have a user there', async () => {
    const { fake, api } = await begin();
    const mo = fake.hiring.addUser({ name: 'Mo', email: "mo.o'neil@corp.example" });
    const { externalId } = fake.addPerson(ANA);
    for (const authorEmail of ["mo.o'neil@corp.example", 'unknown@corp.example'])
      await calling(bullhorn.writeNote)(api, { ...note, personExternalId: externalId, authorEmail });
    const [me] = fake.hiring.users;
    expect(fake.hiring.notes.map(({ author }) => author)).toEqual([mo, me]);
  });
});

describe('Bullhorn: the queue', () => {
  async function subscribed() {
    const bench = await begin();
    const events = calling(bullhorn.events);
    const { position } = await events.poll(bench.api, null);
    return { ...bench, events, position };
  }

  it('hands out again what was taken and got lost', async () => {
    const { fake, makeApi, events, position } = await subscribed();
    const job = fake.addJob({ name: 'Nurse' });
    const ana = fake.addPerson({ ...ANA, job });
    fake.faults.next({ kind: 'lostAnswer' }, { path: /subscription\/:id$/ });
    await expect(events.poll(makeApi(), position)).rejects.toThrow('no answer');
    const bo = fake.addPerson(ANA);
    const again = await events.poll(makeApi(), position);
    expect(again).toMatchObject({ more: true });
    expect(again.events).toEqual([
      { kind: 'jobsChanged' },
      { kind: 'personChanged', externalId: ana.externalId },
    ]);
    const next = await events.poll(makeApi(), again.position);
    expect(next.events).toEqual([{ kind: 'personChanged', externalId: bo.externalId }]);
    const empty = await events.poll(makeApi(), next.position);
    expect(empty).toEqual({ events: [], position: next.position, more: false });
  });

  it('reports moves, interviews, placements and deleted people', async () => {
    const { fake, api, events, position } = await subscribed();
    const person = fake.addPerson({ ...ANA, job: fake.addJob({ name: 'Nurse' }) });
    const begun = await events.poll(api, position);
    fake.move(person.applicationExternalId ?? '', 'Placed');
    const moved = await events.poll(api, begun.position);
    expect(moved.events).toEqual([{ kind: 'personChanged', externalId: person.externalId }]);
    calling(fake.addInterview)({
      person,
      title: 'Talk',
      startsAt: new Date('2026-11-05T15:00:00Z'),
      endsAt: new Date('2026-11-05T16:00:00Z'),
      timezone: 'Nowhere/Zone',
      interviewer: { name: 'Mo', email: 'mo@corp.example' },
      videoUrl: 'https://video.example/1',
    });
    calling(fake.addNewHire)({ person, startsOn: '2026-12-01' });
    fake.deletePerson(person.externalId);
    expect((await events.poll(api, moved.position)).events).toEqual([
      { kind: 'interviewsChanged', applicationExternalId: null },
      { kind: 'newHiresChanged' },
      { kind: 'personDeleted', externalId: person.externalId },
    ]);
    const from = { since: null, startsAfter: new Date('2026-11-01'), cursor: null, applications: [] };
    const { interviews } = await calling(bullhorn.listInterviews)(api, from);
    expect(interviews).toMatchObject([
      { videoUrl: 'https://video.example/1', location: null, timezone: null },
    ]);
  });

  it('starts over when it was removed there', async () => {
    const { fake, api, events, position } = await subscribed();
    fake.state.subscriptions = [];
    const begun = await events.poll(api, position);
    expect(begun.position).not.toBe(position);
    const ana = fake.addPerson(ANA);
    const { events: polled } = await events.poll(api, begun.position);
    expect(polled).toEqual([{ kind: 'personChanged', externalId: ana.externalId }]);
  });
});

describe('the conditions that the fake of Bullhorn understands', () => {
  const row = { id: 7, name: "O'Neil", isDeleted: false, candidate: { id: 3 }, at: 1_700_000_000_000 };

  it.each([
    ["name='O''Neil'", true],
    ['id=7 AND isDeleted=false', true],
    ['candidate.id IN (1,3)', true],
    ['at>=1700000000000 AND at>1700000000000', false],
    ["name='O'Neil'", null],
    ['name LIKE x', null],
  ])('where %s', (where, expected) => {
    expect(parseWhere(where)?.(row) ?? null).toBe(expected);
  });

  it.each([
    ['isDeleted:0 AND name:("x" OR "o\'neil")', true],
    ['isDeleted:1 OR id:7', true],
    ['name:O+Neil', null],
    ['name:"unclosed', null],
    ['(isDeleted:0', null],
  ])('query %s', (query, expected) => {
    expect(parseLucene(query)?.(row) ?? null).toBe(expected);
  });
});
