import type { PlanChoice } from '../../../contract/plans.ts';
import type { Line, Terms } from '../../adapters/payments/port.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { Billing } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { requireRoom } from '../team/change-seats.ts';
import { seatsAfter } from '../team/seats/rules.ts';
import { countSeats, listSeatFacts, type SeatFacts } from '../team/seats/store.ts';
import type { GatewayCall, Task } from './action-store.ts';
import { type BillingFacts, payFirst, readBilling, requireInvoicingRoom } from './facts.ts';
import { centsOf, deliveredCents, knownPrice, priceOf, seatsOf, termsOf, type Way, wayTo } from './rules.ts';
import { type InvoiceRow, type SubscriptionRow, setCanceledWithAccount } from './subscriptions/store.ts';

/* What each change comes to, decided while no one else changes the account. */

export const isLive = (row: SubscriptionRow | undefined): row is SubscriptionRow =>
  row !== undefined && row.status !== 'canceled';

function requireCard({ customer }: BillingFacts): string {
  if (!customer?.card) throw new Failure('card_required');
  return customer.customerId;
}

export interface PlanChange {
  terms: Terms;
  way: Way;
  /** Paid first. */
  owed: InvoiceRow[];
  /** Of the invoice that is given up: what was delivered by it. */
  delivered: Line[];
  /** Of which some go. */
  seats: SeatFacts[];
  gone: SeatFacts[];
}

/** Where a choice leads, or why it can't be made. */
export async function planChange(
  db: Db,
  billing: Pick<Billing, 'prices' | 'currency'>,
  of: { accountId: string; userId: string; facts: BillingFacts; now: Date },
  choice: PlanChoice,
): Promise<PlanChange> {
  const { facts, now } = of;
  const { subscription, unpaid, isWrittenOff } = facts;
  const total = seatsOf(choice);
  const seats = await listSeatFacts(db, of.accountId);
  const { needed, gone } = seatsAfter(seats, { total, ownerId: of.userId });
  if (needed > total) throw new Failure('seats_in_use', { inUse: needed, total });
  const terms = termsOf(billing, {
    price: priceOf(choice),
    quantity: total,
    billing: choice.billing ?? 'card',
  });
  requireInvoicingRoom(facts, terms, 'recruiters');
  const way = wayTo(subscription, terms, unpaid !== null ? 'all' : isWrittenOff ? 'part' : null);
  if (way === 'restart' && unpaid !== null && subscription !== undefined) {
    const owed = facts.debts.filter(({ invoiceId }) => invoiceId !== unpaid.invoiceId);
    const amountCents = unpaid.status === 'open' ? deliveredCents(unpaid, subscription, now) : 0;
    const delivered = amountCents > 0 ? [{ description: DELIVERED, amountCents }] : [];
    return { terms, way, owed, delivered, seats, gone };
  }
  // What was sent is paid by the card that pays from now on, so that nothing unpaid is set off.
  const isByCardNow = Array.isArray(way) && terms.billing === 'card' && way.length > 0;
  const isSentBefore = subscription?.billing === 'invoicing' || subscription?.price !== terms.price;
  const owed = isByCardNow && isSentBefore ? [...facts.debts, ...facts.sent] : facts.debts;
  return { terms, way, owed, delivered: [], seats, gone };
}

const DELIVERED = 'Time used on your previous plan';

function callsOf(
  { way, terms, delivered }: Pick<PlanChange, 'way' | 'terms' | 'delivered'>,
  { subscription, unpaid }: Pick<BillingFacts, 'subscription' | 'unpaid'>,
): GatewayCall[] {
  if (way === 'subscribe' || subscription === undefined) return [{ do: 'subscribe', terms, owed: [] }];
  const { subscriptionId, cancelAt } = subscription;
  if (way === 'later') return cancelAt === null ? [{ do: 'cancel', subscriptionId }] : [];
  if (way === 'restart')
    return [
      { do: 'subscribe', terms, owed: delivered },
      ...(unpaid?.status === 'open' ? [{ do: 'void' as const, invoiceId: unpaid.invoiceId }] : []),
      { do: 'end', subscriptionId },
    ];
  return way.map(({ quantity, prorated }) => ({
    do: 'change',
    subscriptionId,
    terms: { ...terms, quantity },
    prorated,
  }));
}

export const choosePlanTask =
  (billing: Billing, by: { accountId: string; userId: string }, choice: PlanChoice, now: Date) =>
  async (tx: Tx): Promise<Task> => {
    const facts = await readBilling(tx, billing, by.accountId, now);
    const change = await planChange(tx, billing, { ...by, facts, now }, choice);
    const { terms, way, owed } = change;
    const customerId =
      terms.billing === 'invoicing' && facts.customer ? facts.customer.customerId : requireCard(facts);
    const { accountType, planType } = choice;
    const plan = { accountType, planType, seats: terms.quantity };
    return {
      customerId,
      calls: [...payFirst(owed, terms.billing), ...callsOf(change, facts)],
      effect:
        way === 'later'
          ? { kind: 'planLater', plan: { ...plan, userId: by.userId } }
          : { kind: 'choosePlan', ...plan },
    };
  };

/** Null: at a price we don't know. */
function presentTerms(billing: Billing, subscription: SubscriptionRow, quantity: number): Terms | null {
  const price = knownPrice(subscription.price);
  return price && termsOf(billing, { price, quantity, billing: subscription.billing });
}

export const purchaseSeatsTask =
  (billing: Billing, accountId: string, quantity: number, now: Date) =>
  async (tx: Tx): Promise<Task> => {
    const total = await requireRoom(tx, accountId, quantity);
    const facts = await readBilling(tx, billing, accountId, now);
    const { subscription, customer } = facts;
    if (!isLive(subscription) || customer === undefined) throw new Failure('plan_required');
    if (subscription.billing === 'card') requireCard(facts);
    const terms = presentTerms(billing, subscription, total + quantity);
    if (terms === null) throw new Failure('price_unknown');
    requireInvoicingRoom(facts, terms, 'quantity');
    const isEnding = subscription.cancelAt !== null;
    const way = wayTo(subscription, terms);
    // A change takes a cancellation back, which no one asked for.
    const end: GatewayCall[] = isEnding
      ? [{ do: 'cancel', subscriptionId: subscription.subscriptionId }]
      : [];
    return {
      customerId: customer.customerId,
      calls: [
        ...payFirst(facts.debts, terms.billing),
        ...callsOf({ way, terms, delivered: [] }, facts),
        ...end,
      ],
      effect: { kind: 'purchaseSeats', quantity },
    };
  };

export const buyTextPackageTask =
  (billing: Billing, accountId: string, count: number, now: Date) =>
  async (tx: Tx): Promise<Task> => {
    const facts = await readBilling(tx, billing, accountId, now);
    const customerId = requireCard(facts);
    const price = billing.packages.find((each) => each.count === count)?.price;
    // Not every server sells every package.
    if (price === undefined)
      throw new Failure('invalid', { fields: { count: ['Choose one of the text packages'] } });
    const cents = centsOf(price);
    const description = `${count.toLocaleString('en-US')} texts`;
    return {
      customerId,
      calls: [
        ...payFirst(facts.debts, 'card'),
        { do: 'charge', description, amountCents: cents, currency: billing.currency },
      ],
      effect: { kind: 'buyTextPackage', count, cents },
    };
  };

export const cancelPlanTask =
  (billing: Billing, accountId: string, now: Date) =>
  async (tx: Tx): Promise<Task> => {
    const { customer, subscription } = await readBilling(tx, billing, accountId, now);
    if (!isLive(subscription) || customer === undefined) throw new Failure('no_subscription');
    const { subscriptionId, cancelAt } = subscription;
    // Also one that was canceled with the account, and would be given back now.
    await setCanceledWithAccount(tx, accountId, billing.gateway.vendor, null);
    return {
      customerId: customer.customerId,
      calls: cancelAt === null ? [{ do: 'cancel', subscriptionId }] : [],
      effect: { kind: 'cancelPlan' },
    };
  };

export const payOverdueTask =
  (billing: Billing, accountId: string, now: Date) =>
  async (tx: Tx): Promise<Task | null> => {
    const { customer, overdue } = await readBilling(tx, billing, accountId, now);
    if (customer === undefined || overdue.length === 0) return null;
    return {
      customerId: customer.customerId,
      calls: payFirst(overdue, 'card'),
      effect: { kind: 'payOverdue' },
    };
  };

/** The next period is charged for the seats that there are. One that is the last leaves things as they are. */
export const fitQuantityTask =
  (billing: Billing, accountId: string, now: Date) =>
  async (tx: Tx): Promise<Task | null> => {
    const [{ customer, subscription }, { total }] = [
      await readBilling(tx, billing, accountId, now),
      await countSeats(tx, accountId),
    ];
    if (customer === undefined || !isLive(subscription) || subscription.cancelAt !== null) return null;
    const { subscriptionId, quantity } = subscription;
    if (quantity === total || total === 0) return null;
    const terms = presentTerms(billing, subscription, total);
    // Staff see that they differ.
    if (terms === null) return null;
    return {
      customerId: customer.customerId,
      calls: [{ do: 'change', subscriptionId, terms, prorated: false }],
      effect: { kind: 'fitQuantity' },
    };
  };
