import { URI } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { API_BASE } from '../../../contract/api.ts';
import { AuditAction } from '../../../contract/audit.ts';
import * as routes from '../../../contract/routes.ts';
import { addPasskey } from '../../testing/passkeys.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { type Client, refusalOf } from '../../testing/test-client.ts';
import { PASSWORD, signUpVerified } from '../../testing/verified-person.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const log = async (
  admin: Client,
  query: { actorId?: string; action?: AuditAction; from?: string; until?: string } = {},
) => (await admin.call(routes.listAuditEvents, { query: { ...query, limit: 100 } })).items;

it('holds who did what to whom, from where, and nothing that did not happen', async () => {
  const ana = await app.signUp();
  const cem = await app.addColleague(ana);
  const user = await ana.call(routes.getUser, {});
  const { firstName, lastName } = await cem.call(routes.getUser, {});
  const before = await log(ana);
  expect(before.map(({ action }) => action)).toEqual(['number.bought', 'number.bought', 'plan.changed']);

  await ana.call(routes.updateAccount, { body: { name: 'Acme' } });
  await ana.call(routes.purchaseSeats, { body: { quantity: 2 } });
  await ana.call(routes.inviteUser, { body: { email: 'audit@example.com' } });
  await ana.call(routes.resendInvitation, { body: { email: 'audit@example.com' } });
  await ana.call(routes.cancelInvitation, { body: { email: 'audit@example.com' } });
  await ana.call(routes.changeUserType, { body: { userId: cem.userId, userType: 'admin' } });
  await ana.call(routes.updateUserToNonTexter, { body: { userId: cem.userId } });
  await ana.call(routes.updateTags, { params: { id: ana.seatId }, body: { tags: ['West'] } });
  await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
  await ana.refusal(routes.removeSeatFromTeamMember, { body: { userId: ana.userId } });
  await ana.refusal(routes.inviteUser, { body: { email: user.email } });

  const items = await log(ana);
  expect(items.map(({ action }) => action).toReversed()).toEqual([
    'plan.changed',
    'number.bought',
    'number.bought',
    'account.renamed',
    'seats.purchased',
    'person.invited',
    'invitation.resent',
    'invitation.canceled',
    'person.userTypeChanged',
    'person.seatTypeChanged',
    'seat.tagged',
    'person.removed',
  ]);
  expect(items[0]).toMatchObject({
    actor: { id: ana.userId, name: `${user.firstName} ${user.lastName}` },
    subjectId: cem.userId,
    subject: `${firstName} ${lastName}`,
    ip: expect.stringMatching(/127\.0\.0\.1$/),
    userAgent: 'node',
  });
  expect(items.find(({ action }) => action === 'person.userTypeChanged')?.details).toEqual({
    userType: 'admin',
  });
  const { rows } = await app.deps.pool.query(
    'select jsonb_agg(to_jsonb(e))::text as all from audit_events e',
  );
  const { rows: hashes } = await app.deps.pool.query('select secret_hash from invitations');
  for (const { secret_hash } of hashes) expect(rows[0].all).not.toContain(secret_hash);
});

it('is paged, and filtered by person and action', async () => {
  const ana = await app.signUp();
  const cem = await app.addColleague(ana, 'admin');
  for (let n = 0; n < 7; n += 1) {
    const by = n % 2 === 0 ? ana : cem;
    await by.call(routes.updateTags, { params: { id: ana.seatId }, body: { tags: [`tag ${n}`] } });
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await ana.call(routes.listAuditEvents, {
      query: { limit: 3, action: 'seat.tagged', ...(cursor === undefined ? {} : { cursor }) },
    });
    seen.push(...page.items.map(({ details }) => String(details.tags)));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `tag ${n}`));
  // With the number that he got.
  expect(await log(ana, { actorId: cem.userId })).toHaveLength(3 + 1);
  expect(await log(ana, { actorId: cem.userId, action: 'plan.changed' })).toEqual([]);
});

it('is exported whole, and no name in it is a formula', async () => {
  const ana = await app.signUp();
  await ana.call(routes.updateAccount, { body: { name: '=1+1' } });
  await app.deps.pool.query(
    `insert into audit_events (account_id, id, actor_id, actor_name, action, created_at)
     select $1, gen_random_uuid(), $2, 'Ana "A", Lopez', 'seat.tagged', now() - n * interval '1 second'
       from generate_series(1, 2500) as n`,
    [ana.accountId, ana.userId],
  );
  const answer = await fetch(app.url + API_BASE + routes.exportAuditEvents.path, {
    headers: { authorization: `Bearer ${ana.token}` },
  });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toContain('audit-log.csv');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = bytes.toString('utf8', 3).trimEnd().split('\r\n');
  // The export itself is in it.
  expect(lines).toHaveLength(1 + 2500 + 4);
  expect(lines[0]).toBe('createdAt,actor,action,subject,details,ip,userAgent');
  expect(lines[1]).toContain(',auditLog.exported,');
  expect(lines[2]).toContain(",account.renamed,'=1+1,");
  expect(lines.at(-1)).toContain('"Ana ""A"", Lopez"');
  const filtered = await ana.ask(routes.exportAuditEvents, { query: { action: 'account.renamed' } });
  expect(String(filtered.body).trimEnd().split('\r\n')).toHaveLength(2);
});

/** Of Pino. */
const ERROR = 50;

it('comes in pieces, and does no harm when it is broken off', async () => {
  const ana = await app.signUp();
  await app.deps.pool.query(
    `insert into audit_events (account_id, id, actor_id, actor_name, action, user_agent, created_at)
     select $1, gen_random_uuid(), $2, 'Ana', 'seat.tagged', repeat('x', 400), now() - n * interval '1 second'
       from generate_series(1, 40000) as n`,
    [ana.accountId, ana.userId],
  );
  const abort = new AbortController();
  const answer = await fetch(app.url + API_BASE + routes.exportAuditEvents.path, {
    headers: { authorization: `Bearer ${ana.token}` },
    signal: abort.signal,
  });
  const first = await answer.body?.getReader().read();
  expect(first?.value?.length).toBeLessThan(1_000_000);
  abort.abort();
  expect(await log(ana)).toHaveLength(100);
  // Jobs of other tests may warn of something.
  expect(app.logged.filter((line) => JSON.parse(line).level >= ERROR)).toEqual([]);
});

it('is filtered by time', async () => {
  const ana = await app.signUp();
  await app.deps.pool.query(
    `insert into audit_events (account_id, id, actor_id, actor_name, action, created_at)
     select $1, gen_random_uuid(), $2, 'Ana', 'seat.tagged', '2026-03-01T00:00:00Z'::timestamptz + n * interval '1 day'
       from generate_series(0, 9) as n`,
    [ana.accountId, ana.userId],
  );
  const query = { from: '2026-03-03T00:00:00.000Z', until: '2026-03-05T00:00:00.000Z' };
  expect((await log(ana, query)).map(({ createdAt }) => createdAt)).toEqual([
    '2026-03-04T00:00:00.000Z',
    '2026-03-03T00:00:00.000Z',
  ]);
  const exported = await ana.ask(routes.exportAuditEvents, { query });
  expect(String(exported.body).trimEnd().split('\r\n')).toHaveLength(3);
  for (const bad of [{ from: 'yesterday' }, { until: '2026-13-01T00:00:00.000Z' }])
    expect(refusalOf(await ana.ask(routes.listAuditEvents, { query: bad }))).toBe('422 invalid');
});

it('holds how people sign in, no matter who changes it, and that someone wants to go', async () => {
  const ana = await signUpVerified(app, 'audited@example.com');
  const { otpauthUrl } = await ana.call(routes.startAuthenticator, { body: { password: PASSWORD } });
  await ana.call(routes.confirmAuthenticator, { body: { code: URI.parse(otpauthUrl).generate() } });
  await ana.call(routes.renewRecoveryCodes, { body: { password: PASSWORD } });
  const { passkey } = await addPasskey(app, ana, PASSWORD);
  await ana.call(routes.removePasskey, { params: { id: passkey.id }, body: { password: PASSWORD } });
  await ana.call(routes.removeAuthenticator, { body: { password: PASSWORD } });
  await ana.call(routes.updateAccount, { body: { mfaRequired: true } });
  await ana.call(routes.updateAccount, { body: { mfaRequired: false } });
  await ana.call(routes.updateUser, { body: { mfaEnabled: false } });
  await ana.call(routes.updateUser, { body: { mfaEnabled: true } });
  const changed = { currentPassword: PASSWORD, password: 'another horse battery' };
  await ana.call(routes.changePassword, { body: changed });
  await ana.refusal(routes.changePassword, { body: changed });
  await ana.ask(routes.exportAuditEvents);
  expect((await log(ana)).map(({ action }) => action).toReversed()).toEqual([
    'signIn.authenticatorAdded',
    'signIn.recoveryCodesRenewed',
    'signIn.passkeyAdded',
    'signIn.passkeyRemoved',
    'signIn.authenticatorRemoved',
    'account.mfaRequired',
    'account.mfaRequired',
    'signIn.secondStepTurnedOff',
    'signIn.secondStepTurnedOn',
    'signIn.passwordChanged',
    'auditLog.exported',
  ]);
  await ana.call(routes.deleteUser, { body: { password: changed.password } });
  const { rows } = await app.deps.pool.query(
    'select action, ip from audit_events where account_id = $1 order by created_at desc, id desc limit 1',
    [ana.accountId],
  );
  expect(rows).toEqual([{ action: 'account.deletionAsked', ip: expect.stringMatching(/127\.0\.0\.1$/) }]);
});

it('holds what is changed about single sign-on, without its secret', async () => {
  const ana = await app.signUp();
  const provider = {
    protocol: 'oidc' as const,
    issuer: 'https://id.audited.example',
    clientId: 'hiretext',
    clientSecret: 'a secret that stays one',
  };
  await ana.call(routes.updateSingleSignOn, { body: { domain: 'audited.example', provider } });
  await ana.call(routes.removeSingleSignOn, {});
  // Nothing is left to remove.
  await ana.call(routes.removeSingleSignOn, {});
  const items = await log(ana);
  expect(items.slice(0, 3).map(({ action }) => action)).toEqual([
    'sso.removed',
    'sso.changed',
    'number.bought',
  ]);
  expect(items[1]).toMatchObject({
    subject: 'audited.example',
    details: { protocol: 'oidc', issuer: 'https://id.audited.example' },
  });
  expect(JSON.stringify(items)).not.toContain('a secret that stays one');
});

it('knows every action by a name of the contract', async () => {
  const { rows } = await app.deps.pool.query('select distinct action from audit_events');
  for (const { action } of rows) expect(AuditAction.options).toContain(action);
});
