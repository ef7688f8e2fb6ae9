import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { sweepRows } from '../../db/sweep.ts';

/** Those who answer have got them by mail; they are kept here for two years. */
export function sweepSupportMessages(db: Db): Promise<void> {
  return sweepRows(db, 'support_messages', {
    time: sql`created_at`,
    before: sql`now() - interval '2 years'`,
  });
}
