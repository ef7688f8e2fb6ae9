import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../contract/routes.ts';
import { type Recruiter, startTestApp, type TestApp } from '../testing/test-app.ts';
import { SESSION_SECONDS } from './session-token.ts';

/* Tokens that we didn't make, or that belong to another session, open nothing. */

let app: TestApp;
let ana: Recruiter;
let eve: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  eve = await app.signUp();
});
afterAll(() => app.stop());

const ask = (token: string) => app.client(token).ask(routes.getUser);
const bytesOf = (token: string) => Buffer.from(token, 'base64url');
const [account, session, key] = [
  [0, 16],
  [16, 32],
  [32, 64],
] as const;

/** Ana's token, with other bytes in one part of it. */
function withPart([start, end]: readonly [number, number], part: Buffer): string {
  const bytes = bytesOf(ana.token);
  part.copy(bytes, start, 0, end - start);
  return bytes.toString('base64url');
}

const partOfEve = ([start, end]: readonly [number, number]) => bytesOf(eve.token).subarray(start, end);

describe('a forged token', () => {
  it.each<[string, () => string]>([
    ['another key', () => withPart(key, randomBytes(32))],
    ['a key of zeros', () => withPart(key, Buffer.alloc(32))],
    ["another session's key", () => withPart(key, partOfEve(key))],
    ['another session', () => withPart(session, partOfEve(session))],
    ['another account', () => withPart(account, partOfEve(account))],
    ['a session that never was', () => withPart(session, randomBytes(16))],
  ])('with %s opens nothing', async (_, forge) => {
    expect(await ask(forge())).toMatchObject({ status: 401, body: { code: 'session_ended' } });
    expect((await ask(ana.token)).status).toBe(200);
  });

  it('made from what the database holds opens nothing', async () => {
    const { rows } = await app.deps.pool.query<{ key_hash: string }>(
      'select key_hash from sessions where account_id = $1 and user_id = $2',
      [ana.accountId, ana.userId],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { key_hash } of rows) {
      expect(ana.token).not.toContain(key_hash);
      const forged = withPart(key, Buffer.from(key_hash, 'base64url'));
      expect(await ask(forged)).toMatchObject({ status: 401, body: { code: 'session_ended' } });
    }
  });

  it('with any one character changed opens nothing', async () => {
    const { token } = ana;
    for (let at = 0; at < token.length - 1; at += 3) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
      expect((await ask(changed)).status, String(at)).toBe(401);
    }
  });

  it.each<[string, () => string]>([
    ['a word', () => 'x'],
    ['less', () => ana.token.slice(0, -1)],
    ['more', () => `${ana.token}A`],
    ['another alphabet', () => `${ana.token.slice(0, -1)}=`],
    ['a JSON web token without a signature', () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
    ['much more', () => 'a'.repeat(8000)],
  ])('of another shape is none: %s', async (_, token) => {
    expect(await ask(token())).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });
});

describe("a true token's session", () => {
  it('is over when its time is', async () => {
    const person = await app.signUpOnly();
    expect((await ask(person.token)).status).toBe(200);
    try {
      app.clock.advance((SESSION_SECONDS - 60) * 1000);
      expect((await ask(person.token)).status).toBe(200);
      app.clock.advance(61_000);
      expect(await ask(person.token)).toMatchObject({ status: 401, body: { code: 'session_ended' } });
    } finally {
      app.clock.reset();
    }
  });

  it('is over when it was ended, at once', async () => {
    const person = await app.signUpOnly();
    expect((await ask(person.token)).status).toBe(200);
    await person.call(routes.logout, {});
    expect(await ask(person.token)).toMatchObject({ status: 401, body: { code: 'session_ended' } });
  });
});

it.each([
  ['nothing', {}],
  ['another scheme', { authorization: 'Basic YW5hOnBhc3N3b3Jk' }],
  ['the token alone', () => ({ authorization: ana.token })],
  [
    'a cookie',
    () => ({ cookie: `token=${ana.token}; id_token=${ana.token}; authorization=Bearer ${ana.token}` }),
  ],
])('%s is no authorization', async (_, headers) => {
  const given = typeof headers === 'function' ? headers() : headers;
  const answer = await app.anonymous.ask(routes.getUser, { headers: given as Record<string, string> });
  expect(answer).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated', message: 'No authorization token was found' },
  });
});

it('a token in the address is no authorization', async () => {
  for (const name of ['token', 'id_token', 'access_token']) {
    const { status } = await fetch(`${app.url}/v1/user?${name}=${ana.token}`);
    expect(status).toBe(401);
  }
});
