import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { backupPlaceSuite } from '../suite.ts';
import { createBackupFolder } from './folder.ts';

const makeFolder = () => mkdtempSync(join(tmpdir(), 'hiretext-backups-'));

backupPlaceSuite('A folder', async () => {
  const folder = makeFolder();
  return {
    place: createBackupFolder(folder),
    putOther: async (name) => writeFileSync(join(folder, name), 'x'),
    hasOther: async (name) => existsSync(join(folder, name)),
    stop: async () => rmSync(folder, { recursive: true }),
  };
});

it('makes a folder that is not there, which only its owner can read', async () => {
  const folder = makeFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const inner = join(folder, 'a', 'b');
  const name = 'hiretext-2026-01-05T08-00-00Z';
  await createBackupFolder(inner).write(name, Readable.from([Buffer.from('x')]));
  expect(statSync(inner).mode & 0o777).toBe(0o700);
  expect(statSync(join(inner, name)).mode & 0o777).toBe(0o600);
});
