import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { mailsTo, newMail } from '../../testing/mails.ts';
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts';

/* What goes through a mail: codes, links, and the notice to the person who did not do it. */

let app: TestApp;
let people = 0;

beforeAll(async () => {
  // Its own: other files' jobs wait in a shared one.
  app = await startTestApp({});
});
afterAll(() => app.stop());

const password = 'correct horse battery';

interface User {
  email: string;
  token: string;
}

/** Signed up, with the mail that asks to verify the address. */
async function signUp(): Promise<User> {
  people += 1;
  const email = `Identity${people}@example.com`;
  const { id_token } = await app.anonymous.call(routes.signup, {
    body: { firstName: 'Ana', lastName: 'Lopez', email, password },
  });
  await newMail(app, email, 0);
  return { email, token: id_token };
}

const as = ({ token }: User) => app.client(token);

const login = (email: string, given = password) =>
  app.anonymous.ask(routes.login, { body: { email, password: given } });

type MailRoute =
  | typeof routes.sendMfaEmail
  | typeof routes.sendResetPasswordEmail
  | typeof routes.sendVerificationEmail
  | typeof routes.sendMagicLink;

/** Asks for a mail and returns what it brings: the code or the token of the link. */
async function mailed(route: MailRoute, email: string): Promise<string> {
  const before = (await mailsTo(app, email)).length;
  expect(await app.anonymous.ask(route, { body: { email } })).toMatchObject({ status: 200 });
  const { text } = await newMail(app, email, before);
  const found = /token=([\w.-]+)/.exec(text)?.[1] ?? /^\s*(\d{6})\s*$/m.exec(text)?.[1];
  if (found === undefined) throw new Error(`Neither a code nor a link: ${text}`);
  return found;
}

const wrongCodeFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a forgotten password', () => {
  const reset = (email: string, code: string, given = 'an entirely new password') =>
    app.anonymous.ask(routes.resetPasswordUsingCode, { body: { email, code, password: given } });

  it('is replaced with the code from the mail; every session ends, and the person is notified', async () => {
    const ana = await signUp();
    const code = await mailed(routes.sendResetPasswordEmail, ana.email);
    expect(code).toMatch(/^\d{6}$/);
    const mails = (await mailsTo(app, ana.email)).length;
    expect(await reset(ana.email.toUpperCase(), ` ${code} `)).toEqual({
      status: 200,
      body: { status: 'ok' },
    });
    expect(await as(ana).refusal(routes.getUser, {})).toBe('401 session_ended');
    expect((await login(ana.email)).status).toBe(401);
    expect((await login(ana.email, 'an entirely new password')).status).toBe(200);
    expect((await newMail(app, ana.email, mails)).subject).toBe('Your password was changed');
  });

  it('code works once', async () => {
    const ana = await signUp();
    const code = await mailed(routes.sendResetPasswordEmail, ana.email);
    const answers = await Promise.all(
      [1, 2, 3].map((n) => reset(ana.email, code, `new password ${n} times`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  it('code is worth five tries, however they come', async () => {
    const ana = await signUp();
    const code = await mailed(routes.sendResetPasswordEmail, ana.email);
    const wrong = await Promise.all(Array.from({ length: 5 }, () => reset(ana.email, wrongCodeFor(code))));
    for (const answer of wrong) expect(answer).toMatchObject({ status: 422, body: { code: 'code_invalid' } });
    expect(await reset(ana.email, code)).toMatchObject({ status: 422, body: { code: 'code_invalid' } });
    const another = await mailed(routes.sendResetPasswordEmail, ana.email);
    expect((await reset(ana.email, another)).status).toBe(200);
  });

  it('code dies after ten minutes', async () => {
    const ana = await signUp();
    const code = await mailed(routes.sendResetPasswordEmail, ana.email);
    app.clock.advance(10 * 60_000 + 1000);
    const late = await reset(ana.email, code);
    app.clock.reset();
    expect(late.status).toBe(422);
  });

  it('code of one person is no code of another', async () => {
    const ana = await signUp();
    const eve = await signUp();
    const code = await mailed(routes.sendResetPasswordEmail, ana.email);
    expect((await reset(eve.email, code)).status).toBe(422);
    expect((await reset(ana.email, code)).status).toBe(200);
  });

  it('that is replaced by a common one is refused, and the code stays good', async () => {
    const ana = await signUp();
    const code = await mailed(routes.sendResetPasswordEmail, ana.email);
    expect(await reset(ana.email, code, 'Password1234')).toMatchObject({
      status: 422,
      body: {
        details: { fields: { password: ['This password is too easy to guess. Choose another one.'] } },
      },
    });
    expect((await reset(ana.email, code)).status).toBe(200);
  });
});

describe('an address that no one has', () => {
  it.each([
    routes.sendMfaEmail,
    routes.sendResetPasswordEmail,
    routes.sendVerificationEmail,
    routes.sendMagicLink,
  ])('is answered by $path as any other, and gets no mail', async (route) => {
    const ana = await signUp();
    const email = `unknown${people}@example.com`;
    const known = await app.anonymous.ask(route, { body: { email: ana.email } });
    expect(await app.anonymous.ask(route, { body: { email } })).toEqual(known);
    await eventually(async () => {
      const { rows } = await app.deps.pool.query('select 1 from graphile_worker.jobs');
      expect(rows).toEqual([]);
    });
    expect(await mailsTo(app, email)).toEqual([]);
  });

  it('is refused like a wrong code', async () => {
    const body = { email: 'unknown@example.com', code: '123456', password };
    expect(await app.anonymous.refusal(routes.resetPasswordUsingCode, { body })).toBe('422 code_invalid');
    expect(await app.anonymous.refusal(routes.verifyMfa, { body })).toBe('422 code_invalid');
  });
});

describe('an address', () => {
  it('is verified by the link that comes with signing up; again is harmless', async () => {
    const ana = await signUp();
    expect((await as(ana).call(routes.getUser, {})).metadata.emailVerified).toBe(false);
    const { text } = await newMail(app, ana.email, 0);
    const token = /\/emailVerificationSuccess\?token=([\w.-]+)/.exec(text)?.[1] ?? '';
    for (let times = 0; times < 2; times += 1)
      expect(await app.anonymous.call(routes.verifyEmail, { body: { token } })).toEqual({ status: 'ok' });
    expect((await as(ana).call(routes.getUser, {})).metadata.emailVerified).toBe(true);
  });

  it('that is verified gets no further mail about it', async () => {
    const ana = await signUp();
    const token = await mailed(routes.sendVerificationEmail, ana.email);
    await app.anonymous.call(routes.verifyEmail, { body: { token } });
    const before = (await mailsTo(app, ana.email)).length;
    await app.anonymous.call(routes.sendVerificationEmail, { body: { email: ana.email } });
    await app.anonymous.call(routes.sendMagicLink, { body: { email: ana.email } });
    expect((await newMail(app, ana.email, before)).subject).toBe('Your link to sign in');
  });

  it.each([
    '',
    'x',
    'a.b.c',
    `${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}.${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}.${'A'.repeat(43)}`,
  ])('is not verified by %j', async (token) => {
    expect(await app.anonymous.refusal(routes.verifyEmail, { body: { token } })).toBe('422 link_invalid');
  });

  it('link of one kind is none of another', async () => {
    const ana = await signUp();
    const token = await mailed(routes.sendVerificationEmail, ana.email);
    expect(await app.anonymous.refusal(routes.verifyMagicLink, { body: { token } })).toBe('422 link_invalid');
  });
});

describe('a link that signs in', () => {
  it('works once, and proves the address', async () => {
    const ana = await signUp();
    const token = await mailed(routes.sendMagicLink, ana.email);
    const { body } = await app.anonymous.ask(routes.verifyMagicLink, { body: { token } });
    const { id_token } = routes.verifyMfa.reply.parse(body);
    expect(await app.client(id_token).call(routes.getUser, {})).toMatchObject({
      email: ana.email,
      metadata: { emailVerified: true },
    });
    expect(await app.anonymous.refusal(routes.verifyMagicLink, { body: { token } })).toBe('422 link_invalid');
  });

  it('is dead after ten minutes', async () => {
    const ana = await signUp();
    const token = await mailed(routes.sendMagicLink, ana.email);
    app.clock.advance(10 * 60_000 + 1000);
    const late = await app.anonymous.refusal(routes.verifyMagicLink, { body: { token } });
    app.clock.reset();
    expect(late).toBe('422 link_invalid');
  });
});

describe('two-factor authentication', () => {
  async function careful(): Promise<User> {
    const ana = await signUp();
    const on = { body: { mfaEnabled: true } };
    expect(await as(ana).refusal(routes.updateUser, on)).toBe('409 email_unverified');
    const { text } = await newMail(app, ana.email, 0);
    const token = /token=([\w.-]+)/.exec(text)?.[1] ?? '';
    await app.anonymous.call(routes.verifyEmail, { body: { token } });
    await as(ana).call(routes.updateUser, on);
    expect((await newMail(app, ana.email, 1)).subject).toBe('Two-factor authentication is on');
    return ana;
  }

  const verify = (email: string, code: string) =>
    app.anonymous.ask(routes.verifyMfa, { body: { email, code } });

  it('asks for a code after the password', async () => {
    const ana = await careful();
    expect(await login(ana.email)).toEqual({
      status: 200,
      body: { mfaNeeded: true, mfaMethod: 'email', mfaMethods: ['email'] },
    });
    const code = await mailed(routes.sendMfaEmail, ana.email);
    expect((await verify(ana.email, wrongCodeFor(code))).status).toBe(422);
    const { status, body } = await verify(ana.email, code);
    expect(status).toBe(200);
    const { id_token } = routes.verifyMfa.reply.parse(body);
    expect(await app.client(id_token).call(routes.getUser, {})).toMatchObject({ mfaEnabled: true });
    expect((await verify(ana.email, code)).status).toBe(422);
  });

  it('mails no code to anyone who has not given the password', async () => {
    const ana = await careful();
    const before = (await mailsTo(app, ana.email)).length;
    await app.anonymous.call(routes.sendMfaEmail, { body: { email: ana.email } });
    expect((await login(ana.email, 'not the password')).status).toBe(401);
    await app.anonymous.call(routes.sendMfaEmail, { body: { email: ana.email } });
    await app.anonymous.call(routes.sendMagicLink, { body: { email: ana.email } });
    expect((await newMail(app, ana.email, before)).subject).toBe('Your link to sign in');
  });

  it('does not keep the password open longer than ten minutes', async () => {
    const ana = await careful();
    await login(ana.email);
    const code = await mailed(routes.sendMfaEmail, ana.email);
    app.clock.advance(10 * 60_000 + 1000);
    const late = await verify(ana.email, code);
    app.clock.reset();
    expect(late.status).toBe(422);
  });

  it('is turned off again, and the person is notified', async () => {
    const ana = await careful();
    await as(ana).call(routes.updateUser, { body: { mfaEnabled: false } });
    expect((await newMail(app, ana.email, 2)).subject).toBe('Two-factor authentication is off');
    expect(await login(ana.email)).toMatchObject({ body: { mfaNeeded: false } });
  });
});

describe('the own password', () => {
  const change = (ana: User, currentPassword: string, given: string) =>
    as(ana).ask(routes.changePassword, { body: { currentPassword, password: given } });

  it('can be changed by a person who knows it; other browsers are signed out', async () => {
    const ana = await signUp();
    const other = routes.verifyMfa.reply.parse((await login(ana.email)).body).id_token;
    expect((await change(ana, password, 'an entirely new password')).status).toBe(200);
    expect(await app.client(other).refusal(routes.getUser, {})).toBe('401 session_ended');
    expect((await as(ana).call(routes.getUser, {})).email).toBe(ana.email);
    expect((await login(ana.email)).status).toBe(401);
    expect((await login(ana.email, 'an entirely new password')).status).toBe(200);
  });

  it.each([
    ['not the password', 'an entirely new password', { currentPassword: ['The password is wrong'] }],
    [password, 'qwertyuiop', { password: ['This password is too easy to guess. Choose another one.'] }],
    [password, 'QwertyUiop', { password: ['This password is too easy to guess. Choose another one.'] }],
    [password, 'short', { password: ['The password needs at least 10 characters'] }],
  ])('given %j is not changed to %j', async (current, given, fields) => {
    const ana = await signUp();
    expect(await change(ana, current, given)).toMatchObject({ status: 422, body: { details: { fields } } });
    expect((await login(ana.email)).status).toBe(200);
  });

  it('is not guessed by who found an open browser', async () => {
    const ana = await signUp();
    const answers = [];
    for (let tries = 0; tries < 11; tries += 1)
      answers.push((await change(ana, `guess ${tries}`, password)).status);
    expect(answers.at(0)).toBe(422);
    expect(answers.at(-1)).toBe(429);
  });
});

describe('where someone is signed in', () => {
  it('is listed, and ended one by one or all but this', async () => {
    const ana = await signUp();
    const { status, body } = await app.anonymous.ask(routes.login, {
      body: { email: ana.email, password },
      headers: { 'user-agent': 'Another Browser/1.0' },
    });
    expect(status).toBe(200);
    const another = app.client(routes.verifyMfa.reply.parse(body).id_token);
    await login(ana.email);
    const sessions = await as(ana).call(routes.listSessions, {});
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, false, true]);
    const second = sessions.find(({ userAgent }) => userAgent === 'Another Browser/1.0');
    await as(ana).call(routes.endSession, { params: { id: second?.id ?? '' } });
    expect(await another.refusal(routes.getUser, {})).toBe('401 session_ended');
    expect(await as(ana).refusal(routes.endSession, { params: { id: second?.id ?? '' } })).toBe(
      '404 not_found',
    );
    await as(ana).call(routes.endOtherSessions, {});
    expect(await as(ana).call(routes.listSessions, {})).toMatchObject([{ isCurrent: true }]);
  });

  it('is no one else’s business', async () => {
    const ana = await app.signUp();
    const cem = await app.addColleague(ana, 'admin');
    const [session] = await ana.call(routes.listSessions, {});
    expect(await cem.refusal(routes.endSession, { params: { id: session?.id ?? '' } })).toBe('404 not_found');
    expect((await ana.call(routes.getUser, {})).id).toBe(ana.userId);
  });
});

describe('limits', () => {
  it('stop a password guesser, and return when to come back', async () => {
    const ana = await signUp();
    const answers = [];
    for (let tries = 0; tries < 11; tries += 1) answers.push(await login(ana.email, `guess number ${tries}`));
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(401));
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    const raw = await fetch(`${app.url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ana.email, password }),
    });
    expect(raw.status).toBe(429);
    expect(Number(raw.headers.get('retry-after'))).toBeGreaterThan(800);
  });

  it('count the same for an address that no one has', async () => {
    const answers = [];
    for (let tries = 0; tries < 11; tries += 1)
      answers.push((await login('never.seen@example.com', `guess number ${tries}`)).status);
    expect(answers).toEqual([...Array(10).fill(401), 429]);
  });

  it('forget wrong guesses once the person gets it right', async () => {
    const ana = await signUp();
    for (let round = 0; round < 3; round += 1) {
      for (let tries = 0; tries < 6; tries += 1)
        expect((await login(ana.email, 'a wrong guess')).status).toBe(401);
      expect((await login(ana.email)).status).toBe(200);
    }
  });

  it('keep mailboxes from being flooded', async () => {
    const answers = [];
    for (let tries = 0; tries < 8; tries += 1)
      answers.push(
        (await app.anonymous.ask(routes.sendMagicLink, { body: { email: 'flooded@example.com' } })).status,
      );
    expect(answers).toEqual([...Array(7).fill(200), 429]);
  });
});
