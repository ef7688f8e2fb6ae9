import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';

const BATCH = 5000;

/** Counts of limits whose time is over. By the clock of the nodes, which set it. */
export async function sweepLimits(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from rate_limits where key in (
        select key from rate_limits where expire < ${Date.now()} order by expire limit ${BATCH})`.execute(db);
    if (numAffectedRows < BATCH) return;
  }
}
