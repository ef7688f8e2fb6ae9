import type { Deps } from '../../deps.ts';
import { enqueueFollowing } from './schedule.ts';
import { findByCarrierOrder } from './store.ts';

/**
 * The carrier reports that orders have changed. Nothing in it is trusted, however well signed: the carrier is asked, only
 * sooner. So it may come twice, and in any order.
 */
export async function ordersChanged(
  deps: Pick<Deps, 'db' | 'carrier'>,
  carrierOrderIds: readonly string[],
): Promise<void> {
  for (const carrierOrderId of carrierOrderIds) {
    const order = await findByCarrierOrder(deps.db, deps.carrier.name, carrierOrderId);
    if (order !== undefined) await enqueueFollowing(deps.db, order);
  }
}
