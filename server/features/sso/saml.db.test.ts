import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import {
  type Answer,
  attribute,
  type FakeSaml,
  newXmlId,
  readRequest,
  startFakeSaml,
} from '../../adapters/identity/fakes/fake-saml.ts';
import { makeCertificate } from '../../adapters/identity/fakes/make-certificate.ts';
import type { SamlConnection } from '../../adapters/identity/port.ts';
import { type Browser, createBrowser } from '../../testing/browser.ts';
import { type Company, createDns, createSsoTester, newDomain, ssoRefused } from '../../testing/companies.ts';
import type { Newcomer } from '../../testing/people.ts';
import { startTestSamlProvider } from '../../testing/saml-provider.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

/* Signing in at the company's SAML provider: with a real one, with one that lies, and with people who try. */

let app: TestApp;
let fake: FakeSaml;
let tester: ReturnType<typeof createSsoTester>;
const dns = createDns();

beforeAll(async () => {
  app = await startTestApp({ resolveTxt: dns.resolveTxt });
  fake = await startFakeSaml();
  tester = createSsoTester(app, dns);
});
afterEach(() => fake.reset());
afterAll(async () => {
  await app.stop();
  await fake.stop();
});

const inputOf = ({ issuer, signInUrl, certificates }: Omit<SamlConnection, 'entityId'>) => ({
  protocol: 'saml' as const,
  entityId: issuer,
  signInUrl,
  certificate: certificates.join('').trim(),
});
const company = (over: { verified?: boolean } = {}) => tester.company(inputOf(fake.provider), over);

/** There and back at the fake provider; the answer is posted by a page of another site. */
async function travel(
  to: Company,
  {
    browser = createBrowser(),
    email = to.email,
    ...answer
  }: { browser?: Browser; email?: string } & Answer = {},
) {
  const there = await tester.leave(browser, to.email);
  const { action, form } = fake.signIn(there, email, answer);
  return { browser, there, action, form, ...tester.found(await tester.post(action, form)) };
}

async function signIn(to: Company): Promise<string> {
  const { browser, code } = await travel(to);
  const { body } = await tester.exchange(browser, code);
  return routes.exchangeSsoCode.reply.parse(body).id_token;
}

describe('with a real provider', () => {
  /** What a browser's form posts. */
  async function formIn(page: string): Promise<{ action: string; form: URLSearchParams }> {
    const fields = [...page.matchAll(/<input[^>]*name="(\w+)"[^>]*value="([^"]*)"/g)];
    return {
      action: /action="([^"]*)"/.exec(page)?.[1] ?? '',
      form: new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value])),
    };
  }

  it.each([false, true])(
    '(response signed: %s) a person of the company gets in, once',
    async (signResponse) => {
      const real = await startTestSamlProvider({ signResponse });
      const acme = await tester.company({
        protocol: 'saml',
        entityId: real.entityId,
        signInUrl: real.signInUrl,
        certificate: real.certificate,
      });
      expect(await acme.admin.call(routes.testSingleSignOn, {})).toEqual({ problem: null });
      const browser = createBrowser();
      const there = await tester.leave(browser, acme.email);
      const page = await browser.go(there, {
        method: 'POST',
        body: new URLSearchParams({ email: acme.email.toLowerCase() }),
      });
      const { action, form } = await formIn(await page.text());
      expect(action).toBe(`${app.url}/sso/saml/${acme.accountId}/acs`);
      const { code } = tester.found(await tester.post(action, form));
      const { status, body } = await tester.exchange(browser, code);
      expect(status).toBe(200);
      const { id_token } = routes.exchangeSsoCode.reply.parse(body);
      expect(await app.client(id_token).call(routes.getUser, {})).toMatchObject({
        id: acme.userId,
        metadata: { emailVerified: true },
      });
      expect(await tester.exchange(browser, code)).toEqual(ssoRefused);
      expect(tester.found(await tester.post(action, form))).toEqual({ error: 'sso_failed' });
      await real.stop();
    },
  );
});

describe('the way back', () => {
  it('lets in the person with that address', async () => {
    const acme = await company();
    const user = await app.client(await signIn(acme)).call(routes.getUser, {});
    expect(user).toMatchObject({ id: acme.userId, metadata: { emailVerified: true } });
  });

  it('works once, however often it is posted', async () => {
    const acme = await company();
    const browser = createBrowser();
    const { action, form } = fake.signIn(await tester.leave(browser, acme.email), acme.email);
    const answers = await Promise.all(
      [1, 2, 3].map(async () => tester.found(await tester.post(action, form))),
    );
    expect(answers.filter(({ error }) => error === 'sso_failed')).toHaveLength(2);
    const [code] = answers.flatMap((answer) => answer.code ?? []);
    const exchanged = await Promise.all([1, 2, 3].map(() => tester.exchange(browser, code)));
    expect(exchanged.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  it('ends in the browser that began: no one works in a stranger’s account without noticing', async () => {
    const acme = await company();
    const eve = createBrowser();
    const { action, form } = fake.signIn(await tester.leave(eve, acme.email), acme.email);
    const victim = createBrowser();
    await tester.leave(victim, acme.email);
    // Eve's page makes the victim's browser post what she got.
    const { code } = tester.found(await victim.next(action, { method: 'POST', body: form }));
    expect(await tester.exchange(victim, code)).toEqual(ssoRefused);
    expect(await tester.exchange(createBrowser(), code)).toEqual(ssoRefused);
    expect((await tester.exchange(eve, code)).status).toBe(200);
  });

  it('is closed after ten minutes, and its code after one', async () => {
    const acme = await company();
    const browser = createBrowser();
    const { action, form } = fake.signIn(await tester.leave(browser, acme.email), acme.email);
    app.clock.advance(10 * 60_000 + 1000);
    const late = tester.found(await tester.post(action, form));
    app.clock.reset();
    expect(late).toEqual({ error: 'sso_failed' });
    const { browser: another, code } = await travel(acme);
    app.clock.advance(61_000);
    const answer = await tester.exchange(another, code);
    app.clock.reset();
    expect(answer).toEqual(ssoRefused);
  });

  it('accepts no assertion twice, whatever it claims to answer', async () => {
    const acme = await company();
    const assertionId = newXmlId();
    expect((await travel(acme, { assertionId })).code).toBeDefined();
    const again = await travel(acme, { assertionId });
    expect({ code: again.code, error: again.error }).toEqual({ code: undefined, error: 'sso_failed' });
    // Ids are the provider's own to choose: another company's may choose the same.
    const other = await company();
    expect((await travel(other, { assertionId })).code).toBeDefined();
  });

  it('begun by the provider is refused', async () => {
    const acme = await company();
    const browser = createBrowser();
    const { action, form } = fake.signIn(await tester.leave(browser, acme.email), acme.email, {
      inResponseTo: '',
    });
    for (const relayState of [undefined, '', '/dashboard', `${acme.accountId}.${'A'.repeat(43)}`]) {
      if (relayState === undefined) form.delete('RelayState');
      else form.set('RelayState', relayState);
      expect(tester.found(await tester.post(action, form))).toEqual({ error: 'sso_failed' });
    }
  });

  it.each<[string, Answer & { email?: string }]>([
    ['nothing signed', { sign: 'nothing' }],
    ['a signature with SHA-1', { hash: 'sha1', digest: 'sha1' }],
    ['another audience', { audience: 'https://other.test/metadata' }],
    ["another tenant's issuer", { issuer: 'https://other.test/metadata' }],
    ['another recipient', { recipient: 'https://other.test/acs' }],
    ['an expired assertion', { notOnOrAfter: new Date(Date.now() - 61_000) }],
    ['the answer to another question', { inResponseTo: newXmlId() }],
    ['an address of another domain', { email: 'ana@elsewhere.test' }],
    ['an address that only looks like it', { email: 'ana@acme1.test.evil.test' }],
    ['no address', { nameId: '<saml:NameID>4711</saml:NameID>' }],
    ['a comment in the name', { nameId: '<saml:NameID>ana@acme1.test<!---->.evil.test</saml:NameID>' }],
    [
      'an external entity',
      { tamper: (xml) => `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/hostname">]>${xml}` },
    ],
  ])('with %s is refused', async (_what, answer) => {
    const acme = await company();
    const { error, code } = await travel(acme, answer);
    expect({ error, code }).toEqual({ error: 'sso_failed', code: undefined });
  });

  it('is used up by an answer that is refused', async () => {
    const acme = await company();
    const { there, action, error } = await travel(acme, { sign: 'nothing' });
    expect(error).toBe('sso_failed');
    const { form } = fake.signIn(there, acme.email);
    expect(tester.found(await tester.post(action, form))).toEqual({ error: 'sso_failed' });
  });

  it('with the provider of another account is refused', async () => {
    const acme = await company();
    const evil = await company();
    // Eve's own provider says that someone of Acme has come.
    expect((await travel(evil, { email: acme.email })).error).toBe('sso_failed');
    // An answer for one account's address, posted to another's.
    const browser = createBrowser();
    const { action, form } = fake.signIn(await tester.leave(browser, evil.email), evil.email);
    const toAcme = action.replace(evil.accountId, acme.accountId);
    expect(tester.found(await tester.post(toAcme, form))).toEqual({ error: 'sso_failed' });
    const state = form.get('RelayState') ?? '';
    form.set('RelayState', state.replace(evil.accountId, acme.accountId));
    expect(tester.found(await tester.post(toAcme, form))).toEqual({ error: 'sso_failed' });
    // Two companies at one provider: what it signed for the one is not for the other, though the signature is right.
    const there = await tester.leave(browser, acme.email);
    const asked = readRequest(await tester.leave(browser, evil.email));
    const { form: mixed } = fake.signIn(there, acme.email, {
      audience: asked.entityId,
      recipient: asked.callbackUrl,
    });
    const acs = `${app.url}/sso/saml/${acme.accountId}/acs`;
    expect(tester.found(await tester.post(acs, mixed))).toEqual({ error: 'sso_failed' });
  });

  it('does not mix the protocols', async () => {
    const acme = await company();
    const browser = createBrowser();
    const { form } = fake.signIn(await tester.leave(browser, acme.email), acme.email);
    const search = new URLSearchParams({ state: form.get('RelayState') ?? '', code: 'x' });
    expect(tester.found(await browser.next(`${app.url}/sso/oidc/callback?${search}`))).toEqual({
      error: 'sso_failed',
    });
  });

  it('does not let in people of no account, or of another one', async () => {
    const acme = await company();
    const cem = `cem@${acme.domain}`;
    expect((await travel(acme, { email: cem })).error).toBe('sso_unknown_person');
    await tester.signUp(cem);
    expect((await travel(acme, { email: cem })).error).toBe('sso_unknown_person');
  });

  it('is closed once the provider is changed', async () => {
    const acme = await company();
    const browser = createBrowser();
    const { action, form } = fake.signIn(await tester.leave(browser, acme.email), acme.email);
    const changed = { ...inputOf(fake.provider), signInUrl: `${fake.provider.signInUrl}&v=2` };
    await acme.admin.call(routes.updateSingleSignOn, { body: { provider: changed } });
    expect(tester.found(await tester.post(action, form))).toEqual({ error: 'sso_failed' });
  });

  it.each([
    ['over-large', 'x'.repeat(300_000), 'too_large'],
    ['empty', '', 'sso_failed'],
    ['a form of something else', 'a=b&a=c&__proto__=d', 'sso_failed'],
  ])('with a body that is %s leads back with a failure', async (_what, body, error) => {
    const acme = await company();
    const answer = await fetch(`${app.url}/sso/saml/${acme.accountId}/acs`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    expect(tester.found(answer.headers.get('location') ?? '')).toEqual({ error });
  });

  it('takes forms there, and nowhere else', async () => {
    const acme = await company();
    const post = (path: string, type: string) =>
      fetch(app.url + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': type },
        body: 'a',
      });
    const form = 'application/x-www-form-urlencoded';
    expect((await post('/v1/auth/login', form)).status).toBe(415);
    const acs = await post(`/sso/saml/${acme.accountId}/acs`, 'text/xml');
    expect(tester.found(acs.headers.get('location') ?? '')).toEqual({ error: 'unsupported_media_type' });
    const unknown = await post('/sso/saml/unknown/acs', form);
    expect(tester.found(unknown.headers.get('location') ?? '')).toEqual({ error: 'not_found' });
  });

  it('writes nothing of the person to the log', async () => {
    const acme = await company();
    const before = app.logged.length;
    await travel(acme, { sign: 'nothing' });
    const lines = app.logged.slice(before).join('');
    expect(lines).toContain('single sign-on failed');
    expect(lines.toLowerCase()).not.toContain(acme.email.toLowerCase());
  });
});

describe('someone who is invited', () => {
  async function team(): Promise<Company> {
    const acme = await company();
    await acme.admin.call(routes.changePlan, { body: { accountType: 'team', planType: 'monthly' } });
    return acme;
  }
  const invite = (acme: Company, email: string, more: object = {}) =>
    acme.admin.call(routes.inviteUser, { body: { email, ...more } });
  const join = async (acme: Company, email: string, answer: Answer = {}) => {
    const { browser, code } = await travel(acme, { email, ...answer });
    const { id_token } = routes.exchangeSsoCode.reply.parse((await tester.exchange(browser, code)).body);
    return app.client(id_token).call(routes.getUser, {});
  };

  it('joins by coming, as invited and as the provider calls them, and has no password', async () => {
    const acme = await team();
    const email = `nia@${acme.domain}`;
    await invite(acme, email, { firstName: 'Ni', userType: 'admin', seatRole: 'hiringManager' });
    const attributes = attribute('firstName', 'Nia') + attribute('lastName', 'Okoro');
    const nia = await join(acme, email.toUpperCase(), { attributes });
    expect(nia).toMatchObject({
      accountId: acme.accountId,
      email,
      userType: 'admin',
      firstName: 'Nia',
      lastName: 'Okoro',
      metadata: { emailVerified: true },
      seat: { seatRole: 'hiringManager' },
    });
    for (const password of ['', 'null', 'correct horse battery'])
      expect((await app.anonymous.ask(routes.login, { body: { email, password } })).status).toBeOneOf([
        401, 422,
      ]);
    expect((await join(acme, email)).id).toBe(nia.id);
    const seats = await acme.admin.call(routes.getSeats, {});
    expect(seats.filter(({ user }) => user?.id === nia.id)).toHaveLength(1);
  });

  it('is called as the inviter did, or by the address, where the provider sends no name', async () => {
    const acme = await team();
    await invite(acme, `nia@${acme.domain}`, { firstName: 'Nia', lastName: 'Okoro' });
    await invite(acme, `cem.k@${acme.domain}`);
    const nia = await join(acme, `nia@${acme.domain}`);
    expect(nia).toMatchObject({ firstName: 'Nia', lastName: 'Okoro' });
    expect(await join(acme, `cem.k@${acme.domain}`)).toMatchObject({ firstName: 'cem.k', lastName: '' });
  });

  it('joins once, however often they come at the same moment', async () => {
    const acme = await team();
    const email = `nia@${acme.domain}`;
    await invite(acme, email);
    const people = await Promise.all([1, 2, 3].map(() => join(acme, email)));
    expect(new Set(people.map(({ id }) => id)).size).toBe(1);
  });

  it('does not join when the invitation was canceled, or is of another account', async () => {
    const [acme, other] = [await team(), await team()];
    const email = `nia@${acme.domain}`;
    await invite(other, email);
    expect((await travel(acme, { email })).error).toBe('sso_unknown_person');
    await invite(acme, `cem@${acme.domain}`);
    await acme.admin.call(routes.cancelInvitation, { body: { email: `cem@${acme.domain}` } });
    expect((await travel(acme, { email: `cem@${acme.domain}` })).error).toBe('sso_unknown_person');
    // The other company's provider can't bring them in either: the domain is not its own.
    expect((await travel(other, { email })).error).toBe('sso_failed');
  });
});

describe('setting it up', () => {
  let person: Newcomer;
  let domain: string;

  beforeEach(async () => {
    domain = newDomain();
    person = await tester.signUp(`ana@${domain}`);
  });

  const put = (body: object) => person.ask(routes.updateSingleSignOn, { body });
  const all = () => ({ domain, provider: inputOf(fake.provider) });

  it('shows what is entered there, and what was entered here', async () => {
    const { accountId } = await person.call(routes.getUser, {});
    const acsUrl = `${app.url}/sso/saml/${accountId}/acs`;
    const entityId = `${app.url}/sso/saml/${accountId}/metadata`;
    const before = await person.call(routes.getSingleSignOn, {});
    expect(before).toMatchObject({ us: { acsUrl, entityId }, connection: null });
    expect(await put(all())).toMatchObject({
      status: 200,
      body: {
        connection: {
          provider: {
            ...inputOf(fake.provider),
            certificateExpiresAt: expect.stringMatching(/^20\d\d-.*Z$/),
          },
        },
      },
    });
    const document = await fetch(entityId);
    expect(document.status).toBe(200);
    expect(document.headers.get('content-type')).toBe('application/samlmetadata+xml; charset=utf-8');
    const xml = await document.text();
    expect(xml).toContain(`entityID="${entityId}"`);
    expect(xml).toContain(`Location="${acsUrl}"`);
    expect((await fetch(`${app.url}/sso/saml/unknown/metadata`)).status).toBe(404);
  });

  it('takes several certificates, and the bare base64 of metadata', async () => {
    const next = makeCertificate().certificate;
    const [now = ''] = fake.provider.certificates;
    const both = await put({ ...all(), provider: { ...all().provider, certificate: `${now}\r\n${next}` } });
    expect(both).toMatchObject({ body: { connection: { provider: { certificate: (now + next).trim() } } } });
    const bare = now.replaceAll(/-----[A-Z ]+-----|\n/g, '');
    const one = await put({ ...all(), provider: { ...all().provider, certificate: bare } });
    expect(one).toMatchObject({ body: { connection: { provider: { certificate: now.trim() } } } });
  });

  const over = makeCertificate({ from: new Date('2020-01-01'), until: new Date('2021-03-04') });
  it.each([
    [{ entityId: ' ' }, 'entityId', 'The entity ID is required'],
    [{ signInUrl: 'http://provider.example' }, 'signInUrl', 'The sign-in URL must start with https://'],
    [{ signInUrl: 'javascript:alert(1)' }, 'signInUrl', 'The sign-in URL field must be a valid URL.'],
    [
      { signInUrl: 'https://a:b@provider.example' },
      'signInUrl',
      'The sign-in URL field must be a valid URL.',
    ],
    [{ certificate: '' }, 'certificate', 'The certificate is required'],
    [
      { certificate: 'hello!' },
      'certificate',
      "We couldn't read this certificate. Copy it again, from 'BEGIN' to 'END'.",
    ],
    [
      { certificate: 'AAAA' },
      'certificate',
      "We couldn't read this certificate. Copy it again, from 'BEGIN' to 'END'.",
    ],
    [
      { certificate: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----' },
      'certificate',
      "This is a private key, which only the provider should have. Enter the provider's certificate.",
    ],
    [
      { certificate: over.certificate },
      'certificate',
      "This certificate expired on March 4, 2021. Enter the provider's new one.",
    ],
    [
      { certificate: makeCertificate({ bits: 1024 }).certificate },
      'certificate',
      "The certificate's key is too short. It must have at least 2048 bits.",
    ],
    [
      { certificate: makeCertificate({ kind: 'ec' }).certificate },
      'certificate',
      'The certificate must have an RSA key. Choose RSA at the provider.',
    ],
    [{ certificate: over.certificate.repeat(6) }, 'certificate', 'Enter at most 5 certificates'],
  ])('refuses %j', async (part, field, sentence) => {
    expect(await put({ ...all(), provider: { ...all().provider, ...part } })).toMatchObject({
      status: 422,
      body: { details: { fields: { [`provider.${field}`]: [sentence] } } },
    });
  });

  it('changes from one protocol to the other, and back', async () => {
    await put(all());
    const oidc = { protocol: 'oidc', issuer: 'https://login.acme.test', clientId: 'c', clientSecret: 's' };
    expect((await put({ provider: oidc })).status).toBe(200);
    const { connection } = await person.call(routes.getSingleSignOn, {});
    expect(connection?.provider).toEqual({
      protocol: 'oidc',
      issuer: 'https://login.acme.test',
      clientId: 'c',
    });
    expect((await put(all())).status).toBe(200);
  });

  it('is tested in plain words', async () => {
    const { certificate } = makeCertificate({ until: new Date(Date.now() + 3_600_000) });
    await put({ ...all(), provider: { ...all().provider, certificate } });
    const test = async () => (await person.call(routes.testSingleSignOn, {})).problem;
    expect(await test()).toBeNull();
    fake.page = (response) => void response.writeHead(404).end();
    expect(await test()).toMatch(/says the page doesn't exist\. Check the sign-in URL\.$/);
    app.clock.advance(2 * 3_600_000);
    const problem = await test().finally(() => app.clock.reset());
    expect(problem).toMatch(/^The provider's certificate expired on .*\. Enter the new one\.$/);
  });

  it('a changed provider has to be tried again before passwords are closed', async () => {
    const acme = await company();
    const only = () => acme.admin.ask(routes.updateSingleSignOn, { body: { ssoOnly: true } });
    expect(await only()).toMatchObject({ status: 409, body: { code: 'sso_only_untried' } });
    await signIn(acme);
    expect(await only()).toMatchObject({ status: 200, body: { connection: { ssoOnly: true } } });
    const renewed = { ...inputOf(fake.provider), certificate: makeCertificate().certificate };
    expect(await acme.admin.ask(routes.updateSingleSignOn, { body: { provider: renewed } })).toMatchObject({
      status: 200,
      body: { connection: { ssoOnly: false } },
    });
    expect(await only()).toMatchObject({ status: 409, body: { code: 'sso_only_untried' } });
  });
});
