import type { LandlineRejection } from '../../../contract/landlines.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { formatPhone } from '../../phone.ts';
import { lockAccount } from '../accounts/store.ts';
import type { Actor } from '../audit/record-audit.ts';
import { applyEvent } from '../landlines/apply-event.ts';
import { linkNumber } from '../landlines/follow.ts';
import { findOrder, lockOrder } from '../landlines/store.ts';
import { findReplacement } from '../numbers/store.ts';
import { findAccount } from './account-store.ts';
import { recordStaff } from './record-staff.ts';

interface Decided {
  accountId: string;
  id: string;
  /** Null: approved. */
  rejection: LandlineRejection | null;
  reason: string;
}

/** Some carriers end a review by a mail or a call. The person is notified as if the carrier's API had reported it. */
export async function decideLandlineOrder(deps: Deps, staff: Actor, given: Decided): Promise<void> {
  const { accountId, id, rejection, reason } = given;
  const order = await findOrder(deps.db, accountId, id);
  if (order === undefined) throw new Failure('not_found');
  if (order.state !== 'reviewing') throw new Failure('link_settled');
  const carrierNumberId = rejection === null ? await findAtCarrier(deps, order) : null;
  await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, accountId);
    const [row, account] = [await lockOrder(tx, accountId, id), await findAccount(tx, accountId)];
    if (row === undefined || account === undefined) throw new Failure('not_found');
    // Meanwhile the carrier may have reported it, or the person withdrawn it.
    if (row.state !== 'reviewing') throw new Failure('link_settled');
    if (rejection === null && (await findReplacement(tx, accountId, row.seatId)) !== undefined)
      throw new Failure('number_changing');
    const isDone =
      carrierNumberId === null
        ? await applyEvent(tx, deps, row, 'rejected', { rejection: rejection ?? 'failed' })
        : await linkNumber(tx, deps, row, carrierNumberId);
    if (!isDone) throw new Failure('link_settled');
    await recordStaff(tx, deps, staff, account, {
      action: rejection === null ? 'staff.orderApproved' : 'staff.orderRejected',
      subjectId: row.userId,
      subject: formatPhone(row.phoneNumber),
      details: { reason, ...(rejection === null ? {} : { rejection }) },
    });
  });
}

/** What the carrier doesn't have can't text, even if someone says that it is approved. */
async function findAtCarrier(
  deps: Deps,
  { carrier, phoneNumber }: { carrier: string; phoneNumber: string },
): Promise<string> {
  if (carrier !== deps.carrier.name) throw new Failure('number_not_ours');
  const owned = await deps.carrier.findOwnedNumber(phoneNumber).catch(() => {
    throw new Failure('carrier_unavailable');
  });
  if (owned === null || owned.linkStatus !== 'linked') throw new Failure('number_not_ours');
  return owned.carrierNumberId;
}
