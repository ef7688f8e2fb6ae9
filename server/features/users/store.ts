import type { Db } from '../../db/connection.ts';

export interface NewUser {
  id: string;
  userType: 'admin' | 'member';
  firstName: string;
  lastName: string;
  email: string;
  passwordHash: string;
  timezone: string;
}

export async function insertUser(db: Db, accountId: string, user: NewUser): Promise<void> {
  await db
    .insertInto('users')
    .values({
      account_id: accountId,
      id: user.id,
      user_type: user.userType,
      first_name: user.firstName,
      last_name: user.lastName,
      email: user.email,
      password_hash: user.passwordHash,
      timezone: user.timezone,
    })
    .execute();
}

export function findUser(db: Db, accountId: string, id: string) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'account_id as accountId',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'phone_number as phoneNumber',
      'timezone',
      'user_type as userType',
      'undo_seconds as undoSeconds',
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export function findPasswordHash(db: Db, accountId: string, id: string) {
  return db
    .selectFrom('users')
    .select('password_hash as passwordHash')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export interface UserChanges {
  firstName?: string | undefined;
  lastName?: string | undefined;
  timezone?: string | undefined;
  phoneNumber?: string | null | undefined;
  undoSeconds?: number | undefined;
}

export async function updateUser(db: Db, accountId: string, id: string, changes: UserChanges): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await db
    .updateTable('users')
    .set({
      ...(changes.firstName === undefined ? {} : { first_name: changes.firstName }),
      ...(changes.lastName === undefined ? {} : { last_name: changes.lastName }),
      ...(changes.timezone === undefined ? {} : { timezone: changes.timezone }),
      ...(changes.phoneNumber === undefined ? {} : { phone_number: changes.phoneNumber }),
      ...(changes.undoSeconds === undefined ? {} : { undo_seconds: changes.undoSeconds }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}
