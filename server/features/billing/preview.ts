import type { PlanChoice } from '../../../contract/plans.ts';
import type { ReplyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import type { Db } from '../../db/connection.ts';
import type { Billing, Deps } from '../../deps.ts';
import { orUnavailable } from './customers.ts';
import { type BillingFacts, payFirst, readBilling } from './facts.ts';
import { remainingTexts } from './ledger/ledger.ts';
import { renewalCents } from './rules.ts';
import { type PlanChange, planChange } from './tasks.ts';

type Preview = ReplyOf<typeof routes.previewPlan>;

const MONTH_MS = 30 * 24 * 3600_000;
const NO_BILLING: BillingFacts = {
  customer: undefined,
  subscription: undefined,
  overdue: [],
  debts: [],
  sent: [],
  unpaid: null,
  isWrittenOff: false,
  isTrusted: true,
};
const FREE = { payg: 0, personalMonthly: 0, personalAnnual: 0, teamMonthly: 0, teamAnnual: 0 };

/** What choosing the plan would do, with the amounts that are charged. */
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
    const change = await planChange(db, prices, { ...by, facts: NO_BILLING, now: deps.clock() }, choice);
    return {
      dueNowCents: 0,
      lines: [],
      startsAt: null,
      renewsAt: new Date(deps.clock().getTime() + MONTH_MS).toISOString(),
      renewalCents: 0,
      currency: prices.currency,
      cardRequired: false,
      ...(await seatsAnd(change)),
    };
  }
  const now = await orUnavailable(() => billing.gateway.now());
  const facts = await readBilling(db, billing, accountId, now);
  const change = await planChange(db, billing, { ...by, facts, now }, choice);
  payFirst(change.owed, change.terms.billing);
  const owed = change.owed.map((invoice) => ({
    description: `${facts.overdue.includes(invoice) ? 'Overdue' : 'Unpaid'} invoice ${invoice.number}`,
    amountCents: invoice.amountCents,
  }));
  const due = await dueNow(billing, facts, change);
  return {
    dueNowCents: owed.reduce((sum, { amountCents }) => sum + amountCents, due.dueNowCents),
    lines: [...owed, ...due.lines],
    startsAt: change.way === 'later' ? due.renewsAt.toISOString() : null,
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
  { customer, subscription }: BillingFacts,
  { way, terms, delivered }: PlanChange,
) {
  const customerId = customer?.customerId ?? null;
  if (way === 'subscribe' || way === 'restart' || subscription === undefined)
    return orUnavailable(() =>
      gateway.preview({ customerId, subscriptionId: null, terms, prorated: true, owed: delivered }),
    );
  const { subscriptionId, periodEnd } = subscription;
  if (way === 'later') return { lines: [], dueNowCents: 0, renewsAt: periodEnd };
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
