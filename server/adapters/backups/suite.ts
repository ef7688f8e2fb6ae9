import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BackupPlace } from './port.ts';

/** What the suite needs to hold in its hands to examine one place. A fresh one is made for every test. */
export interface BackupPlaceHarness {
  place: BackupPlace;
  /** Puts something there that isn't ours, and says whether it is still there. */
  putOther(name: string): Promise<void>;
  hasOther(name: string): Promise<boolean>;
  stop(): Promise<void>;
}

const [first, second, third] = ['05', '06', '07'].map((day) => `hiretext-2026-01-${day}T08-00-00Z`);

/** What every place must do. */
export function backupPlaceSuite(title: string, makeHarness: () => Promise<BackupPlaceHarness>): void {
  describe(`${title} as a place for backups`, () => {
    let harness: BackupPlaceHarness;
    let place: BackupPlace;
    beforeEach(async () => {
      harness = await makeHarness();
      place = harness.place;
    });
    afterEach(() => harness.stop());

    const write = (name = '', ...parts: string[]) =>
      place.write(name, Readable.from(parts.map((part) => Buffer.from(part))));
    const read = async (name = '') => String(await buffer(place.read(name)));

    it.each([1, 3, 40])('gives back what was written in %i parts', async (count) => {
      const parts = Array.from({ length: count }, (_, index) => `part ${index}, `.repeat(50));
      expect(await write(first, ...parts)).toBe(parts.join('').length);
      expect(await read(first)).toBe(parts.join(''));
    });

    it('lists what is whole, the oldest first, and nothing that is not ours', async () => {
      for (const name of [second, first, third]) await write(name, 'x');
      await harness.putOther('another.txt');
      expect(await place.list()).toEqual([first, second, third]);
      await place.remove(second ?? '');
      await place.remove(second ?? '');
      expect(await place.list()).toEqual([first, third]);
      expect(await read(third)).toBe('x');
      expect(await harness.hasOther('another.txt')).toBe(true);
    });

    it('lists nothing where nothing was ever written', async () => {
      expect(await place.list()).toEqual([]);
      expect(await place.listBroken()).toEqual([]);
    });

    it('does not list one whose source broke off', async () => {
      async function* breaking(): AsyncGenerator<Buffer> {
        yield Buffer.alloc(5000, 1);
        throw new Error('The database is gone');
      }
      await expect(place.write(first ?? '', breaking())).rejects.toThrow('The database is gone');
      await write(second, 'x');
      expect(await place.list()).toEqual([second]);
      for (const name of await place.listBroken()) await place.remove(name);
      expect(await place.listBroken()).toEqual([]);
      expect(await place.list()).toEqual([second]);
    });

    it('says of one that is not there that it is not there', async () => {
      await write(first, 'x');
      await expect(read(second)).rejects.toMatchObject({ code: 'ENOENT' });
    });

    it.each(['', '../secret', 'hiretext-2026-01-05T08-00-00Z/..', 'other'])(
      'refuses the name %j',
      async (name) => {
        await expect(write(name, 'x')).rejects.toThrow('Not the name of a backup');
        await expect(async () => place.remove(name)).rejects.toThrow('Not the name of a backup');
      },
    );
  });
}
