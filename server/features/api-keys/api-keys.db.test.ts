import { afterAll, beforeAll, expect, it } from 'vitest';
import { MOST_KEYS } from '../../../contract/api-keys.ts';
import * as routes from '../../../contract/routes.ts';
import { NEWEST_VERSION } from '../../../contract/versions.ts';
import { mailsTo, newMail } from '../../testing/mails.ts';
import { eventually, type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let ana: Recruiter;
let emailOfAna: string;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  emailOfAna = (await ana.call(routes.getUser, {})).email;
});
afterAll(() => app.stop());

const body = { name: 'Payroll', scopes: ['candidates:read' as const] };
const create = (more: object = {}) => ana.call(routes.createApiKey, { body: { ...body, ...more } });
const works = (secret: string) => app.client(secret).call(routes.getUser, {});
const isDead = async (secret: string) =>
  expect(await app.client(secret).refusal(routes.getUser, {})).toBe('401 key_invalid');

it('a key shows its secret once, and its owner gets a mail', async () => {
  const before = (await mailsTo(app, emailOfAna)).length;
  const { secret, ...key } = await create({ addresses: ['127.0.0.1', '::/0', '127.0.0.0/8'] });
  expect(key).toMatchObject({
    name: 'Payroll',
    scopes: ['candidates:read'],
    mode: 'live',
    owner: { id: ana.userId },
    addresses: ['127.0.0.1/32', '::/0', '127.0.0.0/8'],
    version: NEWEST_VERSION,
    expiresAt: null,
    lastUsedAt: null,
    rotatedUntil: null,
  });
  expect(secret.startsWith(`${key.prefix}_`)).toBe(true);
  expect((await works(secret)).id).toBe(ana.userId);
  const { items } = await ana.call(routes.listApiKeys, {});
  expect(items[0]).toEqual({ ...key, lastUsedAt: expect.any(String) });
  const mail = await newMail(app, emailOfAna, before);
  expect(mail.text).toContain('Payroll');
  expect(mail.text).not.toContain('ht_live_');
  // What is stored doesn't have it either.
  const { rows } = await app.deps.pool.query(
    'select to_jsonb(k)::text as row from api_keys k where id = $1',
    [key.id],
  );
  expect(rows[0].row).not.toContain(secret.slice(key.prefix.length + 1));
});

it('a key can be that of a colleague, and dies with their seat', async () => {
  const cem = await app.addColleague(ana);
  const { secret } = await create({ ownerId: cem.userId });
  expect((await works(secret)).id).toBe(cem.userId);
  await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
  await isDead(secret);
  expect((await ana.ask(routes.createApiKey, { body: { ...body, ownerId: cem.userId } })).body).toMatchObject(
    {
      details: { fields: { ownerId: ['Choose someone at your company'] } },
    },
  );
  // Coming back doesn't bring it back.
  await app.deps.pool.query('update users set deactivated_at = null where id = $1', [cem.userId]);
  await isDead(secret);
});

it('two secrets work while a key is rotated, and never three', async () => {
  const first = await create();
  const second = await ana.call(routes.rotateApiKey, { params: { id: first.id } });
  await works(first.secret);
  await works(second.secret);
  const until = Date.parse(second.rotatedUntil ?? '') - Date.now();
  expect(Math.round(until / 3600_000)).toBe(24);
  const third = await ana.call(routes.rotateApiKey, { params: { id: first.id } });
  await isDead(first.secret);
  await works(second.secret);
  app.clock.advance(24 * 3600_000 + 1000);
  await isDead(second.secret);
  await works(third.secret);
  app.clock.reset();
});

it('a deleted key is dead', async () => {
  const { id, secret } = await create();
  await works(secret);
  await ana.call(routes.deleteApiKey, { params: { id } });
  await isDead(secret);
  expect(await ana.refusal(routes.deleteApiKey, { params: { id } })).toBe('404 not_found');
});

it.each(['?key=', '?access_token=x', '/'])(
  'a key in an address (%s) is refused, and dead',
  async (before) => {
    const { name, secret } = await create({ name: `In ${before}` });
    const mails = (await mailsTo(app, emailOfAna)).length;
    const answer = await fetch(`${app.url}/v1/user${before}${secret}`, {
      headers: { authorization: `Bearer ${ana.token}` },
    });
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'key_in_url' }]);
    await isDead(secret);
    expect((await newMail(app, emailOfAna, mails)).text).toContain(name);
    const { items } = await ana.call(routes.listAuditEvents, { query: { action: 'apiKey.revoked' } });
    expect(items[0]).toMatchObject({ subject: name, actor: { id: ana.userId } });
    expect(app.logged.filter((line) => line.includes(secret))).toEqual([]);
  },
);

it('a secret that was replaced ends alone when it is in an address, and when it is over, ends nothing', async () => {
  const untilMailed = (subject: string, sentence: string) =>
    eventually(async () => {
      const mails = await mailsTo(app, emailOfAna);
      expect(
        mails
          .filter((mail) => mail.subject === subject)
          .map(({ text }) => text)
          .join(),
      ).toContain(sentence);
    });
  const { id, secret: leaked } = await create({ name: 'Leaked' });
  const { secret } = await ana.call(routes.rotateApiKey, { params: { id } });
  await untilMailed('Your API key has a new secret', '“Leaked”');
  const inAddress = () => fetch(`${app.url}/v1/user?key=${leaked}`);
  await works(leaked);
  expect((await inAddress()).status).toBe(401);
  await isDead(leaked);
  await untilMailed('We turned off an API key secret that was in a web address', '“Leaked”');
  await inAddress();
  await works(secret);

  const { secret: last } = await ana.call(routes.rotateApiKey, { params: { id } });
  app.clock.advance(25 * 3600_000);
  await fetch(`${app.url}/v1/user?key=${secret}`);
  await works(last);
  app.clock.reset();
});

it('a key that is only similar is not deleted by an address', async () => {
  const [one, other] = [await create(), await create()];
  const answer = await fetch(`${app.url}/v1/user?key=${one.prefix}_${other.secret.slice(-50)}`);
  expect(answer.status).toBe(401);
  await works(one.secret);
  await works(other.secret);
});

it.each([
  ['a scope that there is not', { scopes: ['texts:burn'] }, 'scopes.0'],
  ['no scope', { scopes: [] }, 'scopes'],
  ['no name', { name: ' ' }, 'name'],
  ['a past end', { expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt'],
  ['an address that is none', { addresses: ['10.0.0.300'] }, 'addresses.0'],
  ['a mode that there is not', { mode: 'trial' }, 'mode'],
])('%s is refused', async (_, wrong, field) => {
  const answer = await ana.ask(routes.createApiKey, { body: { ...body, ...wrong } });
  expect(answer).toMatchObject({
    status: 422,
    body: { details: { fields: { [field]: [expect.any(String)] } } },
  });
});

it('an account has so many', async () => {
  const ben = await app.signUp();
  await app.deps.pool.query(
    `insert into api_keys (account_id, id, user_id, name, mode, scopes, version, secret_hash, created_at)
     select $1, gen_random_uuid(), $2, 'Key', 'live', '{texts:read}', '2026-11-27', 'x', date_trunc('second', now())
       from generate_series(1, $3)`,
    [ben.accountId, ben.userId, MOST_KEYS],
  );
  expect(await ben.refusal(routes.createApiKey, { body })).toBe('409 keys_used_up');
  const first = await ben.call(routes.listApiKeys, { query: { limit: 60 } });
  const rest = await ben.call(routes.listApiKeys, { query: { limit: 60, cursor: first.nextCursor ?? '' } });
  expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(MOST_KEYS);
});
