import { sql } from 'kysely';
import pg from 'pg';
import { type Db, inTransaction } from './connection.ts';
import { lockNamed } from './lock-named.ts';
import type { DB } from './schema.ts';
import { sweepRows } from './sweep.ts';

/*
 * Tables with a partition for each day, which is dropped whole (decision 109). A day is named after its date in UTC, and the first
 * one of a table that was a plain one before has all that is older too.
 */

const DAY_MS = 24 * 3600_000;
/** Made today, for the days after. A backup can keep a table to itself for hours. */
const DAYS_AHEAD = 3;
/** Who needs the table for longer lets the others pass, who wait behind us; it is tried again. */
const LOCK_LIMIT = '200ms';
const CHECK_VIOLATION = '23514';

export interface DailyTable {
  table: keyof DB;
  /** The first value of the column that says which day, for all from then on. */
  firstAt(ms: number): string;
  keptMs: number;
}

interface Day {
  name: string;
  endsAt: number;
}

function dayOf(table: string, ms: number): Day & { startsAt: number } {
  const startsAt = ms - (ms % DAY_MS);
  const date = new Date(startsAt).toISOString().slice(0, 10).replaceAll('-', '');
  return { name: `${table}_${date}`, startsAt, endsAt: startsAt + DAY_MS };
}

/** The days that there are, and what rows without one are in; both by name. */
async function listDays(
  db: Db,
  table: string,
): Promise<{ days: (Day & { isFirst: boolean })[]; rest: string | null }> {
  const { rows } = await sql<{ name: string; isFirst: boolean; isRest: boolean }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) like '%(MINVALUE)%' as "isFirst",
           pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT' as "isRest"
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = ${table}::regclass order by 1`.execute(db);
  return {
    days: rows.flatMap(({ name, isFirst }) => {
      const [, year, month, day] = /_(\d{4})(\d{2})(\d{2})$/.exec(name) ?? [];
      return day === undefined
        ? []
        : [{ name, isFirst, endsAt: Date.parse(`${year}-${month}-${day}`) + DAY_MS }];
    }),
    rest: rows.find(({ isRest }) => isRest)?.name ?? null,
  };
}

/** The name of the day, which is there from now on. Attached, not made in place: that would stop everyone who reads the table. */
export async function ensureDay(
  db: Db,
  { table, firstAt }: Omit<DailyTable, 'keptMs'>,
  ms: number,
): Promise<string> {
  const { name, startsAt, endsAt } = dayOf(table, ms);
  await inTransaction(db, async (tx) => {
    await lockNamed(tx, `days of ${table}`);
    const { days } = await listDays(tx, table);
    if (days.some((day) => day.name === name || (day.isFirst && endsAt <= day.endsAt))) return;
    await sql`set local lock_timeout = ${sql.lit(LOCK_LIMIT)}`.execute(tx);
    await sql`create table ${sql.table(name)} (like ${sql.table(table)} including all excluding identity)`.execute(
      tx,
    );
    await sql`
      alter table ${sql.table(table)} attach partition ${sql.table(name)}
        for values from (${sql.lit(firstAt(startsAt))}) to (${sql.lit(firstAt(endsAt))})`.execute(tx);
  });
  return name;
}

/** The day of a time, unless rows of it came before it: they stay where they are until they are old. */
export async function ensureDayIfFree(db: Db, daily: DailyTable, ms: number): Promise<void> {
  try {
    await ensureDay(db, daily, ms);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === CHECK_VIOLATION)) throw error;
  }
}

/** Days that are over for as long as their rows are kept. */
export async function dropOldDays(
  db: Db,
  { table, keptMs }: Omit<DailyTable, 'firstAt'>,
  now: Date,
): Promise<void> {
  for (const { name, endsAt } of (await listDays(db, table)).days) {
    if (endsAt > now.getTime() - keptMs) continue;
    await inTransaction(db, async (tx) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_LIMIT)}`.execute(tx);
      await sql`drop table ${sql.table(name)}`.execute(tx);
    });
  }
}

/** Makes the next days, drops the old ones, and sweeps what came in while there was no day for it. */
export async function keepDays(db: Db, daily: DailyTable, now: Date): Promise<void> {
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1)
    await ensureDayIfFree(db, daily, now.getTime() + ahead * DAY_MS);
  await dropOldDays(db, daily, now);
  const { rest } = await listDays(db, daily.table);
  if (rest !== null)
    await sweepRows(db, rest, {
      time: sql`created_at`,
      before: sql`${new Date(now.getTime() - daily.keptMs)}::timestamptz`,
    });
}
