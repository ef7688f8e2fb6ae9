import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import * as routes from '../../contract/routes.ts';
import { startSession } from '../features/auth/start-session.ts';
import { type Recruiter, startTestApp, type TestApp } from '../testing/test-app.ts';
import { findSession } from './session.ts';
import { readAuthorization } from './session-token.ts';

/* Browsers that no one uses are signed out, if the company wants it. */

let app: TestApp;
let ana: Recruiter;
const DAY_MS = 86_400_000;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
afterEach(() => app.clock.reset());

/** Another browser of Ana's, signed in now. */
async function browser() {
  const { accountId, userId } = ana;
  const { id_token: token } = await startSession(
    app.deps.db,
    { accountId, userId, userAgent: null },
    app.deps,
  );
  return { token, ...app.client(token) };
}

it('is off at first', async () => {
  ana = await app.signUp();
  expect(await ana.call(routes.getAccount, {})).toMatchObject({ signOutAfterDays: null });
  const phone = await browser();
  app.clock.advance(29 * DAY_MS);
  await phone.call(routes.getUser, {});
});

it('leaves what is used now and then, and ends the rest, for calls and for what is pushed', async () => {
  ana = await app.signUp();
  await ana.call(routes.updateAccount, { body: { signOutAfterDays: 7 } });
  const [phone, tablet] = [await browser(), await browser()];
  for (const client of [phone, tablet]) await client.call(routes.getUser, {});
  const isReached = async ({ token }: { token: string }) => {
    const named = readAuthorization({ headers: { authorization: `Bearer ${token}` } } as never);
    return named !== null && (await findSession(app.deps.pool, named, app.clock())) !== undefined;
  };
  for (const _ of [1, 2, 3]) {
    app.clock.advance(4 * DAY_MS);
    await ana.call(routes.getUser, {});
    await phone.call(routes.getUser, {});
  }
  expect(await tablet.refusal(routes.getUser, {})).toBe('401 session_ended');
  expect([await isReached(phone), await isReached(tablet)]).toEqual([true, false]);
  expect((await ana.call(routes.listSessions, {})).length).toBe(2);
  app.clock.advance(7 * DAY_MS + 1000);
  expect(await phone.refusal(routes.getUser, {})).toBe('401 session_ended');
});

it('is in force at once, also for a session that this node has just read', async () => {
  ana = await app.signUp();
  const phone = await browser();
  await phone.call(routes.getUser, {});
  app.clock.advance(2 * DAY_MS);
  await ana.call(routes.updateAccount, { body: { signOutAfterDays: 1 } });
  expect(await phone.refusal(routes.getUser, {})).toBe('401 session_ended');
  await ana.call(routes.updateAccount, { body: { signOutAfterDays: null } });
  await phone.call(routes.getUser, {});
});

it('takes 1 to 30 days, from admins', async () => {
  ana = await app.signUp();
  const cem = await app.addColleague(ana);
  for (const signOutAfterDays of [0, 31, 1.5])
    expect(await ana.refusal(routes.updateAccount, { body: { signOutAfterDays } })).toBe('422 invalid');
  expect(await cem.refusal(routes.updateAccount, { body: { signOutAfterDays: 1 } })).toBe('403 forbidden');
});
