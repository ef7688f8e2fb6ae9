import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MediaRange, MediaStore } from './port.ts';

/** What the suite needs to hold in its hands to examine one store. A fresh one is made for every test. */
export interface MediaStoreHarness {
  store: MediaStore;
  stop(): Promise<void>;
}

export const newMediaKey = (accountId: string = crypto.randomUUID()) => `${accountId}/${crypto.randomUUID()}`;

/** What every store must do, wherever it keeps things. */
export function mediaStoreSuite(name: string, makeHarness: () => Promise<MediaStoreHarness>): void {
  describe(`${name} as a media store`, () => {
    let harness: MediaStoreHarness;
    let store: MediaStore;
    beforeEach(async () => {
      harness = await makeHarness();
      store = harness.store;
    });
    afterEach(async () => {
      store.close();
      await harness.stop();
    });

    async function read(key: string, range?: MediaRange): Promise<Buffer | null> {
      const content = await store.get(key, range);
      if (content === null) return null;
      const bytes = await buffer(content.stream);
      expect(bytes).toHaveLength(content.bytes);
      return bytes;
    }

    it.each([1, 1000, 5_000_000])('gives back %i bytes as they were', async (size) => {
      const [key, bytes] = [newMediaKey(), randomBytes(size)];
      await store.put(key, bytes);
      expect((await read(key))?.equals(bytes)).toBe(true);
    });

    it('has nothing under a key that was never written', async () => {
      await store.put(newMediaKey(), Buffer.from('another'));
      expect(await store.get(newMediaKey())).toBeNull();
      expect(await store.get(newMediaKey(), { start: 0, end: 0 })).toBeNull();
    });

    it('keeps what was written last', async () => {
      const key = newMediaKey();
      await store.put(key, Buffer.from('the first, which is longer'));
      await store.put(key, Buffer.from('the second'));
      expect(String(await read(key))).toBe('the second');
    });

    it('tells keys of one account apart', async () => {
      const accountId = crypto.randomUUID();
      const keys = Array.from({ length: 20 }, () => newMediaKey(accountId));
      await Promise.all(keys.map((key) => store.put(key, Buffer.from(key))));
      expect((await Promise.all(keys.map((key) => read(key)))).map(String)).toEqual(keys);
    });

    it.each<[MediaRange, string]>([
      [{ start: 0, end: 0 }, '0'],
      [{ start: 3, end: 6 }, '3456'],
      [{ start: 9, end: 9 }, '9'],
      [{ start: 0, end: 9 }, '0123456789'],
    ])('gives the part %j', async (range, part) => {
      const key = newMediaKey();
      await store.put(key, Buffer.from('0123456789'));
      expect(String(await read(key, range))).toBe(part);
    });

    it('removes one, and again, and one that never was', async () => {
      const [key, other] = [newMediaKey(), newMediaKey()];
      await store.put(key, Buffer.from('gone'));
      await store.put(other, Buffer.from('stays'));
      await store.remove(key);
      await store.remove(key);
      await store.remove(newMediaKey());
      expect(await store.get(key)).toBeNull();
      expect(String(await read(other))).toBe('stays');
    });

    it('goes on after many were read only in part', async () => {
      const key = newMediaKey();
      await store.put(key, randomBytes(1_000_000));
      for (let time = 0; time < 100; time += 1) (await store.get(key))?.stream.destroy();
      expect(await read(key)).toHaveLength(1_000_000);
    });

    it.each([
      '',
      'a',
      '../secret-key',
      `../${crypto.randomUUID()}`,
      `${newMediaKey()}/more`,
      `/${newMediaKey()}`,
      `${newMediaKey()}\n`,
      newMediaKey().toUpperCase().replace(/\d/g, 'A'),
    ])('refuses the key %j', async (key) => {
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('Not a media key');
      await expect(store.get(key)).rejects.toThrow('Not a media key');
      await expect(async () => store.remove(key)).rejects.toThrow('Not a media key');
    });
  });
}
