import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { startFakeS3 } from '../../media/fakes/fake-s3.ts';
import { backupPlaceSuite } from '../suite.ts';
import { createS3Backups } from './s3.ts';

const NAME = 'hiretext-2026-01-05T08-00-00Z';

async function make(prefix = 'ours/') {
  const fake = await startFakeS3();
  // Several parts, and several pages of them.
  const place = createS3Backups({ ...fake.settings, prefix, partBytes: 1000 });
  fake.control.setPageSize(2);
  const bucket = fake.buckets.get(fake.settings.bucket) ?? new Map<string, Buffer>();
  return { fake, place, bucket };
}

backupPlaceSuite('S3', async () => {
  const { fake, place, bucket } = await make();
  return {
    place,
    putOther: async (name) => void bucket.set(`ours/${name}`, Buffer.from('x')),
    hasOther: async (name) => bucket.has(`ours/${name}`),
    stop: fake.stop,
  };
});

it('goes on after the store was busy, and keeps to its folder', async () => {
  const { fake, place, bucket } = await make();
  onTestFinished(fake.stop);
  fake.control.answerNext('slowDown', 'internalError');
  const bytes = Buffer.alloc(5500, 'abc');
  await place.write(NAME, Readable.from([bytes.subarray(0, 3000), bytes.subarray(3000)]));
  expect((await buffer(place.read(NAME))).equals(bytes)).toBe(true);
  expect([...bucket.keys()].every((key) => key.startsWith(`ours/${NAME}/`))).toBe(true);
});

it('lists one that broke off as broken', async () => {
  const { fake, place, bucket } = await make('');
  onTestFinished(fake.stop);
  await place.write(NAME, Readable.from([Buffer.alloc(3000)]));
  bucket.delete(`${NAME}/whole`);
  expect(await place.list()).toEqual([]);
  expect(await place.listBroken()).toEqual([NAME]);
});
