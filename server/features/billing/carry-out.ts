import { z } from 'zod';
import {
  CardRefused,
  GatewayUnavailable,
  NotPaid,
  type PaymentGateway,
} from '../../adapters/payments/port.ts';
import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Billing, Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import { lockAccount } from '../accounts/store.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { addSeats, changePlan } from '../team/change-seats.ts';
import { countSeats } from '../team/seats/store.ts';
import { findMember, listAdminIds } from '../users/membership-store.ts';
import {
  type ActionRow,
  endAction,
  findAction,
  type GatewayCall,
  holdAction,
  lockOpenAction,
  releaseAction,
} from './action-store.ts';
import { applyState } from './apply.ts';
import { UNPAID } from './facts.ts';
import { actionOfInvoice, type GatewayState, gatewayKey, readGatewayState } from './gateway-state.ts';
import { enqueueFit, enqueueLook } from './schedule.ts';
import { beginLook, findSubscription, setNextPlan } from './subscriptions/store.ts';

/** Longer than a gateway takes to answer. Whatever holds an action longer is dead. */
export const HELD_MS = 30_000;
/** What a crash left open is resumed within a minute. */
export const TAKEN_UP_MS = 40_000;

/** Finishes an action whose process has died, or that the gateway did not answer. */
export const finishBillingAction = jobKind({
  name: 'finishBillingAction',
  payload: z.object({ accountId: z.uuid(), actionId: z.uuid() }),
  // A day or so at the queue's growing intervals. After that staff see it.
  maxAttempts: 18,
});

export async function runFinishBillingAction(
  deps: Deps,
  { accountId, actionId }: z.output<typeof finishBillingAction.payload>,
): Promise<void> {
  const { billing } = deps;
  const action = await findAction(deps.db, accountId, actionId);
  if (billing === null || action?.state !== 'open') return;
  const now = deps.clock();
  if (!(await holdAction(deps.db, action, now, new Date(now.getTime() + HELD_MS)))) {
    await inTransaction(deps.db, (tx) => enqueueFinishing(tx, deps, action));
    return;
  }
  await carryOut(deps, billing, action).catch((error: unknown) => {
    // Refused: it is over, and the caller is gone.
    if (!(error instanceof Failure) || error.code === 'payment_unavailable') throw error;
  });
}

export function enqueueFinishing(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { accountId, id }: Pick<ActionRow, 'accountId' | 'id'>,
): Promise<void> {
  const runAt = new Date(deps.clock().getTime() + TAKEN_UP_MS);
  return enqueue(tx, [{ kind: finishBillingAction, payload: { accountId, actionId: id }, runAt }]);
}

/**
 * Asks the gateway, then does our part in one transaction. The action is held by the caller, and committed: what breaks off here is
 * done again with the same keys, so nothing is charged twice.
 */
export async function carryOut(deps: Deps, billing: Billing, action: ActionRow): Promise<void> {
  const { gateway } = billing;
  const { customerId, calls } = action.task;
  try {
    for (const [place, call] of calls.entries())
      await ask(gateway, customerId, call, gatewayKey(action.id, place));
    const state = await readGatewayState(gateway, customerId);
    await inTransaction(deps.db, (tx) => finish(tx, deps, billing, action, state));
  } catch (error) {
    if (error instanceof CardRefused) {
      await inTransaction(deps.db, (tx) => refuse(tx, action));
      throw refusalOf(error);
    }
    // It isn't in the state we knew: the look that follows finds out.
    if (error instanceof NotPaid) {
      await inTransaction(deps.db, (tx) => refuse(tx, action));
      throw new Failure('payment_overdue', undefined, UNPAID);
    }
    const unavailable = error instanceof GatewayUnavailable;
    if (unavailable) deps.log.warn({ err: error, actionId: action.id }, 'the payment gateway did not answer');
    // A caller who asks for the same again resumes this one, and so does the job.
    await releaseAction(deps.db, action, deps.clock());
    throw unavailable ? new Failure('payment_unavailable') : error;
  }
}

export function refusalOf({ reason }: CardRefused): Failure {
  const codes = { declined: 'card_declined', expired: 'card_expired', missing: 'card_required' } as const;
  return new Failure(codes[reason]);
}

async function ask(
  gateway: PaymentGateway,
  customerId: string,
  call: GatewayCall,
  key: string,
): Promise<unknown> {
  switch (call.do) {
    case 'payInvoice':
      return gateway.payInvoice({ key, invoiceId: call.invoiceId });
    case 'void':
      return gateway.voidInvoice({ key, invoiceId: call.invoiceId });
    case 'subscribe': {
      const { terms, owed = [] } = call;
      return gateway.subscribe({ key, customerId, terms, ...(owed.length > 0 ? { owed } : {}) });
    }
    case 'change': {
      const { subscriptionId, terms, prorated } = call;
      return gateway.changeSubscription({ key, subscriptionId, terms, prorated });
    }
    case 'cancel':
      return gateway.cancelSubscription({ key, subscriptionId: call.subscriptionId, when: 'periodEnd' });
    case 'resume':
      return gateway.resumeSubscription({ key, subscriptionId: call.subscriptionId });
    case 'end':
      return gateway.cancelSubscription({ key, subscriptionId: call.subscriptionId, when: 'now' });
    case 'charge': {
      const { description, amountCents, currency } = call;
      return gateway.charge({ key, customerId, description, amountCents, currency });
    }
  }
}

/** Of several calls the first ones may have been done. */
async function refuse(tx: Tx, action: ActionRow): Promise<void> {
  await endAction(tx, action, 'refused');
  await enqueueLook(tx, action.accountId);
}

async function finish(
  tx: Tx,
  deps: Deps,
  billing: Billing,
  action: ActionRow,
  state: GatewayState,
): Promise<void> {
  const { accountId, task } = action;
  const { vendor } = billing.gateway;
  await lockAccount(tx, accountId);
  // Someone else was faster.
  if ((await lockOpenAction(tx, accountId, action.id)) === undefined) return;
  // What was read before this is out of date.
  await beginLook(tx, accountId, vendor);
  await applyState(tx, deps, { accountId, vendor, isInAction: true }, state);
  const charged = {
    chargedCents: state.invoices
      .filter((invoice) => actionOfInvoice(invoice) === action.id && invoice.status !== 'void')
      .reduce((sum, { amountCents }) => sum + amountCents, 0),
    currency: billing.currency,
  };
  const actor = action.actor && (await actingFor(tx, action.actor));
  const { effect } = task;
  if (effect.kind === 'planLater') await setNextPlan(tx, accountId, vendor, effect.plan);
  if (effect.kind === 'cancelPlan') await setNextPlan(tx, accountId, vendor, null);
  if (actor !== null)
    switch (effect.kind) {
      case 'choosePlan':
        await changePlan(tx, deps, actor, effect, charged);
        break;
      case 'planLater': {
        const { accountType, planType, seats } = effect.plan;
        const startsAt = state.subscription?.periodEnd.toISOString();
        await recordAudit(tx, deps, actor, {
          action: 'plan.changed',
          details: { accountType, planType, seats, startsAt },
        });
        break;
      }
      case 'purchaseSeats':
        await addSeats(tx, deps, actor, effect.quantity, charged);
        break;
      case 'buyTextPackage':
        await recordAudit(tx, deps, actor, {
          action: 'textPackage.bought',
          details: { count: effect.count, ...charged },
        });
        break;
      case 'cancelPlan':
        await recordAudit(tx, deps, actor, {
          action: 'plan.canceled',
          details: { endsAt: state.subscription?.periodEnd.toISOString() },
        });
        break;
      case 'payOverdue':
      case 'fitQuantity':
      case 'followDeletion':
        break;
    }
  await endAction(tx, action, 'done');
  // What was reported since the gateway was read.
  await enqueueLook(tx, accountId);
  const [subscription, seats] = await Promise.all([
    findSubscription(tx, accountId, vendor),
    countSeats(tx, accountId),
  ]);
  // Someone may have taken a free seat while a smaller plan was paid.
  if (subscription && subscription.status !== 'canceled' && subscription.quantity !== seats.total)
    await enqueueFit(tx, accountId);
}

/** An admin, if the person who asked has left since. */
async function actingFor(tx: Tx, actor: Actor): Promise<Actor> {
  const member = await findMember(tx, actor.accountId, actor.userId);
  if (member !== undefined && member.deactivatedAt === null) return actor;
  const [adminId] = await listAdminIds(tx, actor.accountId);
  return { ...actor, userId: adminId ?? actor.userId };
}
