import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Deps } from '../../deps.ts';
import { mediaKey } from '../media/urls.ts';

/* A file of any size where media are kept, which takes only what fits into memory: in parts of one size, the last may be smaller. */

export const PART_BYTES = 8_000_000;

/**
 * Keeps what comes. `claim` notes a part before it's written, so that whatever happens, it can be found and removed; it throws if this
 * run is no longer the one that writes.
 */
export async function keepInParts(
  deps: Pick<Deps, 'mediaStore' | 'newId'>,
  accountId: string,
  content: AsyncIterable<Buffer>,
  claim: (part: { id: string; bytes: number }) => Promise<void>,
): Promise<void> {
  const keep = async (bytes: Buffer) => {
    const id = deps.newId();
    await claim({ id, bytes: bytes.length });
    await deps.mediaStore.put(mediaKey(accountId, id), bytes);
  };
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < PART_BYTES) continue;
    const all = Buffer.concat(waiting);
    let from = 0;
    for (; all.length - from >= PART_BYTES; from += PART_BYTES)
      await keep(all.subarray(from, from + PART_BYTES));
    waiting = [all.subarray(from)];
    length = all.length - from;
  }
  if (length > 0) await keep(Buffer.concat(waiting));
}

export interface Kept {
  parts: string[];
  bytes: number;
}

/** Both ends are part of it. */
interface Range {
  start: number;
  end: number;
}

/** Piece by piece, as fast as it's taken. A part that is gone is an error, never a shorter file. */
export function readParts(
  deps: Pick<Deps, 'mediaStore'>,
  accountId: string,
  { parts, bytes }: Kept,
  { start, end }: Range = { start: 0, end: bytes - 1 },
): Readable {
  async function* pieces() {
    for (let at = Math.floor(start / PART_BYTES); at * PART_BYTES <= end; at += 1) {
      const first = at * PART_BYTES;
      const last = Math.min(first + PART_BYTES, bytes) - 1;
      const range = { start: Math.max(start, first) - first, end: Math.min(end, last) - first };
      const content = await deps.mediaStore.get(mediaKey(accountId, parts[at] ?? ''), range);
      if (content?.bytes !== range.end - range.start + 1) {
        content?.stream.destroy();
        throw new Error('A part of a kept file is gone');
      }
      yield* content.stream;
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

export const readRange = (
  deps: Pick<Deps, 'mediaStore'>,
  accountId: string,
  kept: Kept,
  range: Range,
): Promise<Buffer> => buffer(readParts(deps, accountId, kept, range));
