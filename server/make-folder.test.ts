import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, makeFolderSync } from './make-folder.ts';

describe.each([
  ['makeFolder', makeFolder],
  ['makeFolderSync', async (folder: string, mode: number) => makeFolderSync(folder, mode)],
])('%s', (_, make) => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'hiretext-folders-'));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('makes a folder and those above it, and leaves one that is there', async () => {
    const folder = join(home, 'a', 'b', 'c');
    await Promise.all([make(folder, 0o700), make(folder, 0o700)]);
    await make(folder, 0o755);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(home, 'a')).mode & 0o777).toBe(0o700);
  });

  it('refuses a file in the way', async () => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    await expect(make(file, 0o700)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(make(join(file, 'more'), 0o700)).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it.skipIf(process.platform !== 'linux')('ends where no folder can be made', async () => {
    for (const folder of ['/proc/nope', '/proc/nope/more'])
      await expect(make(folder, 0o700)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
