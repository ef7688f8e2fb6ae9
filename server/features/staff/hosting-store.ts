import type { Db } from '../../db/connection.ts';

/* Of all accounts: see account-store.ts. */

export type StaffOrderRow = Awaited<ReturnType<typeof listOrders>>[number];

/** Under review, or kept by the carrier; newest first. */
export function listOrders(db: Db, page: { before: string | null; limit: number }) {
  let found = db
    .selectFrom('hosting_orders')
    .innerJoin('accounts', 'accounts.id', 'hosting_orders.account_id')
    .leftJoin('users', (join) =>
      join
        .onRef('users.account_id', '=', 'hosting_orders.account_id')
        .onRef('users.id', '=', 'hosting_orders.user_id'),
    )
    .select([
      'hosting_orders.id',
      'hosting_orders.account_id as accountId',
      'accounts.name as accountName',
      'hosting_orders.phone_number as phoneNumber',
      'hosting_orders.carrier',
      'hosting_orders.letter_handed_in as letterHandedIn',
      'hosting_orders.changed_at as changedAt',
      'hosting_orders.kept_at as keptAt',
      'users.id as userId',
      'users.first_name as firstName',
      'users.last_name as lastName',
    ])
    .where((or) =>
      or.or([or('hosting_orders.state', '=', 'reviewing'), or('hosting_orders.kept_at', 'is not', null)]),
    );
  if (page.before !== null) found = found.where('hosting_orders.id', '<', page.before);
  return found.orderBy('hosting_orders.id', 'desc').limit(page.limit).execute();
}
