import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Route } from '../../contract/route.ts';
import * as routes from '../../contract/routes.ts';
import { giveKey } from '../testing/api-keys.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type LooseInput, pathOf } from '../testing/test-client.ts';

/* One limit applies to every call: by session, and by address for those who have none. */

const LIMIT = 40;

let app: TestApp | undefined;
let addresses = 0;
/** One that no one has called from. */
let address: string;

beforeEach(async () => {
  app ??= await startTestApp({
    variables: { REQUESTS_PER_MINUTE: String(LIMIT), TRUST_PROXY: '127.0.0.1' },
  });
  addresses += 1;
  address = `192.0.2.${addresses}`;
});
afterAll(() => app?.stop());

function ask(path: string, { token, ...init }: RequestInit & { token?: string } = {}): Promise<Response> {
  return fetch(app?.url + path, {
    ...init,
    headers: {
      'x-forwarded-for': address,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...init.headers,
    },
  });
}
const call = (route: Route, given: { token?: string } & LooseInput = {}) =>
  ask(pathOf(route, given), { method: route.method, ...(given.token ? { token: given.token } : {}) });

async function session(): Promise<string> {
  const { status, body } = await (app as TestApp).anonymous.ask(routes.signup, {
    body: {
      firstName: 'Ana',
      lastName: 'Lopez',
      email: `${crypto.randomUUID()}@example.com`,
      password: 'correct horse battery',
    },
    headers: { 'x-forwarded-for': `198.51.100.${addresses}` },
  });
  expect(status).toBe(201);
  return routes.signup.reply.parse(body).id_token;
}

async function answers(times: number, one: () => Promise<Response>): Promise<number[]> {
  const statuses = [];
  for (let asked = 0; asked < times; asked += 1) statuses.push((await one()).status);
  return statuses;
}

const seen = (response: Response) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(response.headers.get(`ratelimit-${name}`)));

it('a session has so many calls a minute, and replies say how many are left', async () => {
  const token = await session();
  const first = await call(routes.getUser, { token });
  expect(first.status).toBe(200);
  expect(await answers(LIMIT - 1, () => call(routes.getUser, { token }))).toEqual(Array(LIMIT - 1).fill(200));
  const refused = await call(routes.getUser, { token });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
  const [limit, remaining, reset = 0] = seen(refused);
  expect([limit, remaining]).toEqual([LIMIT, 0]);
  expect(reset).toBeGreaterThan(0);
  expect(reset).toBeLessThanOrEqual(60);
  expect(refused.headers.get('retry-after')).toBe(String(reset));
  // The form of the draft of 2026, for clients that read one field instead of three.
  expect(refused.headers.get('ratelimit')).toBe(`"default";r=0;t=${reset}`);
  expect(refused.headers.get('ratelimit-policy')).toBe(`"default";q=${LIMIT};w=60`);
});

it('it is the session’s own: not that of others at the same address, nor of who has none', async () => {
  const [one, other] = [await session(), await session()];
  await answers(LIMIT + 1, () => call(routes.getUser, { token: one }));
  expect((await call(routes.getUser, { token: one })).status).toBe(429);
  const answer = await call(routes.getUser, { token: other });
  expect([answer.status, ...seen(answer).slice(0, 2)]).toEqual([200, LIMIT, LIMIT - 1]);
  expect(seen(await call(routes.getCaptchaChallenge))[1]).toBe(LIMIT - 1);
});

it('calls of one session that arrive together are counted as its own', async () => {
  const token = await session();
  const together = await Promise.all(Array.from({ length: 10 }, () => call(routes.getUser, { token })));
  expect(together.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(seen(await call(routes.getUser, { token }))[1]).toBe(LIMIT - 11);
  expect(seen(await call(routes.getCaptchaChallenge))[1]).toBe(LIMIT - 1);
});

it('keys of one account get together what five do, and none of it is taken from people or others', async () => {
  const [token, stranger] = [await session(), await session()];
  const keyOf = async (of: string) => {
    const { id: userId, accountId } = routes.getUser.reply.parse(
      await (await call(routes.getUser, { token: of })).json(),
    );
    return (await giveKey(app as TestApp, { accountId, userId })).secret;
  };
  const keys = await Promise.all(Array.from({ length: 6 }, () => keyOf(token)));
  const first = await call(routes.getUser, { token: keys[0] as string });
  expect(seen(first).slice(0, 2)).toEqual([LIMIT, LIMIT - 1]);
  expect(first.headers.get('ratelimit-policy')).toBe(
    `"default";q=${LIMIT};w=60, "account";q=${LIMIT * 5};w=60`,
  );
  expect(first.headers.get('ratelimit')).toMatch(
    new RegExp(`^"default";r=${LIMIT - 1};t=\\d+, "account";r=${LIMIT * 5 - 1};t=\\d+$`),
  );
  for (const [index, key] of keys.slice(0, 5).entries())
    expect(
      new Set(await answers(index === 0 ? LIMIT - 1 : LIMIT, () => call(routes.getUser, { token: key }))),
    ).toEqual(new Set([200]));
  const refused = await call(routes.getUser, { token: keys[5] as string });
  expect(refused.status).toBe(429);
  const [limit, remaining, reset] = seen(refused);
  expect([limit, remaining]).toEqual([LIMIT * 5, 0]);
  expect(refused.headers.get('retry-after')).toBe(String(reset));
  expect((await call(routes.getUser, { token })).status).toBe(200);
  expect((await call(routes.getUser, { token: await keyOf(stranger) })).status).toBe(200);
});

it('an address without a session has as many, and then those who have one still call', async () => {
  const token = await session();
  await call(routes.getUser, { token });
  const challenges = await answers(LIMIT + 1, () =>
    call(routes.getCaptchaChallenge, { query: { action: 'signup' } }),
  );
  expect(challenges).toEqual([...Array(LIMIT).fill(200), 429]);
  expect((await call(routes.getUser, { token })).status).toBe(200);
  address = '203.0.113.1';
  expect((await call(routes.getCaptchaChallenge, { query: { action: 'signup' } })).status).toBe(200);
});

it('anyone who makes up tokens, or keeps one of a session that ended, is counted by address', async () => {
  const madeUp = () => Buffer.from(crypto.getRandomValues(new Uint8Array(64))).toString('base64url');
  const ended = await session();
  await call(routes.logout, { token: ended });
  const statuses = [
    ...(await answers(20, () => call(routes.getUser, { token: madeUp() }))),
    ...(await answers(2, () => call(routes.getUser, { token: 'nonsense' }))),
    ...(await answers(LIMIT, () => call(routes.getUser, { token: ended }))),
  ];
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(401));
  expect(statuses.at(-1)).toBe(429);
});

it('every row of the route table is counted before anything else is looked at', async () => {
  let left = 0;
  for (const [name, route] of Object.entries(routes as Record<string, Route>)) {
    if (left === 0) {
      addresses += 1;
      address = `192.0.2.${addresses}`;
    }
    const params = Object.fromEntries(
      [...route.path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, 'x']),
    );
    const answer = await ask(pathOf(route, { params }), {
      method: route.method,
      ...(route.method === 'GET' ? {} : { body: '{', headers: { 'content-type': 'application/json' } }),
    });
    await answer.body?.cancel();
    const [limit, remaining = 0] = seen(answer);
    expect([name, limit, remaining]).toEqual([name, LIMIT, left === 0 ? LIMIT - 1 : left - 1]);
    left = remaining;
  }
});

it.each([
  ['/healthz', 'GET'],
  ['/readyz', 'GET'],
  ['/v1/openapi.json', 'GET'],
  ['/webhooks/twilio/messages', 'POST'],
  ['/media/x/y', 'GET'],
  ['/assets/x.js', 'GET'],
])('%s is not', async (path, method) => {
  const all = await Promise.all(Array.from({ length: LIMIT + 10 }, () => ask(path, { method })));
  for (const answer of all) {
    await answer.body?.cancel();
    expect(answer.status).not.toBe(429);
    expect(answer.headers.has('ratelimit-limit')).toBe(false);
  }
});

it('assistants too, whether or not they have a key', async () => {
  const post = (token: string) => ask('/mcp', { method: 'POST', token });
  const guess = (last: number) => 'x'.repeat(42) + (last % 10);
  let guesses = 0;
  const refused = await answers(LIMIT + 1, () => {
    guesses += 1;
    return post(guess(guesses));
  });
  expect(refused).toEqual([...Array(LIMIT).fill(401), 429]);
});
