import { TOTP, URI } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PROOF_MINUTES } from '../../../contract/auth.ts';
import type { Route } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { type FakeOidc, startFakeOidc } from '../../adapters/identity/fakes/fake-oidc.ts';
import { createBrowser } from '../../testing/browser.ts';
import { type Company, createDns, createSsoTester, PASSWORD } from '../../testing/companies.ts';
import { newMail } from '../../testing/mails.ts';
import { passkeyOriginOf } from '../../testing/passkeys.ts';
import { createSoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { type Client, type LooseInput, refusalOf } from '../../testing/test-client.ts';

/* What replaces the password of people who have none: that they have just come by single sign-on. */

let app: TestApp;
let fake: FakeOidc;
let tester: ReturnType<typeof createSsoTester>;
let acme: Company;
let people = 0;
const dns = createDns();

beforeAll(async () => {
  app = await startTestApp({ resolveTxt: dns.resolveTxt });
  fake = await startFakeOidc();
  tester = createSsoTester(app, dns);
  acme = await companyOfTwenty();
});
afterEach(() => app.clock.reset());
afterAll(async () => {
  await app.stop();
  await fake.stop();
});

async function companyOfTwenty(): Promise<Company> {
  const made = await tester.company({ protocol: 'oidc', ...fake.connection });
  await made.admin.call(routes.changePlan, {
    body: { accountType: 'team', planType: 'monthly', recruiters: 20 },
  });
  return made;
}

/** A session of someone whom the company's provider vouches for. */
async function comeBySso(email: string): Promise<Client> {
  const browser = createBrowser();
  const back = fake.signIn(await tester.leave(browser, email), { email, email_verified: true });
  const { code } = tester.found(await browser.next(back.href));
  const { body } = await tester.exchange(browser, code);
  return app.client(routes.exchangeSsoCode.reply.parse(body).id_token);
}

async function joined(company: Company = acme): Promise<{ email: string; session: Client }> {
  people += 1;
  const email = `nia${people}@${company.domain}`;
  await company.admin.call(routes.inviteUser, { body: { email } });
  return { email, session: await comeBySso(email) };
}

async function addPasskey(session: Client): Promise<string> {
  const { options } = await session.call(routes.startPasskey, { body: {} });
  const response = createSoftwareAuthenticator({ origin: passkeyOriginOf(app) }).create(options);
  return (await session.call(routes.addPasskey, { body: { response } })).id;
}

async function withAuthenticator(session: Client): Promise<LooseInput> {
  const { otpauthUrl } = await session.call(routes.startAuthenticator, { body: {} });
  const totp = URI.parse(otpauthUrl);
  if (!(totp instanceof TOTP)) throw new Error(`Not for codes by time: ${otpauthUrl}`);
  const code = totp.generate({ timestamp: app.clock().getTime() });
  await session.call(routes.confirmAuthenticator, { body: { code } });
  return { body: {} };
}

const later = () => app.clock.advance(PROOF_MINUTES * 60_000 + 1000);

const asked = { body: {} };

/** Each call, and what has to be there before it can be made. */
const changes: [string, Route, (session: Client) => Promise<LooseInput>][] = [
  ['deleting oneself', routes.deleteUser, async () => asked],
  ['adding a passkey', routes.startPasskey, async () => asked],
  [
    'removing a passkey',
    routes.removePasskey,
    async (session) => ({ ...asked, params: { id: await addPasskey(session) } }),
  ],
  ['setting up an app', routes.startAuthenticator, async () => asked],
  ['removing the app', routes.removeAuthenticator, withAuthenticator],
  ['new recovery codes', routes.renewRecoveryCodes, withAuthenticator],
  ['setting a password', routes.changePassword, async () => ({ body: { password: 'a first password' } })],
];

describe.each(changes)('%s without a password', (_what, route, before) => {
  it('needs a sign-in of a moment ago', async () => {
    const { email, session } = await joined();
    const input = await before(session);
    later();
    expect(refusalOf(await session.ask(route, input))).toBe('403 sign_in_again');
    // One that was made up is not taken instead.
    const madeUp = { password: 'not my password', currentPassword: 'not my password' };
    const body = { ...madeUp, ...(input.body as object) };
    expect(refusalOf(await session.ask(route, { ...input, body }))).toBe('403 sign_in_again');
    const again = await comeBySso(email);
    expect(refusalOf(await session.ask(route, input))).toBe('403 sign_in_again');
    expect((await again.ask(route, input)).status).toBe(200);
  });

  it('is not for people who have one, however they came', async () => {
    const session = await comeBySso(acme.email);
    const field = route === routes.changePassword ? 'currentPassword' : 'password';
    const body = route === routes.changePassword ? { password: 'another password' } : {};
    expect(await session.ask(route, { body, params: { id: app.deps.newId() } })).toMatchObject({
      status: 422,
      body: { details: { fields: { [field]: ['The password is required'] } } },
    });
  });
});

describe('someone without a password', () => {
  it('is recognized, and proves nothing with a link from a mail', async () => {
    const { email, session } = await joined();
    expect(await session.call(routes.getUser, {})).toMatchObject({ hasPassword: false });
    expect(await acme.admin.call(routes.getUser, {})).toMatchObject({ hasPassword: true });
    await app.anonymous.call(routes.sendMagicLink, { body: { email } });
    const token = /token=(\S+)/.exec((await newMail(app, email, 1)).text)?.[1] ?? '';
    const reply = await app.anonymous.call(routes.verifyMagicLink, { body: { token } });
    const byMail = app.client(reply.mfaNeeded ? '' : reply.id_token);
    expect(await byMail.refusal(routes.startPasskey, { body: {} })).toBe('403 sign_in_again');
  });

  it('has a password once it is set, and proves it with that from then on', async () => {
    const { email, session } = await joined();
    const password = 'a first password';
    expect(await session.ask(routes.changePassword, { body: { password: 'password123' } })).toMatchObject({
      status: 422,
    });
    await session.call(routes.changePassword, { body: { password } });
    expect(await session.call(routes.getUser, {})).toMatchObject({ hasPassword: true });
    expect(await session.refusal(routes.startPasskey, { body: {} })).toBe('422 invalid');
    await session.call(routes.startPasskey, { body: { password } });
    expect(await app.anonymous.call(routes.login, { body: { email, password } })).toMatchObject({
      mfaNeeded: false,
    });
  });

  it('can set none where the company wants single sign-on only', async () => {
    const only = await companyOfTwenty();
    await comeBySso(only.email);
    await only.admin.call(routes.updateSingleSignOn, { body: { ssoOnly: true } });
    const { session } = await joined(only);
    const body = { password: 'a first password' };
    expect(await session.refusal(routes.changePassword, { body })).toBe('403 sso_required');
    expect(await session.call(routes.getUser, {})).toMatchObject({ hasPassword: false });
    // People with an older one keep it.
    const proven = { ...body, currentPassword: PASSWORD };
    expect(await only.admin.call(routes.changePassword, { body: proven })).toEqual({ status: 'ok' });
  });
});
