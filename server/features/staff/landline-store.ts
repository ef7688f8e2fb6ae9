import type { ReadDb } from '../../db/connection.ts';

/* Of all accounts: see account-store.ts. */

export type StaffOrderRow = Awaited<ReturnType<typeof listOrders>>[number];

/** Under review, or kept by the carrier; newest first. */
export function listOrders(db: ReadDb, page: { before: string | null; limit: number }) {
  let found = db
    .selectFrom('landline_orders')
    .innerJoin('accounts', 'accounts.id', 'landline_orders.account_id')
    .leftJoin('users', (join) =>
      join
        .onRef('users.account_id', '=', 'landline_orders.account_id')
        .onRef('users.id', '=', 'landline_orders.user_id'),
    )
    .select([
      'landline_orders.id',
      'landline_orders.account_id as accountId',
      'accounts.name as accountName',
      'landline_orders.phone_number as phoneNumber',
      'landline_orders.carrier',
      'landline_orders.letter_submitted as letterSubmitted',
      'landline_orders.changed_at as changedAt',
      'landline_orders.kept_at as keptAt',
      'users.id as userId',
      'users.first_name as firstName',
      'users.last_name as lastName',
    ])
    .where((or) =>
      or.or([or('landline_orders.state', '=', 'reviewing'), or('landline_orders.kept_at', 'is not', null)]),
    );
  if (page.before !== null) found = found.where('landline_orders.id', '<', page.before);
  return found.orderBy('landline_orders.id', 'desc').limit(page.limit).execute();
}
