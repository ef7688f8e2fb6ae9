import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { digestOfRows } from './digest.ts';
import { type Entry, type Manifest, type Note, readEntries } from './entries.ts';
import { BackupRefused } from './refused.ts';
import { openStream } from './sealed-stream.ts';
import type { Table } from './tables.ts';

export interface TableDigest {
  rows: number;
  digest: string;
}

export interface BackupVisitor {
  /** Before anything else. */
  manifest(manifest: Manifest): Promise<void>;
  /** Takes all lines. */
  table(table: Table, lines: AsyncIterable<Uint8Array>): Promise<void>;
  medium(key: string, bytes: Buffer): Promise<void>;
}

export interface ReadBackup {
  manifest: Manifest;
  /** By schema and name. */
  tables: Map<string, TableDigest>;
  media: number;
}

/**
 * Goes through a backup once, from its first byte to its last. What it throws before it is over means that what the visitor
 * was given so far isn't all there is.
 */
export async function readBackup(
  stored: AsyncIterable<Uint8Array>,
  backupKey: string,
  visitor: BackupVisitor,
): Promise<ReadBackup> {
  const opened = pipeline(Readable.from(openStream(stored, backupKey)), createGunzip(), () => {});
  const entries = readEntries(opened);
  const next = async () => (await entries.next()).value as Entry | undefined;
  const first = (await next())?.note;
  if (first?.kind !== 'manifest' || first.format !== 1) throw unknownForm();
  await visitor.manifest(first);
  const tables: ReadBackup['tables'] = new Map();
  let media = 0;
  for (;;) {
    const note = (await next())?.note;
    if (note?.kind === 'table') {
      const reading = dataOf(next);
      const digest = digestOfRows();
      await visitor.table(note, counted(reading.data, digest.add));
      const found = digest.result();
      check(`the table ${note.name}`, found, reading.over());
      tables.set(`${note.schema}.${note.name}`, found);
    } else if (note?.kind === 'medium') {
      const reading = dataOf(next);
      const bytes = await buffer(reading.data);
      const digest = createHash('sha256').update(bytes).digest('base64url');
      check(`the file ${note.key}`, { rows: 1, digest }, reading.over());
      await visitor.medium(note.key, bytes);
      media += 1;
    } else if (note?.kind === 'end' && note.tables === tables.size && note.media === media) {
      // To its last byte: only there it is sure that nothing was cut off.
      if ((await next()) !== undefined) throw unknownForm();
      return { manifest: first, tables, media };
    } else throw unknownForm();
  }
}

const unknownForm = () => new BackupRefused('This backup was written by another version of Hiretext.');

/** What comes before the next note, which has to be there once it is read. */
function dataOf(next: () => Promise<Entry | undefined>) {
  let after: Note | undefined;
  async function* data(): AsyncGenerator<Buffer> {
    for (;;) {
      const entry = await next();
      if (entry?.data === undefined) {
        after = entry?.note;
        return;
      }
      yield entry.data;
    }
  }
  return { data: data(), over: () => after };
}

async function* counted(
  lines: AsyncIterable<Buffer>,
  add: (bytes: Uint8Array) => void,
): AsyncGenerator<Buffer> {
  for await (const bytes of lines) {
    add(bytes);
    yield bytes;
  }
}

function check(what: string, found: TableDigest, over: Note | undefined): void {
  if (over?.kind !== 'over') throw unknownForm();
  if (over.rows !== found.rows || over.digest !== found.digest)
    throw new BackupRefused(`This backup doesn't have ${what} as it was when it was written.`);
}
