import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CaptchaAction } from '../../../contract/auth.ts';
import * as routes from '../../../contract/routes.ts';
import { solveCaptcha } from '../../testing/solve-captcha.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { loginByEmail } from './limits.ts';

/*
 * Calls that make an account or send a mail ask for proof of a person, which is good for that call alone; so does signing in
 * at an address that many guess at.
 */

let app: TestApp;
let people = 0;

beforeAll(async () => {
  app = await startTestApp({ variables: { CAPTCHA: 'altcha' } });
});
afterAll(() => app.stop());

async function tokenFor(action: CaptchaAction): Promise<string> {
  return solveCaptcha(await app.anonymous.call(routes.getCaptchaChallenge, { query: { action } }));
}

/** The calls that ask for proof of a person. */
const asking: Pick<typeof routes, CaptchaAction> = routes;

function ask(action: CaptchaAction, captchaToken?: string) {
  people += 1;
  const email = `person${people}@example.com`;
  const more =
    action === 'signup' ? { firstName: 'Ana', lastName: 'Lopez', password: 'correct horse battery' } : {};
  return app.anonymous.ask(asking[action], { body: { email, captchaToken, ...more } });
}

const asked = CaptchaAction.options.filter((action) => action !== 'login');

describe.each(asked)('%s', (action) => {
  it('accepts its own proof, once', async () => {
    const status = action === 'signup' ? 201 : 200;
    const token = await tokenFor(action);
    expect(await ask(action, token)).toMatchObject({ status });
    expect(await ask(action, token)).toMatchObject({ status: 422, body: { code: 'captcha_invalid' } });
  });

  it('refuses the proof of every other call', async () => {
    for (const other of CaptchaAction.options.filter((each) => each !== action)) {
      const refused = await ask(action, await tokenFor(other));
      expect(refused, other).toMatchObject({ status: 422, body: { code: 'captcha_invalid' } });
    }
  });
});

it('proof of no call, or of one that asks for none, is not to be had', async () => {
  for (const query of [{}, { action: 'logout' }])
    expect(await app.anonymous.ask(routes.getCaptchaChallenge, { query })).toMatchObject({ status: 422 });
});

it.each(asked)('%s needs proof from the first call on', async (action) => {
  expect(await ask(action)).toMatchObject({ status: 403, body: { code: 'captcha_required' } });
});

describe('an address that many guess at', () => {
  const password = 'correct horse battery';

  async function guessedAt(): Promise<string> {
    people += 1;
    const email = `guessed${people}@example.com`;
    const body = { firstName: 'Ana', lastName: 'Lopez', email, password };
    expect(
      (await app.anonymous.ask(routes.signup, { body: { ...body, captchaToken: await tokenFor('signup') } }))
        .status,
    ).toBe(201);
    for (let tries = 0; tries < loginByEmail.points; tries += 1)
      await app.deps.rateLimits.consume(loginByEmail, email);
    return email;
  }
  const login = (email: string, captchaToken?: string, given = password) =>
    app.anonymous.ask(routes.login, { body: { email, password: given, captchaToken } });

  it('is open to its owner, for the work of a captcha', async () => {
    const email = await guessedAt();
    expect(await login(email)).toMatchObject({ status: 403, body: { code: 'captcha_required' } });
    expect(await login(email, await tokenFor('sendMagicLink'))).toMatchObject({
      body: { code: 'captcha_invalid' },
    });
    expect(await login(email, await tokenFor('login'))).toMatchObject({ status: 200 });
    // The person who had the password has ended it.
    expect(await login(email)).toMatchObject({ status: 200 });
  });

  it('costs a guesser one for every guess', async () => {
    const email = await guessedAt();
    const token = await tokenFor('login');
    expect(await login(email, token, 'stolen password')).toMatchObject({ status: 401 });
    expect(await login(email, token)).toMatchObject({ body: { code: 'captcha_invalid' } });
    expect(await login(email)).toMatchObject({ body: { code: 'captcha_required' } });
  });
});
