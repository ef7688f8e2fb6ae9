import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

/* Where someone who has found a weakness looks first (RFC 9116). */

const DAY_MS = 24 * 3600_000;
const webDir = mkdtempSync(join(tmpdir(), 'hiretext-web-'));
let app: TestApp;

beforeAll(async () => {
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><div id="root"></div>');
  app = await startTestApp({ variables: { ROLES: 'worker' } });
});
afterAll(async () => {
  await app.stop();
  rmSync(webDir, { recursive: true, force: true });
});

async function securityTxt(securityContact: string | null) {
  const deps = { ...app.deps, publicUrl: 'https://texts.example.com' };
  const options = { webDir, trustedProxies: [], requestsPerMinute: 600, securityContact };
  const built = await buildApp(deps, options);
  try {
    return await built.inject('/.well-known/security.txt');
  } finally {
    await built.close();
  }
}

it('names who to write to, and never runs out', async () => {
  const { statusCode, headers, body } = await securityTxt('security@example.com');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const fields = new Map(body.split('\n').map((line) => line.split(': ') as [string, string]));
  expect(fields.get('Contact')).toBe('mailto:security@example.com');
  expect(fields.get('Canonical')).toBe('https://texts.example.com/.well-known/security.txt');
  const daysLeft = (Date.parse(fields.get('Expires') ?? '') - app.clock().getTime()) / DAY_MS;
  expect(daysLeft).toBeGreaterThan(30);
  expect(daysLeft).toBeLessThan(365);
});

it('is no page of the web where no one is named', async () => {
  expect((await securityTxt(null)).statusCode).toBe(404);
});
