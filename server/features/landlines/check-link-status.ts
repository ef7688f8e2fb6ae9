import { explainRejection } from '../../../contract/numbers.ts';
import type { LinkRejection, LinkStatus } from '../../../contract/seats.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { refreshLink } from '../numbers/refresh-link.ts';
import { findNumberOfSeat, findSeatLink } from '../numbers/store.ts';
import { lookAt } from './follow.ts';
import { isOpen } from './rules.ts';
import { findOrderOfSeat } from './store.ts';

/** Has the carrier asked now, whether the seat's number was bought or is being brought, and returns what is known then. */
export async function checkLinkStatus(
  deps: Deps,
  seat: { accountId: string; seatId: string | null },
): Promise<{ linkStatus: LinkStatus; linkRejection: LinkRejection | null }> {
  const { accountId, seatId } = seat;
  if (seatId === null) throw new Failure('no_number');
  await askCarrier(deps, accountId, seatId).catch((error: unknown) => {
    // The last known status is still true; the job asks again.
    deps.log.warn({ err: error }, 'the link status could not be refreshed');
  });
  const known = await findSeatLink(deps.db, accountId, seatId);
  if (!known?.linkStatus) throw new Failure('no_number');
  return { linkStatus: known.linkStatus, linkRejection: explainRejection(known) };
}

async function askCarrier(deps: Deps, accountId: string, seatId: string): Promise<void> {
  const number = await findNumberOfSeat(deps.db, accountId, seatId);
  if (number !== undefined) {
    await refreshLink(deps, number);
    return;
  }
  const order = await findOrderOfSeat(deps.db, accountId, seatId);
  if (order !== undefined && isOpen(order.state)) await lookAt(deps, order);
}
