import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../db/connection.ts';
import { inBatches } from '../db/sweep.ts';

/** Notes older than this are gone; a browser that was away longer loads everything again. */
const KEPT_HOURS = 24;

/** In the order in which they are read, which is about that of their age: the first batch that has younger ones is the last. */
export function sweepNotes(db: Db): Promise<void> {
  return inBatches(async (limit) => {
    const { numAffectedRows = 0n } = await sql`
      delete from live_events where ctid = any(array(
        select ctid from (
          select ctid, created_at from live_events order by xact, id limit ${limit}) oldest
         where created_at < now() - make_interval(hours => ${KEPT_HOURS})))`.execute(db);
    return Number(numAffectedRows);
  });
}

/**
 * A dump that was restored into another cluster brings notes of transactions that are yet to come there. They would count as
 * unsettled until then, and a browser that resumes at one would hear of nothing.
 */
export async function removeForeignNotes(pool: pg.Pool): Promise<void> {
  await pool.query('delete from live_events where xact >= pg_snapshot_xmax(pg_current_snapshot())');
}
