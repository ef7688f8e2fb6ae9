import { type RawBuilder, sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../server/db/connection.ts';
import type { Env } from '../server/env.ts';
import { createSealer, type Sealer } from '../server/seal.ts';
import { readColumn, SEALED_COLUMNS, writeColumn } from '../server/sealed-columns.ts';

/** Small, so that no one waits long for a row. */
const PAGE = 200;

/** How many values of a table are sealed with what. */
export interface Sealed {
  table: string;
  current: number;
  fallback: number;
  /** With a key that isn't set. */
  unknown: number;
}

type SecretKeys = Pick<Env, 'secretKey' | 'secretKeyFallback'>;

/** Counts, one table after the other. With `reseal`, what is sealed with the fallback is sealed with SECRET_KEY instead. */
export async function* goThrough(
  db: Db,
  keys: SecretKeys,
  { reseal }: { reseal: boolean },
): AsyncGenerator<Sealed> {
  const current = createSealer(keys.secretKey);
  const fallback = keys.secretKeyFallback === null ? null : createSealer(keys.secretKeyFallback);
  for (const { table, columns } of SEALED_COLUMNS) {
    const found: Sealed = { table, current: 0, fallback: 0, unknown: 0 };
    const look = (row: Row): RawBuilder<unknown>[] =>
      columns.flatMap((column, index) => {
        const value = row.values[index] ?? null;
        if (value === null) return [];
        const opened = whichOpens(value, current, fallback);
        found[opened.by] += 1;
        return reseal && opened.by === 'fallback' ? [writeColumn(column, current.seal(opened.text))] : [];
      });
    const key = await primaryKeyOf(db, table);
    // This version has not migrated the database yet.
    if (key.length === 0) continue;
    for (let after: string[] | null = null; ; ) {
      const last: string[] | null = await inTransaction(db, (tx) =>
        page(tx, { table, columns, key, after, reseal, look }),
      );
      if (last === null) break;
      after = last;
    }
    yield found;
  }
}

function whichOpens(
  value: string,
  current: Sealer,
  fallback: Sealer | null,
): { by: 'current' | 'fallback'; text: string } | { by: 'unknown' } {
  for (const [by, sealer] of [
    ['current', current],
    ['fallback', fallback],
  ] as const)
    try {
      if (sealer !== null) return { by, text: sealer.open(value) };
    } catch {
      // Perhaps with the other one.
    }
  return { by: 'unknown' };
}

interface KeyColumn {
  name: string;
  type: string;
}

interface Row {
  key: string[];
  values: (string | null)[];
}

interface Page {
  table: string;
  columns: string[];
  key: KeyColumn[];
  after: string[] | null;
  reseal: boolean;
  /** What to change of it. */
  look(row: Row): RawBuilder<unknown>[];
}

/** The key of the last row; null: there are no more. */
async function page(tx: Tx, { table, columns, key, after, reseal, look }: Page): Promise<string[] | null> {
  const names = sql.join(key.map(({ name }) => sql.ref(name)));
  const place = (values: string[]) =>
    sql`(${sql.join(key.map(({ type }, index) => sql`${values[index]}::text::${sql.raw(type)}`))})`;
  const { rows } = await sql<Row>`
    select array[${sql.join(key.map(({ name }) => sql`${sql.ref(name)}::text`))}] as key,
           array[${sql.join(columns.map((column) => sql`(${readColumn(column)})::text`))}] as "values"
      from ${sql.table(table)}
     where ${after === null ? sql`true` : sql`(${names}) > ${place(after)}`}
     order by ${names} limit ${PAGE} ${reseal ? sql`for update` : sql``}`.execute(tx);
  for (const row of rows) {
    const changes = look(row);
    if (changes.length > 0)
      await sql`update ${sql.table(table)} set ${sql.join(changes)} where (${names}) = ${place(row.key)}`.execute(
        tx,
      );
  }
  return rows.at(-1)?.key ?? null;
}

async function primaryKeyOf(db: Db, table: string): Promise<KeyColumn[]> {
  const { rows } = await sql<KeyColumn>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
     where i.indrelid = to_regclass(${table}) and i.indisprimary
     order by array_position(i.indkey::int2[], a.attnum)`.execute(db);
  return rows;
}
