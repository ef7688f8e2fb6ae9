import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { inTransaction } from '../../db/connection.ts';
import { newMail } from '../../testing/mails.ts';
import { type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { acceptInvitation, type Joiner } from './invitations.ts';

let app: TestApp;
let addresses = 0;

beforeAll(async () => {
  app = await startTestApp({ logLevel: 'trace' });
});
afterAll(() => app.stop());

async function invite(by: Recruiter, email: string): Promise<string> {
  await by.call(routes.inviteUser, { body: { email, firstName: 'Nia', userType: 'admin' } });
  return /\?invite=(\S+)/.exec((await newMail(app, email, 0)).text)?.[1] ?? '';
}

const anAddress = (domain = 'example.com') => {
  addresses += 1;
  return `guest${addresses}@${domain}`;
};

const joiner: Joiner = {
  firstName: null,
  lastName: 'Okoro',
  passwordHash: null,
  timezone: 'America/Denver',
  ip: null,
  userAgent: null,
};
const accept = (accountId: string, email: string) =>
  inTransaction(app.deps.db, (tx) => acceptInvitation(tx, app.deps, { accountId, email }, joiner));

describe('someone whose address is vouched for', () => {
  it('joins the account that has invited them, even when the link has expired, once', async () => {
    const [ana, eve] = [await app.signUp(), await app.signUp()];
    const email = anAddress();
    await invite(ana, email);
    expect(await accept(eve.accountId, email)).toBeNull();
    expect(await accept(ana.accountId, anAddress())).toBeNull();
    app.clock.advance(30 * 86_400_000);
    const answers = await Promise.all([1, 2, 3].map(() => accept(ana.accountId, email.toUpperCase())));
    app.clock.reset();
    const [joined] = answers.filter((answer) => answer !== null);
    expect(answers.filter((answer) => answer === null)).toHaveLength(2);
    const { rows } = await app.deps.pool.query(
      `select first_name, last_name, user_type, email_verified_at is not null as verified, password_hash
         from users where account_id = $1 and id = $2`,
      [ana.accountId, joined?.userId],
    );
    expect(rows).toEqual([
      { first_name: 'Nia', last_name: 'Okoro', user_type: 'admin', verified: true, password_hash: null },
    ]);
    expect((await ana.call(routes.getSeats, {})).filter(({ status }) => status === 'used')).toHaveLength(2);
  });

  it('has no password, and no one signs in with any', async () => {
    const ana = await app.signUp();
    const email = anAddress();
    await invite(ana, email);
    await accept(ana.accountId, email);
    for (const password of ['null', 'correct horse battery', ' '])
      expect(await app.anonymous.refusal(routes.login, { body: { email, password } })).toBe(
        '401 wrong_credentials',
      );
  });
});

it('where the company wants single sign-on only, the link is no way in', async () => {
  const ana = await app.signUp();
  const domain = 'sso-only-guests.example';
  const email = anAddress(domain);
  const inviteToken = await invite(ana, email);
  await app.deps.pool.query(
    `insert into single_sign_on (account_id, protocol, domain, domain_token, issuer, client_id, sealed_client_secret)
     values ($1, 'oidc', $2, 'token', 'https://idp.example', 'id', 'sealed')`,
    [ana.accountId, domain],
  );
  await app.deps.pool.query(
    'insert into sso_domains (domain, account_id, sso_only, verified_at) values ($1, $2, true, now())',
    [domain, ana.accountId],
  );
  const body = { firstName: 'Nia', lastName: 'Okoro', email, password: 'correct horse battery', inviteToken };
  expect(await app.anonymous.refusal(routes.signup, { body })).toBe('403 sso_required');
  expect((await ana.call(routes.getSeats, {})).map(({ status }) => status)).toContain('pendingInvitation');
});

it('the log names neither the link nor the address', async () => {
  const ana = await app.signUp();
  const email = anAddress();
  const token = await invite(ana, email);
  await app.anonymous.call(routes.getInvitation, { query: { token } });
  const body = { firstName: 'Nia', lastName: 'Okoro', email, password: 'x'.repeat(201), inviteToken: token };
  await app.anonymous.refusal(routes.signup, { body });
  const logged = app.logged.join('');
  expect(logged).toContain('/auth/invitation');
  for (const secret of [token, token.split('.')[2] ?? '', email]) expect(logged).not.toContain(secret);
});
