import { sql } from 'kysely';
import { type Db, inTransaction } from '../db/connection.ts';
import { correctSums, lockFigures, recount } from '../features/analytics/figures/recount.ts';

const ALWAYS = { from: new Date('2000-01-01'), to: new Date('2100-01-01') };

/** Counts everything of an account again. Returns how many facts and sums weren't right. */
export function recountAll(db: Db, accountId: string): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockFigures(tx, accountId);
    const facts = await recount(
      tx,
      accountId,
      sql`select id from conversations union all select id from consent_events`,
      ALWAYS.to,
    );
    return facts + (await correctSums(tx, accountId, ALWAYS));
  });
}
