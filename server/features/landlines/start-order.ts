import type { CodeWay, LandlineOwner } from '../../../contract/landlines.ts';
import { inTransaction, isUniqueViolation, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { formatPhone, parsePhone } from '../../phone.ts';
import { lockAccount } from '../accounts/store.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { findSeatOf } from '../team/seats/store.ts';
import { findUser } from '../users/store.ts';
import { checkNumber } from './check-number.ts';
import { deleteClaim } from './claim-store.ts';
import { openAtCarrier } from './open-at-carrier.ts';
import { requestCode } from './request-code.ts';
import { isOpen } from './rules.ts';
import { enqueueLater } from './schedule.ts';
import {
  changeOrder,
  deleteOrder,
  findKept,
  findOrder,
  findOrderOfSeat,
  insertOrder,
  type LandlineRow,
} from './store.ts';

/** Later than the longest call to a carrier, in case we are killed in the middle of it. */
const AFTER_CRASH_MS = 30_000;

interface Wanted {
  phoneNumber: string;
  owner: LandlineOwner;
  verifyBy: CodeWay;
  extension?: string | undefined;
}

/**
 * Begins to set an existing number up. It is claimed in our tables before the carrier is asked, so that of two people at once only
 * one gets it, and whatever happens during the call is followed up.
 */
export async function startOrder(
  deps: Deps,
  session: Session,
  actor: Actor,
  wanted: Wanted,
): Promise<LandlineRow> {
  const { accountId, seatId, userId } = session;
  if (seatId === null) throw new Failure('deactivated');
  const present = await findOrderOfSeat(deps.db, accountId, seatId);
  if (present !== undefined && isOpen(present.state))
    return sameOrRefused(present, parsePhone(wanted.phoneNumber));
  const phoneNumber = await checkNumber(deps, wanted.phoneNumber, session);

  const id = deps.newId();
  const now = deps.clock();
  try {
    await inTransaction(deps.db, async (tx) => {
      await lockAccount(tx, accountId);
      // They may have lost the seat, or the right to a number, a moment ago.
      const seat = await findSeatOf(tx, accountId, userId);
      if (seat?.id !== seatId) throw new Failure('deactivated');
      if (seat.seatType === 'nonTexter') throw new Failure('non_texter');
      const { email } = await findUser(tx, accountId, userId);
      const carrier = deps.carrier.name;
      const { owner } = wanted;
      const kept = await resumeKept(tx, { accountId, phoneNumber, carrier, owner });
      await insertOrder(tx, {
        accountId,
        id,
        seatId,
        userId,
        phoneNumber,
        carrier,
        ...kept,
        owner,
        email,
        createdAt: now,
      });
      await recordAudit(tx, deps, actor, {
        action: 'number.landlineStarted',
        subjectId: seatId,
        subject: formatPhone(phoneNumber),
      });
      await enqueueLater(tx, { accountId, id }, new Date(now.getTime() + AFTER_CRASH_MS));
    });
  } catch (error) {
    if (isUniqueViolation(error, 'landline_orders_one_open')) {
      // The same person at the same moment: a second click on the same number starts nothing more.
      const other = await findOrderOfSeat(deps.db, accountId, seatId);
      if (other !== undefined) return sameOrRefused(other, phoneNumber);
    }
    if (isUniqueViolation(error)) throw new Failure('landline_in_use');
    throw error;
  }

  const order = await requireOrder(deps, accountId, id);
  const opened = await openAtCarrier(deps, order);
  if (opened.outcome === 'refused' || opened.outcome === 'notReached') {
    await deleteOrder(deps.db, accountId, id);
    if (opened.outcome === 'notReached') throw new Failure('carrier_unavailable');
    throw invalidField(
      'phoneNumber',
      "The carrier didn't accept this number with this company and address. Check both against your phone bill.",
    );
  }
  if (order.state !== 'verifying') return order;
  // The order is kept; a code that couldn't be sent now is requested again.
  await requestCode(deps, order, wanted).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
  return requireOrder(deps, accountId, id);
}

/** An order of this account that the carrier didn't end continues, as long as it is for the same owner. */
async function resumeKept(
  tx: Tx,
  wanted: Pick<LandlineRow, 'accountId' | 'phoneNumber' | 'carrier' | 'owner'>,
): Promise<Pick<LandlineRow, 'state' | 'carrierOrderId' | 'provenAt'>> {
  const kept = await findKept(tx, wanted.accountId, wanted.phoneNumber);
  if (kept === undefined || kept.carrier !== wanted.carrier)
    return { state: 'verifying', carrierOrderId: null, provenAt: null };
  const parts = ['company', 'street', 'city', 'state', 'postalCode'] as const;
  if (parts.some((part) => kept.owner[part] !== wanted.owner[part])) throw new Failure('landline_kept');
  await changeOrder(tx, kept, { keptAt: null });
  await deleteClaim(tx, kept.accountId, kept.id);
  // The ownership was proven then: the carrier drops every other order.
  return { state: 'signing', carrierOrderId: kept.carrierOrderId, provenAt: kept.provenAt };
}

async function requireOrder(deps: Pick<Deps, 'db'>, accountId: string, id: string): Promise<LandlineRow> {
  const order = await findOrder(deps.db, accountId, id);
  if (order === undefined) throw new Failure('not_found');
  return order;
}

function sameOrRefused(present: LandlineRow, phoneNumber: string | null): LandlineRow {
  if (present.phoneNumber !== phoneNumber) throw new Failure('landline_open');
  return present;
}
