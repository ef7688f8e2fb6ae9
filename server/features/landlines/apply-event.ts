import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { publish } from '../../live/publish.ts';
import { deleteClaim } from './claim-store.ts';
import { type LandlineEvent, nextState } from './rules.ts';
import { enqueueFollowing } from './schedule.ts';
import { changeOrder, type LandlineRow, type OrderChange } from './store.ts';
import { tellPerson } from './tell-person.ts';

/** Moves an order forward, if its state allows that; false otherwise. The caller has locked its row. */
export async function applyEvent(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'sealer' | 'newId' | 'publicUrl'>,
  order: LandlineRow,
  event: LandlineEvent,
  change: OrderChange = {},
): Promise<boolean> {
  const state = nextState(order.state, event);
  if (state === null) return false;
  const now = deps.clock();
  const proven = event === 'proven' ? { provenAt: now } : {};
  await changeOrder(tx, order, { ...change, ...proven, state, codeToType: null, changedAt: now });
  // An order that failed has to end at the carrier too.
  if (state === 'linked') await deleteClaim(tx, order.accountId, order.id);
  else await enqueueFollowing(tx, order);
  if (state === 'linked') await tellPerson(tx, deps, order, state);
  if (state === 'rejected') await tellPerson(tx, deps, order, { rejection: change.rejection ?? 'failed' });
  await publish(tx, [{ accountId: order.accountId, kind: 'seat.updated', subjectId: order.seatId }]);
  return true;
}
