import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { API_BASE } from '../../contract/api.ts';
import { FailureReply } from '../../contract/failure.ts';
import type { Route } from '../../contract/route.ts';
import * as routes from '../../contract/routes.ts';
import { Scope } from '../../contract/scopes.ts';
import { giveKey } from '../testing/api-keys.ts';
import { oncePerShape } from '../testing/how-long.ts';
import type { Newcomer } from '../testing/people.ts';
import { type Recruiter, startTestApp, type TestApp } from '../testing/test-app.ts';
import { type Client, createClient, pathOf, refusalOf } from '../testing/test-client.ts';
import { SESSION_SECONDS } from './session-token.ts';

/* Rules that hold for every row of the route table. */

const ANY_ID = '01890000-0000-7000-8000-000000000000';
const table = Object.entries(routes as Record<string, Route>).map(([name, route]) => ({ name, route }));
const withSession = table.filter(({ route }) => route.auth === 'session');
const withBody = table.filter(({ route }) => route.body !== undefined);
const withParams = table.filter(({ route }) => route.params !== undefined);

let app: TestApp;
let ana: Recruiter;
/** Someone whose session was ended. */
let gone: Newcomer;
/** Keys with every scope, of an admin. */
const refusedKeys = new Map<string, { client: Client; expected: string }>();

beforeAll(async () => {
  // Staff, so that nothing is hidden from her.
  app = await startTestApp({ variables: { STAFF_EMAIL_DOMAINS: 'example.com' } });
  ana = await app.signUp();
  await app.deps.pool.query('update users set email_verified_at = now(), mfa_enabled = true where id = $1', [
    ana.userId,
  ]);
  gone = await app.signUpOnly();
  await gone.call(routes.logout, {});
  const scopes = Scope.options;
  const refuse = (what: string, client: Client, expected = '401 key_invalid') =>
    refusedKeys.set(what, { client, expected });
  const left = await app.addColleague(ana, 'admin');
  refuse('its owner has left', await giveKey(app, left, { scopes }));
  await app.deps.pool.query('update users set deactivated_at = now() where id = $1', [left.userId]);
  refuse('expired', await giveKey(app, ana, { scopes, expiresAt: new Date(Date.now() - 1) }));
  const { secret } = await giveKey(app, ana, { scopes });
  refuse('a wrong checksum', app.client(`${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`));
  const addresses = ['203.0.113.0/24'];
  refuse('elsewhere', await giveKey(app, ana, { scopes, addresses }), '401 address_refused');
});
afterAll(() => app.stop());

function send(
  route: Route,
  body: string | undefined,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(
    app.url + pathOf(route, { params: { id: ANY_ID, noteId: ANY_ID, type: 'lever', provider: 'google' } }),
    {
      method: route.method,
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    },
  );
}

async function refusal(answer: Response): Promise<string> {
  return refusalOf({ status: answer.status, body: await answer.json() });
}

/** How much is stored of what people make. */
async function stored(): Promise<unknown> {
  const { rows } = await app.deps.pool.query(`
    select (select count(*) from accounts) as accounts, (select count(*) from users) as users,
           (select count(*) from candidates) as candidates, (select count(*) from conversations) as conversations,
           (select count(*) from messages) as messages, (select count(*) from numbers) as numbers,
           (select count(*) from seats) as seats, (select count(*) from media) as media,
           (select count(*) from idempotency_keys) as keys, (select count(*) from live_events) as notes`);
  return rows[0];
}

describe('who asks', () => {
  const shape = { params: { id: ANY_ID, noteId: ANY_ID, undoId: ANY_ID }, query: {} };

  it.each(oncePerShape(withSession))('$name needs a token', async ({ route }) => {
    const { status, body } = await app.anonymous.ask(route, shape);
    expect(status).toBe(401);
    expect(FailureReply.parse(body)).toMatchObject({
      message: 'No authorization token was found',
      code: 'unauthenticated',
    });
  });

  it.each(oncePerShape(withSession))('$name refuses a token that was tampered with', async ({ route }) => {
    const flipped = `${ana.token.slice(0, 60)}${ana.token[60] === 'A' ? 'B' : 'A'}${ana.token.slice(61)}`;
    expect(refusalOf(await app.client(flipped).ask(route, shape))).toBe('401 session_ended');
  });

  it.each(oncePerShape(withSession))('$name refuses a session that was ended', async ({ route }) => {
    expect(refusalOf(await gone.ask(route, shape))).toBe('401 session_ended');
  });

  it.each(oncePerShape(withSession))('$name refuses a key that is dead or elsewhere', async ({ route }) => {
    for (const [what, { client, expected }] of refusedKeys)
      expect(refusalOf(await client.ask(route, shape)), what).toBe(expected);
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer null', 'Bearer a.b.c'])(
    'refuses the header %j',
    async (authorization) => {
      const answer = await app.anonymous.ask(routes.getUser, { headers: { authorization } });
      expect(refusalOf(answer)).toBe('401 unauthenticated');
    },
  );

  it('refuses a token after thirty days', async () => {
    const person = await app.signUpOnly();
    app.clock.advance((SESSION_SECONDS - 60) * 1000);
    await person.call(routes.getUser, {});
    app.clock.advance(120_000);
    const refused = await person.refusal(routes.getUser, {});
    app.clock.reset();
    expect(refused).toBe('401 session_ended');
  });
});

describe('what is asked', () => {
  const malformed = ['{', '{"a":}', 'null,', '{"__proto__":{}}', ''];

  it.each(oncePerShape(withBody))('$name refuses a body that is no JSON', async ({ route }) => {
    const before = await stored();
    for (const body of malformed) expect(await refusal(await send(route, body))).toBe('400 malformed');
    expect(await stored()).toEqual(before);
  });

  /** Ana's is monthly. */
  const withHerPlan = withBody.filter(({ route }) => route.may?.plans?.includes('monthly') ?? true);
  it.each(withHerPlan)('$name names the fields that are of a wrong type', async ({ route }) => {
    const before = await stored();
    for (const body of ['[]', '"text"', '7', 'null', everythingWrong(route)]) {
      if (isFine(route, body)) continue;
      const answer = await send(route, body);
      const reply = FailureReply.parse(await answer.json());
      expect(`${answer.status} ${reply.code}`, body).toBe('422 invalid');
      expect(Object.keys(reply.details?.fields ?? {})).not.toEqual([]);
    }
    expect(await stored()).toEqual(before);
  });

  it.each(withParams)('$name finds nothing where the path has no id', async ({ route }) => {
    for (const id of ['7', 'null', `${ANY_ID}0`, "'; drop table users; --", '%00', '..%2f']) {
      const answer = await ana.ask(route, { params: { id }, body: validBody(route) });
      expect(refusalOf(answer), id).toBe('404 not_found');
    }
  });

  it.each(oncePerShape(withBody))('$name refuses a body over 1 MB', async ({ route }) => {
    const body = JSON.stringify({ text: 'x'.repeat(1_000_001) });
    expect(await refusal(await send(route, body))).toBe('413 too_large');
  });

  it.each([
    ['GET', '/v1/nothing'],
    ['POST', '/v1/candidates/x/y/z'],
    ['PUT', '/v1/messages'],
    ['GET', '/nothing'],
    ['GET', '/v1/'],
  ])('%s %s is not found', async (method, path) => {
    const answer = await fetch(app.url + path, { method });
    expect(await refusal(answer)).toBe('404 not_found');
  });

  it('refuses content that it can not read', async () => {
    const answer = await fetch(`${app.url}${API_BASE}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/xml' },
      body: '<login/>',
    });
    expect(await refusal(answer)).toBe('415 unsupported_media_type');
  });

  it('answers every refusal with the id under which it was logged', async () => {
    const client = createClient(app.url, null);
    const first = FailureReply.parse((await client.ask(routes.getUser)).body);
    const second = FailureReply.parse((await client.ask(routes.getUser)).body);
    expect(first.requestId).not.toBe(second.requestId);
  });
});

/** A body that the schema takes, for routes whose path is looked at here. */
function validBody(route: Route): unknown {
  const bodies: Partial<Record<string, unknown>> = {
    reviewHold: { optOut: false },
    updateCandidate: {},
    updateTags: { tags: [] },
    updatePhoneNumber: { phoneNumber: '+12015550133' },
    transferHiringManagerSeat: { email: 'unknown@example.com', firstName: 'No', lastName: 'Body' },
  };
  const name = table.find((row) => row.route === route)?.name ?? '';
  return bodies[name];
}

/** Every field that the schema names, with a value that no field has. */
function everythingWrong(route: Route): string {
  const given = route.body instanceof z.ZodOptional ? route.body.unwrap() : route.body;
  const body = given as z.ZodObject | z.ZodDiscriminatedUnion<[z.ZodObject]>;
  const fields = Object.keys(('options' in body ? body.options[0] : body).shape);
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, { of: ['another', 'type'] }])));
}

/** Routes on which nothing is required take `null` as nothing, and those without fields have none that is wrong. */
function isFine(route: Route, body: string): boolean {
  return ['null', '{}'].includes(body) && route.body?.safeParse({}).success === true;
}
