import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE, type RouteName } from '../../contract/api.ts';
import type { Route } from '../../contract/route.ts';
import * as routes from '../../contract/routes.ts';
import { type Recruiter, startTestApp, type TestApp } from '../testing/test-app.ts';

/* What someone else's page can make a browser send: requests with its cookies and without our header. */

const EVIL = 'https://evil.example';
const ANY_ID = '01890000-0000-7000-8000-000000000000';

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
});
afterAll(() => app.stop());

const table = (Object.entries(routes) as [RouteName, Route][]).map(([name, row]) => ({ name, row }));
const urlOf = (row: Route) => app.url + API_BASE + row.path.replace(/\{\w+\}/g, ANY_ID);

/** Those that a form or an image sends, without asking first. */
const SIMPLE_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];

function crossSite(row: Route, contentType?: string, body = ''): Promise<Response> {
  return fetch(urlOf(row), {
    method: row.method,
    redirect: 'manual',
    headers: {
      origin: EVIL,
      'sec-fetch-site': 'cross-site',
      cookie: `sso=${'k'.repeat(43)}; browser=${'k'.repeat(43)}; token=${ana.token}`,
      ...(contentType ? { 'content-type': contentType } : {}),
    },
    ...(row.method === 'GET' || contentType === undefined ? {} : { body }),
  });
}

it.each(table.filter(({ row }) => row.auth === 'session'))(
  '$name does nothing for cookies alone',
  async ({ row }) => {
    for (const contentType of [undefined, ...SIMPLE_TYPES, 'application/json']) {
      const response = await crossSite(row, contentType, '{}');
      expect([401, 400, 415], contentType).toContain(response.status);
      if (contentType === 'application/json') expect(response.status).toBe(401);
    }
  },
);

/** They take nothing, and what they give opens nothing by itself. */
const harmless: RouteName[] = ['startPasskeySignIn'];

it.each(
  table.filter(({ name, row }) => row.auth === 'none' && row.method !== 'GET' && !harmless.includes(name)),
)('$name takes no form of another site', async ({ row }) => {
  const body = JSON.stringify({ email: 'ana@example.com', password: 'correct horse battery', code: 'x' });
  for (const contentType of SIMPLE_TYPES) {
    const { status } = await crossSite(row, contentType, body);
    expect(status, contentType).toBeGreaterThanOrEqual(400);
    expect(status, contentType).toBeLessThan(500);
  }
});

it.each(table)('$name lets no other site ask, nor read', async ({ row }) => {
  const asked = await fetch(urlOf(row), {
    method: 'OPTIONS',
    headers: {
      origin: EVIL,
      'access-control-request-method': row.method,
      'access-control-request-headers': 'authorization, content-type',
    },
  });
  const answered = await crossSite(row);
  for (const response of [asked, answered]) {
    const headers = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
    expect(headers).toEqual([]);
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
  expect(asked.ok).toBe(false);
});

describe('cookies', () => {
  /** Every place that sets one, with the reason why another site can do nothing with it. */
  const known: Record<string, string> = {
    'features/auth/mark-browser.ts':
      'Only tells whether a code or a signed challenge comes from who asked for it.',
    'features/auth/second-step/trusted-browser.ts': 'Only spares a second step after the right password.',
    'features/connected-apps/provider.ts':
      'Only tells whether the one who answers an app began; the answer comes with a session.',
    'http/browser-mark.ts': 'Only tells whether the one who began comes back; nothing is done but that.',
  };

  const serverDir = join(import.meta.dirname, '..');
  const setting = readdirSync(serverDir, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join(serverDir, path), 'utf8') }))
    .filter(({ text }) => /\.setCookie\(|'set-cookie'/i.test(text));

  it('are set in these places, and in no other', () => {
    expect(setting.map(({ path }) => path).sort()).toEqual(Object.keys(known).sort());
  });

  it.each(setting)('of $path are out of reach of scripts and other sites', ({ text }) => {
    expect(text).toMatch(/httpOnly: true/);
    expect(text).toMatch(/sameSite: '(?:strict|lax)'/);
    expect(text).toMatch(/secure: secure\(/);
    expect(text).toMatch(/__Host-/);
    expect(text).not.toMatch(/domain:/);
  });

  it('of the way to a provider do nothing when another site sends the browser there', async () => {
    const sessions = async () =>
      (await app.deps.pool.query('select count(*)::int as count from sessions')).rows[0]?.count;
    const before = await sessions();
    for (const path of ['/sso/start', '/sso/oidc/callback', '/sso/oidc/start'])
      for (const search of ['', '?state=x', '?state=x&code=y', '?error=access_denied&state=x']) {
        const response = await fetch(`${app.url}${path}${search}`, {
          redirect: 'manual',
          headers: { cookie: `sso=${'k'.repeat(43)}`, 'sec-fetch-site': 'cross-site', referer: EVIL },
        });
        expect([303, 404]).toContain(response.status);
        const location = response.headers.get('location');
        if (location !== null) {
          expect(new URL(location).origin).toBe(app.url);
          expect(new URL(location).hash).toMatch(/^#error=/);
        }
      }
    expect(await sessions()).toBe(before);
  });
});
