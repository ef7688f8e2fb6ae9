import { sql } from 'kysely';
import type { LinkStatus } from '../../../contract/seats.ts';
import type { Db, ReadDb } from '../../db/connection.ts';

/* Of all accounts: see account-store.ts. */

function numbers(db: ReadDb) {
  return db
    .selectFrom('numbers')
    .innerJoin('accounts', 'accounts.id', 'numbers.account_id')
    .leftJoin('seats', (join) =>
      join
        .onRef('seats.account_id', '=', 'numbers.account_id')
        .on('seats.id', '=', sql<string>`coalesce(numbers.seat_id, numbers.inbound_seat_id)`),
    )
    .leftJoin('users', (join) =>
      join.onRef('users.account_id', '=', 'seats.account_id').onRef('users.id', '=', 'seats.user_id'),
    )
    .select([
      'numbers.id',
      'numbers.account_id as accountId',
      'accounts.name as accountName',
      'numbers.phone_number as phoneNumber',
      'numbers.carrier',
      'numbers.carrier_number_id as carrierNumberId',
      'numbers.link_status as linkStatus',
      'numbers.created_at as createdAt',
      'numbers.quarantined_until as quarantinedUntil',
      'numbers.released_at as releasedAt',
      'users.id as userId',
      'users.first_name as firstName',
      'users.last_name as lastName',
    ]);
}

export type StaffNumberRow = Awaited<ReturnType<typeof listUnlinked>>[number];

/** Newest first. */
export function listUnlinked(
  db: ReadDb,
  linkStatus: Exclude<LinkStatus, 'linked'>,
  page: { before: string | null; limit: number },
) {
  let found = numbers(db)
    .where('numbers.link_status', '=', linkStatus)
    .where('numbers.link_status', '!=', sql.lit('linked'))
    .where('numbers.released_at', 'is', null);
  if (page.before !== null) found = found.where('numbers.id', '<', page.before);
  return found.orderBy('numbers.id', 'desc').limit(page.limit).execute();
}

export function findStaffNumber(db: Db, accountId: string, id: string) {
  return numbers(db)
    .where('numbers.account_id', '=', accountId)
    .where('numbers.id', '=', id)
    .executeTakeFirst();
}

/** The carrier is asked again. */
export async function reopenLink(db: Db, accountId: string, id: string): Promise<void> {
  await db
    .updateTable('numbers')
    .set({ link_status: 'linking', rejection: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('link_status', '=', 'rejected')
    .execute();
}
