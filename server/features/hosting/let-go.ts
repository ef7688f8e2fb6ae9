import type { Deps } from '../../deps.ts';
import { openAtCarrier } from './open-at-carrier.ts';
import { deleteClaim, type HostingRow, listClaimed } from './store.ts';

/**
 * The order is over here; it ends at the carrier too, and only then may anybody set the number up again. Otherwise the next
 * one would find an order whose ownership somebody else has proven.
 */
export async function letGo(
  deps: Deps,
  order: HostingRow,
  mayStay = order.state === 'rejected',
): Promise<void> {
  const { accountId, id: orderId } = order;
  if (order.carrier === deps.carrier.name) await endAtCarrier(deps, order, mayStay);
  else
    deps.log.warn({ orderId, carrier: order.carrier }, 'an order has to be ended at another carrier by hand');
  await deleteClaim(deps.db, accountId, orderId);
}

/** What the carrier itself has ended need not be there to be taken back; what goes on there stays ours to end. */
async function endAtCarrier(deps: Deps, order: HostingRow, mayStay: boolean): Promise<void> {
  // One whose answer got lost is there perhaps.
  const opened = await openAtCarrier(deps, order);
  if (opened.outcome === 'refused') return;
  if (opened.outcome !== 'opened') throw new Error('The carrier could not be asked for a hosted order');
  const ended = await deps.carrier.hosting.withdrawOrder(opened.orderId);
  if (ended === 'gone') return;
  if (!mayStay) throw new Error('The carrier did not withdraw a hosted order');
  deps.log.warn({ orderId: order.id }, 'the carrier keeps a hosted order that is over here');
}

/** Before an account is erased: what is still under way, or not yet ended at the carrier. */
export async function letGoOfAll(deps: Deps, accountId: string): Promise<void> {
  for (const order of await listClaimed(deps.db, accountId)) await letGo(deps, order, true);
}
