import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../contract/routes.ts';
import { type Recruiter, startTestApp, type TestApp } from '../testing/test-app.ts';
import { derivedKey } from './keys.ts';
import { SESSION_SECONDS } from './tokens.ts';

/* Tokens that we did not make, or that we made for something else, open nothing. */

/** The one of startTestApp: what somebody with the key could do stands beside what others can. */
const SECRET_KEY = 'a secret that is long enough for tests';

let app: TestApp;
let ana: Recruiter;
let eve: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  eve = await app.signUp();
});
afterAll(() => app.stop());

type Json = Record<string, unknown>;

const encode = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url');
const partsOf = (token: string) => token.split('.') as [string, string, string];
const claimsOf = (token: string): Json =>
  JSON.parse(Buffer.from(partsOf(token)[1], 'base64url').toString('utf8'));

function hmac(header: Json, claims: Json, key: Uint8Array | string): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  const hash = { HS384: 'sha384', HS512: 'sha512' }[String(header.alg)] ?? 'sha256';
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}

const sessionKey = derivedKey(SECRET_KEY, 'session');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();

function withRsa(header: Json, claims: Json): string {
  const signed = `${encode({ alg: 'RS256', ...header })}.${encode(claims)}`;
  return `${signed}.${signWith('sha256', Buffer.from(signed), rsa.privateKey).toString('base64url')}`;
}

const ask = (token: string) => app.client(token).ask(routes.getUser);

it('the same claims with our key and our algorithm are ours: the forgeries below fail for their own reasons', async () => {
  const made = hmac({ alg: 'HS256' }, claimsOf(ana.token), sessionKey);
  expect(await ask(made)).toMatchObject({ status: 200, body: { id: ana.userId } });
});

describe('a forged token', () => {
  it.each<[string, (claims: Json) => string]>([
    ...['none', 'None', 'NONE', 'nOnE', ''].map((alg): [string, (claims: Json) => string] => [
      `alg "${alg}" without a signature`,
      (claims) => `${encode({ alg })}.${encode(claims)}.`,
    ]),
    [
      'alg "none" with the signature of the true one',
      (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.${partsOf(ana.token)[2]}`,
    ],
    ['no algorithm', (claims) => hmac({}, claims, sessionKey)],
    ['several algorithms', (claims) => hmac({ alg: ['HS256', 'none'] }, claims, sessionKey)],
    ['HS384 with our key', (claims) => hmac({ alg: 'HS384' }, claims, sessionKey)],
    ['HS512 with our key', (claims) => hmac({ alg: 'HS512' }, claims, sessionKey)],
    ['an empty key', (claims) => hmac({ alg: 'HS256' }, claims, '')],
    ['a key of zeros', (claims) => hmac({ alg: 'HS256' }, claims, new Uint8Array(32))],
    ['the secret itself in place of the derived key', (claims) => hmac({ alg: 'HS256' }, claims, SECRET_KEY)],
    ...['path', 'support', 'captcha', 'rate limits'].map((purpose): [string, (claims: Json) => string] => [
      `the key for "${purpose}"`,
      (claims) => hmac({ alg: 'HS256' }, claims, derivedKey(SECRET_KEY, purpose)),
    ]),
    [
      'a public key as the secret (RS256 taken for HS256)',
      (claims) => hmac({ alg: 'HS256' }, claims, publicPem),
    ],
    ['RS256 of somebody', (claims) => withRsa({}, claims)],
    [
      'RS256 that brings its own key',
      (claims) => withRsa({ jwk: rsa.publicKey.export({ format: 'jwk' }) as Json }, claims),
    ],
    ['RS256 that says where its key is', (claims) => withRsa({ jku: `${app.url}/jwks`, kid: '1' }, claims)],
    [
      'a kid that is a file of nothing',
      (claims) => hmac({ alg: 'HS256', kid: '../../../dev/null' }, claims, ''),
    ],
    [
      'a kid that is a query',
      (claims) => hmac({ alg: 'HS256', kid: "x' union select 'key' --" }, claims, 'key'),
    ],
    [
      'a critical header that nobody knows',
      (claims) => hmac({ alg: 'HS256', crit: ['open'], open: true }, claims, sessionKey),
    ],
    ['another issuer', (claims) => hmac({ alg: 'HS256' }, { ...claims, iss: 'somebody' }, sessionKey)],
    ['no issuer', ({ iss: _, ...claims }) => hmac({ alg: 'HS256' }, claims, sessionKey)],
    ['no end', ({ exp: _, ...claims }) => hmac({ alg: 'HS256' }, claims, sessionKey)],
    ['an end in words', (claims) => hmac({ alg: 'HS256' }, { ...claims, exp: 'never' }, sessionKey)],
    ['an end that has come', (claims) => hmac({ alg: 'HS256' }, { ...claims, exp: 1 }, sessionKey)],
    ['no session', ({ sid: _, ...claims }) => hmac({ alg: 'HS256' }, claims, sessionKey)],
    ['no account', ({ acc: _, ...claims }) => hmac({ alg: 'HS256' }, claims, sessionKey)],
    ['no person', ({ sub: _, ...claims }) => hmac({ alg: 'HS256' }, claims, sessionKey)],
  ])('with %s', async (_, forge) => {
    const answer = await ask(forge(claimsOf(ana.token)));
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  it('with claims of another person under the old signature', async () => {
    const [header, , signature] = partsOf(eve.token);
    const forged = `${header}.${encode({ ...claimsOf(eve.token), sub: ana.userId })}.${signature}`;
    expect(await ask(forged)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  it('with any one character of the signature or the claims changed', async () => {
    const [header, claims, signature] = partsOf(ana.token);
    const other = (text: string, at: number) =>
      `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
    for (let at = 0; at < signature.length - 1; at += 7)
      expect((await ask(`${header}.${claims}.${other(signature, at)}`)).status, String(at)).toBe(401);
    for (let at = 0; at < claims.length - 1; at += 17)
      expect((await ask(`${header}.${other(claims, at)}.${signature}`)).status, String(at)).toBe(401);
  });

  it('of another shape', async () => {
    const [header, claims, signature] = partsOf(ana.token);
    const shapes = ['x', '..', `${header}.${claims}`, `${header}.${claims}.`, `${ana.token}.x`];
    for (const token of [...shapes, `.${claims}.${signature}`, `${header}..${signature}`, 'a'.repeat(8000)])
      expect((await ask(token)).status, token.slice(0, 20)).toBe(401);
  });
});

describe("a true token's session", () => {
  const renamed = (changes: Json) =>
    hmac({ alg: 'HS256' }, { ...claimsOf(ana.token), ...changes }, sessionKey);

  it('belongs to its person and account, whatever else is signed', async () => {
    const { acc, sid, sub } = claimsOf(eve.token);
    for (const changes of [{ acc }, { sid }, { sub }, { acc, sub }, { acc, sid }])
      expect(await ask(renamed(changes)), JSON.stringify(changes)).toMatchObject({
        status: 401,
        body: { code: 'session_ended' },
      });
  });

  it('is over when its time is, though the signature was found good before', async () => {
    const person = await app.signUpOnly();
    expect((await ask(person.token)).status).toBe(200);
    try {
      app.clock.advance((SESSION_SECONDS - 60) * 1000);
      expect((await ask(person.token)).status).toBe(200);
      app.clock.advance(61_000);
      expect(await ask(person.token)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
      const longer = hmac({ alg: 'HS256' }, { ...claimsOf(person.token), exp: 9_999_999_999 }, sessionKey);
      expect(await ask(longer)).toMatchObject({ status: 401, body: { code: 'session_ended' } });
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
