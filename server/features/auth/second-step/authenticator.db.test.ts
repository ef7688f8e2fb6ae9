import { TOTP, URI } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { mailsTo, newMail } from '../../../testing/mails.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

/* Codes of an app on the person's phone, made here as such an app makes them. */

let app: TestApp;
let people = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
afterEach(() => app.clock.reset());

const password = 'correct horse battery';
const STEP_MS = 30_000;

interface User {
  email: string;
  token: string;
}

interface Phone {
  /** What the app shows, or showed, or will show: so many steps from now. */
  code: (steps?: number) => string;
}

async function signUp({ verified = false } = {}): Promise<User> {
  people += 1;
  const email = `phone${people}@example.com`;
  const { id_token } = await app.anonymous.call(routes.signup, {
    body: { firstName: 'Ana', lastName: 'Lopez', email, password },
  });
  const { text } = await newMail(app, email, 0);
  if (verified) {
    const token = /token=([\w.-]+)/.exec(text)?.[1] ?? '';
    await app.anonymous.call(routes.verifyEmail, { body: { token } });
  }
  return { email, token: id_token };
}

const as = ({ token }: User) => app.client(token);

function phoneOf(otpauthUrl: string): Phone {
  const totp = URI.parse(otpauthUrl);
  if (!(totp instanceof TOTP)) throw new Error(`Not for codes by time: ${otpauthUrl}`);
  return { code: (steps = 0) => totp.generate({ timestamp: app.clock().getTime() + steps * STEP_MS }) };
}

/** Not one of those that are good about now. */
function wrongCodeFor(phone: Phone): string {
  const good = [-2, -1, 0, 1, 2].map((steps) => phone.code(steps));
  const wrong = ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !good.includes(code),
  );
  return wrong ?? '';
}

/** Steps end while tests run: from its first second on there is time enough. */
function toStartOfStep(): void {
  const now = app.clock().getTime();
  app.clock.jumpTo(new Date((Math.floor(now / STEP_MS) + 1) * STEP_MS + 1000).toISOString());
}

/** Has set up an app, a while ago: the code that confirmed it is no longer shown. */
async function withPhone(): Promise<{ ana: User; phone: Phone; recoveryCodes: string[] }> {
  const ana = await signUp();
  const { otpauthUrl } = await as(ana).call(routes.startAuthenticator, { body: { password } });
  const phone = phoneOf(otpauthUrl);
  toStartOfStep();
  const { recoveryCodes } = await as(ana).call(routes.confirmAuthenticator, { body: { code: phone.code() } });
  await newMail(app, ana.email, 1);
  app.clock.advance(3 * STEP_MS);
  return { ana, phone, recoveryCodes };
}

const login = (email: string) => app.anonymous.ask(routes.login, { body: { email, password } });
const verify = (email: string, code: string) =>
  app.anonymous.ask(routes.verifyMfa, { body: { email, code } });

async function signInWith(ana: User, code: string): Promise<number> {
  expect(await login(ana.email)).toEqual({
    status: 200,
    body: { mfaNeeded: true, mfaMethod: 'authenticator', mfaMethods: ['authenticator'] },
  });
  return (await verify(ana.email, code)).status;
}

async function subjects(ana: User): Promise<string[]> {
  return (await mailsTo(app, ana.email)).map(({ subject }) => subject);
}

describe('setting up an app', () => {
  it('needs the password and a code of it; from then on signing in needs a code', async () => {
    const ana = await signUp();
    expect(
      await as(ana).ask(routes.startAuthenticator, { body: { password: 'not the password' } }),
    ).toMatchObject({
      status: 422,
      body: { details: { fields: { password: ['The password is wrong'] } } },
    });
    const { secret, otpauthUrl } = await as(ana).call(routes.startAuthenticator, { body: { password } });
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(otpauthUrl).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(otpauthUrl)).toContain(`otpauth://totp/Hiretext:${ana.email}?issuer=Hiretext`);
    const phone = phoneOf(otpauthUrl);

    // Not in force yet.
    expect(await as(ana).call(routes.getUser, {})).toMatchObject({
      mfaEnabled: false,
      authenticatorEnabled: false,
    });
    expect(await login(ana.email)).toMatchObject({ body: { mfaNeeded: false } });

    expect(
      await as(ana).ask(routes.confirmAuthenticator, { body: { code: wrongCodeFor(phone) } }),
    ).toMatchObject({ status: 422, body: { details: { fields: { code: [expect.any(String)] } } } });
    const code = phone.code();
    const { recoveryCodes } = await as(ana).call(routes.confirmAuthenticator, {
      body: { code: ` ${code.slice(0, 3)} ${code.slice(3)}` },
    });
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){5}$/);
    expect(await as(ana).call(routes.getUser, {})).toMatchObject({
      mfaEnabled: true,
      authenticatorEnabled: true,
    });
    expect((await newMail(app, ana.email, 1)).subject).toBe('An authenticator app was added');
    expect(await login(ana.email)).toEqual({
      status: 200,
      body: { mfaNeeded: true, mfaMethod: 'authenticator', mfaMethods: ['authenticator'] },
    });
  });

  it('again is refused while one is in force, and nothing is lost', async () => {
    const { ana, phone } = await withPhone();
    expect(await as(ana).refusal(routes.startAuthenticator, { body: { password } })).toBe(
      '409 authenticator_exists',
    );
    expect(await as(ana).refusal(routes.confirmAuthenticator, { body: { code: phone.code() } })).toBe(
      '404 not_found',
    );
    expect(await signInWith(ana, phone.code())).toBe(200);
  });

  it('started twice takes the codes of the second only', async () => {
    const ana = await signUp();
    const first = phoneOf((await as(ana).call(routes.startAuthenticator, { body: { password } })).otpauthUrl);
    const second = phoneOf(
      (await as(ana).call(routes.startAuthenticator, { body: { password } })).otpauthUrl,
    );
    expect(await as(ana).refusal(routes.confirmAuthenticator, { body: { code: first.code() } })).toBe(
      '422 invalid',
    );
    await as(ana).call(routes.confirmAuthenticator, { body: { code: second.code() } });
  });

  it('left lying about for half an hour has to be started again', async () => {
    const ana = await signUp();
    const { otpauthUrl } = await as(ana).call(routes.startAuthenticator, { body: { password } });
    app.clock.advance(30 * 60_000 + 1000);
    const code = phoneOf(otpauthUrl).code();
    expect(await as(ana).refusal(routes.confirmAuthenticator, { body: { code } })).toBe('404 not_found');
  });

  it('confirmed twice at once gives one set of recovery codes', async () => {
    const ana = await signUp();
    const { otpauthUrl } = await as(ana).call(routes.startAuthenticator, { body: { password } });
    const code = phoneOf(otpauthUrl).code();
    const answers = await Promise.all(
      [1, 2, 3].map(() => as(ana).ask(routes.confirmAuthenticator, { body: { code } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  it('is no way to guess its codes', async () => {
    const ana = await signUp();
    const { otpauthUrl } = await as(ana).call(routes.startAuthenticator, { body: { password } });
    const phone = phoneOf(otpauthUrl);
    const answers = [];
    for (let tries = 0; tries < 11; tries += 1)
      answers.push(
        (await as(ana).ask(routes.confirmAuthenticator, { body: { code: wrongCodeFor(phone) } })).status,
      );
    expect(answers).toEqual([...Array(10).fill(422), 429]);
  });

  it('keeps neither the seed nor a recovery code readable', async () => {
    const ana = await signUp();
    const { secret, otpauthUrl } = await as(ana).call(routes.startAuthenticator, { body: { password } });
    const { recoveryCodes } = await as(ana).call(routes.confirmAuthenticator, {
      body: { code: phoneOf(otpauthUrl).code() },
    });
    const { rows } = await app.deps.pool.query(
      `select to_jsonb(a)::text as row from authenticators a union all select to_jsonb(r)::text from recovery_codes r`,
    );
    const stored = rows.map(({ row }) => row).join('\n');
    expect(rows.length).toBeGreaterThan(10);
    for (const hidden of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(hidden);
  });
});

describe('a code of the app', () => {
  it('signs in, once', async () => {
    const { ana, phone } = await withPhone();
    const code = phone.code();
    await login(ana.email);
    const { status, body } = await verify(ana.email.toUpperCase(), ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect(status).toBe(200);
    const { id_token } = routes.verifyMfa.reply.parse(body);
    expect((await app.client(id_token).call(routes.getUser, {})).email).toBe(ana.email);
    // Neither for the sign-in that it finished nor for the next one.
    expect((await verify(ana.email, code)).status).toBe(422);
    expect(await signInWith(ana, code)).toBe(422);
    expect((await verify(ana.email, phone.code(1))).status).toBe(200);
  });

  it('that set the app up does not sign in', async () => {
    const ana = await signUp();
    const { otpauthUrl } = await as(ana).call(routes.startAuthenticator, { body: { password } });
    const phone = phoneOf(otpauthUrl);
    toStartOfStep();
    const code = phone.code();
    await as(ana).call(routes.confirmAuthenticator, { body: { code } });
    expect(await signInWith(ana, code)).toBe(422);
    expect((await verify(ana.email, phone.code(1))).status).toBe(200);
  });

  it.each([-1, 0, 1])('%i steps off is good', async (steps) => {
    const { ana, phone } = await withPhone();
    toStartOfStep();
    expect(await signInWith(ana, phone.code(steps))).toBe(200);
  });

  it.each([-2, 2])('%i steps off is not', async (steps) => {
    const { ana, phone } = await withPhone();
    toStartOfStep();
    expect(await signInWith(ana, phone.code(steps))).toBe(422);
  });

  it('before one that was taken is void', async () => {
    const { ana, phone } = await withPhone();
    toStartOfStep();
    const earlier = phone.code(-1);
    expect(await signInWith(ana, phone.code())).toBe(200);
    expect(await signInWith(ana, earlier)).toBe(422);
  });

  it('used twice at once signs in once', async () => {
    const { ana, phone } = await withPhone();
    await login(ana.email);
    const code = phone.code();
    const answers = await Promise.all([1, 2, 3, 4].map(() => verify(ana.email, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  });

  it('and another one at once finish one sign-in together, and the other one stays good', async () => {
    const { ana, recoveryCodes } = await withPhone();
    await login(ana.email);
    const [one = '', two = ''] = recoveryCodes;
    const answers = await Promise.all([verify(ana.email, one), verify(ana.email, two)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const unused = answers[0]?.status === 422 ? one : two;
    expect(await signInWith(ana, unused)).toBe(200);
  });

  it('is worth five tries a sign-in', async () => {
    const { ana, phone } = await withPhone();
    await login(ana.email);
    const wrong = wrongCodeFor(phone);
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(ana.email, wrong)));
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 422, body: { code: 'code_invalid' } });
    expect((await verify(ana.email, phone.code())).status).toBe(422);
    // It was not used up by that.
    expect(await signInWith(ana, phone.code())).toBe(200);
  });

  it('needs the password first, no longer than ten minutes ago', async () => {
    const { ana, phone } = await withPhone();
    expect((await verify(ana.email, phone.code())).status).toBe(422);
    await login(ana.email);
    app.clock.advance(10 * 60_000 + 1000);
    expect((await verify(ana.email, phone.code())).status).toBe(422);
    expect(await signInWith(ana, phone.code())).toBe(200);
  });

  it('of one person is none of another', async () => {
    const { ana } = await withPhone();
    const eve = await withPhone();
    expect(await signInWith(ana, eve.phone.code())).toBe(422);
    expect(await signInWith(ana, eve.recoveryCodes[0] ?? '')).toBe(422);
    expect(await signInWith(eve.ana, eve.phone.code())).toBe(200);
  });
});

describe('mails', () => {
  it('bring no code to people who have an app, and none of theirs is taken', async () => {
    const { ana } = await withPhone();
    await login(ana.email);
    const before = (await subjects(ana)).length;
    await app.anonymous.call(routes.sendMfaEmail, { body: { email: ana.email } });
    await app.anonymous.call(routes.sendVerificationEmail, { body: { email: ana.email } });
    expect((await newMail(app, ana.email, before)).subject).toBe('Verify your email');
  });

  it('that were asked for before the app was set up are void', async () => {
    const ana = await signUp({ verified: true });
    await as(ana).call(routes.updateUser, { body: { mfaEnabled: true } });
    await newMail(app, ana.email, 1);
    await login(ana.email);
    await app.anonymous.call(routes.sendMfaEmail, { body: { email: ana.email } });
    const { text } = await newMail(app, ana.email, 2);
    const mailed = /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? '';
    expect(mailed).toMatch(/^\d{6}$/);
    const { otpauthUrl } = await as(ana).call(routes.startAuthenticator, { body: { password } });
    await as(ana).call(routes.confirmAuthenticator, { body: { code: phoneOf(otpauthUrl).code() } });
    expect((await verify(ana.email, mailed)).status).toBe(422);
  });

  it('with a link lead to the app too', async () => {
    const { ana, phone } = await withPhone();
    const before = (await subjects(ana)).length;
    await app.anonymous.call(routes.sendMagicLink, { body: { email: ana.email } });
    const { text } = await newMail(app, ana.email, before);
    const token = /token=([\w.-]+)/.exec(text)?.[1] ?? '';
    expect(await app.anonymous.call(routes.verifyMagicLink, { body: { token } })).toEqual({
      mfaNeeded: true,
      mfaMethod: 'authenticator',
      mfaMethods: ['authenticator'],
      email: ana.email,
    });
    expect((await verify(ana.email, wrongCodeFor(phone))).status).toBe(422);
    expect((await verify(ana.email, phone.code())).status).toBe(200);
  });

  it('with a code for a new password do not remove the app', async () => {
    const { ana, phone } = await withPhone();
    const before = (await subjects(ana)).length;
    await app.anonymous.call(routes.sendResetPasswordEmail, { body: { email: ana.email } });
    const { text } = await newMail(app, ana.email, before);
    const code = /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? '';
    const fresh = 'an entirely new password';
    await app.anonymous.call(routes.resetPasswordUsingCode, {
      body: { email: ana.email, code, password: fresh },
    });
    expect(await app.anonymous.call(routes.login, { body: { email: ana.email, password: fresh } })).toEqual({
      mfaNeeded: true,
      mfaMethod: 'authenticator',
      mfaMethods: ['authenticator'],
    });
    expect((await verify(ana.email, phone.code())).status).toBe(200);
  });
});

describe('a recovery code', () => {
  it('signs in once, however it is typed, and the person learns how many are left', async () => {
    const { ana, recoveryCodes } = await withPhone();
    const [code = ''] = recoveryCodes;
    const before = (await subjects(ana)).length;
    expect(await signInWith(ana, ` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(200);
    const { subject, text } = await newMail(app, ana.email, before);
    expect(subject).toBe('A recovery code was used');
    expect(text).toContain('You have 9 left');
    expect(await signInWith(ana, code)).toBe(422);
  });

  it('of an earlier set is void', async () => {
    const { ana, recoveryCodes } = await withPhone();
    const before = (await subjects(ana)).length;
    expect(await as(ana).refusal(routes.renewRecoveryCodes, { body: { password: 'not it' } })).toBe(
      '422 invalid',
    );
    const renewed = await as(ana).call(routes.renewRecoveryCodes, { body: { password } });
    expect((await newMail(app, ana.email, before)).subject).toBe('You have new recovery codes');
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect(await signInWith(ana, recoveryCodes[0] ?? '')).toBe(422);
    expect(await signInWith(ana, renewed.recoveryCodes[9] ?? '')).toBe(200);
  });

  it('is one of one set, when two are made at once', async () => {
    const { ana } = await withPhone();
    await Promise.all([1, 2, 3].map(() => as(ana).call(routes.renewRecoveryCodes, { body: { password } })));
    const { id, accountId } = await as(ana).call(routes.getUser, {});
    const { rows } = await app.deps.pool.query(
      'select 1 from recovery_codes where account_id = $1 and user_id = $2',
      [accountId, id],
    );
    expect(rows).toHaveLength(10);
  });
});

describe('removing the app', () => {
  async function verifiedWithPhone() {
    const ana = await signUp({ verified: true });
    const { otpauthUrl } = await as(ana).call(routes.startAuthenticator, { body: { password } });
    const phone = phoneOf(otpauthUrl);
    const { recoveryCodes } = await as(ana).call(routes.confirmAuthenticator, {
      body: { code: phone.code() },
    });
    await newMail(app, ana.email, 1);
    return { ana, phone, recoveryCodes };
  }

  it('needs the password; from then on codes come by mail', async () => {
    const { ana, recoveryCodes } = await verifiedWithPhone();
    expect(await as(ana).refusal(routes.removeAuthenticator, { body: { password: 'not it' } })).toBe(
      '422 invalid',
    );
    await as(ana).call(routes.removeAuthenticator, { body: { password } });
    expect((await newMail(app, ana.email, 2)).subject).toBe('Your authenticator app was removed');
    expect(await as(ana).call(routes.getUser, {})).toMatchObject({
      mfaEnabled: true,
      authenticatorEnabled: false,
    });
    expect(await login(ana.email)).toMatchObject({ body: { mfaNeeded: true, mfaMethod: 'email' } });
    expect((await verify(ana.email, recoveryCodes[0] ?? '')).status).toBe(422);
    await app.anonymous.call(routes.sendMfaEmail, { body: { email: ana.email } });
    const { text } = await newMail(app, ana.email, 3);
    expect((await verify(ana.email, /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? '')).status).toBe(200);
  });

  it('of someone whose email is not verified asks for no codes that may never come', async () => {
    const { ana } = await withPhone();
    const before = (await subjects(ana)).length;
    await as(ana).call(routes.removeAuthenticator, { body: { password } });
    expect((await newMail(app, ana.email, before)).subject).toBe('Two-factor authentication is off');
    expect(await login(ana.email)).toMatchObject({ body: { mfaNeeded: false } });
  });

  it('needs the password: an open browser alone does not turn the second step off', async () => {
    const { ana } = await verifiedWithPhone();
    const mails = (await subjects(ana)).length;
    const off = { body: { mfaEnabled: false, firstName: 'Eve' } };
    expect(await as(ana).refusal(routes.updateUser, off)).toBe('409 authenticator_in_force');
    expect(await as(ana).call(routes.getUser, {})).toMatchObject({
      firstName: 'Ana',
      mfaEnabled: true,
      authenticatorEnabled: true,
    });
    expect(await login(ana.email)).toMatchObject({ body: { mfaMethod: 'authenticator' } });
    await as(ana).call(routes.removeAuthenticator, { body: { password } });
    await as(ana).call(routes.updateUser, { body: { mfaEnabled: false } });
    await newMail(app, ana.email, mails + 1);
    expect((await subjects(ana)).at(-1)).toBe('Two-factor authentication is off');
    expect(await login(ana.email)).toMatchObject({ body: { mfaNeeded: false } });
  });

  it('is refused where there is none, set up or only started', async () => {
    const ana = await signUp();
    const body = { password };
    expect(await as(ana).refusal(routes.removeAuthenticator, { body })).toBe('404 not_found');
    const { otpauthUrl } = await as(ana).call(routes.startAuthenticator, { body });
    for (const route of [routes.removeAuthenticator, routes.renewRecoveryCodes])
      expect(await as(ana).refusal(route, { body })).toBe('404 not_found');
    await as(ana).call(routes.confirmAuthenticator, { body: { code: phoneOf(otpauthUrl).code() } });
  });

  it('is not done by guessing the password', async () => {
    const { ana } = await withPhone();
    const answers = [];
    for (let tries = 0; tries < 11; tries += 1)
      answers.push(
        (await as(ana).ask(routes.removeAuthenticator, { body: { password: `guess ${tries}` } })).status,
      );
    expect(answers).toEqual([...Array(10).fill(422), 429]);
  });

  it("of a colleague is no one else's to do", async () => {
    const admin = await app.signUp();
    const cem = await app.addColleague(admin);
    const { otpauthUrl } = await admin.call(routes.startAuthenticator, { body: { password } });
    await admin.call(routes.confirmAuthenticator, { body: { code: phoneOf(otpauthUrl).code() } });
    expect((await cem.call(routes.getUser, {})).authenticatorEnabled).toBe(false);
    await cem.call(routes.updateUser, { body: { mfaEnabled: false } });
    expect((await admin.call(routes.getUser, {})).authenticatorEnabled).toBe(true);
  });
});
