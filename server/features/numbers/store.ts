import type { Db } from '../../db/connection.ts';

export interface NumberRow {
  accountId: string;
  id: string;
  seatId: string;
  phoneNumber: string;
  carrierNumberId: string | null;
  linkStatus: 'linking' | 'linked' | 'rejected';
  createdAt: Date;
}

const COLUMNS = [
  'account_id as accountId',
  'id',
  'seat_id as seatId',
  'phone_number as phoneNumber',
  'carrier_number_id as carrierNumberId',
  'link_status as linkStatus',
  'created_at as createdAt',
] as const;

/** Fails on a unique key when the seat has a number, or anybody has this one. */
export async function insertNumber(
  db: Db,
  number: {
    accountId: string;
    id: string;
    seatId: string;
    phoneNumber: string;
    carrier: string;
    createdAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('numbers')
    .values({
      account_id: number.accountId,
      id: number.id,
      seat_id: number.seatId,
      phone_number: number.phoneNumber,
      carrier: number.carrier,
      link_status: 'linking',
      created_at: number.createdAt,
    })
    .execute();
  await db
    .insertInto('number_directory')
    .values({ phone_number: number.phoneNumber, account_id: number.accountId, number_id: number.id })
    .execute();
}

export function findNumber(db: Db, accountId: string, id: string): Promise<NumberRow | undefined> {
  return db
    .selectFrom('numbers')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function findNumberOfSeat(db: Db, accountId: string, seatId: string): Promise<NumberRow | undefined> {
  return db
    .selectFrom('numbers')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('seat_id', '=', seatId)
    .executeTakeFirst();
}

export async function deleteNumber(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('numbers').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** True when this changed anything: a number that is linked stays so. */
export async function setLink(
  db: Db,
  accountId: string,
  id: string,
  link: { linkStatus: 'linking' | 'linked' | 'rejected'; carrierNumberId: string | null; at: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('numbers')
    .set({
      link_status: link.linkStatus,
      ...(link.carrierNumberId === null ? {} : { carrier_number_id: link.carrierNumberId }),
      ...(link.linkStatus === 'linked' ? { linked_at: link.at } : {}),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('link_status', '=', 'linking')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export function findSeatLink(db: Db, accountId: string, seatId: string) {
  return db
    .selectFrom('seats')
    .leftJoin('numbers', (join) =>
      join.onRef('numbers.account_id', '=', 'seats.account_id').onRef('numbers.seat_id', '=', 'seats.id'),
    )
    .select(['seats.user_id as userId', 'numbers.link_status as linkStatus'])
    .where('seats.account_id', '=', accountId)
    .where('seats.id', '=', seatId)
    .executeTakeFirst();
}

/** The number's next text is not handed to the carrier before this. */
export async function setNextSendAt(db: Db, accountId: string, id: string, at: Date): Promise<void> {
  await db
    .updateTable('numbers')
    .set({ next_send_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}
