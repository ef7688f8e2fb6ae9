import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';

const BATCH = 5000;

/** An Idempotency-Key is remembered for 24 hours. */
export async function sweepKeys(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from idempotency_keys where (account_id, user_id, key) in (
        select account_id, user_id, key from idempotency_keys
         where created_at < now() - interval '24 hours' order by created_at limit ${BATCH})`.execute(db);
    if (numAffectedRows < BATCH) return;
  }
}
