import { z } from 'zod';
import type { Db } from '../../db/connection.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import type { LandlineRow } from './store.ts';

/** Moves an order forward by the carrier's status, again and again until it is settled. */
export const followLandline = jobKind({
  name: 'followLandline',
  payload: z.object({ accountId: z.uuid(), orderId: z.uuid() }),
  maxAttempts: 25,
});

export type OrderId = Pick<LandlineRow, 'accountId' | 'id'>;

/** One queue for each order: its steps never run side by side. */
const jobFor = ({ accountId, id }: OrderId) => ({
  kind: followLandline,
  payload: { accountId, orderId: id },
  queue: `landline:${id}`,
});

/** Something has happened: the order is checked now, whenever its next look would be. */
export function enqueueFollowing(db: Db, order: OrderId): Promise<void> {
  return enqueue(db, [jobFor(order)]);
}

/** The next look after the last event; however many ask for it, there is one. */
export function enqueueLook(
  db: Db,
  order: Pick<LandlineRow, 'accountId' | 'id' | 'state' | 'codeSentAt'>,
  runAt: Date,
): Promise<void> {
  const key = `landline:${order.id}:${order.state}:${order.codeSentAt?.getTime() ?? 0}`;
  return enqueue(db, [{ ...jobFor(order), key, runAt }]);
}

/** In case we are killed while the carrier is asked to open the order. */
export function enqueueLater(db: Db, order: OrderId, runAt: Date): Promise<void> {
  return enqueue(db, [{ ...jobFor(order), runAt }]);
}
