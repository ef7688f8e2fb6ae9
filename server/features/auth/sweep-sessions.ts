import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { sweepRows } from '../../db/sweep.ts';

/** Sessions that ended or expired a month ago. */
export function sweepSessions(db: Db): Promise<void> {
  return sweepRows(db, 'sessions', {
    time: sql`least(expires_at, ended_at)`,
    before: sql`now() - interval '30 days'`,
  });
}
