import { inTransaction, isUniqueViolation } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { enqueueFollowLink } from './refresh-link.ts';
import { deleteNumber, findNumberOfSeat, insertNumber, type NumberRow, setLink } from './store.ts';

/** How long after the purchase the link is looked at first, when the purchase itself told no more. */
const FIRST_LOOK_MS = 1500;
/** Later than the longest call to a carrier, for the case that we are killed in the middle of it. */
const AFTER_CRASH_MS = 30_000;

/**
 * Buys a number for the person's seat. The number is ours on paper before the carrier is asked, so that whatever happens
 * during the call, it is followed up and never bought twice.
 */
export async function buyNumber(
  deps: Deps,
  session: Session,
  phoneNumber: string,
): Promise<{ phoneNumber: string; linkStatus: 'linking' | 'linked' | 'rejected' }> {
  const { accountId, seatId } = session;
  if (seatId === null) throw new Failure('plan_required');

  const present = await findNumberOfSeat(deps.db, accountId, seatId);
  if (present) return sameOrRefused(present, phoneNumber);

  const id = deps.newId();
  const now = deps.clock();
  try {
    await inTransaction(deps.db, async (tx) => {
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

  const outcome = await deps.carrier.buyNumber({
    phoneNumber,
    reference: id,
    webhooks: {
      inboundUrl: `${deps.publicUrl}/webhooks/${deps.carrier.name}/inbound`,
      statusUrl: `${deps.publicUrl}/webhooks/${deps.carrier.name}/status`,
    },
  });
  switch (outcome.outcome) {
    case 'refused':
      await deleteNumber(deps.db, accountId, id);
      deps.log.warn(
        { reason: outcome.reason, detail: outcome.detail.replace(/\d{7,}/g, '…') },
        'the carrier refused to sell a number',
      );
      if (outcome.reason === 'account') throw new Failure('carrier_unavailable');
      throw new Failure(outcome.reason === 'taken' ? 'number_taken' : 'number_not_available');
    case 'notReached':
      await deleteNumber(deps.db, accountId, id);
      throw new Failure('carrier_unavailable');
    case 'bought':
      await setLink(deps.db, accountId, id, {
        linkStatus: 'linking',
        carrierNumberId: outcome.carrierNumberId,
        at: deps.clock(),
      });
      break;
    case 'pending':
    case 'unknown':
      break;
  }
  await enqueueFollowLink(deps.db, { accountId, id }, new Date(deps.clock().getTime() + FIRST_LOOK_MS));
  return { phoneNumber, linkStatus: 'linking' };
}

/** Buying the number that one has changes nothing; there is no second one. */
function sameOrRefused(
  present: Pick<NumberRow, 'phoneNumber' | 'linkStatus'> | undefined,
  phoneNumber: string,
): { phoneNumber: string; linkStatus: NumberRow['linkStatus'] } {
  if (present?.phoneNumber !== phoneNumber) throw new Failure('number_exists');
  return { phoneNumber, linkStatus: present.linkStatus };
}
