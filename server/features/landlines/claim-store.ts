import type { Db } from '../../db/connection.ts';

/* Claims: which numbers are being set up, so that no one else sets the same one up. `insertOrder` makes them. */

/** Anyone may set the number up from here on. */
export async function deleteClaim(db: Db, accountId: string, orderId: string): Promise<void> {
  await db
    .deleteFrom('landline_claims')
    .where('account_id', '=', accountId)
    .where('order_id', '=', orderId)
    .execute();
}

export async function hasClaim(db: Db, accountId: string, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('landline_claims')
    .select('phone_number')
    .where('account_id', '=', accountId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row !== undefined;
}

/** For any account: does someone else have the number already, or is about to? */
export async function isTaken(
  db: Db,
  phoneNumber: string,
  asker: { accountId: string; seatId: string | null },
): Promise<boolean> {
  // Claims first: one that ends because its number is linked is in the directory at the same moment.
  const claim = await db
    .selectFrom('landline_claims')
    .innerJoin('landline_orders', (join) =>
      join
        .onRef('landline_orders.account_id', '=', 'landline_claims.account_id')
        .onRef('landline_orders.id', '=', 'landline_claims.order_id'),
    )
    .select([
      'landline_orders.account_id as accountId',
      'landline_orders.seat_id as seatId',
      'landline_orders.kept_at as keptAt',
    ])
    .where('landline_claims.phone_number', '=', phoneNumber)
    .executeTakeFirst();
  const isOwn =
    claim?.seatId === asker.seatId || (claim?.keptAt != null && claim.accountId === asker.accountId);
  if (claim !== undefined && !isOwn) return true;
  const number = await db
    .selectFrom('number_directory')
    .select('phone_number')
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst();
  return number !== undefined;
}
