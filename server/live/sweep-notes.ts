import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../db/connection.ts';
import { type DailyTable, keepDays } from '../db/days.ts';

/** Younger ones are there; a browser that was away longer loads everything again. */
const KEPT_HOURS = 24;

/** Notes, a partition for each day. */
const NOTES: DailyTable = {
  table: 'live_events',
  firstAt: (ms) => new Date(ms).toISOString(),
  keptMs: KEPT_HOURS * 3600_000,
};

/** By the clock of the database, which writes their time. */
export async function keepNotes(db: Db): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db);
  await keepDays(db, NOTES, rows[0]?.now ?? new Date());
}

/**
 * A dump that was restored into another cluster brings notes of transactions that are yet to come there. They would count as
 * unsettled until then, and a browser that resumes at one would hear of nothing.
 */
export async function removeForeignNotes(pool: pg.Pool): Promise<void> {
  await pool.query('delete from live_events where xact >= pg_snapshot_xmax(pg_current_snapshot())');
}
