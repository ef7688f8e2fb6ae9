import { createHmac } from 'node:crypto';
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeOidc, type Lies, startFakeOidc } from '../fakes/fake-oidc.ts';
import { IdentityFailure, type OidcConnection } from '../port.ts';
import { identitySuite } from '../suite.ts';
import { createOidc } from './oidc.ts';

const callbackUrl = 'https://hiretext.example/sso/oidc/callback';
const oidc = createOidc({ allowLoopback: true, maxBytes: 20_000 });
const impatient = createOidc({ allowLoopback: true, timeoutMs: 100 });
const nameless = { firstName: null, lastName: null, once: null };
const honest = { email: 'ana@acme.example', email_verified: true };

let provider: FakeOidc;

beforeAll(async () => {
  provider = await startFakeOidc();
});
afterEach(() => provider.reset());
afterAll(() => provider.stop());

interface Trip {
  claims?: JWTPayload;
  /** Happens between the way there and the way back. */
  tamper?: (back: URL) => void;
  state?: string;
  checks?: string;
  connection?: OidcConnection;
}

/** There and back again. */
async function travel({ claims = honest, tamper, state = 'state-1', ...other }: Trip = {}) {
  const begun = await oidc.begin(provider.connection, {
    callbackUrl,
    state: 'state-1',
    loginHint: 'a@b.example',
  });
  const back = provider.signIn(begun.url, claims);
  tamper?.(back);
  return oidc.finish(other.connection ?? provider.connection, {
    callbackUrl,
    state,
    checks: other.checks ?? begun.checks,
    answer: back.searchParams,
  });
}

async function refusalOf(trip: Promise<unknown>): Promise<string> {
  const failure = await trip.then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(IdentityFailure);
  return (failure as IdentityFailure).kind;
}

describe('the way there', () => {
  it('asks for a code, with state, nonce and PKCE', async () => {
    const { url } = await oidc.begin(provider.connection, {
      callbackUrl,
      state: 's',
      loginHint: 'a@b.example',
    });
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'hiretext',
      redirect_uri: callbackUrl,
      state: 's',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      login_hint: 'a@b.example',
    });
  });

  it.each(['javascript:alert(1)', 'http://provider.example/authorize', 'data:text/html,x'])(
    'never leads to %s',
    async (endpoint) => {
      provider.lies.metadata = { authorization_endpoint: endpoint };
      const begun = oidc.begin(provider.connection, { callbackUrl, state: 's', loginHint: '' });
      expect(await refusalOf(begun)).toBe('unavailable');
    },
  );
});

describe('the way back', () => {
  it('returns who came', async () => {
    expect(await travel()).toEqual({ ...nameless, email: 'ana@acme.example', emailVerified: true });
    const names = { given_name: 'Ana', family_name: 'Lopez' };
    expect(await travel({ claims: { ...honest, ...names } })).toMatchObject({
      firstName: 'Ana',
      lastName: 'Lopez',
    });
  });

  it.each([
    [{ email: 'a@b.example' }, { email: 'a@b.example', emailVerified: null }],
    [
      { email: 'a@b.example', email_verified: false },
      { email: 'a@b.example', emailVerified: false },
    ],
    [
      { email: 'a@b.example', email_verified: 'true' },
      { email: 'a@b.example', emailVerified: true },
    ],
    [{ email: ['a@b.example'] }, { email: null, emailVerified: null }],
    [{}, { email: null, emailVerified: null }],
  ])('as %j is %j', async (claims, identity) => {
    expect(await travel({ claims })).toEqual({ ...nameless, ...identity });
  });

  it.each<[string, Trip]>([
    ['another state', { tamper: (back) => back.searchParams.set('state', 'state-2') }],
    ['no state', { tamper: (back) => back.searchParams.delete('state') }],
    ['two states', { tamper: (back) => back.searchParams.append('state', 'state-1') }],
    ['a refusal', { tamper: (back) => back.searchParams.set('error', 'access_denied') }],
    ['a made up code', { tamper: (back) => back.searchParams.set('code', 'x') }],
    ['another nonce', { claims: { ...honest, nonce: 'another' } }],
    ['another verifier', { checks: JSON.stringify({ nonce: 'n', codeVerifier: 'v'.repeat(43) }) }],
    ['a token for someone else', { claims: { ...honest, aud: 'another client' } }],
    ['a token for us and others', { claims: { ...honest, aud: ['hiretext', 'another'] } }],
    ["another tenant's issuer", { claims: { ...honest, iss: 'https://other.example' } }],
    ['an expired token', { claims: { ...honest, exp: Math.floor(Date.now() / 1000) - 120 } }],
    ['a token of tomorrow', { claims: { ...honest, nbf: Math.floor(Date.now() / 1000) + 86_400 } }],
  ])('with %s is refused', async (_what, trip) => {
    expect(await refusalOf(travel(trip))).toBe('refused');
  });

  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  const forgeries: Record<string, () => Lies['sign']> = {
    'no signature': () => async (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`,
    'the public key as HMAC secret': () => async (claims) => {
      const head = `${encode({ alg: 'HS256', kid: 'signing-key' })}.${encode(claims)}`;
      return `${head}.${createHmac('sha256', provider.publicKey).update(head).digest('base64url')}`;
    },
    'the client secret as HMAC secret': () => async (claims) => {
      const head = `${encode({ alg: 'HS256' })}.${encode(claims)}`;
      const { clientSecret } = provider.connection;
      return `${head}.${createHmac('sha256', clientSecret).update(head).digest('base64url')}`;
    },
    'a key of someone else': () => async (claims) => {
      const { privateKey } = await generateKeyPair('RS256');
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'signing-key' }).sign(privateKey);
    },
  };

  it.each(Object.keys(forgeries))('with a token signed with %s is refused', async (how) => {
    Object.assign(provider.lies, { sign: forgeries[how]?.() });
    expect(await refusalOf(travel())).toBe('refused');
    // Nor does it help to announce it.
    provider.lies.metadata = { id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256'] };
    expect(await refusalOf(travel())).toBe('refused');
  });

  it('of another client is refused', async () => {
    expect(await refusalOf(travel({ connection: { ...provider.connection, clientSecret: 'x' } }))).toBe(
      'refused',
    );
  });
});

describe('the provider', () => {
  const examine = (connection: Partial<OidcConnection> = {}, vendor = oidc) =>
    vendor.examine({ ...provider.connection, ...connection }, { callbackUrl });

  it('that is set up well is found so', async () => {
    expect(await examine()).toBeNull();
  });

  it.each<[string, Lies, RegExp]>([
    [
      'another issuer',
      { metadata: { issuer: 'https://other.example' } },
      /gives its name as https:\/\/other\.example/,
    ],
    [
      'no token endpoint',
      { metadata: { token_endpoint: undefined } },
      /missing something that sign-in needs/,
    ],
    [
      'endpoints inside',
      { metadata: { token_endpoint: 'http://10.0.0.1/token' } },
      /can't use this provider's address/,
    ],
    [
      'a metadata service',
      { metadata: { jwks_uri: 'https://169.254.169.254/keys' } },
      /can't use this provider's address/,
    ],
    [
      'keys nowhere',
      { metadata: { jwks_uri: 'http://127.0.0.1:1/keys' } },
      /isn't responding|responds, but it isn't/,
    ],
    ['a page', { answer: (response) => response.end('<h1>Hello</h1>') }, /isn't an OpenID Connect provider/],
    ['a long story', { answer: (response) => response.end('x'.repeat(30_000)) }, /isn't an OpenID Connect/],
    [
      'a redirect',
      { answer: (response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end() },
      /isn't an OpenID Connect provider/,
    ],
  ])('with %s is reported', async (_what, lies, sentence) => {
    Object.assign(provider.lies, lies);
    expect(await examine()).toMatch(sentence);
  });

  it('that is silent is reported', async () => {
    provider.lies.answer = () => {};
    expect(await examine({}, impatient)).toMatch(/took too long/);
  });

  it('that does not know us is reported', async () => {
    const sentence = "The provider didn't accept the client ID and client secret. Check both.";
    expect(await examine({ clientSecret: 'wrong' })).toBe(sentence);
    expect(await examine({ clientId: 'wrong' })).toBe(sentence);
  });
});

identitySuite('OpenID Connect', {
  makeVendor: createOidc,
  connectionAt: (issuer) => ({ issuer, clientId: 'x', clientSecret: 'x' }),
  callbackUrl,
});
