import { sql } from 'kysely';
import type { SeatRole, SeatStatus, SeatType, UserType } from '../../../../contract/seats.ts';
import type { Db } from '../../../db/connection.ts';

interface NewSeat {
  id: string;
  status: 'used' | 'available';
  userId: string | null;
}

export async function insertSeats(db: Db, accountId: string, seats: NewSeat[]): Promise<void> {
  if (seats.length === 0) return;
  await db
    .insertInto('seats')
    .values(
      seats.map((seat) => ({
        account_id: accountId,
        id: seat.id,
        status: seat.status,
        seat_role: 'recruiter' as const,
        seat_type: 'texter' as const,
        user_id: seat.userId,
      })),
    )
    .execute();
}

/** Their rows stay, because their threads do. */
export async function removeSeats(db: Db, accountId: string, ids: string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('seats')
    .set({ removed_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export interface SeatFacts {
  id: string;
  status: SeatStatus;
  seatRole: SeatRole;
  seatType: SeatType;
  userId: string | null;
  pendingEmail: string | null;
  /** The colleague who reads what arrives while no one has the seat. */
  coveredBy: string | null;
  hasNumber: boolean;
  /** Software has the seat. */
  isService: boolean;
}

/** The seats of the account, the oldest first. */
function seats(db: Db, accountId: string) {
  return db
    .selectFrom('seats')
    .leftJoin('numbers', (join) =>
      join.onRef('numbers.account_id', '=', 'seats.account_id').onRef('numbers.seat_id', '=', 'seats.id'),
    )
    .leftJoin('users', (join) =>
      join.onRef('users.account_id', '=', 'seats.account_id').onRef('users.id', '=', 'seats.user_id'),
    )
    .select([
      'seats.id',
      'seats.status',
      'seats.seat_role as seatRole',
      'seats.seat_type as seatType',
      'seats.user_id as userId',
      'seats.pending_email as pendingEmail',
      'seats.covered_by as coveredBy',
      sql<boolean>`numbers.id is not null`.as('hasNumber'),
      sql<boolean>`coalesce(users.is_service, false)`.as('isService'),
    ])
    .where('seats.account_id', '=', accountId)
    .where('seats.removed_at', 'is', null)
    .orderBy('seats.created_at')
    .orderBy('seats.id');
}

export function listSeatFacts(db: Db, accountId: string): Promise<SeatFacts[]> {
  return seats(db, accountId).execute();
}

export async function countSeats(
  db: Db,
  accountId: string,
): Promise<{ used: number; pending: number; available: number; total: number }> {
  const { total, pending, available } = await db
    .selectFrom('seats')
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where status = 'pendingInvitation'))::int`.as('pending'),
      sql<number>`(count(*) filter (where status = 'available'))::int`.as('available'),
    ])
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { used: total - pending - available, pending, available, total };
}

export function findSeat(db: Db, accountId: string, id: string): Promise<SeatFacts | undefined> {
  return seats(db, accountId).where('seats.id', '=', id).executeTakeFirst();
}

export function findSeatOf(db: Db, accountId: string, userId: string): Promise<SeatFacts | undefined> {
  return seats(db, accountId).where('seats.user_id', '=', userId).executeTakeFirst();
}

/** The people who have one, by name. */
export function listSeated(
  db: Db,
  accountId: string,
): Promise<{ id: string; firstName: string; lastName: string; avatarId: string | null }[]> {
  return db
    .selectFrom('seats')
    .innerJoin('users', (join) =>
      join.onRef('users.account_id', '=', 'seats.account_id').onRef('users.id', '=', 'seats.user_id'),
    )
    .select([
      'users.id',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'users.avatar_id as avatarId',
    ])
    .where('seats.account_id', '=', accountId)
    .where('seats.status', '=', 'used')
    .where('seats.removed_at', 'is', null)
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute();
}

/** When the carriers registered the seat's number; undefined when it has none. */
export async function findRegisteredNumber(
  db: Db,
  accountId: string,
  seatId: string,
): Promise<{ phoneNumber: string; registeredAt: Date | null } | undefined> {
  return db
    .selectFrom('numbers')
    .select(['phone_number as phoneNumber', 'registered_at as registeredAt'])
    .where('account_id', '=', accountId)
    .where('seat_id', '=', seatId)
    .executeTakeFirst();
}

/** The seat to which this address is invited. */
export function findPendingSeat(db: Db, accountId: string, email: string): Promise<SeatFacts | undefined> {
  return seats(db, accountId).where('seats.pending_email', '=', email).executeTakeFirst();
}

interface SeatChange {
  status?: SeatStatus;
  seatRole?: SeatRole;
  seatType?: SeatType;
  userId?: string | null;
  pendingEmail?: string | null;
  coveredBy?: string | null;
  tags?: string[];
}

/** False when the account has no such seat. */
export async function updateSeat(
  db: Db,
  accountId: string,
  id: string,
  change: SeatChange,
): Promise<boolean> {
  const result = await db
    .updateTable('seats')
    .set({
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(change.seatRole === undefined ? {} : { seat_role: change.seatRole }),
      ...(change.seatType === undefined ? {} : { seat_type: change.seatType }),
      ...(change.userId === undefined ? {} : { user_id: change.userId }),
      ...(change.pendingEmail === undefined ? {} : { pending_email: change.pendingEmail }),
      ...(change.coveredBy === undefined ? {} : { covered_by: change.coveredBy }),
      ...(change.tags === undefined ? {} : { tags: change.tags }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** People who have left cover no seats. */
export async function endCoversBy(db: Db, accountId: string, userId: string): Promise<void> {
  await db
    .updateTable('seats')
    .set({ covered_by: null })
    .where('account_id', '=', accountId)
    .where('covered_by', '=', userId)
    .execute();
}

/** The seats wait for these people (addresses in lower case). */
export async function setPending(
  db: Db,
  accountId: string,
  seats: { id: string; email: string }[],
  as: { seatRole: SeatRole; seatType: SeatType },
): Promise<void> {
  if (seats.length === 0) return;
  await sql`
    update seats
       set status = 'pendingInvitation', user_id = null, pending_email = asked.email,
           seat_role = ${as.seatRole}, seat_type = ${as.seatType}
      from unnest(${seats.map(({ id }) => id)}::uuid[], ${seats.map(({ email }) => email)}::text[]) as asked (id, email)
     where seats.account_id = ${accountId} and seats.id = asked.id`.execute(db);
}

/** Everything that the team page shows, in one query. */
export function listSeats(db: Db, accountId: string) {
  return (
    db
      .selectFrom('seats')
      .leftJoin('users', (join) =>
        join.onRef('users.account_id', '=', 'seats.account_id').onRef('users.id', '=', 'seats.user_id'),
      )
      .leftJoin('invitations', (join) =>
        join
          .onRef('invitations.account_id', '=', 'seats.account_id')
          .onRef('invitations.seat_id', '=', 'seats.id'),
      )
      // One look for each seat: joined as a whole, recently bought seats would each be compared with every other.
      .leftJoinLateral(
        (query) =>
          query
            .selectFrom('seat_numbers as found')
            .selectAll('found')
            .whereRef('found.account_id', '=', 'seats.account_id')
            .whereRef('found.seat_id', '=', 'seats.id')
            .limit(1)
            .as('seat_numbers'),
        (join) => join.onTrue(),
      )
      .leftJoin('users as cover', (join) =>
        join.onRef('cover.account_id', '=', 'seats.account_id').onRef('cover.id', '=', 'seats.covered_by'),
      )
      .leftJoin('numbers as own', (join) =>
        join.onRef('own.account_id', '=', 'seats.account_id').onRef('own.id', '=', 'seat_numbers.number_id'),
      )
      .leftJoin('numbers as replacement', (join) =>
        join
          .onRef('replacement.account_id', '=', 'seats.account_id')
          .onRef('replacement.inbound_seat_id', '=', 'seats.id')
          .on('replacement.quarantined_until', 'is', null),
      )
      .leftJoin('landline_orders as brought', (join) =>
        join
          .onRef('brought.account_id', '=', 'seats.account_id')
          .onRef('brought.seat_id', '=', 'seats.id')
          // The open one: there is a unique index for it.
          .on('brought.state', 'in', ['verifying', 'signing', 'reviewing'])
          .on('seat_numbers.number_id', 'is not', null),
      )
      .select([
        'seats.id',
        'seats.status',
        'seats.seat_role as seatRole',
        'seats.seat_type as seatType',
        'seats.tags',
        'seats.pending_email as pendingEmail',
        'users.id as userId',
        'cover.id as coverId',
        'cover.first_name as coverFirstName',
        'cover.last_name as coverLastName',
        sql<UserType | null>`coalesce(users.user_type, invitations.user_type)`.as('userType'),
        'users.first_name as firstName',
        'users.last_name as lastName',
        'users.email',
        'users.avatar_id as avatarId',
        'users.last_active_at as lastActiveAt',
        sql<boolean>`users.deletes_at is not null`.as('isLeaving'),
        sql<boolean>`coalesce(users.is_service, false)`.as('isService'),
        'invitations.first_name as invitedFirstName',
        'invitations.last_name as invitedLastName',
        'invitations.sent_at as sentAt',
        'invitations.expires_at as expiresAt',
        'seat_numbers.number_id as numberId',
        'seat_numbers.phone_number as phoneNumber',
        'seat_numbers.link_status as linkStatus',
        'seat_numbers.rejection',
        'own.registered_at as registeredAt',
        sql<boolean>`replacement.id is not null`.as('isReplaced'),
        sql<string | null>`coalesce(replacement.phone_number, brought.phone_number)`.as('replacementNumber'),
      ])
      .where('seats.account_id', '=', accountId)
      .where('seats.removed_at', 'is', null)
      .orderBy('seats.created_at')
      .orderBy('seats.id')
      .execute()
  );
}
