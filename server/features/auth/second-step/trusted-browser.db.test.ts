import { URI } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TRUST_DAYS } from '../../../../contract/auth.ts';
import * as routes from '../../../../contract/routes.ts';
import { createBrowser } from '../../../testing/browser.ts';
import { mailsTo, newMail } from '../../../testing/mails.ts';
import { addPasskey, createApiBrowser } from '../../../testing/passkeys.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import {
  mailedCode,
  PASSWORD,
  signUpVerified,
  type VerifiedPerson,
} from '../../../testing/verified-person.ts';

/* Browsers in which a person is asked for no second step. */

let app: TestApp;
let people = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
afterEach(() => app.clock.reset());

type ApiBrowser = ReturnType<typeof createApiBrowser>;

async function careful(): Promise<VerifiedPerson> {
  people += 1;
  const ana = await signUpVerified(app, `trust${people}@example.com`);
  await ana.call(routes.updateUser, { body: { mfaEnabled: true } });
  await newMail(app, ana.email, 1);
  return ana;
}

const login = (browser: ApiBrowser, ana: VerifiedPerson, password = PASSWORD) =>
  browser.ask(routes.login, { email: ana.email, password });

async function isAsked(browser: ApiBrowser, ana: VerifiedPerson, password?: string): Promise<boolean> {
  const { status, body } = await login(browser, ana, password);
  expect(status).toBe(200);
  return routes.login.reply.parse(body).mfaNeeded;
}

async function signInWithCode(browser: ApiBrowser, ana: VerifiedPerson, trustBrowser?: boolean) {
  expect(await isAsked(browser, ana)).toBe(true);
  const before = (await mailsTo(app, ana.email)).length;
  await app.anonymous.call(routes.sendMfaEmail, { body: { email: ana.email } });
  const code = await mailedCode(app, ana.email, before);
  const answer = await browser.ask(routes.verifyMfa, { email: ana.email, code, trustBrowser });
  expect(answer.status).toBe(200);
}

async function trusted(): Promise<{ ana: VerifiedPerson; browser: ApiBrowser }> {
  const ana = await careful();
  const browser = createApiBrowser(app);
  await signInWithCode(browser, ana, true);
  expect(await isAsked(browser, ana)).toBe(false);
  return { ana, browser };
}

describe('a browser that is trusted', () => {
  it('signs in with the password alone, and is listed', async () => {
    const { ana } = await trusted();
    expect(await isAsked(createApiBrowser(app), ana)).toBe(true);
    const [listed, ...more] = await ana.call(routes.listTrustedBrowsers, {});
    expect(more).toEqual([]);
    expect(listed?.userAgent).toContain('Firefox');
    expect(listed?.lastUsedAt).not.toBeNull();
  });

  it('was chosen: without the choice the second step is asked for again', async () => {
    const ana = await careful();
    for (const choice of [undefined, false]) {
      const browser = createApiBrowser(app);
      await signInWithCode(browser, ana, choice);
      expect(await isAsked(browser, ana)).toBe(true);
    }
    expect(await ana.call(routes.listTrustedBrowsers, {})).toEqual([]);
  });

  it('keeps a cookie that scripts and other sites do not get at; the server keeps its hash', async () => {
    const ana = await careful();
    await login(createApiBrowser(app), ana);
    const before = (await mailsTo(app, ana.email)).length;
    await app.anonymous.call(routes.sendMfaEmail, { body: { email: ana.email } });
    const code = await mailedCode(app, ana.email, before);
    const response = await createBrowser().go(`${app.url}/v1/auth/verifyMfa`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ana.email, code, trustBrowser: true }),
    });
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('trust-')) ?? '';
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Strict/);
    expect(cookie).toContain(`Max-Age=${TRUST_DAYS * 24 * 3600}`);
    const value = /=([\w-]{43});/.exec(cookie)?.[1] ?? '';
    const { rows } = await app.deps.pool.query('select * from trusted_browsers where user_id = $1', [
      ana.userId,
    ]);
    expect(rows).toHaveLength(1);
    expect(value).not.toBe('');
    expect(JSON.stringify(rows)).not.toContain(value);
  });

  it('is worth nothing without the password', async () => {
    const { ana, browser } = await trusted();
    expect((await login(browser, ana, 'not the password')).status).toBe(401);
    const verify = { email: ana.email, code: '123456' };
    expect((await browser.ask(routes.verifyMfa, verify)).status).toBe(422);
    expect(
      (await browser.ask(routes.changePassword, { currentPassword: PASSWORD, password: 'x' })).status,
    ).toBe(401);
  });

  it('is trusted for one person, not for anyone else who uses it; several may', async () => {
    const { ana, browser } = await trusted();
    const ben = await careful();
    await signInWithCode(browser, ben, true);
    expect(await isAsked(browser, ben)).toBe(false);
    expect(await isAsked(browser, ana)).toBe(false);
    const eve = await careful();
    expect(await isAsked(browser, eve)).toBe(true);
  });

  it('does nothing for another person when its value is given to theirs', async () => {
    const { ana } = await trusted();
    const eve = await careful();
    const cookies: string[] = [];
    const thief = createBrowser();
    const verify = async (person: VerifiedPerson) => {
      await thief.go(`${app.url}/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: person.email, password: PASSWORD }),
      });
      const before = (await mailsTo(app, person.email)).length;
      await app.anonymous.call(routes.sendMfaEmail, { body: { email: person.email } });
      const code = await mailedCode(app, person.email, before);
      const response = await thief.go(`${app.url}/v1/auth/verifyMfa`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: person.email, code, trustBrowser: true }),
      });
      cookies.push(...response.headers.getSetCookie());
    };
    await verify(eve);
    await verify(ana);
    const [evil = '', real = ''] = cookies.map((line) => line.split(';')[0] ?? '');
    const [name] = real.split('=');
    const forged = `${name}=${evil.split('=')[1]}`;
    const ask = async (cookie: string) => {
      const answer = await fetch(`${app.url}/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ email: ana.email, password: PASSWORD }),
      });
      return ((await answer.json()) as { mfaNeeded: boolean }).mfaNeeded;
    };
    expect(await ask(real)).toBe(false);
    expect(await ask(forged)).toBe(true);
  });

  it('is asked again after thirty days', async () => {
    const { ana, browser } = await trusted();
    app.clock.advance((TRUST_DAYS * 24 - 1) * 3600_000);
    expect(await isAsked(browser, ana)).toBe(false);
    app.clock.advance(2 * 3600_000);
    expect(await isAsked(browser, ana)).toBe(true);
  });

  it('may be chosen with a passkey as the second step', async () => {
    const ana = await careful();
    const { authenticator } = await addPasskey(app, ana, PASSWORD);
    const browser = createApiBrowser(app);
    for (let time = 1; time <= 2; time += 1) {
      const answer = await browser.signIn(authenticator, {}, { email: ana.email, trustBrowser: true });
      expect(answer.status).toBe(200);
      expect(await isAsked(browser, ana)).toBe(false);
      // One browser, however often it was chosen.
      expect(await ana.call(routes.listTrustedBrowsers, {})).toHaveLength(1);
    }
  });
});

describe('trust ends', () => {
  const NEW = 'an entirely new password';

  it('when the password is changed: a cookie stolen before is worth nothing, even with the new one', async () => {
    const { ana, browser } = await trusted();
    await ana.call(routes.changePassword, { body: { currentPassword: PASSWORD, password: NEW } });
    expect(await isAsked(browser, ana, NEW)).toBe(true);
  });

  it('when the password is reset', async () => {
    const { ana, browser } = await trusted();
    const before = (await mailsTo(app, ana.email)).length;
    await app.anonymous.call(routes.sendResetPasswordEmail, { body: { email: ana.email } });
    const code = await mailedCode(app, ana.email, before);
    const body = { email: ana.email, code, password: NEW };
    await app.anonymous.call(routes.resetPasswordUsingCode, { body });
    expect(await isAsked(browser, ana, NEW)).toBe(true);
  });

  it('when the second step is turned off and on again', async () => {
    const { ana, browser } = await trusted();
    await ana.call(routes.updateUser, { body: { mfaEnabled: false } });
    await ana.call(routes.updateUser, { body: { mfaEnabled: true } });
    expect(await isAsked(browser, ana)).toBe(true);
  });

  it('with a new authenticator app, and when the app is removed', async () => {
    const { ana, browser } = await trusted();
    const { otpauthUrl } = await ana.call(routes.startAuthenticator, { body: { password: PASSWORD } });
    const totp = URI.parse(otpauthUrl);
    const shown = (steps = 0) =>
      totp.generate({ timestamp: app.clock().getTime() + steps * 30_000 } as never);
    await ana.call(routes.confirmAuthenticator, { body: { code: shown() } });
    expect(await isAsked(browser, ana)).toBe(true);
    const body = { email: ana.email, code: shown(1), trustBrowser: true };
    expect((await browser.ask(routes.verifyMfa, body)).status).toBe(200);
    expect(await isAsked(browser, ana)).toBe(false);

    // A link from a mail leads to the app, but not in this browser.
    const before = (await mailsTo(app, ana.email)).length;
    for (const [from, asked] of [
      [createApiBrowser(app), true],
      [browser, false],
    ] as const) {
      const count = (await mailsTo(app, ana.email)).length;
      await app.anonymous.call(routes.sendMagicLink, { body: { email: ana.email } });
      const { text } = await newMail(app, ana.email, count);
      const token = /token=([\w.-]+)/.exec(text)?.[1] ?? '';
      const { body: reply } = await from.ask(routes.verifyMagicLink, { token });
      expect(routes.verifyMagicLink.reply.parse(reply).mfaNeeded).toBe(asked);
    }
    expect((await mailsTo(app, ana.email)).length).toBe(before + 2);

    await ana.call(routes.removeAuthenticator, { body: { password: PASSWORD } });
    expect(await isAsked(browser, ana)).toBe(true);
  });

  it('when a passkey is removed', async () => {
    const { ana, browser } = await trusted();
    const { passkey } = await addPasskey(app, ana, PASSWORD);
    expect(await isAsked(browser, ana)).toBe(false);
    await ana.call(routes.removePasskey, { params: { id: passkey.id }, body: { password: PASSWORD } });
    expect(await isAsked(browser, ana)).toBe(true);
  });

  it('when the person asks for it, everywhere, and only for themselves', async () => {
    const { ana, browser } = await trusted();
    const other = createApiBrowser(app);
    await signInWithCode(other, ana, true);
    const ben = await careful();
    await signInWithCode(browser, ben, true);
    await ana.call(routes.forgetTrustedBrowsers, {});
    expect(await ana.call(routes.listTrustedBrowsers, {})).toEqual([]);
    expect(await isAsked(browser, ana)).toBe(true);
    expect(await isAsked(other, ana)).toBe(true);
    expect(await isAsked(browser, ben)).toBe(false);
  });
});
