import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';

/** Notes older than this are gone; a browser that was away longer loads everything anew. */
const KEPT_HOURS = 24;
const BATCH = 5000;

/** In the order in which they are read, which is about that of their age: the first batch that has younger ones is the last. */
export async function sweepNotes(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from live_events where (account_id, xact, id) in (
        select account_id, xact, id from (
          select account_id, xact, id, created_at from live_events order by xact, id limit ${BATCH}) oldest
         where created_at < now() - make_interval(hours => ${KEPT_HOURS}))`.execute(db);
    if (numAffectedRows < BATCH) return;
  }
}
