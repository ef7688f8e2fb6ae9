import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { buildApp } from '../../app.ts';
import { type Connection, connect } from '../../db/connection.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import { openKeptKeys } from '../../kept-keys.ts';
import { solveCaptcha } from '../../testing/solve-captcha.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { pathOf } from '../../testing/test-client.ts';
import { loginByAddress } from './limits.ts';

/* Lists of stolen passwords are tried against several nodes, which count together. */

const SECRET_KEY = 'a secret that is long enough for tests';

let app: TestApp;
let connection: Connection;
let nodes: FastifyInstance[];
let turn = 0;

beforeAll(async () => {
  app = await startTestApp({ variables: { ROLES: 'worker', CAPTCHA: 'altcha' } });
  connection = connect(String(app.deps.pool.options.connectionString), { max: 5, onError: () => {} });
  const { db, pool } = connection;
  const kept = await openKeptKeys(db, { secretKey: SECRET_KEY, secretKeyFallback: null });
  const rateLimits = createRateLimits({ pool, key: kept['rate limits'] });
  const options = { webDir: null, trustedProxies: ['127.0.0.1'], requestsPerMinute: 1_000_000 };
  nodes = [await buildApp(app.deps, options), await buildApp({ ...app.deps, db, pool, rateLimits }, options)];
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await connection.close();
  await app.stop();
});

/** To one node after the other. */
async function tryPassword(email: string, from: string, password = 'stolen password'): Promise<number> {
  turn += 1;
  const { statusCode } = await (nodes[turn % nodes.length] as FastifyInstance).inject({
    method: 'POST',
    url: pathOf(routes.login, {}),
    remoteAddress: '127.0.0.1',
    headers: { 'x-forwarded-for': from },
    payload: { email, password },
  });
  return statusCode;
}

async function triesUntil(status: number, next: (index: number) => Promise<number>): Promise<number> {
  for (let tries = 0; tries < 400; tries += 1) if ((await next(tries)) === status) return tries;
  throw new Error('No one was refused');
}

it('ten passwords for one address from one place', async () => {
  expect(await triesUntil(429, () => tryPassword('one@example.com', '192.0.2.1'))).toBe(10);
  expect(await tryPassword('other@example.com', '192.0.2.1')).toBe(401);
  expect(await tryPassword('one@example.com', '192.0.2.2')).toBe(401);
});

it('fifty for one address from everywhere; then each costs a captcha, since a block would be the owner’s too', async () => {
  const tries = await triesUntil(403, (index) => tryPassword('two@example.com', `198.51.100.${index}`));
  expect(tries).toBe(50);
});

it('two hundred addresses from one place', async () => {
  // Every password takes its time to check, so most of them are counted without that.
  for (let tries = 0; tries < 190; tries += 1)
    await app.deps.rateLimits.consume(loginByAddress, '203.0.113.1');
  const tries = await triesUntil(429, (index) => tryPassword(`person${index}@example.com`, '203.0.113.1'));
  expect(tries).toBe(10);
  expect(await tryPassword('person@example.com', '203.0.113.2')).toBe(401);
});

it('the right password does not help someone who has used up the tries', async () => {
  const email = 'ana@example.com';
  const password = 'correct horse battery';
  const query = { action: 'signup' };
  const asked = await (nodes[0] as FastifyInstance).inject({
    url: pathOf(routes.getCaptchaChallenge, { query }),
  });
  const captchaToken = await solveCaptcha(asked.json());
  const person = { firstName: 'Ana', lastName: 'Lopez', email, password, captchaToken };
  const signUp = { method: 'POST', url: pathOf(routes.signup, {}), payload: person } as const;
  expect((await nodes[0]?.inject(signUp))?.statusCode).toBe(201);
  expect(await triesUntil(429, () => tryPassword(email, '192.0.2.9'))).toBe(10);
  expect(await tryPassword(email, '192.0.2.9', password)).toBe(429);
  expect(await tryPassword(email, '192.0.2.10', password)).toBe(200);
});
