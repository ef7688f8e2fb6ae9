import { sql } from 'kysely';
import type { Feature } from '../../../contract/features.ts';
import type { Db, ReadDb } from '../../db/connection.ts';
import { parsePhone } from '../../phone.ts';

/* Staff read across accounts: these queries, and those of the other stores of this folder, are the only ones that may. */

const columns = (db: ReadDb) =>
  db
    .selectFrom('accounts')
    // No one's: what happens there is a test.
    .where('sandbox_of', 'is', null)
    .select([
      'id',
      'name',
      'type',
      'plan_type as planType',
      'created_at as createdAt',
      'deletes_at as deletesAt',
      'mfa_required as mfaRequired',
      'features_enabled as featuresEnabled',
      sql<number>`(select count(*)::int from users
                    where users.account_id = accounts.id and users.deactivated_at is null)`.as('people'),
    ]);

/** Newest first. Each way to find one is a range of an index. */
export function listAccounts(db: ReadDb, search: string, page: { before: string | null; limit: number }) {
  let found = columns(db);
  if (search !== '') {
    const beginning = beginningWith(search.toLowerCase());
    const digits = search.replace(/[^\d+]/g, '');
    const phone = parsePhone(search) ?? (digits.startsWith('+') ? digits : `+1${digits.replace(/^1/, '')}`);
    const isPhone = /^[\d\s().+-]+$/.test(search) && /\d{3}/.test(digits);
    found = found.where(
      'id',
      'in',
      sql<string>`(
        select id from accounts where lower(name) like ${beginning}
         union select account_id from logins where email like ${beginning}
         union select account_id from number_directory where ${isPhone} and phone_number like ${beginningWith(phone)})`,
    );
  }
  if (page.before !== null) found = found.where('id', '<', page.before);
  return found.orderBy('id', 'desc').limit(page.limit).execute();
}

const beginningWith = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`;

export function findAccount(db: ReadDb, accountId: string) {
  return columns(db).where('id', '=', accountId).executeTakeFirst();
}

export async function countSeatsByStatus(db: Db, accountId: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('seats')
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

const SHOWN_FAILURES = 10;

export function listRecentFailures(db: Db, accountId: string) {
  return db
    .selectFrom('messages')
    .select(['id as messageId', 'created_at as createdAt', 'status', 'error_code as errorCode'])
    .where('account_id', '=', accountId)
    .where('status', 'in', sql<'failed'>`('undelivered', 'failed', 'unknown')`)
    .orderBy('created_at', 'desc')
    .limit(SHOWN_FAILURES)
    .execute();
}

export async function setFeatures(db: Db, accountId: string, features: Feature[]): Promise<void> {
  await db.updateTable('accounts').set({ features_enabled: features }).where('id', '=', accountId).execute();
}

function people(db: ReadDb, accountId: string) {
  return db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .leftJoin('seats', (join) =>
      join.onRef('seats.account_id', '=', 'users.account_id').onRef('seats.user_id', '=', 'users.id'),
    )
    .leftJoin('seat_numbers', (join) =>
      join
        .onRef('seat_numbers.account_id', '=', 'seats.account_id')
        .onRef('seat_numbers.seat_id', '=', 'seats.id'),
    )
    .leftJoin('second_step_resets', (join) =>
      join
        .onRef('second_step_resets.account_id', '=', 'users.account_id')
        .onRef('second_step_resets.user_id', '=', 'users.id'),
    )
    .select([
      'users.id',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'users.email',
      'users.email_verified_at as emailVerifiedAt',
      'users.user_type as userType',
      'users.is_service as isService',
      'users.mfa_enabled as mfaEnabled',
      'users.deactivated_at as deactivatedAt',
      'users.last_active_at as lastActiveAt',
      sql<Date | null>`coalesce(users.deletes_at, accounts.deletes_at)`.as('deletesAt'),
      'second_step_resets.due_at as secondStepResetAt',
      'seats.id as seatId',
      'seats.seat_role as seatRole',
      'seats.seat_type as seatType',
      'seat_numbers.phone_number as phoneNumber',
      'seat_numbers.link_status as linkStatus',
    ])
    .where('users.account_id', '=', accountId)
    .where('accounts.sandbox_of', 'is', null);
}

export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number];

/** Oldest first. */
export function listPeople(db: ReadDb, accountId: string, page: { after: string | null; limit: number }) {
  let found = people(db, accountId);
  if (page.after !== null) found = found.where('users.id', '>', page.after);
  return found.orderBy('users.id').limit(page.limit).execute();
}

export function findPerson(db: Db, accountId: string, userId: string) {
  return people(db, accountId).where('users.id', '=', userId).executeTakeFirst();
}
