import { sql } from 'kysely';
import type { NumberRejection } from '../../../contract/numbers.ts';
import type { LinkStatus } from '../../../contract/seats.ts';
import type { Db } from '../../db/connection.ts';

export interface NumberRow {
  accountId: string;
  id: string;
  /** The seat that texts from it; null while it only receives. */
  seatId: string | null;
  /** The seat in whose inbox its texts land. */
  receivingSeatId: string;
  phoneNumber: string;
  carrier: string;
  carrierNumberId: string | null;
  linkStatus: LinkStatus;
  /** Why, where it is rejected. */
  rejection: string | null;
  /** Its calls stay with the company's phone company. */
  isLandline: boolean;
  createdAt: Date;
  quarantinedUntil: Date | null;
  releasedAt: Date | null;
}

function numbers(db: Db, accountId: string) {
  return db
    .selectFrom('numbers')
    .select([
      'account_id as accountId',
      'id',
      'seat_id as seatId',
      sql<string>`coalesce(seat_id, inbound_seat_id)`.as('receivingSeatId'),
      'phone_number as phoneNumber',
      'carrier',
      'carrier_number_id as carrierNumberId',
      'link_status as linkStatus',
      'rejection',
      'is_landline as isLandline',
      'created_at as createdAt',
      'quarantined_until as quarantinedUntil',
      'released_at as releasedAt',
    ])
    .where('account_id', '=', accountId);
}

/** Fails on a unique key when the seat has a number (or is getting another one), or another seat has this one. */
export async function insertNumber(
  db: Db,
  number: {
    accountId: string;
    id: string;
    seatId: string;
    /** It will replace the seat's present one. */
    isReplacement?: boolean;
    /** Its calls stay with the company's phone company. */
    isLandline?: boolean;
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
      seat_id: number.isReplacement ? null : number.seatId,
      inbound_seat_id: number.isReplacement ? number.seatId : null,
      phone_number: number.phoneNumber,
      carrier: number.carrier,
      link_status: 'linking',
      is_landline: number.isLandline ?? false,
      created_at: number.createdAt,
    })
    .execute();
  await db
    .insertInto('number_directory')
    .values({ phone_number: number.phoneNumber, account_id: number.accountId, number_id: number.id })
    .execute();
}

export function findNumber(db: Db, accountId: string, id: string): Promise<NumberRow | undefined> {
  return numbers(db, accountId).where('id', '=', id).executeTakeFirst();
}

export function findNumberOfSeat(db: Db, accountId: string, seatId: string): Promise<NumberRow | undefined> {
  return numbers(db, accountId).where('seat_id', '=', seatId).executeTakeFirst();
}

export function findNumbersOfSeats(db: Db, accountId: string, seatIds: string[]): Promise<NumberRow[]> {
  return numbers(db, accountId).where('seat_id', '=', sql<string>`any(${seatIds}::uuid[])`).execute();
}

/** The one that the seat is just getting. */
export function findReplacement(db: Db, accountId: string, seatId: string): Promise<NumberRow | undefined> {
  return numbers(db, accountId)
    .where('inbound_seat_id', '=', seatId)
    .where('quarantined_until', 'is', null)
    .executeTakeFirst();
}

export async function deleteNumber(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('numbers').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** From now on it only receives. */
export async function setQuarantine(
  db: Db,
  number: Pick<NumberRow, 'accountId' | 'id' | 'receivingSeatId'>,
  until: Date,
): Promise<void> {
  await db
    .updateTable('numbers')
    .set({ seat_id: null, inbound_seat_id: number.receivingSeatId, quarantined_until: until })
    .where('account_id', '=', number.accountId)
    .where('id', '=', number.id)
    .execute();
}

/** From now on its seat texts from it. */
export async function setInPlace(
  db: Db,
  number: Pick<NumberRow, 'accountId' | 'id' | 'receivingSeatId'>,
): Promise<void> {
  await db
    .updateTable('numbers')
    .set({ seat_id: number.receivingSeatId, inbound_seat_id: null })
    .where('account_id', '=', number.accountId)
    .where('id', '=', number.id)
    .execute();
}

/** No one has it anymore; anyone may buy it. */
export async function setReleased(db: Db, accountId: string, id: string, at: Date): Promise<void> {
  await db
    .deleteFrom('number_directory')
    .where('account_id', '=', accountId)
    .where('number_id', '=', id)
    .execute();
  await db
    .updateTable('numbers')
    .set({ released_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** True when this changed anything: a number that is linked stays so. */
export async function setLink(
  db: Db,
  accountId: string,
  id: string,
  link: {
    linkStatus: LinkStatus;
    carrierNumberId: string | null;
    rejection?: NumberRejection | null;
    at: Date;
  },
): Promise<boolean> {
  const result = await db
    .updateTable('numbers')
    .set({
      link_status: link.linkStatus,
      ...(link.carrierNumberId === null ? {} : { carrier_number_id: link.carrierNumberId }),
      ...(link.linkStatus === 'linked' ? { linked_at: link.at } : {}),
      ...(link.linkStatus === 'rejected' ? { rejection: link.rejection ?? null } : {}),
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
    .innerJoin('seat_numbers', (join) =>
      join
        .onRef('seat_numbers.account_id', '=', 'seats.account_id')
        .onRef('seat_numbers.seat_id', '=', 'seats.id'),
    )
    .select(['seats.user_id as userId', 'seat_numbers.link_status as linkStatus', 'seat_numbers.rejection'])
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

export async function setCallsUrl(db: Db, accountId: string, id: string, callsUrl: string): Promise<void> {
  await db
    .updateTable('numbers')
    .set({ calls_url: callsUrl })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Across accounts: linked numbers whose calls the carrier asks about elsewhere, or nowhere. */
export function listNumbersAskingElsewhere(
  db: Db,
  wanted: { carrier: string; callsUrl: string; limit: number },
): Promise<{ accountId: string; id: string }[]> {
  return (
    db
      .selectFrom('numbers')
      .select(['account_id as accountId', 'id'])
      .where('link_status', '=', 'linked')
      .where('is_landline', '=', false)
      .where('carrier', '=', wanted.carrier)
      .where('carrier_number_id', 'is not', null)
      .where('released_at', 'is', null)
      // Each of the three is a range of the index.
      .where((or) =>
        or.or([
          or('calls_url', 'is', null),
          or('calls_url', '<', wanted.callsUrl),
          or('calls_url', '>', wanted.callsUrl),
        ]),
      )
      .limit(wanted.limit)
      .execute()
  );
}

export async function findSeatOfNumber(
  db: Db,
  accountId: string,
  phoneNumber: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('seat_numbers')
    .select('seat_id as seatId')
    .where('account_id', '=', accountId)
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst();
  return found?.seatId ?? undefined;
}
