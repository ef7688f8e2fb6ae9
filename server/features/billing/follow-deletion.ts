import { z } from 'zod';
import type { Db, Tx } from '../../db/connection.ts';
import type { Billing, Deps } from '../../deps.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import { isClosing } from '../accounts/store.ts';
import type { Task } from './action-store.ts';
import { askByItself } from './ask-action.ts';
import { readBilling } from './facts.ts';
import {
  findCanceledWithAccount,
  findSubscription,
  listOutOfStep,
  setCanceledWithAccount,
} from './subscriptions/store.ts';
import { isLive } from './tasks.ts';

/** Cancels the plan of an account that is to be deleted, or gives it back to one that is kept. */
export const followDeletion = jobKind({
  name: 'followDeletion',
  payload: z.object({ accountId: z.uuid() }),
  maxAttempts: 18,
});

export async function enqueueFollowDeletion(db: Db, accountIds: string[]): Promise<void> {
  await enqueue(
    db,
    accountIds.map((accountId) => ({
      kind: followDeletion,
      payload: { accountId },
      key: `deletion:${accountId}`,
      queue: `billing:${accountId}`,
    })),
  );
}

/** Busy or unavailable: it comes back. */
export async function runFollowDeletion(deps: Deps, accountId: string): Promise<void> {
  const { billing, db } = deps;
  if (billing === null) return;
  const now = await billing.gateway.now();
  const request = { deletion: (await isClosing(db, accountId)) ? 'asked' : 'takenBack' };
  await askByItself(deps, billing, { accountId, request }, followDeletionTask(billing, accountId, now));
}

const followDeletionTask =
  (billing: Billing, accountId: string, now: Date) =>
  async (tx: Tx): Promise<Task | null> => {
    const { vendor } = billing.gateway;
    const { customer, subscription } = await readBilling(tx, billing, accountId, now);
    if (customer === undefined || !isLive(subscription)) return null;
    const { customerId } = customer;
    const { subscriptionId, cancelAt } = subscription;
    const effect = { kind: 'followDeletion' } as const;
    if (await isClosing(tx, accountId)) {
      if (cancelAt !== null) return null;
      await setCanceledWithAccount(tx, accountId, vendor, subscriptionId);
      return { customerId, calls: [{ do: 'cancel', subscriptionId }], effect };
    }
    if ((await findCanceledWithAccount(tx, accountId, vendor)) !== subscriptionId) return null;
    await setCanceledWithAccount(tx, accountId, vendor, null);
    if (cancelAt === null) return null;
    return { customerId, calls: [{ do: 'resume', subscriptionId }], effect };
  };

/** The hourly look: those that no try has reached, and accounts with a pending deletion from before plans ended with them. */
export async function followDeletions(deps: Pick<Deps, 'db' | 'billing'>, limit: number): Promise<void> {
  if (deps.billing === null) return;
  await enqueueFollowDeletion(deps.db, await listOutOfStep(deps.db, deps.billing.gateway.vendor, limit));
}

/** When the plan ends if the account is deleted; null: there is none. */
export async function findPlanEnd(
  db: Db,
  { billing }: Pick<Deps, 'billing'>,
  accountId: string,
): Promise<Date | null> {
  if (billing === null) return null;
  const subscription = await findSubscription(db, accountId, billing.gateway.vendor);
  return isLive(subscription) ? subscription.periodEnd : null;
}

/** What a kept account has of the plan that was canceled with it; null: none was. */
export async function planAfterKeeping(
  tx: Tx,
  { billing }: Pick<Deps, 'billing'>,
  accountId: string,
): Promise<{ plan: 'renews' | 'ended'; at: Date } | null> {
  if (billing === null) return null;
  const { vendor } = billing.gateway;
  const subscription = await findSubscription(tx, accountId, vendor);
  const canceled = await findCanceledWithAccount(tx, accountId, vendor);
  if (subscription === undefined || subscription.subscriptionId !== canceled) return null;
  return { plan: isLive(subscription) ? 'renews' : 'ended', at: subscription.periodEnd };
}
