import { sql } from 'kysely';
import type { UserType } from '../../../contract/seats.ts';
import type { Db } from '../../db/connection.ts';

/** Those who can sign in. */
export async function countAdmins(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('user_type', '=', 'admin')
    .where('deactivated_at', 'is', null)
    .where('deletes_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Those who can sign in. */
export async function listAdminIds(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('user_type', '=', 'admin')
    .where('deactivated_at', 'is', null)
    .where('deletes_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Of these people, those who can sign in, and whether they see everything. */
export function listViewers(
  db: Db,
  accountId: string,
  userIds: string[],
): Promise<{ userId: string; userType: UserType }[]> {
  if (userIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('users')
    .select(['id as userId', 'user_type as userType'])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('is_service', '=', false)
    .where('deactivated_at', 'is', null)
    .where('deletes_at', 'is', null)
    .execute();
}

/** Of the admins who can sign in. */
export async function listAdminEmails(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('account_id', '=', accountId)
    .where('user_type', '=', 'admin')
    .where('deactivated_at', 'is', null)
    .where('deletes_at', 'is', null)
    .orderBy('created_at')
    .execute();
  return rows.map(({ email }) => email);
}

export interface Member {
  id: string;
  userType: UserType;
  firstName: string;
  lastName: string;
  email: string;
  deactivatedAt: Date | null;
  /** Has asked to be deleted. */
  isLeaving: boolean;
  /** Software: no one signs in. */
  isService: boolean;
}

export function findMember(db: Db, accountId: string, id: string): Promise<Member | undefined> {
  return db
    .selectFrom('users')
    .select([
      'id',
      'user_type as userType',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'deactivated_at as deactivatedAt',
      sql<boolean>`deletes_at is not null`.as('isLeaving'),
      'is_service as isService',
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function setUserType(db: Db, accountId: string, id: string, userType: UserType): Promise<void> {
  await db
    .updateTable('users')
    .set({ user_type: userType })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** From now on the person can't sign in, and all their sessions are invalid. */
export async function deactivate(
  db: Db,
  accountId: string,
  id: string,
  { at, textsGoOn }: { at: Date; textsGoOn: boolean },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ deactivated_at: at, texts_go_on: textsGoOn })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function reactivate(db: Db, accountId: string, id: string, userType: UserType): Promise<void> {
  await db
    .updateTable('users')
    .set({ deactivated_at: null, user_type: userType })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

const MOST_SHOWN = 1000;

/** Services don't come back: another one is added. */
export function listFormerMembers(db: Db, accountId: string) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      sql<Date>`deactivated_at`.as('removedAt'),
    ])
    .where('account_id', '=', accountId)
    .where('deactivated_at', 'is not', null)
    .where('is_service', '=', false)
    .orderBy('deactivated_at', 'desc')
    .orderBy('id')
    .limit(MOST_SHOWN)
    .execute();
}
