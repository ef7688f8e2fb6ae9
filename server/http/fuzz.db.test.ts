import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Route } from '../../contract/route.ts';
import { API_BASE, routes } from '../../contract/routes.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../testing/test-app.ts';
import { type LooseInput, pathOf, refusalOf } from '../testing/test-client.ts';

/* Whatever anybody sends, it is answered or refused; never is it our fault. */

const table = Object.entries(routes as Record<string, Route>)
  // Streams never end; uploads have no schema of their own.
  .filter(([, route]) => route.transport === undefined)
  // Whoever signs out, or gives the number away, can't go on.
  .filter(([name]) => name !== 'logout' && name !== 'updateUserToNonTexter')
  .map(([name, route]) => ({ name, route }));
const RUNS = 40;

let app: TestApp;
let ana: Recruiter;
/** Ids that exist, so that the fuzz gets past the look-up. */
let ids: string[];

beforeAll(async () => {
  // Staff, so that nothing is hidden from her.
  app = await startTestApp({ variables: { QUIET_HOURS: 'off', STAFF_EMAIL_DOMAINS: 'example.com' } });
  ana = await app.signUp();
  await app.deps.pool.query('update users set email_verified_at = now(), mfa_enabled = true where id = $1', [
    ana.userId,
  ]);
  const text = await ana.call(routes.sendMessage, { body: { to: candidatePhone(), body: 'Hi' } });
  const { candidate } = await ana.call(routes.getConversation, { params: { id: text.conversationId } });
  ids = [text.id, text.conversationId, candidate.id, ana.userId, ana.accountId];
});
afterAll(() => app.stop());

type Json = z.core.JSONSchema.BaseSchema;

/** Strings that something trips over: PostgreSQL over the first two, JSON and SQL and regular expressions over others. */
const nasty = fc.constantFrom(
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '',
  ' ',
  "'",
  '%',
  '_',
  '\\',
  '-1',
  'null',
  '\u202e',
  '🧑‍🚀'.repeat(20),
  'é'.normalize('NFD'),
  'x'.repeat(2000),
);
const anything = fc.oneof(fc.jsonValue(), nasty, fc.constantFrom(1e308, -0, 2 ** 53, 0.5, null, [], {}));

/** Mostly what the schema asks for, now and then something else. */
function like(schema: Json): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anything });
}

function fitting(schema: Json): fc.Arbitrary<unknown> {
  const some = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (some) return fc.oneof(...some.map((each) => like(each as Json)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema;
      if (Object.keys(properties).length === 0)
        return fc.dictionary(fc.oneof(fc.string(), nasty), fc.oneof(fc.string(), nasty));
      const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, like(each as Json)]),
      );
      return fc.record(fields, { requiredKeys: required });
    }
    case 'array':
      return fc.array(like((schema.items ?? {}) as Json), { maxLength: 4 });
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: -1, max: 101 }), fc.double());
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.oneof(text(schema.format), nasty, fc.string({ unit: 'grapheme' }));
  }
}

function text(format: string | undefined): fc.Arbitrary<string> {
  switch (format) {
    case 'uuid':
      return fc.oneof(
        fc.constantFrom(0, 1, 2, 3).map((place) => ids[place] ?? ''),
        fc.uuid(),
      );
    case 'email':
      return fc.emailAddress();
    case 'date-time':
      return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
    default:
      return fc.constantFrom('+13125550100', '(312) 555-0101', '415', 'Ana', 'America/Denver', 'me', 'all');
  }
}

function arbitraryOf(schema: z.ZodType | undefined): fc.Arbitrary<unknown> {
  return schema === undefined
    ? fc.constant(undefined)
    : like(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json);
}

function queryOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

function paramsOf(value: unknown): Record<string, string> {
  const { id } = (value ?? {}) as { id?: unknown };
  // A lone surrogate has no place in an address, and dots are steps.
  return { id: (typeof id === 'string' && !/^\.*$/.test(id) ? id : '7').toWellFormed() };
}

describe('whatever is sent', () => {
  it.each(table)('$name is never our fault', async ({ route }) => {
    const inputs = fc.record({
      params: arbitraryOf(route.params).map(paramsOf),
      query: arbitraryOf(route.query).map(queryOf),
      body: arbitraryOf(route.body),
      key: fc.option(fc.stringMatching(/^[\x21-\x7e]{1,20}$/), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(inputs, async ({ key, ...input }) => {
        const answer = await ana.ask(route, {
          ...input,
          headers: key === undefined ? {} : { 'idempotency-key': key },
        });
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
        if (answer.status < 300) route.reply.parse(answer.body);
        else refusalOf(answer);
      }),
      { numRuns: RUNS },
    );
  });
});

it('what is missing is said in plain words, also where the contract has none', async () => {
  const { body } = await ana.ask(routes.enableLandline, { body: { phoneNumber: '+13125550100' } });
  expect(body).toMatchObject({ details: { fields: { owner: ['The owner is required'] } } });
});

it('a body of many layers is refused', async () => {
  const body = `${'['.repeat(300_000)}${']'.repeat(300_000)}`;
  const answer = await fetch(`${app.url}${API_BASE}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(refusalOf({ status: answer.status, body: await answer.json() })).toBe('422 invalid');
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

  it('a null in a path leads nowhere', async () => {
    expect(refusalOf(await ana.ask(routes.getCandidate, { params: { id: '\u0000' } }))).toBe('404 not_found');
  });

  it.each(['', 'a b', 'ä', 'x'.repeat(201)])('an Idempotency-Key %j is malformed', async (key) => {
    const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
    const answer = await ana.ask(routes.sendMessage, { body: { to, body: 'Hi' }, headers });
    expect(refusalOf(answer)).toBe('400 malformed');
  });

  it('a null in the name of a file harms nobody', async () => {
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

describe('a cursor that nobody was given', () => {
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
      [routes.listConversations, { query: { cursor } }],
      [routes.listConversations, { query: { cursor, search: 'ana' } }],
      [routes.listMessages, { params: { id: conversationId }, query: { cursor } }],
    ] as const)
      expect(refusalOf(await ana.ask(route, input)), pathOf(route, input)).toBe('400 malformed');
  });
});
