import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';

/**
 * What comes for an account that has moved to another cell isn't dropped: it fails, so it's tried again and kept, until
 * `hiretext move-account` takes it there. It may be a STOP.
 */
export async function requireNotMoved(
  tx: Tx,
  { accountIds = [], phoneNumbers = [] }: { accountIds?: string[]; phoneNumbers?: string[] },
): Promise<void> {
  const { rows } = await sql`
    select from moved_accounts m
     where (m.id = any(${accountIds}::uuid[]) or m.sandbox_id = any(${accountIds}::uuid[]) or m.phone_numbers && ${phoneNumbers}::text[])
       and not exists (select from accounts where accounts.id = m.id) limit 1`.execute(tx);
  if (rows.length > 0)
    throw new Error('Its account has moved to another cell. Run hiretext move-account again.');
}
