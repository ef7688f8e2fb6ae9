import { z } from 'zod';
import type { Tx } from '../../db/connection.ts';
import { enqueue, jobKind } from '../../queue/job.ts';

/** Looks at the gateway again, and brings our tables to its state. */
export const lookAtBilling = jobKind({
  name: 'lookAtBilling',
  payload: z.object({ accountId: z.uuid() }),
  maxAttempts: 12,
});

/** However many ask for it, only one waits to begin. */
export function enqueueLook(tx: Tx, accountId: string): Promise<void> {
  return enqueue(tx, [
    {
      kind: lookAtBilling,
      payload: { accountId },
      key: `billing:${accountId}`,
      queue: `billing:${accountId}`,
    },
  ]);
}

/** Starts the plan that was chosen to follow the one that has ended. */
export const startNextPlan = jobKind({
  name: 'startNextPlan',
  payload: z.object({ accountId: z.uuid() }),
  maxAttempts: 18,
});

export function enqueueNextPlan(tx: Tx, accountId: string): Promise<void> {
  return enqueue(tx, [
    {
      kind: startNextPlan,
      payload: { accountId },
      key: `next:${accountId}`,
      queue: `billing:${accountId}`,
    },
  ]);
}

/** Sends the gateway the number of seats for the next period. */
export const fitQuantity = jobKind({
  name: 'fitQuantity',
  payload: z.object({ accountId: z.uuid() }),
  maxAttempts: 18,
});

export function enqueueFit(tx: Tx, accountId: string, runAt?: Date): Promise<void> {
  return enqueue(tx, [
    {
      kind: fitQuantity,
      payload: { accountId },
      key: `seats:${accountId}`,
      queue: `billing:${accountId}`,
      ...(runAt ? { runAt } : {}),
    },
  ]);
}
