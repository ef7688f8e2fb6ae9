import type { ReadDb } from '../../db/connection.ts';

/* Of all accounts: see account-store.ts. */

export type HoldReviewRow = Awaited<ReturnType<typeof listHoldReviews>>[number];

/** Newest first. */
export function listHoldReviews(db: ReadDb, page: { before: string | null; limit: number }) {
  let found = db
    .selectFrom('hold_reviews')
    .innerJoin('accounts', 'accounts.id', 'hold_reviews.account_id')
    .where('accounts.sandbox_of', 'is', null)
    .leftJoin('users', (join) =>
      join
        .onRef('users.account_id', '=', 'hold_reviews.account_id')
        .onRef('users.id', '=', 'hold_reviews.reviewed_by'),
    )
    .select([
      'hold_reviews.id',
      'hold_reviews.account_id as accountId',
      'accounts.name as accountName',
      'hold_reviews.wording',
      'hold_reviews.kind',
      'hold_reviews.opted_out as optedOut',
      'hold_reviews.reviewed_at as reviewedAt',
      'users.id as userId',
      'users.first_name as firstName',
      'users.last_name as lastName',
    ]);
  if (page.before !== null) found = found.where('hold_reviews.id', '<', page.before);
  return found.orderBy('hold_reviews.id', 'desc').limit(page.limit).execute();
}
