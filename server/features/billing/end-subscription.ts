import type { Deps } from '../../deps.ts';
import { findOpenAction } from './action-store.ts';
import { findCustomer } from './subscriptions/store.ts';

/** Of an account that is erased: nothing more is charged. It throws when the gateway can't be asked, or isn't done yet. */
export async function endSubscription(deps: Deps, accountId: string): Promise<void> {
  if (deps.billing === null) return;
  const { gateway } = deps.billing;
  const customer = await findCustomer(deps.db, accountId, gateway.vendor);
  if (customer === undefined) return;
  if (await findOpenAction(deps.db, accountId, null))
    throw new Error('A change of the plan is not finished yet');
  const subscription = await gateway.findSubscription(customer.customerId);
  if (subscription === null || subscription.status === 'canceled') return;
  const { subscriptionId } = subscription;
  await gateway.cancelSubscription({ key: `erase.${subscriptionId}`, subscriptionId, when: 'now' });
}
