import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';

/** Which text cost what goes, in batches. True: there is more. */
export async function eraseUsage(tx: Tx, accountId: string, limit: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from usage_entries where account_id = ${accountId} and id in (
      select id from usage_entries where account_id = ${accountId} and kind <> 'purchase' limit ${limit})`.execute(
    tx,
  );
  return numAffectedRows === BigInt(limit);
}

/** As long as books have to be kept. */
const KEPT_FOR = '7 years';

/** What was bought, and when, reveals nothing about a person, and stays under the account's ID until then. */
export async function keepPurchases(tx: Tx, accountId: string, erasedAt: Date): Promise<void> {
  await sql`
    update usage_entries set expires_at = ${erasedAt}::timestamptz + ${KEPT_FOR}::interval
     where account_id = ${accountId}`.execute(tx);
  await sql`delete from usage_closings where account_id = ${accountId}`.execute(tx);
}
