import type pg from 'pg';
import { copyIn, copyOut } from '../backups/copy.ts';
import { columnsOf, nameOf } from '../backups/tables.ts';
import { isUniqueViolation } from '../db/connection.ts';
import type { Cells } from './cells.ts';
import { MoveRefused } from './refused.ts';
import { type AccountTable, withIds } from './tables.ts';

/*
 * Rows are compared by hash, in buckets: the number of rows in each and the sum of their hashes. Buckets that differ are copied
 * again. So the first copy, what has changed since, and the proof that both are the same are one thing.
 */

/** Of 100,000 rows, a changed one takes two along. */
const BUCKETS = 65_536;

const hashOf = (table: AccountTable) => `hashtextextended(row(${columnsOf(table)})::text, 0)`;
const bucketOf = (table: AccountTable) => `(${hashOf(table)} & ${BUCKETS - 1})::int`;

type Buckets = Map<number, string>;

async function bucketsOf(client: pg.Client, table: AccountTable, ids: string[]): Promise<Buckets> {
  const { rows } = await client.query<{ bucket: number; what: string }>(
    [
      `select (hash & $2::bigint)::int as bucket, count(*) || ' ' || sum(hash) as what`,
      `from (select ${hashOf(table)} as hash from ${nameOf(table)} where ${table.where}) as hashes group by 1`,
    ].join(' '),
    [ids, BUCKETS - 1],
  );
  return new Map(rows.map(({ bucket, what }) => [bucket, what]));
}

interface Difference {
  buckets: number[];
  /** The other cell has none of its rows. */
  isNew: boolean;
}

async function differenceOf({ from, to }: Cells, table: AccountTable, ids: string[]): Promise<Difference> {
  const [here, there] = await Promise.all([bucketsOf(from, table, ids), bucketsOf(to, table, ids)]);
  const all = new Set([...here.keys(), ...there.keys()]);
  return { buckets: [...all].filter((each) => here.get(each) !== there.get(each)), isNew: there.size === 0 };
}

/** Makes the rows there the same as here. Returns how many were copied. */
async function copyDifference(
  { from, to }: Cells,
  table: AccountTable,
  { ids, buckets, isNew }: Difference & { ids: string[] },
): Promise<number> {
  const name = nameOf(table);
  const columns = columnsOf(table);
  if (!isNew)
    await to.query(
      ['delete from', name, 'where', table.where, 'and', bucketOf(table), '= any($2::int[])'].join(' '),
      [ids, buckets],
    );
  const some = isNew ? '' : `and ${bucketOf(table)} = any('{${buckets.join()}}'::int[])`;
  const where = withIds(from, table.where, ids);
  const { text, rows } = counted(
    copyOut(from, `copy (select ${columns} from ${name} where ${where} ${some}) to stdout`),
  );
  await copyIn(to, `copy ${name} (${columns}) from stdin`, text).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new MoveRefused(
      `The other cell has a row in ${table.name} that is the same as one of the account's, such as an email or a number.`,
    );
  });
  return rows();
}

const LINE_END = 0x0a;

function counted(lines: AsyncIterable<Buffer>) {
  let rows = 0;
  async function* text() {
    for await (const bytes of lines) {
      for (const byte of bytes) if (byte === LINE_END) rows += 1;
      yield bytes;
    }
  }
  return { text: text(), rows: () => rows };
}

/** Goes through all tables once. Returns how many rows were copied, and the tables that they are in. */
export async function copyDifferences(
  cells: Cells,
  tables: AccountTable[],
  ids: string[],
): Promise<{ rows: number; changed: AccountTable[] }> {
  let rows = 0;
  const changed: AccountTable[] = [];
  for (const table of tables) {
    const difference = await differenceOf(cells, table, ids);
    if (difference.buckets.length === 0) continue;
    rows += await copyDifference(cells, table, { ...difference, ids });
    changed.push(table);
  }
  return { rows, changed };
}

/** The names of tables whose rows aren't the same in both. */
export async function listDifferent(cells: Cells, tables: AccountTable[], ids: string[]): Promise<string[]> {
  const different: string[] = [];
  for (const table of tables)
    if ((await differenceOf(cells, table, ids)).buckets.length > 0) different.push(table.name);
  return different;
}
