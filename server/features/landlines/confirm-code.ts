import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { applyEvent } from './apply-event.ts';
import { TRIES_PER_CODE } from './rules.ts';
import { changeOrder, type LandlineRow, lockOrder } from './store.ts';

/** Takes the code heard on the phone. A try counts before the carrier is asked, so that parallel tries all count. */
export async function confirmCode(deps: Deps, { accountId, id }: LandlineRow, code: string): Promise<void> {
  const { landline } = deps.carrier;
  const order = await inTransaction(deps.db, async (tx) => {
    const row = await lockOrder(tx, accountId, id);
    if (row?.state !== 'verifying' || !landline.codeIsTypedHere) throw new Failure('landline_step');
    if (row.codeSentAt === null || row.codeTries >= TRIES_PER_CODE) throw new Failure('code_invalid');
    await changeOrder(tx, row, { codeTries: row.codeTries + 1 });
    return row;
  });
  if (order.carrierOrderId === null) throw new Failure('carrier_unavailable');
  const { carrierOrderId: orderId, phoneNumber } = order;
  const confirmed = await landline.confirmCode({ orderId, phoneNumber, code });
  switch (confirmed.outcome) {
    case 'wrong':
    case 'refused':
      throw new Failure('code_invalid');
    case 'notReached':
    case 'unknown':
      throw new Failure('carrier_unavailable');
  }
  await inTransaction(deps.db, async (tx) => {
    const row = await lockOrder(tx, accountId, id);
    if (row !== undefined) await applyEvent(tx, deps, row, 'proven');
  });
}
