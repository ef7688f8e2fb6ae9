import { type TOTP, URI } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { createBrowser } from '../../testing/browser.ts';
import { mailsTo, newMail } from '../../testing/mails.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { pathOf } from '../../testing/test-client.ts';
import { secondStepByPerson } from './limits.ts';

/* No one who knows an address, or even the password, can keep its owner out. */

let app: TestApp;
let people = 0;

beforeAll(async () => {
  app = await startTestApp({ variables: { TRUST_PROXY: '127.0.0.1' } });
});
afterEach(() => app.clock.reset());
afterAll(() => app.stop());

const password = 'correct horse battery';
const OWNER = '192.0.2.1';
const stranger = (index = 0) => `198.51.100.${index + 1}`;

interface Place {
  ask(route: Route, body: object): Promise<{ status: number; body: unknown; retryAfter: number }>;
}

/** Calls from one address; a program keeps no cookies, a browser does. */
function at(address: string, go: (url: string, init: RequestInit) => Promise<Response> = fetch): Place {
  return {
    ask: async (route, body) => {
      const answer = await go(app.url + pathOf(route, {}), {
        method: route.method,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify(body),
      });
      return {
        status: answer.status,
        body: await answer.json(),
        retryAfter: Number(answer.headers.get('retry-after')),
      };
    },
  };
}
const browserAt = (address: string) => at(address, createBrowser().go);

async function signUp() {
  people += 1;
  const email = `owner${people}@example.com`;
  const body = { firstName: 'Ana', lastName: 'Lopez', email, password };
  const { id_token } = await app.anonymous.call(routes.signup, { body });
  const { text } = await newMail(app, email, 0);
  const token = /token=([\w.-]+)/.exec(text)?.[1] ?? '';
  await app.anonymous.call(routes.verifyEmail, { body: { token } });
  return { email, client: app.client(id_token) };
}

/** The code or the link's token that the mail brings. */
async function mailed(place: Place, route: Route, email: string): Promise<string> {
  const before = (await mailsTo(app, email)).length;
  expect(await place.ask(route, { email })).toMatchObject({ status: 200 });
  const { text } = await newMail(app, email, before);
  return /token=([\w.-]+)/.exec(text)?.[1] ?? /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? '';
}

const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

/** Wrong codes from so many addresses, five each. */
async function guess(route: Route, email: string, code: string, addresses: number): Promise<void> {
  for (let index = 0; index < addresses; index += 1)
    for (let tries = 1; tries <= 5; tries += 1) {
      const body = { email, code: wrong(code, index * 5 + tries), password };
      expect(await at(stranger(index)).ask(route, body)).toMatchObject({ status: 422 });
    }
}

describe('the code for a new password', () => {
  const reset = (place: Place, email: string, code: string) =>
    place.ask(routes.resetPasswordUsingCode, { email, code, password: 'an entirely new password' });

  it('is good in the browser that asked for it, however many guessed', async () => {
    const { email } = await signUp();
    const mine = browserAt(OWNER);
    const code = await mailed(mine, routes.sendResetPasswordEmail, email);
    await guess(routes.resetPasswordUsingCode, email, code, 6);
    expect(await reset(mine, email, code)).toMatchObject({ status: 200 });
  });

  it('is good at another address than that of who guessed, without cookies too', async () => {
    const { email } = await signUp();
    const code = await mailed(at(OWNER), routes.sendResetPasswordEmail, email);
    for (let tries = 1; tries <= 20; tries += 1) await reset(at(stranger()), email, wrong(code, tries));
    expect(await reset(at(OWNER), email, code)).toMatchObject({ status: 200 });
  });

  it('is not replaced by what others ask for', async () => {
    const { email } = await signUp();
    const mine = browserAt(OWNER);
    const code = await mailed(mine, routes.sendResetPasswordEmail, email);
    await mailed(browserAt(stranger()), routes.sendResetPasswordEmail, email);
    expect(await reset(mine, email, code)).toMatchObject({ status: 200 });
  });

  it('takes five tries in the browser that asked, five from each other address, ten in all', async () => {
    const { email } = await signUp();
    const mine = browserAt(OWNER);
    const code = await mailed(mine, routes.sendResetPasswordEmail, email);
    await guess(routes.resetPasswordUsingCode, email, code, 1);
    expect(await reset(at(stranger()), email, code)).toMatchObject({ status: 422 });
    await guess(routes.resetPasswordUsingCode, email, code, 2);
    expect(await reset(at(stranger(9)), email, code)).toMatchObject({ status: 422 });
    for (let tries = 1; tries <= 5; tries += 1) await reset(mine, email, wrong(code, tries));
    expect(await reset(mine, email, code)).toMatchObject({ status: 422 });
    const another = await mailed(mine, routes.sendResetPasswordEmail, email);
    if (another !== code) expect(await reset(mine, email, code)).toMatchObject({ status: 422 });
    expect(await reset(mine, email, another)).toMatchObject({ status: 200 });
  });

  it('guessed at does not spend the tries of the second step', async () => {
    const { email, client } = await signUp();
    await client.call(routes.updateUser, { body: { mfaEnabled: true } });
    await mailed(at(OWNER), routes.sendResetPasswordEmail, email);
    for (let tries = 0; tries < 25; tries += 1) await reset(at(stranger()), email, '000000');
    await at(stranger()).ask(routes.login, { email, password });
    const code = await mailed(at(stranger()), routes.sendMfaEmail, email);
    expect(await at(stranger()).ask(routes.verifyMfa, { email, code })).toMatchObject({ status: 200 });
  });

  it('is not to be had from one address without end', async () => {
    const answers = [];
    for (let tries = 0; tries < 101; tries += 1)
      answers.push((await reset(at('203.0.113.7'), 'unknown@example.com', '000000')).status);
    expect(answers).toEqual([...Array(100).fill(422), 429]);
  });
});

describe('the mails', () => {
  it('that strangers have used up leave a code in the mailbox that is still good', async () => {
    const { email } = await signUp();
    for (let asked = 0; asked < 6; asked += 1)
      await at(stranger(asked)).ask(routes.sendResetPasswordEmail, { email });
    const last = await mailed(at(stranger()), routes.sendResetPasswordEmail, email);
    const refused = await at(OWNER).ask(routes.sendResetPasswordEmail, { email });
    expect(refused).toMatchObject({ status: 429 });
    // No later than the code dies.
    expect(refused.retryAfter).toBeLessThanOrEqual(600);
    const body = { email, code: last, password: 'an entirely new password' };
    expect(await at(OWNER).ask(routes.resetPasswordUsingCode, body)).toMatchObject({ status: 200 });
  });
});

describe('a mailed link', () => {
  it('can not be guessed, so no guess can spoil it', async () => {
    const { email } = await signUp();
    const token = await mailed(at(OWNER), routes.sendMagicLink, email);
    const [accountId, userId] = token.split('.');
    for (let tries = 0; tries < 10; tries += 1)
      await at(stranger()).ask(routes.verifyMagicLink, { token: `${accountId}.${userId}.${'A'.repeat(43)}` });
    await mailed(at(stranger()), routes.sendMagicLink, email);
    expect(await at(OWNER).ask(routes.verifyMagicLink, { token })).toMatchObject({ status: 200 });
  });
});

describe('someone who has the password, but not the phone', () => {
  async function withPhone() {
    const person = await signUp();
    const { otpauthUrl } = await person.client.call(routes.startAuthenticator, { body: { password } });
    const totp = URI.parse(otpauthUrl) as TOTP;
    const code = () => totp.generate({ timestamp: app.clock().getTime() });
    await person.client.call(routes.confirmAuthenticator, { body: { code: code() } });
    app.clock.advance(90_000);
    return { ...person, code };
  }
  const enter = (place: Place, email: string, given = password) =>
    place.ask(routes.login, { email, password: given });

  it('does not spoil the sign-in of the owner, who is notified', async () => {
    const { email, code } = await withPhone();
    const mine = browserAt(OWNER);
    await enter(mine, email);
    const answers = [];
    for (let times = 0; times < 11; times += 1) {
      answers.push((await enter(at(stranger()), email)).status);
      await at(stranger()).ask(routes.verifyMfa, { email, code: 'wrong' });
    }
    expect(answers).toEqual([...Array(10).fill(200), 429]);
    await guess(routes.verifyMfa, email, '000000', 3);
    expect(await mine.ask(routes.verifyMfa, { email, code: code() })).toMatchObject({ status: 200 });
    const mails = (await mailsTo(app, email)).filter(
      ({ subject }) => subject === 'Someone may know your password',
    );
    expect(mails).toHaveLength(1);
  });

  it('is slowed down, and out with a new password', async () => {
    const { email, client, code } = await withPhone();
    const { id } = await client.call(routes.getUser, {});
    for (let times = 0; times < secondStepByPerson.points; times += 1)
      await app.deps.rateLimits.consume(secondStepByPerson, id);
    expect(await enter(at(stranger()), email)).toMatchObject({ status: 429 });
    const reset = await mailed(at(OWNER), routes.sendResetPasswordEmail, email);
    const fresh = 'an entirely new password';
    await at(OWNER).ask(routes.resetPasswordUsingCode, { email, code: reset, password: fresh });
    expect(await enter(at(stranger()), email)).toMatchObject({ status: 401 });
    const mine = browserAt(OWNER);
    expect(await enter(mine, email, fresh)).toMatchObject({ status: 200 });
    expect(await mine.ask(routes.verifyMfa, { email, code: code() })).toMatchObject({ status: 200 });
  });
});

describe('someone at an open browser', () => {
  it('guesses the password in vain, and the owner can still give it elsewhere', async () => {
    const { email, client } = await signUp();
    const change = (asking: typeof client, currentPassword: string) =>
      asking.ask(routes.changePassword, { body: { currentPassword, password: 'an entirely new password' } });
    const answers = [];
    for (let tries = 0; tries < 11; tries += 1) answers.push((await change(client, 'a guess')).status);
    expect(answers).toEqual([...Array(10).fill(422), 429]);
    const { body } = await at(OWNER).ask(routes.login, { email, password });
    const other = app.client(routes.verifyMfa.reply.parse(body).id_token);
    expect(await change(other, password)).toMatchObject({ status: 200 });
  });
});
