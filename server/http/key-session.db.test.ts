import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../contract/routes.ts';
import { Scope } from '../../contract/scopes.ts';
import { giveKey } from '../testing/api-keys.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../testing/test-app.ts';
import { refusalOf } from '../testing/test-client.ts';
import { sendText } from '../testing/texting.ts';
import { isAmong } from './key-session.ts';
import { newKeySecret } from './key-token.ts';

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
});
afterAll(() => app.stop());

const setKey = (id: string, set: string) =>
  app.deps.pool.query(`update api_keys set ${set} where account_id = $1 and id = $2`, [ana.accountId, id]);

it('calls as its owner, with the rights that they have now', async () => {
  const cem = await app.addColleague(ana, 'admin');
  const key = await giveKey(app, cem, { scopes: Scope.options });
  expect((await key.call(routes.getUser, {})).id).toBe(cem.userId);
  expect((await key.call(routes.getSeats, {})).length).toBeGreaterThan(0);
  await ana.call(routes.changeUserType, { body: { userId: cem.userId, userType: 'member' } });
  expect(await key.refusal(routes.getSeats, {})).toBe('403 forbidden');
  await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
  expect(await key.refusal(routes.getUser, {})).toBe('401 key_invalid');
});

it('says which scope is missing', async () => {
  const key = await giveKey(app, ana, { scopes: ['texts:read'] });
  const { status, body } = await key.ask(routes.listConversations);
  expect([status, body]).toMatchObject([
    403,
    { code: 'scope_missing', details: { scope: 'conversations:read' } },
  ]);
  expect(await key.refusal(routes.deleteUser, { body: {} } as never)).toBe('403 not_for_keys');
});

describe('a dead key', () => {
  it('is one that has expired, was deleted, or never was', async () => {
    const key = await giveKey(app, ana, { expiresAt: new Date(Date.now() + 60_000) });
    await key.call(routes.getUser, {});
    app.clock.advance(61_000);
    expect(await key.refusal(routes.getUser, {})).toBe('401 key_invalid');
    app.clock.reset();
    await app.deps.pool.query('delete from api_keys where id = $1', [key.id]);
    expect(await key.refusal(routes.getUser, {})).toBe('401 key_invalid');
    for (const secret of [newKeySecret('live', key.id), 'ht_live_x', 'ht_', `${key.secret}0`])
      expect(refusalOf(await app.client(secret).ask(routes.getUser)), secret).toBe('401 key_invalid');
  });

  it('is one whose owner asked to be deleted', async () => {
    const cem = await app.addColleague(ana);
    const key = await giveKey(app, cem);
    await key.call(routes.getUser, {});
    await app.deps.pool.query(`update users set deletes_at = now() + interval '1 day' where id = $1`, [
      cem.userId,
    ]);
    expect(await key.refusal(routes.getUser, {})).toBe('401 key_invalid');
  });
});

it('the secret before it is good until the rotation is over', async () => {
  const key = await giveKey(app, ana);
  await setKey(
    key.id,
    `old_secret_hash = secret_hash, secret_hash = 'x', rotated_until = now() + interval '1 hour'`,
  );
  await key.call(routes.getUser, {});
  await setKey(key.id, `rotated_until = now() - interval '1 second'`);
  expect(await key.refusal(routes.getUser, {})).toBe('401 key_invalid');
});

it('is taken only from its addresses', async () => {
  const key = await giveKey(app, ana, { addresses: ['203.0.113.0/24', '2001:db8::/32'] });
  expect(await key.refusal(routes.getUser, {})).toBe('401 address_refused');
  await setKey(key.id, `addresses = '{127.0.0.0/8,::1/128}'`);
  await key.call(routes.getUser, {});
});

it.each([
  ['203.0.113.7', true],
  ['::ffff:203.0.113.7', true],
  ['203.0.114.7', false],
  ['2001:db8::1', true],
  ['2001:db9::1%eth0', false],
])('%s among networks: %s', (address, expected) => {
  expect(isAmong(['203.0.113.5/24', '2001:db8::/32'], address)).toBe(expected);
  expect(isAmong([], address)).toBe(true);
});

it('shows when it was last used, to the minute', async () => {
  const key = await giveKey(app, ana);
  const lastUsed = async () => {
    const { rows } = await app.deps.pool.query('select last_used_at as at from api_keys where id = $1', [
      key.id,
    ]);
    return rows[0]?.at?.getTime() ?? null;
  };
  expect(await lastUsed()).toBeNull();
  await key.call(routes.getUser, {});
  const first = await lastUsed();
  expect(first).not.toBeNull();
  await key.call(routes.getUser, {});
  expect(await lastUsed()).toBe(first);
  app.clock.advance(60_000);
  await key.call(routes.getUser, {});
  app.clock.reset();
  expect(await lastUsed()).toBeGreaterThan(first);
});

it('makes nothing of cookies, and cookies make no key', async () => {
  const key = await giveKey(app, ana);
  const cookie = `token=${ana.token}; authorization=Bearer ${key.secret}`;
  const refused = await key.ask(routes.listSessions, { headers: { cookie } });
  expect(refusalOf(refused)).toBe('403 not_for_keys');
  expect(refusalOf(await app.anonymous.ask(routes.getUser, { headers: { cookie } }))).toBe(
    '401 unauthenticated',
  );
});

it('answers in the version that was asked for, and says which', async () => {
  const { secret } = await giveKey(app, ana);
  const ask = (headers: Record<string, string>) =>
    fetch(`${app.url}/v1/user`, { headers: { authorization: `Bearer ${secret}`, ...headers } });
  expect((await ask({})).headers.get('hiretext-version')).toBe('2026-11-27');
  const unknown = await ask({ 'hiretext-version': '2020-01-01' });
  expect([unknown.status, await unknown.json()]).toMatchObject([
    400,
    { code: 'version_unknown', details: { versions: ['2026-11-27'] } },
  ]);
});

it('gives no proof of who its owner is to the help chat', async () => {
  const key = await giveKey(app, ana);
  expect((await key.call(routes.getUser, {})).supportUserHash).toBe('');
});

it('needs more to record consent than to add a candidate', async () => {
  const key = await giveKey(app, ana, { scopes: ['candidates:write'] });
  const body = { firstName: 'Zoe', lastName: 'Park', phoneNumber: '+13125550177' };
  const consent = {
    status: 'granted',
    method: 'Application form',
    wording: 'I agree to get texts.',
    obtainedAt: '2026-01-02T00:00:00.000Z',
  };
  expect(refusalOf(await key.ask(routes.createCandidate, { body: { ...body, consent } }))).toBe(
    '403 scope_missing',
  );
  await key.call(routes.createCandidate, { body });
});

it('shows what a text says only to a key that may read texts', async () => {
  const scheduledAt = new Date(app.clock().getTime() + 3600_000).toISOString();
  const { id } = await sendText(ana, candidatePhone(), 'Your salary is 50,000', { scheduledAt });
  const later = new Date(app.clock().getTime() + 7200_000).toISOString();
  const change = { params: { id }, body: { scheduledAt: later } };
  const [blind, reader] = [
    await giveKey(app, ana, { scopes: ['texts:send'] }),
    await giveKey(app, ana, { scopes: ['texts:send', 'texts:read'] }),
  ];
  expect((await reader.call(routes.updateMessage, change)).body).toBe('Your salary is 50,000');
  expect((await blind.call(routes.updateMessage, change)).body).toBe('');
  expect((await blind.call(routes.cancelMessage, { params: { id } })).body).toBe('');
});
