import { sql } from 'kysely';
import { NUMBERS_AT_FIRST } from '../../../contract/limits.ts';
import type { Tx } from '../../db/connection.ts';
import { Failure } from '../../failure.ts';
import { isFeatureOn } from '../accounts/store.ts';

/**
 * Numbers are paid for by the month, and senders of junk spread it over many so that no filter sees it (snowshoeing, which the
 * CTIA Messaging Principles forbid): a company that needs many talks to staff. Those in quarantine are paid for as well, so
 * resetting again and again buys no more. The caller holds the account.
 */
export async function requireRoom(tx: Tx, accountId: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from numbers where account_id = ${accountId} and released_at is null and not is_landline
       limit ${NUMBERS_AT_FIRST}) as bought`.execute(tx);
  const isUsedUp = (rows[0]?.count ?? 0) >= NUMBERS_AT_FIRST;
  if (isUsedUp && !(await isFeatureOn(tx, accountId, 'moreNumbers'))) throw new Failure('numbers_used_up');
}
