import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

/*
 * Whether an address is known shows neither in an answer nor in its time. Clocks lie on a busy machine, so what takes the
 * time is counted: passwords hashed and questions asked of the database.
 */

const work = vi.hoisted(() => {
  // The files before this one have loaded the server with passwords that no one counts, and those after it want it so.
  vi.resetModules();
  return { hashes: 0 };
});
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  return {
    ...argon2,
    hash: (...given: Parameters<typeof argon2.hash>) => {
      work.hashes += 1;
      return argon2.hash(...given);
    },
    verify: (...given: Parameters<typeof argon2.verify>) => {
      work.hashes += 1;
      return argon2.verify(...given);
    },
  };
});

let app: TestApp;
let queries = 0;
let people = 0;

beforeAll(async () => {
  // No worker runs here: only what is done before the answer counts.
  app = await startTestApp({ variables: { ROLES: 'web' } });
  const connect = app.deps.pool.connect.bind(app.deps.pool);
  vi.spyOn(app.deps.pool, 'connect').mockImplementation((...given: unknown[]) => {
    queries += 1;
    return connect(...(given as []));
  });
  // What is made once and kept does not count against the first caller.
  await login(`unknown@example.com`);
});
afterAll(async () => {
  await app.stop();
  vi.resetModules();
});
beforeEach(() => {
  people += 1;
});

const password = 'correct horse battery';
const known = async () => {
  const email = `known${people}@example.com`;
  await app.anonymous.call(routes.signup, { body: { firstName: 'Ana', lastName: 'Lopez', email, password } });
  return email;
};
const unknown = async () => `unknown${people}@example.com`;

const login = (email: string) =>
  app.anonymous.ask(routes.login, { body: { email, password: 'not the password' } });

interface Seen {
  status: number;
  body: unknown;
  hashes: number;
  queries: number;
}

async function seen(ask: () => ReturnType<typeof login>): Promise<Seen> {
  work.hashes = 0;
  queries = 0;
  const { status, body } = await ask();
  const { requestId: _, ...rest } = body as { requestId?: string };
  return { status, body: rest, hashes: work.hashes, queries };
}

const calls = {
  login,
  'the reset of a password': (email: string) =>
    app.anonymous.ask(routes.sendResetPasswordEmail, { body: { email } }),
  'the code of a second step': (email: string) => app.anonymous.ask(routes.sendMfaEmail, { body: { email } }),
  'a link that signs in': (email: string) => app.anonymous.ask(routes.sendMagicLink, { body: { email } }),
  'a link that verifies': (email: string) =>
    app.anonymous.ask(routes.sendVerificationEmail, { body: { email } }),
  'a wrong code': (email: string) => app.anonymous.ask(routes.verifyMfa, { body: { email, code: '123456' } }),
  'a wrong code with a new password': (email: string) =>
    app.anonymous.ask(routes.resetPasswordUsingCode, {
      body: { email, code: '123456', password: 'an entirely new password' },
    }),
};

describe.each(Object.entries(calls))('%s', (name, ask) => {
  it('answers the same, and hashes as often, for an address that is known and for one that is not', async () => {
    const [mine, unknownOne] = [await known(), await unknown()];
    const [one, other] = [await seen(() => ask(mine)), await seen(() => ask(unknownOne))];
    expect({ status: one.status, body: one.body, hashes: one.hashes }).toEqual({
      status: other.status,
      body: other.body,
      hashes: other.hashes,
    });
    expect(one.hashes).toBe(name === 'login' ? 1 : other.hashes);
  });
});

describe('a mail', () => {
  it.each(Object.entries(calls).filter(([name]) => /link|reset|code of/.test(name)))(
    'asked for by %s takes as many steps for an address that is known',
    async (_, ask) => {
      const [mine, unknownOne] = [await known(), await unknown()];
      const [one, other] = [await seen(() => ask(mine)), await seen(() => ask(unknownOne))];
      expect(one.queries).toBe(other.queries);
      expect(one.queries).toBeGreaterThan(0);
    },
  );
});

it('an address is the same however it is written', async () => {
  const email = await known();
  expect(await seen(() => login(email.toUpperCase()))).toMatchObject({ status: 401, hashes: 1 });
});

it('no password is hashed for an address that is taken', async () => {
  const email = await known();
  const body = { firstName: 'Ana', lastName: 'Lopez', email, password };
  expect(await seen(() => app.anonymous.ask(routes.signup, { body }))).toMatchObject({
    status: 409,
    hashes: 0,
  });
});

it('a new password is hashed only for the right code', async () => {
  const email = await known();
  for (let tries = 0; tries < 5; tries += 1)
    expect(await seen(() => calls['a wrong code with a new password'](email))).toMatchObject({ hashes: 0 });
});
