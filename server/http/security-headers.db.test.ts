import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

/* Every reply has headers about what the browser must not do with it. */

let app: TestApp;
let served: FastifyInstance;
const webDir = mkdtempSync(join(tmpdir(), 'hiretext-web-'));

beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'));
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><div id="root"></div>');
  writeFileSync(join(webDir, 'assets', 'main-abc123.js'), 'export {};');
  writeFileSync(join(webDir, 'sw.js'), 'addEventListener("fetch", () => {});');
  app = await startTestApp({ variables: { ROLES: 'worker' } });
  served = await buildApp(
    { ...app.deps, local: false, publicUrl: 'https://texts.example.com' },
    { webDir, trustedProxies: [], requestsPerMinute: 600 },
  );
  served.get('/broken', () => {
    throw new Error('broken');
  });
});
afterAll(async () => {
  await served.close();
  await app.stop();
  rmSync(webDir, { recursive: true, force: true });
});

/** What holds nothing of anyone. Everything else stays in no browser and in no cache on the way. */
const kept: Record<string, string> = {
  '/': 'no-cache',
  '/dashboard/messages': 'no-cache',
  '/assets/main-abc123.js': 'public, max-age=31536000, immutable',
  '/sw.js': 'no-cache',
  '/v1/docs/swagger-ui-bundle.js': 'public, max-age=0',
};

it.each<[string, 'GET' | 'POST' | 'PUT' | 'OPTIONS' | 'TRACE', string, number]>([
  ['the page', 'GET', '/', 200],
  ['the page at any address', 'GET', '/dashboard/messages', 200],
  ['a script', 'GET', '/assets/main-abc123.js', 200],
  ['a script that is not there', 'GET', '/assets/gone.js', 404],
  ['the service worker', 'GET', '/sw.js', 200],
  ['what a phone installs', 'GET', '/manifest.webmanifest', 404],
  ['a call', 'GET', '/v1/auth/captchaChallenge?action=signup', 200],
  ['a call that is refused', 'GET', '/v1/user', 401],
  ['a call with bad input', 'POST', '/v1/auth/login', 422],
  ['a call that does not exist', 'PUT', '/v1/nothing', 404],
  ['a question of another site', 'OPTIONS', '/v1/user', 404],
  ['an echo', 'TRACE', '/v1/user', 404],
  ['an address that cannot be read', 'GET', '/%', 400],
  ['a way on', 'GET', '/sso/oidc/callback?state=x', 303],
  ['a picture that is not there', 'GET', '/media/01890000-0000-7000-8000-000000000000', 404],
  ['a webhook with a bad signature', 'POST', '/webhooks/twilio/inbound', 401],
  ['the API reference', 'GET', '/v1/docs', 200],
  ['the script that draws it', 'GET', '/v1/docs/swagger-ui-bundle.js', 200],
  ['a file that comes with that script', 'GET', '/v1/docs/index.html', 404],
  ['its document', 'GET', '/v1/openapi.json', 200],
  ['the health', 'GET', '/healthz', 200],
  ['the metrics', 'GET', '/metrics', 404],
  ['a fault of ours', 'GET', '/broken', 500],
])('%s', async (_, method, url, status) => {
  const { headers, statusCode } = await served.inject({ method: method as 'GET', url });
  expect(statusCode).toBe(status);
  expect(headers['cache-control']).toBe(kept[url] ?? 'no-store');
  expect(headers['content-type'] ?? 'none').toMatch(/^none$|^application\/json$|; charset=utf-8(;|$)/);
  const policy = new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => directive.trim().split(' '))
      .map(([name = '', ...sources]) => [name, sources]),
  );
  const scripts = policy.get('script-src') ?? policy.get('default-src');
  expect([["'self'"], ["'none'"]]).toContainEqual(scripts);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  expect(policy.get('object-src') ?? policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('base-uri')).toEqual(["'none'"]);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['strict-transport-security']).toMatch(/^max-age=(\d{8,}); includeSubDomains/);
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('server');
});
