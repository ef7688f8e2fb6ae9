import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_BASE } from '../../../contract/api.ts';
import * as routes from '../../../contract/routes.ts';
import { type FakeOidc, startFakeOidc } from '../../adapters/identity/fakes/fake-oidc.ts';
import type { OidcConnection } from '../../adapters/identity/port.ts';
import { type Browser, createBrowser } from '../../testing/browser.ts';
import {
  type Company,
  createDns,
  createSsoTester,
  newDomain,
  PASSWORD as password,
  ssoRefused as refused,
} from '../../testing/companies.ts';
import { newMail } from '../../testing/mails.ts';
import { startTestProvider, type TestProvider } from '../../testing/oidc-provider.ts';
import type { Newcomer } from '../../testing/people.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

/* Signing in at the company's provider: with a real one, with one that lies, and with people who try. */

let app: TestApp;
let fake: FakeOidc;
let tester: ReturnType<typeof createSsoTester>;
const dns = createDns();

beforeAll(async () => {
  app = await startTestApp({ resolveTxt: dns.resolveTxt });
  fake = await startFakeOidc();
  tester = createSsoTester(app, dns);
});
afterEach(() => fake.reset());
afterAll(async () => {
  await app.stop();
  await fake.stop();
});

const { signUp, verify, leave, found, exchange } = {
  signUp: (email: string) => tester.signUp(email),
  verify: (admin: Newcomer) => tester.verify(admin),
  leave: (browser: Browser, email: string) => tester.leave(browser, email),
  found: (address: string) => tester.found(address),
  exchange: (browser: Browser, code?: string, timezone?: string) => tester.exchange(browser, code, timezone),
};

const company = ({ verified, connection }: { verified?: boolean; connection?: OidcConnection } = {}) =>
  tester.company(
    { protocol: 'oidc', ...(connection ?? fake.connection) },
    verified === undefined ? {} : { verified },
  );

const oidc = () => ({ protocol: 'oidc' as const, ...fake.connection });

/** There and back at the fake provider, as the person it names. */
async function travel(
  to: Company,
  { browser = createBrowser(), ...claims }: { browser?: Browser } & Record<string, unknown> = {},
) {
  const there = await leave(browser, to.email);
  const back = fake.signIn(there, { email: to.email, email_verified: true, ...claims });
  return { browser, back: back.href, ...found(await browser.next(back.href)) };
}

async function signIn(to: Company): Promise<string> {
  const { browser, code } = await travel(to);
  const { body } = await exchange(browser, code);
  return routes.exchangeSsoCode.reply.parse(body).id_token;
}

describe('with a real provider', () => {
  let provider: TestProvider;

  beforeAll(async () => {
    provider = await startTestProvider(`${app.url}/sso/oidc/callback`);
  });
  afterAll(() => provider.stop());

  it('a person of the company gets in, once', async () => {
    const acme = await company({ connection: provider.connection });
    expect(await acme.admin.call(routes.testSingleSignOn, {})).toEqual({ problem: null });
    const browser = createBrowser();
    const form = await browser.next(await leave(browser, acme.email));
    const resumed = await browser.next(form, {
      method: 'POST',
      body: new URLSearchParams({ email: acme.email.toLowerCase() }),
    });
    const back = await browser.next(resumed);
    const { code } = found(await browser.next(back));
    const { status, body } = await exchange(browser, code);
    expect(status).toBe(200);
    const { id_token } = routes.exchangeSsoCode.reply.parse(body);
    expect(await app.client(id_token).call(routes.getUser, {})).toMatchObject({
      id: acme.userId,
      metadata: { emailVerified: true },
    });
    expect(await exchange(browser, code)).toEqual(refused);
    expect(found(await browser.next(back))).toEqual({ error: 'sso_failed' });
  });

  it('that does not know our secret is reported', async () => {
    const connection = { ...provider.connection, clientSecret: 'another secret' };
    const acme = await company({ connection });
    expect(await acme.admin.call(routes.testSingleSignOn, {})).toEqual({
      problem: "The provider didn't accept the client ID and client secret. Check both.",
    });
  });
});

describe('the way there', () => {
  it('is the same for anyone who asks about a domain, and there is none for others', async () => {
    const acme = await company();
    const known = await app.anonymous.ask(routes.getSsoUrl, { query: { email: acme.email } });
    const unknown = await app.anonymous.ask(routes.getSsoUrl, { query: { email: `unknown@${acme.domain}` } });
    const shape = {
      ssoUrl: expect.stringMatching(new RegExp(`^${app.url}/sso/start\\?state=[\\w.-]+$`)),
    };
    expect(known).toEqual({ status: 200, body: shape });
    expect(unknown).toEqual({ status: 200, body: shape });
    for (const email of ['a@nowhere.test', `a@sub.${acme.domain}`, `a@${acme.domain}.evil.test`])
      expect(await app.anonymous.ask(routes.getSsoUrl, { query: { email } })).toMatchObject({
        status: 404,
        body: { code: 'sso_unknown_domain' },
      });
  });

  it('is not open before the domain is verified', async () => {
    const acme = await company({ verified: false });
    expect(await app.anonymous.refusal(routes.getSsoUrl, { query: { email: acme.email } })).toBe(
      '404 sso_unknown_domain',
    );
  });

  it('marks the browser with a cookie that scripts and other sites do not get', async () => {
    const acme = await company();
    const answer = await fetch(`${app.url}${API_BASE}/auth/getSsoUrl?email=${acme.email}`);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('leads only the browser that asked, once, within ten minutes', async () => {
    const acme = await company();
    const browser = createBrowser();
    const url = `${app.url}${API_BASE}/auth/getSsoUrl?email=${acme.email}`;
    const ask = async () => routes.getSsoUrl.reply.parse(await (await browser.go(url)).json()).ssoUrl;
    const first = await ask();
    expect(found(await createBrowser().next(first))).toEqual({ error: 'sso_failed' });
    const other = createBrowser();
    await leave(other, acme.email);
    expect(found(await other.next(first))).toEqual({ error: 'sso_failed' });
    expect(await browser.next(first)).toContain(fake.connection.issuer);
    expect(found(await browser.next(first))).toEqual({ error: 'sso_failed' });
    const late = await ask();
    app.clock.advance(10 * 60_000 + 1000);
    const answer = found(await browser.next(late));
    app.clock.reset();
    expect(answer).toEqual({ error: 'sso_failed' });
  });

  it.each([
    '',
    '?state=',
    '?state=x',
    '?state=a&state=b',
    `?state=${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}.${'A'.repeat(43)}`,
  ])('made up as %j leads back with a failure, and never elsewhere', async (search) => {
    for (const path of ['/sso/start', '/sso/oidc/callback'])
      expect(found(await createBrowser().next(app.url + path + search))).toEqual({ error: 'sso_failed' });
  });

  it('leads back when the provider does not answer', async () => {
    const acme = await company();
    fake.lies.answer = (response) => response.writeHead(500).end();
    const browser = createBrowser();
    expect(found(await leave(browser, acme.email))).toEqual({ error: 'sso_unavailable' });
  });
});

describe('the way back', () => {
  it('lets in the person with that address', async () => {
    const acme = await company();
    const user = await app.client(await signIn(acme)).call(routes.getUser, {});
    expect(user).toMatchObject({ id: acme.userId, metadata: { emailVerified: true } });
  });

  it('works once', async () => {
    const acme = await company();
    const { browser, back, code } = await travel(acme);
    expect(found(await browser.next(back))).toEqual({ error: 'sso_failed' });
    const answers = await Promise.all([1, 2, 3].map(() => exchange(browser, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  it('is not for another browser: no one works in a stranger’s account without noticing', async () => {
    const acme = await company();
    const eve = createBrowser();
    const back = fake.signIn(await leave(eve, acme.email), { email: acme.email }).href;
    expect(found(await createBrowser().next(back))).toEqual({ error: 'sso_failed' });
    const victim = createBrowser();
    await leave(victim, acme.email);
    expect(found(await victim.next(back))).toEqual({ error: 'sso_failed' });
    const { code } = found(await eve.next(back));
    expect(await exchange(victim, code)).toEqual(refused);
    expect(await exchange(createBrowser(), code)).toEqual(refused);
    expect((await exchange(eve, code)).status).toBe(200);
  });

  it('is closed after ten minutes, and its code after one', async () => {
    const acme = await company();
    const browser = createBrowser();
    const back = fake.signIn(await leave(browser, acme.email), { email: acme.email }).href;
    app.clock.advance(10 * 60_000 + 1000);
    const late = found(await browser.next(back));
    app.clock.reset();
    expect(late).toEqual({ error: 'sso_failed' });
    const { browser: another, code } = await travel(acme);
    app.clock.advance(61_000);
    const answer = await exchange(another, code);
    app.clock.reset();
    expect(answer).toEqual(refused);
  });

  it.each([
    ['another nonce', { nonce: 'another' }],
    ['a token for someone else', { aud: 'another' }],
    ["another tenant's issuer", { iss: 'https://other.test' }],
    ['an expired token', { exp: 1_700_000_000 }],
    ['an address of another domain', { email: 'ana@elsewhere.test' }],
    ['an address that only looks like it', { email: 'ana@acme1.test.evil.test' }],
    ['two addresses in one', { email: 'ana@evil.test@acme' }],
    ['an address that is not verified', { email_verified: false }],
    ['no address', { email: undefined }],
  ])('with %s is refused', async (_what, claims) => {
    const acme = await company();
    const { error, code } = await travel(acme, claims);
    expect({ error, code }).toEqual({ error: 'sso_failed', code: undefined });
  });

  it('with the provider of another account is refused', async () => {
    const acme = await company();
    const evil = await company();
    // Eve's own provider says that someone of Acme has come.
    const { error } = await travel(evil, { email: acme.email });
    expect(error).toBe('sso_failed');
    // And the answer to one account's question is none to another's.
    const browser = createBrowser();
    const back = fake.signIn(await leave(browser, evil.email), { email: acme.email });
    const state = back.searchParams.get('state') ?? '';
    back.searchParams.set('state', state.replace(evil.accountId, acme.accountId));
    expect(found(await browser.next(back.href))).toEqual({ error: 'sso_failed' });
  });

  it('does not let in people of no account, or of another one', async () => {
    const acme = await company();
    const cem = `cem@${acme.domain}`;
    expect((await travel(acme, { email: cem })).error).toBe('sso_unknown_person');
    await signUp(cem);
    expect((await travel(acme, { email: cem })).error).toBe('sso_unknown_person');
  });

  it('lets invited people join', async () => {
    const acme = await company();
    await acme.admin.call(routes.changePlan, { body: { accountType: 'team', planType: 'monthly' } });
    const email = `nia@${acme.domain}`;
    await acme.admin.call(routes.inviteUser, { body: { email } });
    const { browser, code } = await travel(acme, { email, given_name: 'Nia', family_name: 'Okoro' });
    const { id_token } = routes.exchangeSsoCode.reply.parse((await exchange(browser, code)).body);
    expect(await app.client(id_token).call(routes.getUser, {})).toMatchObject({
      accountId: acme.accountId,
      email,
      firstName: 'Nia',
      lastName: 'Okoro',
      userType: 'member',
    });
  });

  it('sets the timezone of someone who has just joined, and of no one else', async () => {
    const acme = await company();
    await acme.admin.call(routes.changePlan, { body: { accountType: 'team', planType: 'monthly' } });
    const email = `nia@${acme.domain}`;
    await acme.admin.call(routes.inviteUser, { body: { email } });
    const timezoneOf = async (who: string, timezone?: string) => {
      const { browser, code } = await travel(acme, { email: who });
      const { id_token } = routes.exchangeSsoCode.reply.parse((await exchange(browser, code, timezone)).body);
      return (await app.client(id_token).call(routes.getUser, {})).timezone;
    };
    const { browser, code } = await travel(acme, { email });
    expect(await exchange(browser, code, 'Mars/Olympus')).toMatchObject({ status: 422 });
    expect(await timezoneOf(email, 'Europe/Berlin')).toBe('Europe/Berlin');
    expect(await timezoneOf(email, 'Asia/Tokyo')).toBe('Europe/Berlin');
    expect(await timezoneOf(acme.email, 'Asia/Tokyo')).toBe('America/New_York');
  });

  it('is closed once the provider is changed, or the domain is lost', async () => {
    const acme = await company();
    const browser = createBrowser();
    const back = fake.signIn(await leave(browser, acme.email), { email: acme.email }).href;
    await acme.admin.call(routes.updateSingleSignOn, {
      body: { provider: { ...oidc(), clientId: 'another' } },
    });
    expect(found(await browser.next(back))).toEqual({ error: 'sso_failed' });
    await acme.admin.call(routes.updateSingleSignOn, { body: { provider: oidc() } });
    const { browser: another, code } = await travel(acme);
    await acme.admin.call(routes.removeSingleSignOn, {});
    expect(await exchange(another, code)).toEqual(refused);
    expect(await app.anonymous.refusal(routes.getSsoUrl, { query: { email: acme.email } })).toBe(
      '404 sso_unknown_domain',
    );
  });
});

describe('setting it up', () => {
  let person: Newcomer;
  let domain: string;

  beforeEach(async () => {
    domain = newDomain();
    person = await signUp(`ana@${domain}`);
  });

  const put = (body: object) => person.ask(routes.updateSingleSignOn, { body });
  const all = () => ({ domain, provider: oidc() });

  it('keeps the secret, and never returns it', async () => {
    const reply = await put(all());
    expect(reply).toMatchObject({
      status: 200,
      body: {
        us: { redirectUri: `${app.url}/sso/oidc/callback` },
        connection: { domain, isDomainVerified: false, ssoOnly: false, can: { turnOnSsoOnly: false } },
      },
    });
    expect(JSON.stringify(reply)).not.toContain(fake.connection.clientSecret);
    const { rows } = await app.deps.pool.query('select to_jsonb(s)::text as row from single_sign_on s');
    expect(JSON.stringify(rows)).not.toContain(fake.connection.clientSecret);
  });

  it.each(['gmail.com', 'OUTLOOK.com', 'localhost', 'a@acme.test', undefined])(
    'refuses %j as a domain',
    async (other) => {
      expect(await put({ ...all(), domain: other })).toMatchObject({
        status: 422,
        body: { details: { fields: { domain: [expect.any(String)] } } },
      });
    },
  );

  it.each([
    [{ issuer: 'http://provider.example' }, 'issuer'],
    [{ issuer: 'ftp://provider.example' }, 'issuer'],
    [{ issuer: 'https://a:b@provider.example' }, 'issuer'],
    [{ issuer: 'https://provider.example?a=b' }, 'issuer'],
    [{ issuer: 'https://provider.example/.well-known/openid-configuration' }, 'issuer'],
    [{ clientId: ' ' }, 'clientId'],
    [{ clientSecret: undefined }, 'clientSecret'],
    [{ protocol: 'ldap' }, 'protocol'],
  ])('refuses %j', async (part, field) => {
    expect(await put({ ...all(), provider: { ...oidc(), ...part } })).toMatchObject({
      status: 422,
      body: { details: { fields: { [`provider.${field}`]: [expect.any(String)] } } },
    });
  });

  it('needs a provider', async () => {
    expect(await put({ domain })).toMatchObject({
      status: 422,
      body: { details: { fields: { provider: [expect.any(String)] } } },
    });
  });

  it('gives the secret to no one but the provider it came from', async () => {
    await put(all());
    const { clientId } = fake.connection;
    const withoutSecret = (issuer: string, id = clientId) =>
      put({ provider: { protocol: 'oidc', issuer, clientId: id } });
    expect(await withoutSecret('https://evil.example')).toMatchObject({
      status: 422,
      body: { details: { fields: { 'provider.clientSecret': [expect.any(String)] } } },
    });
    expect((await withoutSecret(fake.connection.issuer, 'another')).status).toBe(200);
  });

  it('verifies the domain by its DNS; a changed one again', async () => {
    await put(all());
    expect(await person.refusal(routes.verifyDomain, {})).toBe('422 domain_unverified');
    dns.records.set(`_hiretext.${domain}`, [['hiretext-domain-verification=of-someone-else']]);
    expect(await person.refusal(routes.verifyDomain, {})).toBe('422 domain_unverified');
    expect((await verify(person)).connection?.isDomainVerified).toBe(true);
    expect((await verify(person)).connection?.isDomainVerified).toBe(true);
    await put({ domain: `other.${domain}` });
    const { connection } = await person.call(routes.getSingleSignOn, {});
    expect(connection?.isDomainVerified).toBe(false);
    expect(await app.anonymous.refusal(routes.getSsoUrl, { query: { email: `a@${domain}` } })).toBe(
      '404 sso_unknown_domain',
    );
  });

  it('gives a domain to one account', async () => {
    const acme = await company();
    await put({ ...all(), domain: acme.domain });
    const { connection } = await person.call(routes.getSingleSignOn, {});
    dns.records.set(connection?.dnsRecord.name ?? '', [[connection?.dnsRecord.value ?? '']]);
    expect(await person.refusal(routes.verifyDomain, {})).toBe('409 domain_taken');
    await acme.admin.call(routes.removeSingleSignOn, {});
    expect((await person.call(routes.verifyDomain, {})).connection?.isDomainVerified).toBe(true);
  });

  it('is for admins', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana);
    expect(await cem.refusal(routes.getSingleSignOn, {})).toBe('403 forbidden');
    expect(await cem.refusal(routes.updateSingleSignOn, { body: all() })).toBe('403 forbidden');
    expect(await cem.refusal(routes.verifyDomain, {})).toBe('403 forbidden');
    expect(await cem.refusal(routes.testSingleSignOn, {})).toBe('403 forbidden');
    expect(await cem.refusal(routes.removeSingleSignOn, {})).toBe('403 forbidden');
  });

  it('that was not begun has nothing to verify or test', async () => {
    expect(await person.refusal(routes.verifyDomain, {})).toBe('404 not_found');
    expect(await person.refusal(routes.testSingleSignOn, {})).toBe('404 not_found');
    expect((await person.call(routes.getSingleSignOn, {})).connection).toBeNull();
  });
});

describe('single sign-on only', () => {
  const turn = (acme: Company, ssoOnly: boolean) =>
    acme.admin.ask(routes.updateSingleSignOn, { body: { ssoOnly } });

  async function strict(): Promise<Company> {
    const acme = await company();
    await signIn(acme);
    expect((await turn(acme, true)).status).toBe(200);
    return acme;
  }

  const waysIn = (email: string) => [
    app.anonymous.refusal(routes.login, { body: { email, password } }),
    app.anonymous.refusal(routes.sendMagicLink, { body: { email } }),
    app.anonymous.refusal(routes.sendResetPasswordEmail, { body: { email } }),
    app.anonymous.refusal(routes.resetPasswordUsingCode, {
      body: { email, code: '123456', password: 'an entirely new password' },
    }),
  ];

  it('can be turned on by someone who got in that way, with the provider as it is', async () => {
    const acme = await company();
    expect(await turn(acme, true)).toMatchObject({ status: 409, body: { code: 'sso_only_untried' } });
    await signIn(acme);
    const { connection } = await acme.admin.call(routes.getSingleSignOn, {});
    expect(connection?.can.turnOnSsoOnly).toBe(true);
    expect(await turn(acme, true)).toMatchObject({ status: 200, body: { connection: { ssoOnly: true } } });
  });

  it('closes every other way in, for known and unknown alike', async () => {
    const acme = await strict();
    for (const email of [acme.email, `unknown@${acme.domain}`])
      for (const answer of await Promise.all(waysIn(email))) expect(answer).toBe('403 sso_required');
    expect((await app.client(await signIn(acme)).call(routes.getUser, {})).id).toBe(acme.userId);
  });

  it('closes what was begun before', async () => {
    const acme = await company();
    await signIn(acme);
    await app.anonymous.call(routes.sendMagicLink, { body: { email: acme.email } });
    const { text } = await newMail(app, acme.email, 1);
    const token = /token=([\w.-]+)/.exec(text)?.[1] ?? '';
    await turn(acme, true);
    expect(await app.anonymous.refusal(routes.verifyMagicLink, { body: { token } })).toBe('403 sso_required');
  });

  it('leaves people of other accounts alone', async () => {
    const acme = await company();
    const other = `cem@${acme.domain}`;
    await signUp(other);
    await signIn(acme);
    await turn(acme, true);
    expect((await app.anonymous.ask(routes.login, { body: { email: other, password } })).status).toBe(200);
  });

  it('ends when it is turned off, or the provider is changed', async () => {
    const acme = await strict();
    await turn(acme, false);
    expect((await app.anonymous.ask(routes.login, { body: { email: acme.email, password } })).status).toBe(
      200,
    );
    await turn(acme, true);
    await acme.admin.call(routes.updateSingleSignOn, {
      body: { provider: { ...oidc(), clientSecret: 'rotated' } },
    });
    expect((await app.anonymous.ask(routes.login, { body: { email: acme.email, password } })).status).toBe(
      200,
    );
    expect(await turn(acme, true)).toMatchObject({ status: 409, body: { code: 'sso_only_untried' } });
  });
});
