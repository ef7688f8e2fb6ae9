import { type RawBuilder, sql } from 'kysely';
import { BYTE_ORDER_MARK, csvLine } from '../../../contract/csv.ts';
import { inSnapshot, type Snapshot } from '../../db/snapshot.ts';
import type { Deps } from '../../deps.ts';
import { fieldOf, type Noun } from './nouns/noun.ts';
import { NOUNS } from './nouns/nouns.ts';
import { Scratch } from './scratch.ts';

/** Millions of texts take this long. Beyond it the export fails, rather than keep the database from cleaning up. */
const SNAPSHOT_LIMIT_MS = 15 * 60_000;

export interface Collected {
  path: string;
  count: number;
  scratch: Scratch;
}

interface Which {
  accountId: string;
  /** Whether what people wrote is in it. */
  withTexts: boolean;
}

/** The records of an account as they were at one moment, as JSON lines and as CSV, and whose files are to come with them. */
export async function collect(
  { replicas }: Pick<Deps, 'replicas'>,
  which: Which,
  /** Called now and then with how much is done, of 1. Throws to end it. */
  onProgress: (done: number) => Promise<void>,
): Promise<{ files: Collected[]; mediaIds: string[] }> {
  return replicas.read((db) =>
    inSnapshot(db, { limitMs: SNAPSHOT_LIMIT_MS }, (snapshot) => collectFrom(snapshot, which, onProgress)),
  );
}

async function collectFrom(
  snapshot: Snapshot,
  which: Which,
  onProgress: (done: number) => Promise<void>,
): Promise<{ files: Collected[]; mediaIds: string[] }> {
  const files: Collected[] = [];
  const mediaIds = new Set<string>();
  const nouns = NOUNS.filter(({ table }) => which.withTexts || table !== 'media');
  try {
    for (const [index, noun] of nouns.entries())
      files.push(
        ...(await collectNoun(snapshot, noun, which, {
          onRecord: (record) => {
            if (noun.table === 'media' && record.status === 'stored')
              mediaIds.add(String(record.contentId ?? record.id));
            if (noun.table === 'users' && typeof record.avatarId === 'string') mediaIds.add(record.avatarId);
          },
          onBatch: () => onProgress(index / nouns.length),
        })),
      );
  } catch (error) {
    await closeAll(files);
    throw error;
  }
  return { files, mediaIds: [...mediaIds] };
}

export async function closeAll(files: Collected[]): Promise<void> {
  for (const { scratch } of files) await scratch.close();
}

async function collectNoun(
  snapshot: Snapshot,
  noun: Noun,
  which: Which,
  on: { onRecord: (record: Record<string, unknown>) => void; onBatch: () => Promise<void> },
): Promise<Collected[]> {
  const [lines, csv] = [await Scratch.open(), await Scratch.open()];
  try {
    const fields = noun.columns.map(fieldOf);
    let count = 0;
    await csv.write(BYTE_ORDER_MARK + csvLine(fields));
    for await (const rows of snapshot.rows(select(noun, which))) {
      const records = rows.map(({ line }) => JSON.parse(line) as Record<string, unknown>);
      for (const record of records) on.onRecord(record);
      await lines.write(rows.map(({ line }) => `${line}\n`).join(''));
      await csv.write(
        records.map((record) => csvLine(fields.map((field) => cellOf(record[field])))).join(''),
      );
      count += rows.length;
      await on.onBatch();
    }
    return [
      { path: `${noun.name}.jsonl`, count, scratch: lines },
      { path: `csv/${noun.name}.csv`, count, scratch: csv },
    ];
  } catch (error) {
    await Promise.all([lines.close(), csv.close()]);
    throw error;
  }
}

/** PostgreSQL writes the lines, so that times keep their microseconds and the same record is always the same line. */
function select(noun: Noun, { accountId, withTexts }: Which): RawBuilder<{ line: string }> {
  const columns = noun.columns.map((column) => {
    const isLeftOut = !withTexts && noun.words?.includes(column);
    const value = isLeftOut ? sql`null` : (noun.made?.[column] ?? sql.ref(column));
    return sql`${value} as ${sql.id(fieldOf(column))}`;
  });
  const account = noun.table === 'accounts' ? sql.ref('id') : sql.ref('account_id');
  const { where = sql`true` } = noun;
  // A cursor takes no parameters.
  return sql<{ line: string }>`
    select row_to_json(record)::text as line from (
      select ${sql.join(columns)} from ${sql.table(noun.table)}
       where ${account} = ${sql.lit(accountId)} and ${where}
       order by ${sql.join([account, ...noun.key.map((column) => sql.ref(column))])}) as record`;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
