import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { SESSION_SECONDS } from '../../http/session-token.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { Client } from '../../testing/test-client.ts';

let app: TestApp;
let people = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const password = 'correct horse battery';

function aPerson() {
  people += 1;
  return { firstName: 'Ana', lastName: 'Lopez', email: `person${people}@example.com`, password };
}

async function registered(person = aPerson()) {
  const { id_token } = await app.anonymous.call(routes.signup, { body: person });
  return { ...person, ...app.client(id_token), token: id_token };
}

async function login(email: string, given = password) {
  const reply = await app.anonymous.call(routes.login, { body: { email, password: given } });
  if (reply.mfaNeeded) throw new Error('A code is needed');
  return reply;
}

/** The sentences of the refused fields. */
function fieldsOf({ status, body }: { status: number; body: unknown }): unknown {
  expect(status).toBe(422);
  return (body as { details: { fields: unknown } }).details.fields;
}

const whoIs = async (client: Client) => (await client.call(routes.getUser, {})).email;

describe('registering', () => {
  it('makes them admin of a new account, and signs them in', async () => {
    const ana = { ...aPerson(), timezone: 'America/Denver' };
    const { id_token, expires_in } = await app.anonymous.call(routes.signup, { body: ana });
    expect(expires_in).toBe(SESSION_SECONDS);
    expect(await app.client(id_token).call(routes.getUser, {})).toMatchObject({
      firstName: 'Ana',
      lastName: 'Lopez',
      email: ana.email,
      timezone: 'America/Denver',
      userType: 'admin',
      seat: null,
    });
    expect(await app.client(id_token).call(routes.getAccount, {})).toMatchObject({
      name: 'Ana Lopez',
      type: 'none',
      planType: 'free',
    });
  });

  it('keeps no password', async () => {
    const { email } = await registered({ ...aPerson(), password: 'a password to look for' });
    const { rows } = await app.deps.pool.query<{ email: string; row: string }>(
      'select email, to_jsonb(users)::text as row from users',
    );
    expect(rows.find((row) => row.email === email)?.row).toContain('$argon2id$');
    for (const { row } of rows) expect(row).not.toContain('a password to look for');
  });

  it.each<[object, string, string]>([
    [{ firstName: '' }, 'firstName', 'The first name is required'],
    [{ firstName: undefined }, 'firstName', 'The first name is required'],
    [{ firstName: 'x'.repeat(81) }, 'firstName', 'The first name is too long'],
    [
      { firstName: 'A\u0000na' },
      'firstName',
      "The first name has characters that can't be seen. Remove them.",
    ],
    [{ lastName: '   ' }, 'lastName', 'The last name is required'],
    [{ email: '' }, 'email', 'The email is required'],
    [{ email: 'ana' }, 'email', 'The email is invalid'],
    [{ email: 'ana@example.com, eve@example.com' }, 'email', 'The email is invalid'],
    [{ email: `${'a'.repeat(250)}@b.co` }, 'email', 'The email is invalid'],
    [{ password: undefined }, 'password', 'The password is required'],
    [{ password: '' }, 'password', 'The password is required'],
    [{ password: '123456789' }, 'password', 'The password needs at least 10 characters'],
    [{ password: 'x'.repeat(201) }, 'password', 'The password is too long'],
    [{ timezone: 'Mars/Olympus' }, 'timezone', 'The timezone is invalid'],
  ])('with %j is refused at its field', async (wrong, field, sentence) => {
    const person = aPerson();
    const answer = await app.anonymous.ask(routes.signup, { body: { ...person, ...wrong } });
    expect(fieldsOf(answer)).toEqual({ [field]: [sentence] });
    const known = { body: { email: person.email, password } };
    expect(await app.anonymous.refusal(routes.login, known)).toBe('401 wrong_credentials');
  });

  it('names every field that is wrong', async () => {
    const answer = await app.anonymous.ask(routes.signup, { body: {} });
    expect(Object.keys(fieldsOf(answer) as object).sort()).toEqual([
      'email',
      'firstName',
      'lastName',
      'password',
    ]);
  });

  it.each([
    (email: string) => email,
    (email: string) => email.toUpperCase(),
    (email: string) => ` ${email} `,
  ])('with an address that is taken is refused, however it is written (%#)', async (write) => {
    const ana = await registered();
    const again = { ...aPerson(), email: write(ana.email), password: 'another password' };
    expect(await app.anonymous.refusal(routes.signup, { body: again })).toBe('409 email_taken');
    expect((await login(ana.email)).mfaNeeded).toBe(false);
  });

  it('many times at once makes one account', async () => {
    const body = aPerson();
    const accounts = async () =>
      (await app.deps.pool.query<{ count: number }>('select count(*)::int as count from accounts')).rows[0]
        ?.count ?? 0;
    const before = await accounts();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.anonymous.ask(routes.signup, { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await accounts()).toBe(before + 1);
  });
});

describe('signing in', () => {
  it('works with the address in any case', async () => {
    const ana = await registered({ ...aPerson(), email: `Ana.Lopez${people}@Example.com` });
    for (const email of [ana.email, ana.email.toLowerCase(), ana.email.toUpperCase(), ` ${ana.email}`]) {
      const { id_token } = await login(email);
      expect(await whoIs(app.client(id_token))).toBe(ana.email);
    }
  });

  it('reveals to no one whether an address is known', async () => {
    const ana = await registered();
    const answerTo = async (email: string) => {
      const { status, body } = await app.anonymous.ask(routes.login, {
        body: { email, password: 'wrong password' },
      });
      return { status, body: { ...(body as object), requestId: '' } };
    };
    const wrongPassword = await answerTo(ana.email);
    expect(wrongPassword).toMatchObject({
      status: 401,
      body: { code: 'wrong_credentials', message: 'The email or password is wrong.' },
    });
    expect(await answerTo('unknown@example.com')).toEqual(wrongPassword);
  });

  it.each([
    ['another case', (right: string) => right.toUpperCase()],
    ['space around it', (right: string) => ` ${right} `],
    ['the beginning of it', (right: string) => right.slice(0, -1)],
  ])('with the password in %s is refused', async (_, write) => {
    const ana = await registered();
    const body = { email: ana.email, password: write(password) };
    expect(await app.anonymous.refusal(routes.login, { body })).toBe('401 wrong_credentials');
  });

  it.each(['  spaces around it  ', 'пароль из букв', '🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑'])(
    'works with the password %j',
    async (given) => {
      const ana = await registered({ ...aPerson(), password: given });
      expect((await login(ana.email, given)).expires_in).toBe(SESSION_SECONDS);
    },
  );

  it.each<[object, string[]]>([
    [{}, ['email', 'password']],
    [{ email: 'ana@example.com', password: '' }, ['password']],
    [{ email: 'ana', password }, ['email']],
  ])('with %j is refused at its fields', async (body, fields) => {
    expect(Object.keys(fieldsOf(await app.anonymous.ask(routes.login, { body })) as object)).toEqual(fields);
  });
});

describe('a session', () => {
  it('ends when the person signs out, and no other with it', async () => {
    const ana = await registered();
    const other = app.client((await login(ana.email)).id_token);
    expect(await ana.call(routes.logout, {})).toEqual({ status: 'ok' });
    for (const route of [routes.getUser, routes.listCandidates, routes.logout])
      expect(await ana.refusal(route, {})).toBe('401 session_ended');
    expect(await whoIs(other)).toBe(ana.email);
    expect((await login(ana.email)).expires_in).toBe(SESSION_SECONDS);
  });

  it('ends after its time', async () => {
    const ana = await registered();
    app.clock.advance((SESSION_SECONDS + 1) * 1000);
    const refused = await ana.refusal(routes.getUser, {});
    const later = await login(ana.email);
    const answer = await whoIs(app.client(later.id_token));
    app.clock.reset();
    expect(refused).toBe('401 session_ended');
    expect(answer).toBe(ana.email);
  });

  it('is nothing without its person, even if no one ended it', async () => {
    const ana = await registered();
    await app.deps.pool.query(
      'update users set deactivated_at = now() where id = (select user_id from logins where email = $1)',
      [ana.email],
    );
    expect(await ana.refusal(routes.getUser, {})).toBe('401 removed_from_account');
  });

  it('ends with its record, even if its token is still valid', async () => {
    const ana = await registered();
    await app.deps.pool.query(
      `update sessions set expires_at = now() - interval '1 second'
        where user_id = (select user_id from logins where email = $1)`,
      [ana.email],
    );
    expect(await ana.refusal(routes.getUser, {})).toBe('401 session_ended');
  });
});

describe('the profile', () => {
  it('changes what is named and leaves the rest', async () => {
    const ana = await registered();
    const before = await ana.call(routes.getUser, {});
    expect(before.opensWith).toBeNull();
    const changes = { timezone: 'Europe/Berlin', undoSeconds: 0, opensWith: 'messages' } as const;
    const body = { ...changes, firstName: ' Anna ' };
    const after = { ...before, ...changes, firstName: 'Anna' };
    expect(await ana.call(routes.updateUser, { body })).toEqual(after);
    expect(await ana.call(routes.updateUser, { body: {} })).toEqual(after);
    expect(await ana.call(routes.getUser, {})).toEqual(after);
  });

  it('takes a phone as people write it, and gives it up again', async () => {
    const ana = await registered();
    expect(await ana.call(routes.updateUser, { body: { phoneNumber: '(312) 555-0142' } })).toMatchObject({
      phoneNumber: '+13125550142',
    });
    expect(await ana.call(routes.updateUser, { body: { phoneNumber: null } })).toMatchObject({
      phoneNumber: null,
    });
  });

  it('can not change what is not the person’s to change', async () => {
    const ana = await registered();
    const before = await ana.call(routes.getUser, {});
    const wishes = {
      userType: 'member',
      email: 'eve@example.com',
      id: before.accountId,
      accountId: before.id,
    };
    expect((await ana.ask(routes.updateUser, { body: wishes })).body).toEqual(before);
    expect(await ana.call(routes.getUser, {})).toEqual(before);
  });

  it.each<[object, string]>([
    [{ firstName: '' }, 'firstName'],
    [{ lastName: null }, 'lastName'],
    [{ timezone: 'Nowhere' }, 'timezone'],
    [{ phoneNumber: '123' }, 'phoneNumber'],
    [{ phoneNumber: '' }, 'phoneNumber'],
    [{ undoSeconds: 31 }, 'undoSeconds'],
    [{ opensWith: 'candidates' }, 'opensWith'],
    [{ opensWith: null }, 'opensWith'],
    [{ undoSeconds: -1 }, 'undoSeconds'],
    [{ undoSeconds: 1.5 }, 'undoSeconds'],
  ])('refuses %j', async (body, field) => {
    const ana = await registered();
    expect(Object.keys(fieldsOf(await ana.ask(routes.updateUser, { body })) as object)).toEqual([field]);
  });

  it('shows the number of the seat, as it is and as it is read', async () => {
    const ana = await app.signUp();
    const { seat } = await ana.call(routes.getUser, {});
    expect(seat).toEqual({
      id: ana.seatId,
      seatRole: 'recruiter',
      seatType: 'texter',
      twilioNumber: ana.number,
      twilioNumberFormatted: ana.number.replace(/^\+1(...)(...)(....)$/, '($1) $2-$3'),
      metadata: { linkStatus: 'linked', linkRejection: null, isLandline: false },
    });
  });
});
