import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { findSeat } from '../team/seats/store.ts';
import { quarantine } from './quarantine.ts';
import { findNumber, findNumberOfSeat, setInPlace } from './store.ts';

/**
 * The new number is the seat's now. Where the seat was removed or lost its right to a number during the purchase, it is as
 * superfluous as the old one. The caller holds the account's row.
 */
export async function putInPlace(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  accountId: string,
  id: string,
): Promise<void> {
  const number = await findNumber(tx, accountId, id);
  if (number === undefined || number.seatId !== null || number.quarantinedUntil !== null) return;
  const seat = await findSeat(tx, accountId, number.receivingSeatId);
  if (seat === undefined || seat.seatType === 'nonTexter') {
    await quarantine(tx, deps, number);
    return;
  }
  const old = await findNumberOfSeat(tx, accountId, seat.id);
  if (old !== undefined) await quarantine(tx, deps, old);
  await setInPlace(tx, number);
}
