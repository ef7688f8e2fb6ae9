import type { LandlineProgress } from '../../adapters/carrier/port.ts';
import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { whileClaimed } from '../../queue/claim.ts';
import { lockAccount } from '../accounts/store.ts';
import { takeOverNumber } from '../numbers/take-over-number.ts';
import { findSeat } from '../team/seats/store.ts';
import { applyEvent } from './apply-event.ts';
import { endAtCarrier } from './end-at-carrier.ts';
import { findLetter, readBill, readLetter } from './letter/paper-store.ts';
import { ASKING_MS, openAtCarrier, withoutNumbers } from './open-at-carrier.ts';
import { eventOf, hasLapsed, isOpen, nextLookAt } from './rules.ts';
import { enqueueLook, type OrderId } from './schedule.ts';
import { changeOrder, findOrder, type LandlineRow, lockOrder } from './store.ts';

export async function runFollowLandline(deps: Deps, accountId: string, orderId: string): Promise<void> {
  const order = await findOrder(deps.db, accountId, orderId);
  if (order === undefined) return;
  if (order.state === 'withdrawn' || order.state === 'rejected') {
    await endAtCarrier(deps, order);
    return;
  }
  if (!isOpen(order.state)) return;
  if (order.carrier !== deps.carrier.name) {
    deps.log.warn({ orderId, carrier: order.carrier }, 'an order of another carrier was not followed');
    return;
  }
  const seat = await findSeat(deps.db, accountId, order.seatId);
  if (hasLapsed(order, deps.clock()) || seat?.seatType !== 'texter') {
    await inLockedOrder(deps, order, (tx, row) => applyEvent(tx, deps, row, 'withdrawn'));
    return;
  }
  await takeOn(deps, order);
  const now = await findOrder(deps.db, accountId, orderId);
  if (now === undefined || !isOpen(now.state)) return;
  const { state } = now;
  await enqueueLook(deps.db, now, nextLookAt({ ...now, state }, deps.clock()));
}

async function takeOn(deps: Deps, order: LandlineRow): Promise<void> {
  const opened = await openAtCarrier(deps, order);
  if (opened.outcome === 'refused') {
    await inLockedOrder(deps, order, (tx, row) =>
      applyEvent(tx, deps, row, 'rejected', { rejection: 'failed' }),
    );
    return;
  }
  if (opened.outcome !== 'opened') return;
  if (order.state === 'reviewing' && !order.letterSubmitted) {
    const isIn = await whileClaimed(deps, `landline:${order.id}`, ASKING_MS, async () => {
      const present = await findOrder(deps.db, order.accountId, order.id);
      return present?.letterSubmitted === true || submitLetter(deps, order, opened.orderId);
    });
    if (isIn !== true) return;
  }
  await lookAt(deps, { ...order, carrierOrderId: opened.orderId }).catch((error: unknown) => {
    deps.log.warn({ err: error, orderId: order.id }, 'the carrier could not be asked about a landline');
  });
}

/** Asks the carrier how far an order is, and keeps the answer. It changes nothing there, so anyone may at any time. */
export async function lookAt(deps: Deps, order: LandlineRow): Promise<void> {
  const { carrierOrderId: orderId, phoneNumber } = order;
  if (orderId === null || order.carrier !== deps.carrier.name) return;
  const progress = await deps.carrier.landline.readOrder({ orderId, phoneNumber });
  if (progress.progress === 'unknown')
    deps.log.warn(
      { orderId: order.id, status: progress.status },
      'the carrier has a status that is not known',
    );
  await inLockedOrder(deps, order, (tx, row) => keep(tx, deps, row, progress));
}

/** False when the carrier does not have it yet. */
async function submitLetter(deps: Deps, order: LandlineRow, orderId: string): Promise<boolean> {
  const { accountId, id, phoneNumber, owner, email } = order;
  const signed = await findLetter(deps.db, accountId, id);
  const letter = await readLetter(deps.db, accountId, id);
  if (signed === undefined || letter === null) throw new Error('An order under review has no letter');
  const outcome = await deps.carrier.landline.submitLetter({
    orderId,
    reference: id,
    phoneNumber,
    owner,
    email,
    title: signed.title,
    letter,
    bill: await readBill(deps.db, accountId, id),
  });
  switch (outcome.outcome) {
    case 'submitted':
      await changeOrder(deps.db, order, { letterSubmitted: true });
      return true;
    case 'refused':
      deps.log.warn({ detail: withoutNumbers(outcome.detail) }, 'the carrier refused a letter');
      await inLockedOrder(deps, order, (tx, row) =>
        applyEvent(tx, deps, row, 'rejected', { rejection: 'letterRefused' }),
      );
      return false;
    default:
      return false;
  }
}

async function keep(tx: Tx, deps: Deps, order: LandlineRow, progress: LandlineProgress): Promise<void> {
  const needsCarrierLetter = progress.progress === 'vendorLetter';
  if (progress.progress !== 'unknown' && needsCarrierLetter !== order.needsCarrierLetter)
    await changeOrder(tx, order, { needsCarrierLetter });
  const event = eventOf(progress);
  if (event === null) return;
  if (progress.progress === 'linked') {
    if (!(await linkNumber(tx, deps, order, progress.carrierNumberId)))
      deps.log.warn({ orderId: order.id, state: order.state }, 'a number was linked out of turn');
    return;
  }
  const rejection = progress.progress === 'rejected' ? progress.reason : 'failed';
  await applyEvent(tx, deps, order, event, event === 'rejected' ? { rejection } : {});
}

/** The number can text from now on. False when that may not happen in the order's state. */
export async function linkNumber(
  tx: Tx,
  deps: Deps,
  order: LandlineRow,
  carrierNumberId: string,
): Promise<boolean> {
  if (!(await applyEvent(tx, deps, order, 'linked'))) return false;
  const numberId = await takeOverNumber(tx, deps, { ...order, carrierNumberId });
  await changeOrder(tx, order, { numberId });
  return true;
}

/** Account first, as everywhere, so that no two wait for each other. */
async function inLockedOrder(
  deps: Deps,
  { accountId, id }: OrderId,
  work: (tx: Tx, row: LandlineRow) => Promise<unknown>,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, accountId);
    const row = await lockOrder(tx, accountId, id);
    if (row !== undefined) await work(tx, row);
  });
}
