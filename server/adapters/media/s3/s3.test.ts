import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type FakeS3, startFakeS3 } from '../fakes/fake-s3.ts';
import type { MediaContent, MediaStore } from '../port.ts';
import { mediaStoreSuite, newMediaKey } from '../suite.ts';
import { createS3MediaStore, type S3Config } from './s3.ts';

const timeouts = { connectMs: 500, answerMs: 500, contentMs: 500 };

mediaStoreSuite('S3', async () => {
  const fake = await startFakeS3();
  return { store: createS3MediaStore({ ...fake.settings, isPublic: true }), stop: fake.stop };
});

let fake: FakeS3;
let stores: MediaStore[];
beforeEach(async () => {
  fake = await startFakeS3();
  stores = [];
});
afterEach(async () => {
  for (const store of stores) store.close();
  await fake.stop();
});

function create(changes: Partial<S3Config> = {}): MediaStore {
  const store = createS3MediaStore({ ...fake.settings, isPublic: true, timeouts, ...changes });
  stores.push(store);
  return store;
}

const key = newMediaKey();
const shown = { contentType: 'image/png', contentDisposition: 'inline; filename="attachment.png"' };
const bytes = Buffer.from('a picture');

function streamOf(content: MediaContent | null): Readable {
  if (content === null) throw new Error('There is nothing');
  return content.stream;
}

describe('what the store refuses is thrown', () => {
  it.each<[string, Partial<S3Config>, string]>([
    ['a wrong secret', { secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
    ['unknown keys', { accessKeyId: 'AKIAOTHER' }, 'InvalidAccessKeyId'],
    ['another region', { region: 'eu-west-1' }, 'AuthorizationHeaderMalformed'],
    ['a bucket that is not there', { bucket: 'another' }, 'NoSuchBucket'],
  ])('%s', async (_what, changes, name) => {
    const store = create(changes);
    await expect(store.put(key, bytes)).rejects.toMatchObject({ name });
    await expect(store.get(key)).rejects.toMatchObject({ name });
    await expect(store.remove(key)).rejects.toMatchObject({ name });
  });

  it('our clock being wrong', async () => {
    fake.control.setAhead(3600_000);
    // The client reads the store's clock from the refusal, and asks again.
    await create().put(key, bytes);
    expect(fake.asked).toHaveLength(2);
  });
});

describe('a store that fails', () => {
  it.each(['slowDown', 'internalError', 'drop'] as const)('%s twice is asked again', async (fault) => {
    const store = create({ timeouts: { ...timeouts, answerMs: 5000 } });
    fake.control.answerNext(fault, fault);
    await store.put(key, bytes);
    expect(fake.asked).toHaveLength(3);
  });

  it('all the time is given up', async () => {
    const store = create({ timeouts: { ...timeouts, answerMs: 5000 } });
    fake.control.answerNext(...Array<'slowDown'>(10).fill('slowDown'));
    await expect(store.get(key)).rejects.toMatchObject({ name: 'SlowDown' });
  });

  it('never answers: it is waited for so long only', async () => {
    fake.control.answerNext('hang', 'hang', 'hang');
    await expect(create().put(key, bytes)).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('never ends its answer: its reader gets an error', async () => {
    const store = create({ timeouts: { ...timeouts, answerMs: 100 } });
    await store.put(key, bytes);
    fake.control.answerNext('stall');
    const content = await store.get(key);
    const since = performance.now();
    await expect(buffer(streamOf(content))).rejects.toMatchObject({ name: 'AbortError' });
    expect(performance.now() - since).toBeGreaterThan(400);
  });

  it('is not there', async () => {
    const store = create({ endpoint: 'http://127.0.0.1:1' });
    await expect(store.get(key)).rejects.toThrow();
  });
});

it('gives what has come so far, without waiting for the rest', async () => {
  const store = create({ timeouts: { ...timeouts, contentMs: 30_000 } });
  const large = randomBytes(1_000_000);
  await store.put(key, large);
  fake.control.answerNext('stall');
  const content = await store.get(key);
  const first: Buffer = await new Promise((resolve) => content?.stream.once('data', resolve));
  expect(large.subarray(0, first.length).equals(first)).toBe(true);
  content?.stream.destroy();
});

describe('an address at the store', () => {
  it('is open without credentials, says what we said, and ends when we said', async () => {
    const store = create();
    await store.put(key, bytes);
    const address = (await store.addressOf(key, shown, 60)) ?? '';
    const answer = await fetch(address);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-disposition')).toBe('inline; filename="attachment.png"');
    fake.control.setAhead(61_000);
    const late = await fetch(address);
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('expired')]);
  });

  it('is worth nothing when anything in it is changed', async () => {
    const store = create();
    await store.put(key, bytes);
    const other = newMediaKey();
    await store.put(other, bytes);
    const address = (await store.addressOf(key, shown, 60)) ?? '';
    for (const forged of [
      address.replace(key, other),
      address.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'),
      address.replace('image%2Fpng', 'text%2Fhtml'),
      address.replace(/X-Amz-Signature=[^&]+/, `X-Amz-Signature=${'0'.repeat(64)}`),
      address.replace(/\?.*/, ''),
    ]) {
      expect(forged).not.toBe(address);
      expect((await fetch(forged)).status, forged).toBe(403);
    }
    expect((await fetch(address, { method: 'PUT', body: 'other' })).status).toBe(403);
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(403);
  });

  it('of something that was removed leads nowhere', async () => {
    const store = create();
    await store.put(key, bytes);
    const address = (await store.addressOf(key, shown, 60)) ?? '';
    await store.remove(key);
    expect((await fetch(address)).status).toBe(404);
  });

  it('is not given where strangers do not reach the store', async () => {
    expect(await create({ isPublic: false }).addressOf(key, shown, 60)).toBeNull();
  });

  it('names no secret', async () => {
    const address = (await create().addressOf(key, shown, 60)) ?? '';
    expect(decodeURIComponent(address)).not.toContain(fake.settings.secretAccessKey);
  });
});

it('keeps its connections for the next request', async () => {
  const store = create();
  let opened = 0;
  const count = () => {
    opened += 1;
  };
  subscribe('net.client.socket', count);
  onTestFinished(() => void unsubscribe('net.client.socket', count));
  for (let time = 0; time < 5; time += 1) {
    await store.put(key, bytes);
    const content = await store.get(key);
    await buffer(streamOf(content));
  }
  expect(opened).toBe(1);
});
