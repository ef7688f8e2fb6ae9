import { sql } from 'kysely';
import { type Db, inTransaction } from '../../db/connection.ts';
import { endOfPartition, keptSince, type Partition } from './event-ids.ts';

/** Who needs the table for longer lets the others pass; it is tried again. */
const LOCK_LIMIT = '2s';

/** Attached, not made in place: that would stop everyone who reads the log meanwhile. */
export async function ensurePartition(db: Db, { name, from, to }: Partition): Promise<void> {
  const table = sql.table(name);
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('partitions of events'))`.execute(tx);
    const { rows } = await sql`select where to_regclass(${name}) is not null`.execute(tx);
    if (rows.length > 0) return;
    await sql`set local lock_timeout = ${sql.lit(LOCK_LIMIT)}`.execute(tx);
    await sql`create table ${table} (like events including all)`.execute(tx);
    await sql`
      alter table events attach partition ${table} for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(
      tx,
    );
  });
}

/** Whole days that are over for as long as events are kept. */
export async function dropOldEvents(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'events'::regclass`.execute(db);
  for (const { name } of rows) {
    const end = endOfPartition(name);
    if (end === null || end > keptSince(now)) continue;
    await inTransaction(db, async (tx) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_LIMIT)}`.execute(tx);
      await sql`drop table ${sql.table(name)}`.execute(tx);
    });
  }
}
