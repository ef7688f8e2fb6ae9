import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findWeb } from './web-folder.ts';

const checkout = mkdtempSync(join(tmpdir(), 'hiretext-web-'));
afterAll(() => rmSync(checkout, { recursive: true }));

it('production serves no pages that are not built, and says how to build them', () => {
  const web = { web: true, worker: false };
  expect(() => findWeb(checkout, { local: false, roles: web })).toThrow("The web isn't built. Run node");
  expect(findWeb(checkout, { local: false, roles: { web: false, worker: true } })).toBeNull();
  expect(findWeb(checkout, { local: true, roles: web })).toBeNull();
  const folder = join(checkout, 'dist', 'web');
  mkdirSync(folder, { recursive: true });
  expect(findWeb(checkout, { local: false, roles: web })).toBe(folder);
});
