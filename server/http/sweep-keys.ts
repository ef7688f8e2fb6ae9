import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { sweepRows } from '../db/sweep.ts';

/** An Idempotency-Key is remembered for 24 hours. */
export function sweepKeys(db: Db): Promise<void> {
  return sweepRows(db, 'idempotency_keys', {
    time: sql`created_at`,
    before: sql`now() - interval '24 hours'`,
  });
}
