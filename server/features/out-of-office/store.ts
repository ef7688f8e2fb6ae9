import { sql } from 'kysely';
import type { Db, ReadDb } from '../../db/connection.ts';
import type { Period, Settings } from './rules.ts';

interface OutOfOfficeRow extends Settings {
  /** Of the person. */
  name: string;
  timezone: string;
}

/** Of a user of the account; someone who never set it is simply not away. Undefined: no such user, or a former member. */
export function findOutOfOffice(
  db: Db,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<OutOfOfficeRow | undefined> {
  return db
    .selectFrom('users')
    .leftJoin('out_of_office as o', (join) =>
      join.onRef('o.account_id', '=', 'users.account_id').onRef('o.user_id', '=', 'users.id'),
    )
    .select([
      'users.timezone',
      sql<string>`trim(users.first_name || ' ' || users.last_name)`.as('name'),
      sql<boolean>`coalesce(o.enabled, false)`.as('enabled'),
      sql<string>`coalesce(o.message, '')`.as('message'),
      'o.starts_at as startsAt',
      'o.ends_at as endsAt',
      'o.delegate_user_id as delegateUserId',
    ])
    .where('users.account_id', '=', accountId)
    .where('users.id', '=', userId)
    .where('users.deactivated_at', 'is', null)
    .executeTakeFirst();
}

/** The same, and no one else changes it until the transaction ends. */
export async function lockOutOfOffice(
  db: Db,
  who: { accountId: string; userId: string },
): Promise<OutOfOfficeRow | undefined> {
  await sql`
    insert into out_of_office (account_id, user_id)
    select account_id, id from users where account_id = ${who.accountId} and id = ${who.userId}
        on conflict (account_id, user_id) do nothing`.execute(db);
  await db
    .selectFrom('out_of_office')
    .select('user_id')
    .where('account_id', '=', who.accountId)
    .where('user_id', '=', who.userId)
    .forUpdate()
    .execute();
  return findOutOfOffice(db, who);
}

export async function setOutOfOffice(
  db: Db,
  { accountId, userId }: { accountId: string; userId: string },
  settings: Settings,
  /** Null: no new absence begins. */
  absence: { id: string; at: Date } | null,
): Promise<void> {
  await db
    .updateTable('out_of_office')
    .set({
      enabled: settings.enabled,
      message: settings.message,
      starts_at: settings.startsAt,
      ends_at: settings.endsAt,
      delegate_user_id: settings.delegateUserId,
      ...(absence === null ? {} : { absence_id: absence.id, switched_on_at: absence.at }),
    })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
}

interface Delegate {
  id: string;
  firstName: string;
  lastName: string;
  /** Null: not switched on, or over. */
  absence: Period | null;
}

/** Everyone else in the account who has a seat. A service reads nothing. */
export async function listDelegates(
  db: Db,
  { accountId, userId }: { accountId: string; userId: string },
  now: Date,
): Promise<Delegate[]> {
  const rows = await db
    .selectFrom('seats')
    .innerJoin('users', (join) =>
      join.onRef('users.account_id', '=', 'seats.account_id').onRef('users.id', '=', 'seats.user_id'),
    )
    .leftJoin('out_of_office as away', (join) =>
      join
        .onRef('away.account_id', '=', 'users.account_id')
        .onRef('away.user_id', '=', 'users.id')
        .on('away.enabled', '=', true)
        .on((away) => away.or([away('away.ends_at', 'is', null), away('away.ends_at', '>', now)])),
    )
    .select([
      'users.id',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'away.user_id as awayId',
      'away.starts_at as startsAt',
      'away.ends_at as endsAt',
    ])
    .where('seats.account_id', '=', accountId)
    .where('seats.status', '=', 'used')
    .where('users.id', '<>', userId)
    .where('users.is_service', '=', false)
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute();
  return rows.map(({ awayId, startsAt, endsAt, ...person }) => ({
    ...person,
    absence: awayId === null ? null : { startsAt, endsAt },
  }));
}

/** The seats of these people, whose browsers are to be notified. */
export async function listSeatIds(db: Db, accountId: string, userIds: string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('seats')
    .select('id')
    .where('account_id', '=', accountId)
    .where('user_id', 'in', userIds)
    .execute();
  return rows.map((row) => row.id);
}

/** True for the first text of a candidate in an absence, and for no other however many come at once. */
export async function claimReply(
  db: Db,
  reply: { accountId: string; userId: string; candidateId: string; absenceId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into out_of_office_replies as known (account_id, user_id, candidate_id, absence_id, replied_at)
    values (${reply.accountId}, ${reply.userId}, ${reply.candidateId}, ${reply.absenceId}, ${reply.at})
        on conflict (account_id, user_id, candidate_id)
        do update set absence_id = excluded.absence_id, replied_at = excluded.replied_at
     where known.absence_id <> excluded.absence_id
    returning 1`.execute(db);
  return rows.length > 0;
}

/** A colleague who is away, and since when their candidates' texts go to the delegate as well. */
export interface Covered {
  userId: string;
  firstName: string;
  lastName: string;
  since: Date;
  until: Date | null;
}

export async function listCovered(
  db: ReadDb,
  { accountId, userId }: { accountId: string; userId: string },
  now: Date,
): Promise<Covered[]> {
  const { rows } = await sql<Covered>`
    select o.user_id as "userId", u.first_name as "firstName", u.last_name as "lastName",
           greatest(o.starts_at, o.switched_on_at) as since, o.ends_at as until
      from out_of_office o
      join users u on u.account_id = o.account_id and u.id = o.user_id
      join seats s on s.account_id = o.account_id and s.user_id = o.delegate_user_id
     where o.account_id = ${accountId} and o.delegate_user_id = ${userId} and o.enabled
       and (o.starts_at is null or o.starts_at <= ${now}) and (o.ends_at is null or o.ends_at > ${now})
     order by u.first_name, u.last_name, u.id`.execute(db);
  return rows;
}
