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
      'mfa_enabled as mfaEnabled',
      'email_verified_at as emailVerifiedAt',
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
  mfaEnabled?: boolean | undefined;
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
      ...(changes.mfaEnabled === undefined ? {} : { mfa_enabled: changes.mfaEnabled }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function setPasswordHash(
  db: Db,
  accountId: string,
  id: string,
  passwordHash: string,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function markEmailVerified(db: Db, accountId: string, id: string, at: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute();
}
