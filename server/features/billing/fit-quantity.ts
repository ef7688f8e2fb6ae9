import type { Billing, Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { askByItself } from './ask-action.ts';
import { fitQuantityTask, payOverdueTask } from './tasks.ts';

/** The job. Busy or unavailable: it comes back. */
export async function runFitQuantity(deps: Deps, accountId: string): Promise<void> {
  const { billing } = deps;
  if (billing === null) return;
  const now = await billing.gateway.now();
  const request = { fit: 'quantity' };
  await askByItself(deps, billing, { accountId, request }, fitQuantityTask(billing, accountId, now));
}

/** Of the subscription, by the card that has just been given. It may be declined, or something else be in the way. */
export async function payOverdue(deps: Deps, billing: Billing, accountId: string): Promise<void> {
  const now = await billing.gateway.now();
  const request = { pay: 'overdue' };
  await askByItself(deps, billing, { accountId, request }, payOverdueTask(billing, accountId, now)).catch(
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
    },
  );
}
