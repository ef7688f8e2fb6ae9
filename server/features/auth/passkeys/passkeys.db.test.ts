import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MOST_PASSKEYS, PASSKEY_MINUTES } from '../../../../contract/passkeys.ts';
import * as routes from '../../../../contract/routes.ts';
import { mailsTo, newMail } from '../../../testing/mails.ts';
import { addPasskey, createApiBrowser, passkeyOriginOf } from '../../../testing/passkeys.ts';
import { type Bent, createSoftwareAuthenticator } from '../../../testing/software-authenticator.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { type Answer, type Client, refusalOf } from '../../../testing/test-client.ts';

/* Passkeys of an authenticator made here, which can lie. */

let app: TestApp;
let people = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
afterEach(() => app.clock.reset());

const password = 'correct horse battery';

interface User extends Client {
  email: string;
  userId: string;
}

async function signUp({ verified = true } = {}): Promise<User> {
  people += 1;
  const email = `key${people}@example.com`;
  const { id_token } = await app.anonymous.call(routes.signup, {
    body: { firstName: 'Ana', lastName: 'Lopez', email, password },
  });
  const { text } = await newMail(app, email, 0);
  const token = /token=(\S+)/.exec(text)?.[1] ?? '';
  if (verified) await app.anonymous.call(routes.verifyEmail, { body: { token } });
  const client = app.client(id_token);
  return { ...client, email, userId: (await client.call(routes.getUser, {})).id };
}

const authenticator = (more: { counts?: boolean; aaguid?: string } = {}) =>
  createSoftwareAuthenticator({ origin: passkeyOriginOf(app), ...more });
const add = (person: Client, key = authenticator()) => addPasskey(app, person, password, key);
const login = (email: string) => app.anonymous.call(routes.login, { body: { email, password } });

async function whoIs({ status, body }: Answer): Promise<string> {
  expect(status, JSON.stringify(body)).toBe(200);
  const { id_token } = routes.finishPasskeySignIn.reply.parse(body);
  return (await app.client(id_token).call(routes.getUser, {})).email;
}

async function subjects({ email }: User): Promise<string[]> {
  return (await mailsTo(app, email)).map(({ subject }) => subject);
}

describe('adding a passkey', () => {
  it('needs the password, turns the second step on, and is reported by mail', async () => {
    const ana = await signUp();
    expect(await ana.ask(routes.startPasskey, { body: { password: 'not the password' } })).toMatchObject({
      status: 422,
      body: { details: { fields: { password: ['The password is wrong'] } } },
    });
    const { options } = await ana.call(routes.startPasskey, { body: { password } });
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Hiretext' },
      user: { name: ana.email, displayName: 'Ana Lopez' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(await ana.call(routes.getUser, {})).toMatchObject({ mfaEnabled: false, passkeyEnabled: false });

    const response = authenticator().create(options);
    const body = { response, fallbackName: 'Firefox on Linux' };
    const made = await ana.call(routes.addPasskey, { body });
    expect(made).toMatchObject({ name: 'Firefox on Linux', lastUsedAt: null });
    expect(await ana.call(routes.listPasskeys, {})).toEqual([made]);
    expect(await ana.call(routes.getUser, {})).toMatchObject({ mfaEnabled: true, passkeyEnabled: true });
    expect((await newMail(app, ana.email, 1)).subject).toBe('A passkey was added');
    expect((await newMail(app, ana.email, 1)).text).toContain('“Firefox on Linux”');
  });

  it('is named after where it is kept, and can be called something else', async () => {
    const ana = await signUp();
    const { passkey } = await add(ana, authenticator({ aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd' }));
    expect(passkey.name).toBe('iCloud Keychain');
    const params = { id: passkey.id };
    await ana.call(routes.renamePasskey, { params, body: { name: '  My phone ' } });
    expect((await ana.call(routes.listPasskeys, {})).map(({ name }) => name)).toEqual(['My phone']);
    expect(await ana.refusal(routes.renamePasskey, { params, body: { name: ' ' } })).toBe('422 invalid');
  });

  it('does not take the same one twice, nor one that is someone else’s', async () => {
    const ana = await signUp();
    const { authenticator: key } = await add(ana);
    const { options } = await ana.call(routes.startPasskey, { body: { password } });
    expect(options.excludeCredentials).toMatchObject([{ id: key.credentialId }]);
    const eve = await signUp();
    for (const person of [ana, eve]) {
      const asked = await person.call(routes.startPasskey, { body: { password } });
      const response = key.create(asked.options);
      expect(await person.refusal(routes.addPasskey, { body: { response } })).toBe('422 passkey_failed');
    }
    expect(await eve.call(routes.getUser, {})).toMatchObject({ mfaEnabled: false, passkeyEnabled: false });
    expect(await ana.call(routes.listPasskeys, {})).toHaveLength(1);
  });

  it.each<[string, Bent]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another name', { rpId: 'evil.example' }],
    ['no check of the person', { unverified: true }],
    ['a challenge that no one gave', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['the answer to another question', { type: 'webauthn.get' }],
  ])('is refused with %s', async (_, bent) => {
    const ana = await signUp();
    const { options } = await ana.call(routes.startPasskey, { body: { password } });
    const response = authenticator().create(options, bent);
    expect(await ana.refusal(routes.addPasskey, { body: { response } })).toBe('422 passkey_failed');
    expect(await ana.call(routes.listPasskeys, {})).toEqual([]);
    expect(await ana.call(routes.getUser, {})).toMatchObject({ mfaEnabled: false });
  });

  it('answers a challenge once, within ten minutes, and only for the person who asked', async () => {
    const ana = await signUp();
    const eve = await signUp();
    const ask = async () => (await ana.call(routes.startPasskey, { body: { password } })).options;
    const give = (person: Client, options: { challenge: string }) =>
      person.ask(routes.addPasskey, { body: { response: authenticator().create(options) } });

    expect(refusalOf(await give(eve, await ask()))).toBe('422 passkey_failed');
    const replaced = await ask();
    const options = await ask();
    expect(refusalOf(await give(ana, replaced))).toBe('422 passkey_failed');
    const answers = await Promise.all([give(ana, options), give(ana, options), give(ana, options)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const late = await ask();
    app.clock.advance(PASSKEY_MINUTES * 60_000 + 1000);
    expect(refusalOf(await give(ana, late))).toBe('422 passkey_failed');
    expect(await ana.call(routes.listPasskeys, {})).toHaveLength(1);
  });

  it('ends at twenty', async () => {
    const ana = await signUp();
    await add(ana);
    const have = (count: number) =>
      app.deps.pool.query(
        `insert into passkeys (account_id, id, user_id, credential_id, public_key, counter, transports, name, created_at)
         select account_id, gen_random_uuid(), user_id, gen_random_uuid(), public_key, 0, '{}', 'Old', now()
           from passkeys, generate_series(1, $2::int - (select count(*)::int from passkeys where user_id = $1))
          where user_id = $1 and name = 'Passkey'`,
        [ana.userId, count],
      );
    await have(MOST_PASSKEYS - 1);
    const { options } = await ana.call(routes.startPasskey, { body: { password } });
    await have(MOST_PASSKEYS);
    const response = authenticator().create(options);
    expect(await ana.refusal(routes.addPasskey, { body: { response } })).toBe('409 too_many_passkeys');
    expect(await ana.refusal(routes.startPasskey, { body: { password } })).toBe('409 too_many_passkeys');
    expect(await ana.call(routes.listPasskeys, {})).toHaveLength(MOST_PASSKEYS);
  });
});

describe('signing in with a passkey', () => {
  it('takes neither address nor password nor code', async () => {
    const ana = await signUp();
    const { authenticator: key } = await add(ana);
    const browser = createApiBrowser(app);
    expect(await whoIs(await browser.signIn(key))).toBe(ana.email);
    const [passkey] = await ana.call(routes.listPasskeys, {});
    expect(passkey?.lastUsedAt).not.toBeNull();
    // Again, in the same browser and in another one.
    expect(await whoIs(await browser.signIn(key))).toBe(ana.email);
    expect(await whoIs(await createApiBrowser(app).signIn(key))).toBe(ana.email);
  });

  it('asks no one which passkeys there are', async () => {
    const { body } = await createApiBrowser(app).ask(routes.startPasskeySignIn);
    const { options } = routes.startPasskeySignIn.reply.parse(body);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
  });

  it.each<[string, Bent]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that begins like ours', { origin: 'http://localhost.evil.example' }],
    ['another name', { rpId: 'evil.example' }],
    ['no check of the person', { unverified: true }],
    ['a challenge that no one gave', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['the answer to another question', { type: 'webauthn.create' }],
    ['another person’s handle', { userHandle: Buffer.from('someone else').toString('base64url') }],
  ])('is refused with %s', async (_, bent) => {
    const ana = await signUp();
    const { authenticator: key } = await add(ana);
    expect(refusalOf(await createApiBrowser(app).signIn(key, bent))).toBe('422 passkey_failed');
    expect((await ana.call(routes.listPasskeys, {}))[0]?.lastUsedAt).toBeNull();
  });

  it('is refused without the person’s handle, without the signature of that passkey, and with one that no one knows', async () => {
    const ana = await signUp();
    const { authenticator: key } = await add(ana);
    const browser = createApiBrowser(app);
    const without = key.get(await browser.challenge());
    const { userHandle, ...rest } = without.response;
    expect(userHandle).toBeDefined();
    expect(
      refusalOf(await browser.ask(routes.finishPasskeySignIn, { response: { ...without, response: rest } })),
    ).toBe('422 passkey_failed');
    const stranger = authenticator();
    const signed = stranger.get(await browser.challenge(), {
      userHandle: Buffer.from(ana.userId).toString('base64url'),
    });
    const dressed = { ...signed, id: key.credentialId, rawId: key.credentialId };
    for (const response of [signed, dressed])
      expect(refusalOf(await browser.ask(routes.finishPasskeySignIn, { response }))).toBe(
        '422 passkey_failed',
      );
  });

  it('answers a challenge once, however many try at the same moment', async () => {
    const ana = await signUp();
    const { authenticator: key } = await add(ana);
    const browser = createApiBrowser(app);
    const options = await browser.challenge();
    const response = key.get(options);
    const finish = (given = response) => browser.ask(routes.finishPasskeySignIn, { response: given });
    const answers = await Promise.all([finish(), finish(key.get(options)), finish()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(refusalOf(await finish())).toBe('422 passkey_failed');
  });

  it('uses a challenge up with a wrong answer too', async () => {
    const ana = await signUp();
    const { authenticator: key } = await add(ana);
    const browser = createApiBrowser(app);
    const options = await browser.challenge();
    for (const bent of [{ unverified: true }, {}])
      expect(
        refusalOf(await browser.ask(routes.finishPasskeySignIn, { response: key.get(options, bent) })),
      ).toBe('422 passkey_failed');
  });

  it('answers the challenge of this browser only, within ten minutes', async () => {
    const ana = await signUp();
    const { authenticator: key } = await add(ana);
    const browser = createApiBrowser(app);
    const other = createApiBrowser(app);
    const options = await browser.challenge();
    await other.challenge();
    const response = key.get(options);
    expect(refusalOf(await other.ask(routes.finishPasskeySignIn, { response }))).toBe('422 passkey_failed');
    expect(
      await app.anonymous.refusal(routes.finishPasskeySignIn, { body: { response } }),
      'without a browser',
    ).toBe('422 passkey_failed');
    // No one else has used it up.
    app.clock.advance((PASSKEY_MINUTES - 1) * 60_000);
    expect(await whoIs(await browser.ask(routes.finishPasskeySignIn, { response }))).toBe(ana.email);
    const late = key.get(await browser.challenge());
    app.clock.advance(PASSKEY_MINUTES * 60_000 + 1000);
    expect(refusalOf(await browser.ask(routes.finishPasskeySignIn, { response: late }))).toBe(
      '422 passkey_failed',
    );
  });

  it('refuses one whose count goes back or stays: it is a copy', async () => {
    const ana = await signUp();
    const { authenticator: key } = await add(ana, authenticator({ counts: true }));
    const browser = createApiBrowser(app);
    expect(await whoIs(await browser.signIn(key, { counter: 7 }))).toBe(ana.email);
    for (const counter of [7, 6, 0])
      expect(refusalOf(await browser.signIn(key, { counter }))).toBe('422 passkey_failed');
    expect(await whoIs(await browser.signIn(key, { counter: 8 }))).toBe(ana.email);
  });

  it('lets one of two through that count the same at the same moment', async () => {
    const ana = await signUp();
    const { authenticator: key } = await add(ana, authenticator({ counts: true }));
    const answers = await Promise.all([1, 2, 3].map(() => createApiBrowser(app).signIn(key, { counter: 9 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  it('ends with the passkey, and with its person', async () => {
    const ana = await signUp();
    const { authenticator: key, passkey } = await add(ana);
    const { authenticator: other } = await add(ana);
    await ana.call(routes.removePasskey, { params: { id: passkey.id }, body: { password } });
    expect(refusalOf(await createApiBrowser(app).signIn(key))).toBe('422 passkey_failed');
    expect(await whoIs(await createApiBrowser(app).signIn(other))).toBe(ana.email);
    await app.deps.pool.query('delete from users where id = $1', [ana.userId]);
    expect(refusalOf(await createApiBrowser(app).signIn(other))).toBe('422 passkey_failed');
    const { rows } = await app.deps.pool.query('select 1 from passkey_logins where credential_id = any($1)', [
      [key.credentialId, other.credentialId],
    ]);
    expect(rows).toEqual([]);
  });

  it('is no way in where the company wants single sign-on only', async () => {
    const ana = await signUp();
    const { authenticator: key } = await add(ana);
    const { accountId } = await ana.call(routes.getUser, {});
    const domain = `only${people}.example`;
    await app.deps.pool.query(
      `insert into single_sign_on (account_id, protocol, domain, domain_token, issuer, client_id, sealed_client_secret)
       values ($1, 'oidc', $2, 'x', 'https://idp.example', 'x', 'x')`,
      [accountId, domain],
    );
    await app.deps.pool.query(
      `insert into sso_domains (domain, account_id, sso_only, verified_at) values ($1, $2, true, now())`,
      [domain, accountId],
    );
    await app.deps.pool.query('update users set email = $2 where id = $1', [ana.userId, `ana@${domain}`]);
    expect(refusalOf(await createApiBrowser(app).signIn(key))).toBe('403 sso_required');
  });

  it('has a limit of tries from one place', async () => {
    const { pool } = app.deps;
    await pool.query(`update rate_limits set points = 400 where key like 'passkey address:%'`);
    const ana = await signUp();
    const { authenticator: key } = await add(ana);
    const browser = createApiBrowser(app);
    expect(refusalOf(await browser.ask(routes.startPasskeySignIn))).toBe('429 rate_limited');
    const response = key.get({ challenge: Buffer.alloc(32).toString('base64url') });
    expect(refusalOf(await browser.ask(routes.finishPasskeySignIn, { response }))).toBe('429 rate_limited');
    await pool.query(`delete from rate_limits where key like 'passkey address:%'`);
    expect(await whoIs(await browser.signIn(key))).toBe(ana.email);
  });
});

describe('a passkey after the password', () => {
  it('is asked for first, with the mailed code beside it', async () => {
    const ana = await signUp();
    const { authenticator: key } = await add(ana);
    const needed = { mfaNeeded: true, mfaMethod: 'passkey', mfaMethods: ['passkey', 'email'] };
    expect(await login(ana.email)).toEqual(needed);
    const browser = createApiBrowser(app);
    expect(await whoIs(await browser.signIn(key, {}, { email: ana.email }))).toBe(ana.email);

    expect(await login(ana.email)).toEqual(needed);
    const before = (await mailsTo(app, ana.email)).length;
    await app.anonymous.call(routes.sendMfaEmail, { body: { email: ana.email } });
    const code = /^\d{6}$/m.exec((await newMail(app, ana.email, before)).text)?.[0] ?? '';
    await app.anonymous.call(routes.verifyMfa, { body: { email: ana.email, code } });
  });

  it('is that of the person who gave the password', async () => {
    const ana = await signUp();
    const eve = await signUp();
    await add(ana);
    const { authenticator: evil } = await add(eve);
    await login(ana.email);
    const answer = await createApiBrowser(app).signIn(evil, {}, { email: ana.email });
    expect(refusalOf(answer)).toBe('422 passkey_failed');
  });

  it('ends the wait for a code', async () => {
    const ana = await signUp();
    const { authenticator: key } = await add(ana);
    await login(ana.email);
    const before = (await mailsTo(app, ana.email)).length;
    await app.anonymous.call(routes.sendMfaEmail, { body: { email: ana.email } });
    const code = /^\d{6}$/m.exec((await newMail(app, ana.email, before)).text)?.[0] ?? '';
    await createApiBrowser(app).signIn(key, {}, { email: ana.email });
    expect(await app.anonymous.refusal(routes.verifyMfa, { body: { email: ana.email, code } })).toBe(
      '422 code_invalid',
    );
  });
});

describe('removing a passkey', () => {
  it('needs the password and is reported by mail; codes come by mail again', async () => {
    const ana = await signUp();
    const { passkey } = await add(ana);
    const params = { id: passkey.id };
    const wrong = { params, body: { password: 'not the password' } };
    expect(await ana.refusal(routes.removePasskey, wrong)).toBe('422 invalid');
    await ana.call(routes.removePasskey, { params, body: { password } });
    expect(await ana.call(routes.getUser, {})).toMatchObject({ mfaEnabled: true, passkeyEnabled: false });
    expect(await login(ana.email)).toMatchObject({ mfaMethod: 'email', mfaMethods: ['email'] });
    expect((await newMail(app, ana.email, 2)).subject).toBe('A passkey was removed');
    expect(await ana.refusal(routes.removePasskey, { params, body: { password } })).toBe('404 not_found');
  });

  it('turns the second step off where codes might not arrive', async () => {
    const ana = await signUp({ verified: false });
    const { passkey: first } = await add(ana);
    const { passkey: second } = await add(ana);
    const remove = (id: string) => ana.call(routes.removePasskey, { params: { id }, body: { password } });
    await remove(first.id);
    expect(await ana.call(routes.getUser, {})).toMatchObject({ mfaEnabled: true });
    await remove(second.id);
    expect(await ana.call(routes.getUser, {})).toMatchObject({ mfaEnabled: false });
    await newMail(app, ana.email, 5);
    expect((await subjects(ana)).slice(-2).sort()).toEqual([
      'A passkey was removed',
      'Two-factor authentication is off',
    ]);
    expect(await login(ana.email)).toMatchObject({ mfaNeeded: false });
  });

  it('comes before the second step is turned off', async () => {
    const ana = await signUp();
    await add(ana);
    const off = { body: { mfaEnabled: false } };
    expect(await ana.refusal(routes.updateUser, off)).toBe('409 passkey_in_force');
    expect(await ana.call(routes.getUser, {})).toMatchObject({ mfaEnabled: true });
  });
});
