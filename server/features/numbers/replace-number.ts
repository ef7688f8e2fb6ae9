import type { AuditAction } from '../../../contract/audit.ts';
import type { LinkStatus } from '../../../contract/seats.ts';
import { inTransaction, isUniqueViolation, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { publish } from '../../live/publish.ts';
import { formatPhone } from '../../phone.ts';
import { lockAccount } from '../accounts/store.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { findSeat } from '../team/seats/store.ts';
import { AFTER_CRASH_MS, purchase } from './purchase.ts';
import { putInPlace } from './put-in-place.ts';
import { enqueueFollowLink } from './refresh-link.ts';
import { requireRoom } from './require-room.ts';
import { searchNumbers } from './search-numbers.ts';
import { findNumberOfSeat, insertNumber, type NumberRow, setLink } from './store.ts';

interface Replaced {
  phoneNumber: string;
  linkStatus: LinkStatus;
}

/**
 * Another number for a seat. The new one is bought first and then replaces the old one, so that the seat is never without; if it
 * can't be bought, nothing changes. The old one goes into quarantine.
 */
export async function replaceNumber(
  deps: Deps,
  actor: Actor,
  wanted: {
    seatId: string;
    phoneNumber: string;
    action: Extract<AuditAction, `number.${string}`>;
    /** Only if it replaces this one (its ID). */
    insteadOf?: string;
  },
): Promise<Replaced> {
  const { accountId } = actor;
  const { seatId, phoneNumber } = wanted;
  const id = deps.newId();
  const before = await begin(deps, { ...wanted, accountId, id });
  if (before.phoneNumber === phoneNumber) return before;

  const carrierNumberId = await purchase(deps, { accountId, id, phoneNumber });
  await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, accountId);
    if (carrierNumberId !== null) {
      const link = { linkStatus: 'linking' as const, carrierNumberId, at: deps.clock() };
      await setLink(tx, accountId, id, link);
      await putInPlace(tx, deps, accountId, id);
    }
    await recordAudit(tx, deps, actor, {
      action: wanted.action,
      subjectId: seatId,
      subject: formatPhone(phoneNumber),
      details: { before: formatPhone(before.phoneNumber) },
    });
    await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: seatId }]);
  });
  return { phoneNumber, linkStatus: 'linking' };
}

/** Adds the new number to our tables, next to the seat's present one. */
async function begin(
  deps: Deps,
  number: {
    accountId: string;
    id: string;
    seatId: string;
    phoneNumber: string;
    insteadOf?: string;
  },
): Promise<Replaced> {
  const { accountId, id, seatId, phoneNumber } = number;
  const now = deps.clock();
  try {
    return await inTransaction(deps.db, async (tx) => {
      await lockAccount(tx, accountId);
      const present = await requireNumberOf(tx, accountId, seatId);
      if (present.phoneNumber === phoneNumber) return present;
      if (number.insteadOf !== undefined && number.insteadOf !== present.id)
        throw new Failure('number_changing');
      await requireRoom(tx, accountId);
      await insertNumber(tx, {
        accountId,
        id,
        seatId,
        isReplacement: true,
        phoneNumber,
        carrier: deps.carrier.name,
        createdAt: now,
      });
      await enqueueFollowLink(tx, { accountId, id }, new Date(now.getTime() + AFTER_CRASH_MS));
      return present;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'numbers_one_replacement')) throw new Failure('number_changing');
    if (isUniqueViolation(error)) throw new Failure('number_taken');
    throw error;
  }
}

async function requireNumberOf(tx: Tx, accountId: string, seatId: string): Promise<NumberRow> {
  if ((await findSeat(tx, accountId, seatId)) === undefined) throw new Failure('not_found');
  const present = await findNumberOfSeat(tx, accountId, seatId);
  if (present === undefined) throw new Failure('no_number');
  return present;
}

/** A second click on Reset must not buy a second number. */
const RESET_PAUSE_MS = 60_000;
const MOST_TRIES = 5;

/** Any number of the same area; when someone is faster, the next one. */
export async function resetNumber(deps: Deps, actor: Actor, seatId: string): Promise<Replaced> {
  const present = await inTransaction(deps.db, (tx) => requireNumberOf(tx, actor.accountId, seatId));
  if (deps.clock().getTime() - present.createdAt.getTime() < RESET_PAUSE_MS)
    throw new Failure('number_changing');
  const areaCode = /^\+1(\d{3})/.exec(present.phoneNumber)?.[1];
  const forSale = areaCode === undefined ? [] : await searchNumbers(deps, areaCode, MOST_TRIES);
  for (const { phoneNumber } of forSale) {
    try {
      const wanted = { seatId, phoneNumber, action: 'number.reset' as const, insteadOf: present.id };
      return await replaceNumber(deps, actor, wanted);
    } catch (error) {
      const isGone =
        error instanceof Failure && (error.code === 'number_taken' || error.code === 'number_not_available');
      if (!isGone) throw error;
    }
  }
  throw new Failure('number_not_available');
}
