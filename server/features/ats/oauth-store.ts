import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { sweepRows } from '../../db/sweep.ts';

/** Of states that expired a day ago. */
export function sweepAtsOauth(db: Db): Promise<void> {
  return sweepRows(db, 'ats_oauth_states', {
    time: sql`expires_at`,
    before: sql`now() - interval '1 day'`,
  });
}
