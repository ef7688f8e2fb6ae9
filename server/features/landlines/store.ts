import type { LandlineOwner, LandlineRejection, LandlineState } from '../../../contract/landlines.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { OPEN_STATES } from './rules.ts';

export interface LandlineRow {
  accountId: string;
  id: string;
  seatId: string;
  userId: string;
  phoneNumber: string;
  carrier: string;
  carrierOrderId: string | null;
  state: LandlineState;
  owner: LandlineOwner;
  email: string;
  codeToType: string | null;
  codeSentAt: Date | null;
  codeTries: number;
  letterSubmitted: boolean;
  needsCarrierLetter: boolean;
  rejection: LandlineRejection | null;
  provenAt: Date | null;
  /** Since when the carrier keeps it although it is over here. */
  keptAt: Date | null;
  createdAt: Date;
  changedAt: Date;
}

const COLUMNS = [
  'account_id as accountId',
  'id',
  'seat_id as seatId',
  'user_id as userId',
  'phone_number as phoneNumber',
  'carrier',
  'carrier_order_id as carrierOrderId',
  'state',
  'owner',
  'email',
  'code_to_type as codeToType',
  'code_sent_at as codeSentAt',
  'code_tries as codeTries',
  'letter_submitted as letterSubmitted',
  'needs_carrier_letter as needsCarrierLetter',
  'rejection',
  'proven_at as provenAt',
  'kept_at as keptAt',
  'created_at as createdAt',
  'changed_at as changedAt',
] as const;

function orders(db: Db, accountId: string) {
  return db.selectFrom('landline_orders').select(COLUMNS).where('account_id', '=', accountId);
}

export async function findOrder(db: Db, accountId: string, id: string): Promise<LandlineRow | undefined> {
  return orders(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** No one else changes it until the transaction ends. */
export async function lockOrder(tx: Tx, accountId: string, id: string): Promise<LandlineRow | undefined> {
  return orders(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The one that is open, or else the latest. */
export async function findOrderOfSeat(
  db: Db,
  accountId: string,
  seatId: string,
): Promise<LandlineRow | undefined> {
  return orders(db, accountId)
    .where('seat_id', '=', seatId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Fails on a unique key when the seat has an open one, or someone is just setting this number up. */
export async function insertOrder(
  tx: Tx,
  order: Pick<
    LandlineRow,
    | 'accountId'
    | 'id'
    | 'seatId'
    | 'userId'
    | 'phoneNumber'
    | 'carrier'
    | 'carrierOrderId'
    | 'state'
    | 'provenAt'
    | 'owner'
    | 'email'
    | 'createdAt'
  >,
): Promise<void> {
  await tx
    .insertInto('landline_orders')
    .values({
      account_id: order.accountId,
      id: order.id,
      seat_id: order.seatId,
      user_id: order.userId,
      phone_number: order.phoneNumber,
      carrier: order.carrier,
      carrier_order_id: order.carrierOrderId,
      state: order.state,
      proven_at: order.provenAt,
      owner: JSON.stringify(order.owner),
      email: order.email,
      created_at: order.createdAt,
      changed_at: order.createdAt,
    })
    .execute();
  await tx
    .insertInto('landline_claims')
    .values({ phone_number: order.phoneNumber, account_id: order.accountId, order_id: order.id })
    .execute();
}

export async function deleteOrder(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('landline_orders').where('account_id', '=', accountId).where('id', '=', id).execute();
}

export interface OrderChange {
  state?: LandlineState;
  carrierOrderId?: string;
  codeToType?: string | null;
  codeSentAt?: Date;
  codeTries?: number;
  letterSubmitted?: boolean;
  needsCarrierLetter?: boolean;
  rejection?: LandlineRejection | null;
  provenAt?: Date;
  keptAt?: Date | null;
  numberId?: string;
  changedAt?: Date;
}

export async function changeOrder(
  db: Db,
  { accountId, id }: Pick<LandlineRow, 'accountId' | 'id'>,
  change: OrderChange,
): Promise<void> {
  const values = {
    ...(change.state === undefined ? {} : { state: change.state }),
    ...(change.carrierOrderId === undefined ? {} : { carrier_order_id: change.carrierOrderId }),
    ...(change.codeToType === undefined ? {} : { code_to_type: change.codeToType }),
    ...(change.codeSentAt === undefined ? {} : { code_sent_at: change.codeSentAt }),
    ...(change.codeTries === undefined ? {} : { code_tries: change.codeTries }),
    ...(change.letterSubmitted === undefined ? {} : { letter_submitted: change.letterSubmitted }),
    ...(change.needsCarrierLetter === undefined ? {} : { needs_carrier_letter: change.needsCarrierLetter }),
    ...(change.rejection === undefined ? {} : { rejection: change.rejection }),
    ...(change.provenAt === undefined ? {} : { proven_at: change.provenAt }),
    ...(change.keptAt === undefined ? {} : { kept_at: change.keptAt }),
    ...(change.numberId === undefined ? {} : { number_id: change.numberId }),
    ...(change.changedAt === undefined ? {} : { changed_at: change.changedAt }),
  };
  await db
    .updateTable('landline_orders')
    .set(values)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** One of the account's own that the carrier has not let go of. */
export async function findKept(
  db: Db,
  accountId: string,
  phoneNumber: string,
): Promise<LandlineRow | undefined> {
  return orders(db, accountId)
    .where('phone_number', '=', phoneNumber)
    .where('kept_at', 'is not', null)
    .executeTakeFirst();
}

/** Those of the account that keep others from setting the same number up. */
export async function listClaimed(db: Db, accountId: string): Promise<LandlineRow[]> {
  return orders(db, accountId)
    .where('id', 'in', (claims) =>
      claims.selectFrom('landline_claims').select('order_id').where('account_id', '=', accountId),
    )
    .execute();
}

/** Across accounts: an open order, by the carrier's ID. */
export function findByCarrierOrder(
  db: Db,
  carrier: string,
  carrierOrderId: string,
): Promise<{ accountId: string; id: string } | undefined> {
  return db
    .selectFrom('landline_orders')
    .select(['account_id as accountId', 'id'])
    .where('carrier', '=', carrier)
    .where('carrier_order_id', '=', carrierOrderId)
    .where('state', 'in', [...OPEN_STATES])
    .executeTakeFirst();
}
