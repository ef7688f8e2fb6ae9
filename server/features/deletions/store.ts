import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { AccountUser } from './rules.ts';

export async function listPeople(db: Db, accountId: string): Promise<AccountUser[]> {
  const { rows } = await sql<AccountUser>`
    select id, user_type as "userType", deletes_at is not null as "isLeaving",
           deactivated_at is not null as "isDeactivated", is_service as "isService"
      from users where account_id = ${accountId}`.execute(db);
  return rows;
}

export async function setUserDeletion(
  db: Db,
  accountId: string,
  userId: string,
  deletesAt: Date | null,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ deletes_at: deletesAt, deletion_warned_at: null })
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .execute();
}

export async function setAccountDeletion(db: Db, accountId: string, deletesAt: Date | null): Promise<void> {
  await db.updateTable('accounts').set({ deletes_at: deletesAt }).where('id', '=', accountId).execute();
}

/** Null: the account stays, or is gone. */
export async function findAccountDeletion(db: Db, accountId: string): Promise<Date | null> {
  const found = await db
    .selectFrom('accounts')
    .select('deletes_at as deletesAt')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return found?.deletesAt ?? null;
}

export async function countInvitations(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from invitations where account_id = ${accountId}`.execute(db);
  return rows[0]?.count ?? 0;
}

interface LeavingUser {
  accountId: string;
  userId: string;
  email: string;
  timezone: string;
  deletesAt: Date;
  scope: 'user' | 'account';
}

/** People to notify that it is near; each is returned once. */
export async function takeUnwarned(
  db: Db,
  due: { now: Date; until: Date; limit: number },
): Promise<LeavingUser[]> {
  const { rows } = await sql<LeavingUser>`
    update users u set deletion_warned_at = ${due.now}
      from accounts a
     where a.id = u.account_id and (u.account_id, u.id) in (
             select account_id, id from users
              where deletes_at > ${due.now} and deletes_at <= ${due.until} and deletion_warned_at is null
              order by deletes_at limit ${due.limit} for update skip locked)
    returning u.account_id as "accountId", u.id as "userId", u.email, u.timezone, u.deletes_at as "deletesAt",
              case when a.deletes_at is null then 'user' else 'account' end as scope`.execute(db);
  return rows;
}

export async function listDue(
  db: Db,
  due: { now: Date; limit: number },
): Promise<{ accountId: string; userId: string }[]> {
  const { rows } = await sql<{ accountId: string; userId: string }>`
    select account_id as "accountId", id as "userId" from users
     where deletes_at <= ${due.now} order by deletes_at limit ${due.limit}`.execute(db);
  return rows;
}
