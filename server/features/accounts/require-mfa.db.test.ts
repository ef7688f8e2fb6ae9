import { URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteName } from '../../../contract/api.ts';
import type { Route } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { openStream } from '../../testing/event-stream.ts';
import { oncePerShape } from '../../testing/how-long.ts';
import { addPasskey } from '../../testing/passkeys.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { type Client, everyParam, refusalOf } from '../../testing/test-client.ts';
import { PASSWORD, signUpVerified, type VerifiedPerson } from '../../testing/verified-person.ts';
import { hashPassword } from '../auth/passwords.ts';
import { startSession } from '../auth/start-session.ts';
import { insertLogin } from '../auth/store.ts';
import { insertUser } from '../users/store.ts';

/* An account that requires a second step of everyone. */

let app: TestApp;
let people = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const ANY_ID = '01890000-0000-7000-8000-000000000000';

async function admin(): Promise<VerifiedPerson> {
  people += 1;
  return signUpVerified(app, `chief${people}@example.com`);
}

const require = (who: Client, mfaRequired: boolean) =>
  who.ask(routes.updateAccount, { body: { mfaRequired } });

async function requiring(): Promise<VerifiedPerson> {
  const chief = await admin();
  await chief.call(routes.updateUser, { body: { mfaEnabled: true } });
  expect(await chief.call(routes.updateAccount, { body: { mfaRequired: true } })).toMatchObject({
    mfaRequired: true,
  });
  return chief;
}

/** A colleague who has only a password; their address is verified by default. */
async function colleague(
  chief: VerifiedPerson,
  { verified = true, bySso = false } = {},
): Promise<Client & { email: string }> {
  people += 1;
  const { accountId } = chief;
  const userId = app.deps.newId();
  const email = `crew${people}@example.com`;
  await insertUser(app.deps.db, accountId, {
    id: userId,
    userType: 'member',
    firstName: 'Cem',
    lastName: 'Okafor',
    email,
    passwordHash: await hashPassword(PASSWORD),
    timezone: 'America/New_York',
  });
  await insertLogin(app.deps.db, { email, accountId, userId });
  if (verified)
    await app.deps.pool.query('update users set email_verified_at = now() where id = $1', [userId]);
  const session = await startSession(app.deps.db, { accountId, userId, userAgent: null, bySso }, app.deps);
  return { ...app.client(session.id_token), email };
}

/** What people without the required second step may call; written down here a second time, by hand. */
const open: RouteName[] = [
  'logout',
  'getUser',
  'updateUser',
  'getAccount',
  'startAuthenticator',
  'confirmAuthenticator',
  'startPasskey',
  'addPasskey',
  'getHelpChat',
  'sendSupportMessage',
];
const table = (Object.entries(routes) as [RouteName, Route][])
  .filter(([, route]) => route.auth === 'session')
  .map(([name, route]) => ({ name, route }));

describe('someone without a second step', () => {
  let cem: Client;
  beforeAll(async () => {
    cem = await colleague(await requiring());
  });

  it.each(oncePerShape(table.filter(({ name }) => !open.includes(name))))(
    'is refused $name',
    async ({ route }) => {
      const shape = { params: everyParam(route, ANY_ID), body: route.body ? {} : undefined };
      expect(refusalOf(await cem.ask(route, shape))).toBe('403 mfa_required');
    },
  );

  it.each(table.filter(({ name }) => open.includes(name) && name !== 'logout'))(
    'may call $name',
    async ({ route }) => {
      const { body } = await cem.ask(route, { body: route.body ? {} : undefined });
      expect((body as { code?: string }).code).not.toBe('mfa_required');
    },
  );

  it('is informed, and may sign out', async () => {
    expect(await cem.call(routes.getUser, {})).toMatchObject({ mfaMissing: true, mfaEnabled: false });
    expect(await cem.call(routes.getAccount, {})).toMatchObject({ mfaRequired: true });
    await cem.call(routes.logout, {});
    expect(await cem.refusal(routes.getUser, {})).toBe('401 session_ended');
  });
});

describe('a second step that was set up opens the rest', () => {
  it('codes by mail, once the address is verified', async () => {
    const chief = await requiring();
    const dee = await colleague(chief, { verified: false });
    const on = { body: { mfaEnabled: true } };
    expect(await dee.refusal(routes.updateUser, on)).toBe('409 email_unverified');
    expect(await dee.refusal(routes.listCandidates, {})).toBe('403 mfa_required');
    const cem = await colleague(chief);
    expect(await cem.call(routes.updateUser, on)).toMatchObject({ mfaMissing: false });
    await cem.call(routes.listCandidates, {});
  });

  it('an authenticator app', async () => {
    const cem = await colleague(await requiring(), { verified: false });
    const { otpauthUrl } = await cem.call(routes.startAuthenticator, { body: { password: PASSWORD } });
    expect(await cem.refusal(routes.listCandidates, {})).toBe('403 mfa_required');
    await cem.call(routes.confirmAuthenticator, { body: { code: URI.parse(otpauthUrl).generate() } });
    await cem.call(routes.listCandidates, {});
    // The last one, and mails might not arrive.
    expect(await cem.refusal(routes.removeAuthenticator, { body: { password: PASSWORD } })).toBe(
      '409 mfa_kept',
    );
    expect(await cem.call(routes.getUser, {})).toMatchObject({
      mfaEnabled: true,
      authenticatorEnabled: true,
    });
  });

  it('a passkey', async () => {
    const cem = await colleague(await requiring(), { verified: false });
    const { passkey } = await addPasskey(app, cem, PASSWORD);
    await cem.call(routes.listCandidates, {});
    const remove = { params: { id: passkey.id }, body: { password: PASSWORD } };
    expect(await cem.refusal(routes.removePasskey, remove)).toBe('409 mfa_kept');
    expect(await cem.call(routes.listPasskeys, {})).toHaveLength(1);
  });

  it('or single sign-on, where it is the provider’s matter', async () => {
    const chief = await requiring();
    const cem = await colleague(chief, { bySso: true });
    expect(await cem.call(routes.getUser, {})).toMatchObject({ mfaMissing: false, mfaEnabled: false });
    await cem.call(routes.listCandidates, {});
  });
});

describe('a stream that is open already', () => {
  it('ends with the next event of the account, and is not opened again', async () => {
    const chief = await app.signUp();
    const cem = await app.addColleague(chief);
    await app.deps.pool.query('update users set mfa_enabled = true where id = $1', [chief.userId]);
    const stream = await openStream(app.url, cem.token);
    expect((await require(chief, true)).status).toBe(200);
    await chief.call(routes.updateTags, { params: { id: cem.seatId }, body: { tags: ['night shift'] } });
    await stream.ended;
    await expect(openStream(app.url, cem.token)).rejects.toThrow('403');
  });
});

describe('requiring it', () => {
  it('is for an admin who has a second step', async () => {
    const chief = await admin();
    expect(refusalOf(await require(chief, true))).toBe('409 mfa_missing');
    expect(await chief.call(routes.getAccount, {})).toMatchObject({ mfaRequired: false });
    await chief.call(routes.updateUser, { body: { mfaEnabled: true } });
    const cem = await colleague(chief);
    expect(refusalOf(await require(cem, true))).toBe('403 forbidden');
    expect((await require(chief, true)).status).toBe(200);
    const { items } = await chief.call(routes.listAuditEvents, { query: { action: 'account.mfaRequired' } });
    expect(items).toMatchObject([{ actor: { id: chief.userId }, details: { mfaRequired: true } }]);
  });

  it('is not taken back by a member, nor in another account', async () => {
    const chief = await requiring();
    const cem = await colleague(chief);
    await cem.call(routes.updateUser, { body: { mfaEnabled: true } });
    expect(refusalOf(await require(cem, false))).toBe('403 forbidden');
    await require(await admin(), false);
    expect(await chief.call(routes.getAccount, {})).toMatchObject({ mfaRequired: true });
    expect((await require(chief, false)).status).toBe(200);
    expect(await chief.call(routes.getAccount, {})).toMatchObject({ mfaRequired: false });
  });

  it('keeps everyone from turning theirs off', async () => {
    const chief = await requiring();
    const off = { body: { mfaEnabled: false } };
    expect(await chief.refusal(routes.updateUser, off)).toBe('409 mfa_kept');
    expect(await chief.call(routes.getUser, {})).toMatchObject({ mfaEnabled: true });
    await require(chief, false);
    await chief.call(routes.updateUser, off);
  });

  it('and turning the own one off at the same moment: one of both is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const chief = await admin();
      await chief.call(routes.updateUser, { body: { mfaEnabled: true } });
      const [required, off] = await Promise.all([
        require(chief, true),
        chief.ask(routes.updateUser, { body: { mfaEnabled: false } }),
      ]);
      const statuses = [required.status, off.status].sort();
      expect(statuses).toEqual([200, 409]);
      const { mfaEnabled } = await chief.call(routes.getUser, {});
      const { rows } = await app.deps.pool.query(
        'select mfa_required as required from accounts where id = $1',
        [chief.accountId],
      );
      expect(rows[0]).toEqual({ required: mfaEnabled });
    }
  });
});
