import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mediaStoreSuite } from '../suite.ts';
import { createDiskMediaStore } from './disk.ts';

mediaStoreSuite('the disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hiretext-media-'));
  return {
    store: createDiskMediaStore(folder),
    stop: async () => rmSync(folder, { recursive: true }),
  };
});

it('the disk has no addresses', async () => {
  const store = createDiskMediaStore(tmpdir());
  const shown = { contentType: 'image/png', contentDisposition: 'inline' };
  expect(await store.addressOf('any', shown, 60)).toBeNull();
});
