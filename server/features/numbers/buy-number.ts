import type { LinkStatus } from '../../../contract/seats.ts';
import { inTransaction, isUniqueViolation } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { formatPhone } from '../../phone.ts';
import { lockAccount } from '../accounts/store.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { findSeat, findSeatOf } from '../team/seats/store.ts';
import { AFTER_CRASH_MS, purchase } from './purchase.ts';
import { enqueueFollowLink } from './refresh-link.ts';
import { replaceNumber } from './replace-number.ts';
import { requireRoom } from './require-room.ts';
import { findNumberOfSeat, insertNumber, type NumberRow, setLink } from './store.ts';

/**
 * Buys a number for the person's seat, replacing at most a rejected one. The number is reserved in our tables before the carrier is
 * asked, so that whatever happens during the call, it is followed up and never bought twice.
 */
export async function buyNumber(
  deps: Deps,
  of: { accountId: string; userId: string; seatId: string | null },
  actor: Actor,
  phoneNumber: string,
): Promise<{ phoneNumber: string; linkStatus: LinkStatus }> {
  const { accountId, userId, seatId } = of;
  if (seatId === null) throw new Failure('deactivated');

  const present = await findNumberOfSeat(deps.db, accountId, seatId);
  if (present?.linkStatus === 'rejected' && present.phoneNumber !== phoneNumber)
    return replaceNumber(deps, actor, {
      seatId,
      phoneNumber,
      action: 'number.changed',
      insteadOf: present.id,
    });
  if (present) return sameOrRefused(present, phoneNumber);

  const id = deps.newId();
  const now = deps.clock();
  try {
    await inTransaction(deps.db, async (tx) => {
      await lockAccount(tx, accountId);
      // They may have lost the seat, or the right to a number, a moment ago.
      const seat = await findSeatOf(tx, accountId, userId);
      if (seat?.id !== seatId) throw new Failure('deactivated');
      if (seat.seatType === 'nonTexter') throw new Failure('non_texter');
      await requireRoom(tx, accountId);
      await insertNumber(tx, {
        accountId,
        id,
        seatId,
        phoneNumber,
        carrier: deps.carrier.name,
        createdAt: now,
      });
      await enqueueFollowLink(tx, { accountId, id }, new Date(now.getTime() + AFTER_CRASH_MS));
    });
  } catch (error) {
    if (isUniqueViolation(error, 'numbers_account_id_seat_id_key')) {
      // The same person at the same moment: a second click on the same number buys nothing more.
      return sameOrRefused(await findNumberOfSeat(deps.db, accountId, seatId), phoneNumber);
    }
    if (isUniqueViolation(error)) throw new Failure('number_taken');
    throw error;
  }

  const carrierNumberId = await purchase(deps, { accountId, id, phoneNumber });
  await inTransaction(deps.db, async (tx) => {
    if (carrierNumberId !== null)
      await setLink(tx, accountId, id, { linkStatus: 'linking', carrierNumberId, at: deps.clock() });
    await recordAudit(tx, deps, actor, {
      action: 'number.bought',
      subjectId: seatId,
      subject: formatPhone(phoneNumber),
    });
  });
  return { phoneNumber, linkStatus: 'linking' };
}

/** The number that an admin chose for a seat: another one, or the first one of a service, which can't choose. */
export async function changeNumber(
  deps: Deps,
  actor: Actor,
  wanted: { seatId: string; phoneNumber: string },
): Promise<{ phoneNumber: string; linkStatus: LinkStatus }> {
  const { accountId } = actor;
  const { seatId, phoneNumber } = wanted;
  const seat = await findSeat(deps.db, accountId, seatId);
  if (seat?.isService && seat.userId !== null && !seat.hasNumber)
    return buyNumber(deps, { accountId, userId: seat.userId, seatId }, actor, phoneNumber);
  return replaceNumber(deps, actor, { seatId, phoneNumber, action: 'number.changed' });
}

/** Buying a number again changes nothing; no second one is bought. */
function sameOrRefused(
  present: Pick<NumberRow, 'phoneNumber' | 'linkStatus'> | undefined,
  phoneNumber: string,
): { phoneNumber: string; linkStatus: NumberRow['linkStatus'] } {
  if (present?.phoneNumber !== phoneNumber) throw new Failure('number_exists');
  return { phoneNumber, linkStatus: present.linkStatus };
}
