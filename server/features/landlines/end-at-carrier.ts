import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { deleteClaim, hasClaim } from './claim-store.ts';
import { openAtCarrier } from './open-at-carrier.ts';
import { mayBeTriedAgain } from './rules.ts';
import { enqueueLook } from './schedule.ts';
import { changeOrder, type LandlineRow, listClaimed, lockOrder } from './store.ts';

/** How often the carrier is asked to end what it has refused to end. */
const KEPT_LOOK_MS = 24 * 3600_000;

/**
 * The order is over here; it ends at the carrier too, and only then may anyone set the number up again. Otherwise the next
 * one would find an order whose ownership someone else has proven. What the carrier keeps is shown to staff, who can
 * settle it with the carrier, and is tried once a day.
 */
export async function endAtCarrier(
  deps: Deps,
  order: LandlineRow,
  mayStay = order.state === 'rejected',
): Promise<void> {
  const { accountId, id: orderId } = order;
  // Whatever became of it: the order at the carrier may be another one's by now.
  if (!(await hasClaim(deps.db, accountId, orderId))) return;
  if (order.carrier !== deps.carrier.name)
    deps.log.warn({ orderId, carrier: order.carrier }, 'an order has to be ended at another carrier by hand');
  else if (!(await withdrawAtCarrier(deps, order))) {
    deps.log.warn({ orderId }, 'the carrier keeps a landline order that is over here');
    if (!mayStay) {
      await markKept(deps, order);
      return;
    }
  }
  await inTransaction(deps.db, async (tx) => {
    await changeOrder(tx, order, { keptAt: null });
    await deleteClaim(tx, accountId, orderId);
  });
}

/** Unless someone has released it, or taken it up again, while the carrier was asked. */
async function markKept(deps: Deps, { accountId, id }: LandlineRow): Promise<void> {
  const now = deps.clock();
  await inTransaction(deps.db, async (tx) => {
    const row = await lockOrder(tx, accountId, id);
    if (row === undefined || !(await hasClaim(tx, accountId, id))) return;
    await changeOrder(tx, row, { keptAt: row.keptAt ?? now });
    await enqueueLook(tx, row, new Date(now.getTime() + KEPT_LOOK_MS));
  });
}

/** False if the carrier continues it. */
async function withdrawAtCarrier(deps: Deps, order: LandlineRow): Promise<boolean> {
  // One whose answer was lost may be there.
  const opened = await openAtCarrier(deps, order);
  if (opened.outcome === 'refused') return true;
  if (opened.outcome !== 'opened') throw new Error('The carrier could not be asked for a landline order');
  const { landline } = deps.carrier;
  const { orderId } = opened;
  if ((await landline.withdrawOrder(orderId)) === 'gone') return true;
  const progress = await landline.readOrder({ orderId, phoneNumber: order.phoneNumber });
  if (progress.progress !== 'linked') return mayBeTriedAgain(order, progress);
  // It was too late to withdraw, so the number itself is given back.
  await deps.carrier.releaseNumber(progress.carrierNumberId);
  return true;
}

/** Before an account is erased: what is still under way, or not yet ended at the carrier. */
export async function endAllAtCarrier(deps: Deps, accountId: string): Promise<void> {
  for (const order of await listClaimed(deps.db, accountId)) await endAtCarrier(deps, order, true);
}
