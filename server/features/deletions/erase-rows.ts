import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/** Removed by the last transaction, or kept: they show that an account isn't all gone yet. */
const NOT_HERE = ['accounts', 'users', 'usage_entries', 'ats_departures', 'calendar_connections'];

/** The triggers that mark candidates for planning check whether the account has any: without them they do nothing. */
const FIRST = ['planned_texts', 'automations'];

/**
 * All other rows of the account, table by table: children before parents, so that no row takes many with it. Each batch is a
 * statement that commits.
 */
export async function eraseRows(db: Db, accountId: string, batch: number): Promise<void> {
  for (const table of [...FIRST, ...(await listTables(db))])
    for (let erased = batch; erased === batch; ) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where account_id = ${accountId} limit ${batch}))`.execute(db);
      erased = Number(numAffectedRows);
    }
}

/** Read from the database, so that no table is forgotten. */
async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; refersTo: string[] }>`
    select t.table_name as name, array(
             select format('%s', f.relname) from pg_constraint k join pg_class f on f.oid = k.confrelid
              where k.contype = 'f' and k.conrelid = format('%I.%I', t.table_schema, t.table_name)::regclass
                and k.confrelid <> k.conrelid) as "refersTo"
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      join pg_class r on r.oid = format('%I.%I', t.table_schema, t.table_name)::regclass
     where t.table_schema = 'public' and c.column_name = 'account_id'
       -- Of a partitioned table, its partitions: rows of two of them can have one ctid.
       and r.relkind = 'r'
     order by 1`.execute(db);
  return childrenFirst(rows).filter((name) => !NOT_HERE.includes(name));
}

/** Tables in a circle come in any order. */
export function childrenFirst(tables: { name: string; refersTo: string[] }[]): string[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  const ordered: string[] = [];
  while (left.size > 0) {
    const referredTo = new Set([...left.values()].flatMap(({ refersTo }) => refersTo));
    const free = [...left.keys()].filter((name) => !referredTo.has(name));
    for (const name of free.length > 0 ? free : [...left.keys()]) {
      ordered.push(name);
      left.delete(name);
    }
  }
  return ordered;
}
