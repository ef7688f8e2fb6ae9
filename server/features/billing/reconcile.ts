import { z } from 'zod';
import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Billing, Deps } from '../../deps.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import { findAccount } from '../accounts/store.ts';
import { countSeats } from '../team/seats/store.ts';
import {
  type Difference,
  dropPlanDifferences,
  listUnbilled,
  replaceDifferences,
} from './difference-store.ts';
import type { GatewayState } from './gateway-state.ts';
import { listPurchases } from './ledger/ledger.ts';
import { look } from './look.ts';
import { knownPrice } from './rules.ts';
import { findSubscription, listCustomers } from './subscriptions/store.ts';

/**
 * Every night all that we hold is compared with the gateway: what it knows better is repaired, and every difference is listed
 * for staff.
 */
export const reconcileBilling = jobKind({
  name: 'reconcileBilling',
  payload: z.object({
    /** Where the page before ended; of the first there is none. */
    from: z
      .object({ list: z.enum(['customers', 'unbilled']), after: z.uuid(), startedAt: z.iso.datetime() })
      .optional(),
  }),
  maxAttempts: 3,
});

const PAGE = 100;

/** A job for each page: one that breaks off is redone from where the page before ended. */
export async function runReconcileBilling(
  deps: Deps,
  { from }: z.output<typeof reconcileBilling.payload>,
  limit = PAGE,
): Promise<void> {
  const { billing, db } = deps;
  if (billing === null) return;
  const { vendor } = billing.gateway;
  const startedAt = from?.startedAt ?? deps.clock().toISOString();
  const after = from?.after ?? null;
  const goOn = (list: 'customers' | 'unbilled', last: string) =>
    inTransaction(db, (tx) => enqueuePage(tx, { list, after: last, startedAt }));
  if (from?.list !== 'unbilled') {
    const page = await listCustomers(db, vendor, { after, limit });
    for (const accountId of page)
      await reconcileAccount(deps, billing, accountId).catch((error: unknown) =>
        deps.log.warn({ err: error, accountId }, 'an account could not be compared with the payment gateway'),
      );
    if (page.length === limit) return goOn('customers', page.at(-1) ?? '');
  }
  const page = await listUnbilled(db, vendor, { after: from?.list === 'unbilled' ? after : null, limit });
  for (const accountId of page)
    await inTransaction(db, (tx) =>
      replaceDifferences(tx, deps, accountId, [
        { kind: 'plan', subject: 'plan', here: 'a plan', there: 'no subscription', repaired: false },
      ]),
    );
  if (page.length === limit) return goOn('unbilled', page.at(-1) ?? '');
  await dropPlanDifferences(db, new Date(startedAt));
}

type Place = NonNullable<z.output<typeof reconcileBilling.payload>['from']>;

/** Once, even if the page before is redone. */
function enqueuePage(tx: Tx, from: Place): Promise<void> {
  const key = `reconcile:${from.startedAt}:${from.list}:${from.after}`;
  return enqueue(tx, [{ kind: reconcileBilling, payload: { from }, key }]);
}

export async function reconcileAccount(deps: Deps, billing: Billing, accountId: string): Promise<void> {
  const found = await look(deps, billing, accountId);
  // A change is under way, which triggers its own look. Tomorrow, then.
  if (found === 'busy' || found === null) return;
  await inTransaction(deps.db, async (tx) =>
    replaceDifferences(tx, deps, accountId, [
      ...found.repairs.map((repair) => ({ ...repair, repaired: true })),
      ...(await unrepaired(tx, billing, accountId, found.state)),
    ]),
  );
}

/** What a person has to decide. */
async function unrepaired(
  tx: Tx,
  { gateway: { vendor } }: Billing,
  accountId: string,
  state: GatewayState,
): Promise<Difference[]> {
  const found: Difference[] = [];
  const [account, subscription, { total }, purchases] = await Promise.all([
    findAccount(tx, accountId),
    findSubscription(tx, accountId, vendor),
    countSeats(tx, accountId),
    listPurchases(tx, accountId),
  ]);
  const isLive = subscription !== undefined && subscription.status !== 'canceled';
  if (!isLive && account.planType !== 'free')
    found.push({
      kind: 'plan',
      subject: 'plan',
      here: account.planType,
      there: state.subscription?.status ?? 'no subscription',
      repaired: false,
    });
  if (isLive && knownPrice(subscription.price) === null)
    found.push({
      kind: 'plan',
      subject: subscription.subscriptionId,
      here: account.planType,
      there: subscription.price === '' ? 'a price without a name' : subscription.price,
      repaired: false,
    });
  // A plan that ends has no next period that it could be right for.
  if (isLive && subscription.cancelAt === null && subscription.quantity !== total)
    found.push({
      kind: 'seats',
      subject: subscription.subscriptionId,
      here: String(total),
      there: String(subscription.quantity),
      repaired: false,
    });
  const paid = new Set(
    state.invoices.flatMap(({ invoiceId, status }) => (status === 'paid' ? [invoiceId] : [])),
  );
  const oldest = state.invoices.at(-1)?.createdAt;
  for (const { sourceId, segments, at } of purchases) {
    // Further back than the gateway was asked.
    const isShown = oldest === undefined || at >= oldest;
    if (isShown && !paid.has(sourceId))
      found.push({
        kind: 'texts',
        subject: sourceId,
        here: String(segments),
        there: state.invoices.find(({ invoiceId }) => invoiceId === sourceId)?.status ?? 'none',
        repaired: false,
      });
  }
  return found;
}
