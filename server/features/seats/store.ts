import type { Db } from '../../db/connection.ts';

export interface NewSeat {
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

export async function deleteSeats(db: Db, accountId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('seats').where('account_id', '=', accountId).where('id', 'in', ids).execute();
}

export function listSeatStatuses(db: Db, accountId: string) {
  return db
    .selectFrom('seats')
    .select(['id', 'status', 'user_id as userId'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function listSeats(db: Db, accountId: string) {
  return db
    .selectFrom('seats')
    .leftJoin('users', (join) =>
      join.onRef('users.account_id', '=', 'seats.account_id').onRef('users.id', '=', 'seats.user_id'),
    )
    .leftJoin('numbers', (join) =>
      join.onRef('numbers.account_id', '=', 'seats.account_id').onRef('numbers.seat_id', '=', 'seats.id'),
    )
    .select([
      'seats.id',
      'seats.status',
      'seats.seat_role as seatRole',
      'seats.seat_type as seatType',
      'seats.tags',
      'seats.pending_email as pendingEmail',
      'users.id as userId',
      'users.user_type as userType',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'users.email',
      'numbers.phone_number as phoneNumber',
      'numbers.link_status as linkStatus',
    ])
    .where('seats.account_id', '=', accountId)
    .orderBy('seats.created_at')
    .orderBy('seats.id')
    .execute();
}
