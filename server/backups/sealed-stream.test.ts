import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { digestOfRows } from './digest.ts';
import { dataFrame, noteFrame, readEntries } from './entries.ts';
import { openStream, sealStream } from './sealed-stream.ts';

const KEY = 'a key for backups that is long enough';
const seal = (bytes: Buffer) => buffer(sealStream(Readable.from([bytes]), KEY));
const open = (stored: Buffer, key = KEY) => buffer(openStream(Readable.from([stored]), key));

describe('a sealed stream', () => {
  it.each([0, 1, 262_143, 262_144, 262_145, 1_000_000])('gives back %i bytes', async (size) => {
    const bytes = randomBytes(size);
    const stored = await seal(bytes);
    expect((await open(stored)).equals(bytes)).toBe(true);
    if (size > 100) expect(stored.includes(bytes.subarray(0, 32))).toBe(false);
  });

  it('is another each time', async () => {
    const bytes = Buffer.from('the same');
    expect((await seal(bytes)).equals(await seal(bytes))).toBe(false);
  });

  it('does not open with another key', async () => {
    await expect(open(await seal(Buffer.from('x')), `${KEY}.`)).rejects.toThrow("BACKUP_KEY doesn't open");
  });

  it('opens up to no byte that was changed, wherever it is', async () => {
    const stored = await seal(randomBytes(600_000));
    const places = [0, 17, 20, 34, 37, 40, 262_000, 262_200, stored.length - 17, stored.length - 1];
    for (const at of places) {
      const changed = Buffer.from(stored);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await expect(open(changed), String(at)).rejects.toMatchObject({ name: 'BackupRefused' });
    }
  });

  it('is refused when its end is missing, a chunk is missing, or two are swapped', async () => {
    const stored = await seal(randomBytes(600_000));
    const head = stored.subarray(0, 34);
    const chunk = 4 + 262_144 + 16;
    const [one, two] = [stored.subarray(34, 34 + chunk), stored.subarray(34 + chunk, 34 + 2 * chunk)];
    const rest = stored.subarray(34 + 2 * chunk);
    const end = stored.subarray(stored.length - 20);
    for (const wrong of [
      Buffer.alloc(0),
      head,
      stored.subarray(0, -20),
      stored.subarray(0, -1),
      Buffer.concat([head, one, rest]),
      Buffer.concat([head, two, one, rest]),
      Buffer.concat([head, one, end]),
      Buffer.concat([stored, end]),
      Buffer.concat([stored, Buffer.from('x')]),
    ])
      await expect(open(wrong)).rejects.toMatchObject({ name: 'BackupRefused' });
  });

  it('says of another file that it is no backup', async () => {
    await expect(open(randomBytes(5000))).rejects.toThrow("This isn't a backup of Hiretext.");
  });
});

describe('entries', () => {
  it('come back in their order, however the bytes are cut', async () => {
    const frames = Buffer.concat([
      noteFrame({ kind: 'medium', key: 'k' }),
      dataFrame(Buffer.from('abc')),
      dataFrame(Buffer.alloc(0)),
      noteFrame({ kind: 'end', tables: 0, media: 1 }),
    ]);
    for (const size of [1, 2, 7, 1000]) {
      const cut = Array.from({ length: Math.ceil(frames.length / size) }, (_, at) =>
        frames.subarray(at * size, (at + 1) * size),
      );
      const found = [];
      for await (const entry of readEntries(Readable.from(cut))) found.push(entry.note ?? String(entry.data));
      expect(found).toEqual([{ kind: 'medium', key: 'k' }, 'abc', '', { kind: 'end', tables: 0, media: 1 }]);
    }
  });
});

describe('the digest of rows', () => {
  const of = (...parts: string[]) => {
    const digest = digestOfRows();
    for (const part of parts) digest.add(Buffer.from(part));
    return digest.result();
  };

  it('is the same in any order and however they are cut, and another for other rows', () => {
    const all = of('a\nb\nb\n');
    expect(all.rows).toBe(3);
    expect(of('b\na', '\nb\n')).toEqual(all);
    expect(of('b\nb', '', '\n', 'a\n')).toEqual(all);
    for (const other of [of('a\nb\n'), of('a\na\nb\n'), of('ab\nb\n\n')]) expect(other).not.toEqual(all);
  });
});

describe('reading', () => {
  const frames = (count: number) =>
    Buffer.concat(Array.from({ length: count }, () => dataFrame(Buffer.from('a few bytes'))));
  const cost = async (count: number) => {
    const bytes = frames(count);
    const before = process.cpuUsage();
    for await (const entry of readEntries(Readable.from([bytes])))
      if (entry.note) throw new Error('No note is in it');
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };

  it('of many small entries grows as they do', async () => {
    await cost(1000);
    const small = Math.min(await cost(20_000), await cost(20_000));
    // Eight times as many: copying what is left for each of them would take 64 times as long.
    expect(await cost(160_000)).toBeLessThan(Math.max(24 * small, 1000));
  });
});
