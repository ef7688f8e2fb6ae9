import type { PlanChoice } from '../../../contract/plans.ts';
import type { ReplyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import type { Terms } from '../../adapters/payments/port.ts';
import type { Db } from '../../db/connection.ts';
import type { Billing, Deps } from '../../deps.ts';
import type { SubscriptionRow } from '../subscriptions/store.ts';
import { remainingTexts } from '../usage/ledger.ts';
import { orUnavailable } from './customers.ts';
import { renewalCents, type Way } from './rules.ts';
import { payFirst, planChange, readBilling } from './tasks.ts';

type Preview = ReplyOf<typeof routes.previewPlan>;

const MONTH_MS = 30 * 24 * 3600_000;
const FREE = { payg: 0, personalMonthly: 0, personalAnnual: 0, teamMonthly: 0, teamAnnual: 0 };

/** What choosing the plan would do, by the figures that are charged. */
export async function previewPlan(
  db: Db,
  deps: Pick<Deps, 'billing' | 'clock'>,
  by: { accountId: string; userId: string },
  choice: PlanChoice,
): Promise<Preview> {
  const { accountId } = by;
  const { billing } = deps;
  const seatsAnd = async (change: Awaited<ReturnType<typeof planChange>>) => ({
    seatsBefore: change.seats.length,
    seatsAfter: change.terms.quantity,
    numbersReleased: change.gone.filter((seat) => seat.hasNumber).length,
    remainingTextsAfter:
      choice.planType === 'payg' && billing !== null ? await remainingTexts(db, accountId) : null,
  });
  if (billing === null) {
    const prices = { prices: FREE, currency: 'USD' };
    const change = await planChange(db, prices, { ...by, subscription: undefined }, choice);
    return {
      dueNowCents: 0,
      lines: [],
      renewsAt: new Date(deps.clock().getTime() + MONTH_MS).toISOString(),
      renewalCents: 0,
      currency: prices.currency,
      cardRequired: false,
      ...(await seatsAnd(change)),
    };
  }
  const now = await orUnavailable(() => billing.gateway.now());
  const facts = await readBilling(db, billing.gateway, accountId, now);
  const change = await planChange(db, billing, { ...by, subscription: facts.subscription }, choice);
  payFirst(facts, change.terms.billing);
  const owed = facts.overdue.map(({ number, amountCents }) => ({
    description: `Overdue invoice ${number}`,
    amountCents,
  }));
  const due = await dueNow(billing, facts, change.terms, change.way);
  return {
    dueNowCents: owed.reduce((sum, { amountCents }) => sum + amountCents, due.dueNowCents),
    lines: [...owed, ...due.lines],
    renewsAt: due.renewsAt.toISOString(),
    renewalCents: renewalCents(change.terms),
    currency: billing.currency,
    cardRequired: change.terms.billing === 'card' && !facts.customer?.card,
    ...(await seatsAnd(change)),
  };
}

/** What is given back to what was paid already counts for nothing, so the seats beyond it are what is charged. */
async function dueNow(
  { gateway }: Billing,
  {
    customer,
    subscription,
  }: { customer?: { customerId: string } | undefined; subscription?: SubscriptionRow | undefined },
  terms: Terms,
  way: Way,
) {
  const customerId = customer?.customerId ?? null;
  if (way === 'subscribe' || subscription === undefined)
    return orUnavailable(() => gateway.preview({ customerId, subscriptionId: null, terms, prorated: true }));
  const { subscriptionId, periodEnd } = subscription;
  const last = way.at(-1);
  if (last === undefined) return { lines: [], dueNowCents: 0, renewsAt: periodEnd };
  const unpaid =
    way.length > 1 ? terms.quantity - subscription.paidQuantity + subscription.quantity : terms.quantity;
  return orUnavailable(() =>
    gateway.preview({
      customerId,
      subscriptionId,
      terms: { ...terms, quantity: unpaid },
      prorated: last.prorated,
    }),
  );
}
