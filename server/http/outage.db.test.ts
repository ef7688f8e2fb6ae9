import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '../../contract/api.ts';
import * as routes from '../../contract/routes.ts';
import { startTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts';
import { eventually, type Recruiter, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let proxy: TcpProxy;
let ana: Recruiter;
let direct: pg.Client;

beforeAll(async () => {
  app = await startTestApp({
    proxy: async (url) => {
      proxy = await startTcpProxy(url);
      direct = new pg.Client(url);
      return proxy.through;
    },
    databaseLimits: { acquireMs: 1000, statementMs: 1000 },
  });
  await direct.connect();
  ana = await app.signUp();
});
afterAll(async () => {
  proxy.restore();
  await direct.end();
  await app.stop();
  await proxy.stop();
});

const askReady = async () => (await fetch(`${app.url}/readyz`)).status;
const signIn = () =>
  fetch(`${app.url}${API_BASE}${routes.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'unknown@example.com', password: 'a password' }),
  });

const failures: [string, () => void][] = [
  ['hangs', () => proxy.freeze()],
  ['is down', () => proxy.cut()],
];

describe.each(failures)('while the database %s', (_name, begin) => {
  it('every call is answered 503 with the time to wait, and things go on afterwards', async () => {
    expect(await askReady()).toBe(200);
    begin();
    try {
      expect(await askReady()).toBe(503);
      const answers = [await signIn(), ...(await Promise.all(Array.from({ length: 60 }, signIn)))];
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      expect(answers.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
      expect(await ana.refusal(routes.getUser, {})).toBe('503 unavailable');
    } finally {
      proxy.restore();
    }
    await eventually(async () => expect(await askReady()).toBe(200));
    await eventually(() => ana.call(routes.getUser, {}));
  });
});

describe('after the database was down', () => {
  it('a node listens once again', async () => {
    proxy.cut();
    await eventually(async () => expect(await askReady()).toBe(503));
    proxy.restore();
    const listening = async () => {
      const { rows } = await direct.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
          where datname = current_database() and application_name = 'hiretext signals'`,
      );
      return rows[0]?.count;
    };
    await eventually(async () => expect(await listening()).toBe(1));
  });
});
