import { BackupRefused } from './refused.ts';
import { createReader } from './sealed-stream.ts';

/*
 * What is in a backup, once opened: notes (JSON), and data that belongs to the note before it. Order: the manifest, the tables,
 * the media, the end.
 */

export interface Manifest {
  format: 1;
  takenAt: string;
  /** Of `schema_migrations`. */
  migrations: { name: string; checksum: string }[];
  /** Of what SECRET_KEY derives: tells it from another, and says nothing of it. */
  secretMark: string;
  partitions: { parent: string; name: string; bound: string }[];
  sequences: { name: string; value: string; isCalled: boolean }[];
  /** False: the store of media keeps its own copies. */
  hasMedia: boolean;
}

export type Note =
  | ({ kind: 'manifest' } & Manifest)
  | { kind: 'table'; schema: string; name: string; columns: string[] }
  | { kind: 'medium'; key: string }
  /** Of the table or medium before it. */
  | { kind: 'over'; rows: number; digest: string }
  | { kind: 'end'; tables: number; media: number };

const HEAD_BYTES = 5;
const NOTE = 0x4e;
const DATA = 0x44;
/** Nothing that we write is longer; what is was not written by us. */
const MOST_BYTES = 64 * 1024 * 1024;

function frame(type: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(type, 0);
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

export const noteFrame = (note: Note): Buffer => frame(NOTE, Buffer.from(JSON.stringify(note)));
export const dataFrame = (bytes: Uint8Array): Buffer => frame(DATA, bytes);

export type Entry = { note: Note; data?: never } | { data: Buffer; note?: never };

export async function* readEntries(opened: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const reader = createReader(opened);
  try {
    while (!(await reader.isAtEnd())) {
      const head = await reader.read(HEAD_BYTES);
      const [type, length] = [head.readUInt8(0), head.readUInt32BE(1)];
      if ((type !== NOTE && type !== DATA) || length > MOST_BYTES)
        throw new BackupRefused('This backup was written by another version of Hiretext.');
      const payload = await reader.read(length);
      yield type === DATA ? { data: payload } : { note: JSON.parse(payload.toString()) as Note };
    }
  } finally {
    await reader.close();
  }
}
