import type { ReadDb } from '../../db/connection.ts';

/** Of all accounts, newest first. */
export function listBillingDifferences(db: ReadDb, page: { before: string | null; limit: number }) {
  let query = db
    .selectFrom('billing_differences')
    .innerJoin('accounts', 'accounts.id', 'billing_differences.account_id')
    .select([
      'billing_differences.id',
      'billing_differences.account_id as accountId',
      'accounts.name as accountName',
      'kind',
      'subject',
      'here',
      'there',
      'repaired',
      'found_at as foundAt',
    ])
    .orderBy('billing_differences.id', 'desc')
    .limit(page.limit);
  if (page.before !== null) query = query.where('billing_differences.id', '<', page.before);
  return query.execute();
}
