import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '../../contract/api.ts';
import type { Route } from '../../contract/route.ts';
import * as routes from '../../contract/routes.ts';
import { CONTRACT_VARIABLES, fuzzedRoutes, fuzzRoute } from '../../fuzz/contract.ts';
import { howMany } from '../testing/how-long.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../testing/test-app.ts';
import { type LooseInput, pathOf, refusalOf } from '../testing/test-client.ts';

/* Anything that is sent is answered or refused, never a server error. */

/** `npm run fuzz` goes on from there. */
const RUNS = howMany(3, 10);

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp({ variables: CONTRACT_VARIABLES });
  ana = await app.signUp();
});
afterAll(() => app.stop());

describe('whatever is sent', () => {
  it.each(fuzzedRoutes)('$name is never our fault', ({ route }) => fuzzRoute(app, route, { numRuns: RUNS }));
});

it('what is missing is reported in plain words, also where the contract has none', async () => {
  const { body } = await ana.ask(routes.enableLandline, { body: { phoneNumber: '+13125550100' } });
  expect(body).toMatchObject({ details: { fields: { owner: ['The owner is required'] } } });
});

it.each([
  ['of many layers', `${'['.repeat(300_000)}${']'.repeat(300_000)}`],
  ['of many values', `{"email":[${'0,'.repeat(300_000)}0]}`],
])('a body %s is refused before it is looked into', async (_, body) => {
  const answer = await fetch(`${app.url}${API_BASE}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(refusalOf({ status: answer.status, body: await answer.json() })).toBe('400 too_complex');
});

it.each(['/v1/candidates/%E0%A4%A', `/v1/candidates/${'x'.repeat(5000)}`])(
  'an address that the router can not read is refused in our words',
  async (path) => {
    const answer = await fetch(app.url + path, { headers: { authorization: `Bearer ${ana.token}` } });
    expect(refusalOf({ status: answer.status, body: await answer.json() })).toBe('400 malformed');
  },
);

describe('text that can not be stored', () => {
  const to = '+13125550199';
  /** PostgreSQL stores neither of them. */
  const unstorable = [
    ['a null', 'a\u0000b'],
    ['half a character', 'a\ud800b'],
  ] as const;
  const places: [string, Route, (text: string) => LooseInput][] = [
    ['the body of a text', routes.sendMessage, (text) => ({ body: { to, body: text } })],
    ['a job title', routes.createCandidate, (text) => ({ body: candidate({ jobTitle: text }) })],
    ['a last name', routes.createCandidate, (text) => ({ body: candidate({ lastName: text }) })],
    ['a tag', routes.createCandidate, (text) => ({ body: candidate({ tags: [text] }) })],
    [
      'an external id',
      routes.createCandidate,
      (text) => ({ body: candidate({ externalIds: { lever: text } }) }),
    ],
    ['a system', routes.createCandidate, (text) => ({ body: candidate({ externalIds: { [text]: '7' } }) })],
    ['an e-mail', routes.createCandidate, (text) => ({ body: candidate({ email: `${text}@example.com` }) })],
    ['a phone', routes.createCandidate, (text) => ({ body: candidate({ phoneNumber: text }) })],
    ['a company', routes.updateAccount, (text) => ({ body: { name: text } })],
    ['a first name', routes.updateUser, (text) => ({ body: { firstName: text } })],
    ['a login', routes.login, (text) => ({ body: { email: 'ana@example.com', password: text } })],
  ];
  const candidate = (fields: object) => ({
    firstName: 'Ben',
    lastName: 'Ito',
    phoneNumber: candidatePhone(),
    ...fields,
  });

  it.each(places.flatMap((place) => unstorable.map((what) => [...what, ...place] as const)))(
    '%s (%j) in %s is refused',
    async (_, text, _place, route, input) => {
      expect(refusalOf(await ana.ask(route, input(text)))).toBe('422 invalid');
    },
  );

  it.each([
    ['candidates', routes.listCandidates],
    ['conversations', routes.listConversations],
  ])('a null in a search of %s is refused', async (_, route) => {
    expect(refusalOf(await ana.ask(route, { query: { search: 'a\u0000' } }))).toBe('422 invalid');
  });

  it('a null in a search of texts is refused', async () => {
    expect(refusalOf(await ana.ask(routes.search, { query: { q: 'a\u0000' } }))).toBe('422 invalid');
  });

  it('a null in a path leads nowhere', async () => {
    expect(refusalOf(await ana.ask(routes.getCandidate, { params: { id: '\u0000' } }))).toBe('404 not_found');
  });

  it.each(['', 'a b', 'ä', 'x'.repeat(201)])('an Idempotency-Key %j is malformed', async (key) => {
    const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
    const answer = await ana.ask(routes.sendMessage, { body: { to, body: 'Hi' }, headers });
    expect(refusalOf(answer)).toBe('400 malformed');
  });

  it('a null in the name of a file harms no one', async () => {
    const form = new FormData();
    form.append('file', new Blob(['no picture'], { type: 'image/png' }), 'a\u0000b.png');
    const answer = await fetch(app.url + API_BASE + routes.uploadMedia.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${ana.token}` },
      body: form,
    });
    expect(refusalOf({ status: answer.status, body: await answer.json() })).toBe(
      '415 unsupported_media_type',
    );
  });
});

describe('a cursor that no one was given', () => {
  const forged = (text: string) => Buffer.from(text).toString('base64url');
  const cursors = [
    'x',
    forged('1.'),
    forged(`1.${'-'.repeat(36)}`),
    forged(`999999999999999.${'0'.repeat(36)}`),
    forged(`${'-'.repeat(36)}ana`),
    forged(`${'0'.repeat(36)}a\u0000`),
  ];

  it.each(cursors)('%j is malformed', async (cursor) => {
    const { conversationId } = await ana.call(routes.sendMessage, {
      body: { to: candidatePhone(), body: 'Hi' },
    });
    for (const [route, input] of [
      [routes.listCandidates, { query: { cursor } }],
      [routes.listCandidates, { query: { cursor, search: 'ana' } }],
      [routes.listAuditEvents, { query: { cursor } }],
      [routes.listSentDrafts, { query: { cursor } }],
      [routes.listConversations, { query: { cursor } }],
      [routes.listConversations, { query: { cursor, search: 'ana' } }],
      [routes.search, { query: { cursor, q: 'ana' } }],
      [routes.listMessages, { params: { id: conversationId }, query: { cursor } }],
    ] as const)
      expect(refusalOf(await ana.ask(route, input)), pathOf(route, input)).toBe('400 malformed');
  });
});
