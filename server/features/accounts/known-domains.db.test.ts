import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { signUpVerified } from '../../testing/verified-person.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

it("a company's domains are those of its website, its sign-on and its admins' addresses", async () => {
  const other = await app.signUp();
  const ana = await signUpVerified(app, 'ana@Tidewater-Jobs.example');
  const domains = async () => (await ana.call(routes.getAccount, {})).domains;
  expect(await domains()).toEqual(['tidewater-jobs.example']);

  await ana.call(routes.updateRegistration, { body: { website: 'https://www.tidewater.example/home' } });
  expect(await domains()).toEqual(['tidewater.example', 'tidewater-jobs.example']);

  await app.deps.pool.query(
    `insert into single_sign_on (account_id, protocol, domain, domain_token, issuer, client_id, sealed_client_secret)
     values ($1, 'oidc', $2, 'token', 'https://idp.example', 'id', 'sealed')`,
    [ana.accountId, 'tidewater-people.example'],
  );
  await app.deps.pool.query(
    'insert into sso_domains (domain, account_id, verified_at) values ($1, $2, now())',
    ['tidewater-people.example', ana.accountId],
  );
  expect(await domains()).toEqual([
    'tidewater-people.example',
    'tidewater.example',
    'tidewater-jobs.example',
  ]);
  expect((await other.call(routes.getAccount, {})).domains).not.toContain('tidewater.example');
});

it("everyone's domain is no company's", async () => {
  const sam = await signUpVerified(app, 'sam.tidewater@gmail.com');
  expect((await sam.call(routes.getAccount, {})).domains).toEqual([]);
});
