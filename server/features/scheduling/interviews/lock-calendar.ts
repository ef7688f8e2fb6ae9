import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';

/** Until the transaction ends, no one else books a time of this person: two can't find the same time free. */
export async function lockCalendarOf(tx: Tx, accountId: string, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`calendar:${accountId}:${userId}`}, 0))`.execute(
    tx,
  );
}
