import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';

/** Notes older than this are gone; a browser that was away longer loads everything anew. */
const KEPT_HOURS = 24;
const BATCH = 5000;

export async function sweepNotes(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from live_events where (account_id, xact, id) in (
        select account_id, xact, id from live_events
         where created_at < now() - make_interval(hours => ${KEPT_HOURS}) order by created_at limit ${BATCH})`.execute(
      db,
    );
    if (numAffectedRows < BATCH) return;
  }
}
