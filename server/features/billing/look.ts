import { z } from 'zod';
import { inTransaction } from '../../db/connection.ts';
import type { Billing, Deps } from '../../deps.ts';
import { jobKind } from '../../queue/job.ts';
import { lockAccount } from '../accounts/store.ts';
import { findOpenAction } from './action-store.ts';
import { applyState, type Repair } from './apply.ts';
import { type GatewayState, readGatewayState } from './gateway-state.ts';
import { enqueueLook } from './schedule.ts';
import { beginLook, findCustomer, isLatestLook, listToLookAt } from './subscriptions/store.ts';

/** The job. While something is being changed, no one looks: the end of that asks for another look. */
export async function runLookAtBilling(deps: Deps, accountId: string): Promise<void> {
  if (deps.billing !== null) await look(deps, deps.billing, accountId);
}

/** Null: there is no customer to look at, or a later look has overtaken this one. */
export async function look(
  deps: Deps,
  { gateway }: Billing,
  accountId: string,
): Promise<{ state: GatewayState; repairs: Repair[] } | 'busy' | null> {
  const { db } = deps;
  const { vendor } = gateway;
  const customer = await findCustomer(db, accountId, vendor);
  if (customer === undefined) return null;
  const number = await beginLook(db, accountId, vendor);
  if (await findOpenAction(db, accountId, null)) return 'busy';
  const state = await readGatewayState(gateway, customer.customerId);
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    if (number === null || !(await isLatestLook(tx, accountId, vendor, number))) return null;
    const isInAction = (await findOpenAction(tx, accountId, null)) !== undefined;
    const repairs = await applyState(tx, deps, { accountId, vendor, isInAction }, state);
    return { state, repairs };
  });
}

/** Finds those for whom something falls due: the end of a grace, a renewal that wasn't reported. */
export const sweepBilling = jobKind({ name: 'sweepBilling', payload: z.unknown(), maxAttempts: 1 });

const SWEEP_LIMIT = 200;

export async function runSweepBilling(deps: Deps): Promise<void> {
  if (deps.billing === null) return;
  const { gateway } = deps.billing;
  const due = await listToLookAt(deps.db, gateway.vendor, await gateway.now(), SWEEP_LIMIT);
  for (const accountId of due) await inTransaction(deps.db, (tx) => enqueueLook(tx, accountId));
}
