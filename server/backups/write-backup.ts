import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import type { BackupPlace } from '../adapters/backups/port.ts';
import { DatabaseClient } from '../db/database-client.ts';
import { derivedKey } from '../http/keys.ts';
import { copyOut } from './copy.ts';
import { digestOfRows } from './digest.ts';
import { dataFrame, type Manifest, noteFrame } from './entries.ts';
import { sealStream } from './sealed-stream.ts';
import { columnsOf, listPartitions, listSequences, listTables, nameOf, prepareSession } from './tables.ts';

/** What isn't in the database: files on this machine. */
export interface MediaToKeep {
  keys(): AsyncIterable<string>;
  /** Null: it was removed meanwhile. */
  read(key: string): Promise<Buffer | null>;
}

export interface Written {
  name: string;
  takenAt: Date;
  /** As stored. */
  bytes: number;
}

export function secretMarkOf(secretKey: string): string {
  return Buffer.from(derivedKey(secretKey, 'mark of backups')).subarray(0, 9).toString('base64url');
}

/** One moment of the database, then the media, so that each picture that the database knows of is there. */
export async function writeBackup(options: {
  connectionString: string;
  place: Pick<BackupPlace, 'write'>;
  backupKey: string;
  secretKey: string;
  /** Null: the store of media keeps its own. */
  media: MediaToKeep | null;
  now: Date;
}): Promise<Written> {
  const { now, place, backupKey } = options;
  const name = `hiretext-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const client = new DatabaseClient({
    connectionString: options.connectionString,
    application_name: 'hiretext backup',
  });
  // The statement under way fails with it; without a listener, it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await prepareSession(client);
    await client.query('begin isolation level repeatable read read only');
    // What breaks off on one end is thrown at the other.
    const zipped = pipeline(Readable.from(contentOf(client, options)), createGzip(), () => {});
    const bytes = await place.write(name, sealStream(zipped, backupKey));
    return { name, takenAt: now, bytes };
  } finally {
    await client.end();
  }
}

async function* contentOf(
  client: pg.Client,
  { secretKey, media, now }: { secretKey: string; media: MediaToKeep | null; now: Date },
): AsyncGenerator<Buffer> {
  const tables = await listTables(client);
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from schema_migrations order by name',
  );
  yield noteFrame({
    kind: 'manifest',
    format: 1,
    takenAt: now.toISOString(),
    migrations,
    secretMark: secretMarkOf(secretKey),
    partitions: await listPartitions(client),
    sequences: await listSequences(client),
    hasMedia: media !== null,
  });
  for (const table of tables) {
    yield noteFrame({ kind: 'table', ...table });
    const digest = digestOfRows();
    for await (const lines of copyOut(
      client,
      `copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`,
    )) {
      digest.add(lines);
      yield dataFrame(lines);
    }
    yield noteFrame({ kind: 'over', ...digest.result() });
  }
  await client.query('commit');
  let kept = 0;
  for await (const key of media?.keys() ?? []) {
    const bytes = await media?.read(key);
    if (!bytes) continue;
    kept += 1;
    yield noteFrame({ kind: 'medium', key });
    yield dataFrame(bytes);
    yield noteFrame({
      kind: 'over',
      rows: 1,
      digest: createHash('sha256').update(bytes).digest('base64url'),
    });
  }
  yield noteFrame({ kind: 'end', tables: tables.length, media: kept });
}
