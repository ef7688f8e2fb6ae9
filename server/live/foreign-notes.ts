import type pg from 'pg';

/**
 * A dump that was restored into another cluster brings notes of transactions that are yet to come there. They would count as
 * unsettled until then, and a browser that resumes at one would hear of nothing.
 */
export async function removeForeignNotes(pool: pg.Pool): Promise<void> {
  await pool.query('delete from live_events where xact >= pg_snapshot_xmax(pg_current_snapshot())');
}
