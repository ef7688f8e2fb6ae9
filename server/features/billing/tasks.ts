import type { PlanChoice } from '../../../contract/plans.ts';
import type { Terms } from '../../adapters/payments/port.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { Billing } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { seatsAfter } from '../seats/rules.ts';
import { countSeats, listSeatFacts, type SeatFacts } from '../seats/store.ts';
import {
  type CustomerRow,
  findCustomer,
  findSubscription,
  type InvoiceRow,
  listInvoices,
  type SubscriptionRow,
} from '../subscriptions/store.ts';
import { requireRoom } from '../team/change-seats.ts';
import type { GatewayCall, Task } from './action-store.ts';
import { MOST_INVOICES } from './gateway-state.ts';
import { centsOf, overdueOf, priceOf, seatsOf, termsOf, type Way, wayTo } from './rules.ts';

/* What each change comes to, decided while nobody else changes the account. */

export interface BillingFacts {
  customer: CustomerRow | undefined;
  subscription: SubscriptionRow | undefined;
  /** What is overdue. */
  overdue: InvoiceRow[];
}

export async function readBilling(
  db: Db,
  { vendor }: Billing['gateway'],
  accountId: string,
  now: Date,
): Promise<BillingFacts> {
  const [customer, subscription, invoices] = await Promise.all([
    findCustomer(db, accountId, vendor),
    findSubscription(db, accountId, vendor),
    listInvoices(db, accountId, vendor, MOST_INVOICES),
  ]);
  return { customer, subscription, overdue: overdueOf(subscription, invoices, now) };
}

const isLive = (row: SubscriptionRow | undefined): row is SubscriptionRow =>
  row !== undefined && row.status !== 'canceled';

function requireCard({ customer }: BillingFacts): string {
  if (!customer?.card) throw new Failure('card_required');
  return customer.customerId;
}

/** What is overdue is paid first, by the card. Who gets invoices pays those. */
export function payFirst({ overdue }: BillingFacts, billing: Terms['billing']): GatewayCall[] {
  if (overdue.length > 0 && billing === 'invoicing') throw new Failure('payment_overdue');
  return overdue.map(({ invoiceId }) => ({ do: 'payInvoice', invoiceId }));
}

export interface PlanChange {
  terms: Terms;
  way: Way;
  /** Of which some go. */
  seats: SeatFacts[];
  gone: SeatFacts[];
}

/** Where a choice leads, or why it can't be made. */
export async function planChange(
  db: Db,
  billing: Pick<Billing, 'prices' | 'currency'>,
  of: { accountId: string; userId: string; subscription: SubscriptionRow | undefined },
  choice: PlanChoice,
): Promise<PlanChange> {
  const total = seatsOf(choice);
  const seats = await listSeatFacts(db, of.accountId);
  const { needed, gone } = seatsAfter(seats, { total, ownerId: of.userId });
  if (needed > total) throw new Failure('seats_in_use', { inUse: needed, total });
  const terms = termsOf(billing, {
    price: priceOf(choice),
    quantity: total,
    billing: choice.billing ?? 'card',
  });
  return { terms, way: wayTo(of.subscription, terms), seats, gone };
}

function callsOf(way: Way, terms: Terms, subscription: SubscriptionRow | undefined): GatewayCall[] {
  if (way === 'subscribe' || subscription === undefined) return [{ do: 'subscribe', terms }];
  const { subscriptionId } = subscription;
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
    const facts = await readBilling(tx, billing.gateway, by.accountId, now);
    const { subscription } = facts;
    const { terms, way } = await planChange(tx, billing, { ...by, subscription }, choice);
    const customerId =
      terms.billing === 'invoicing' && facts.customer ? facts.customer.customerId : requireCard(facts);
    return {
      customerId,
      calls: [...payFirst(facts, terms.billing), ...callsOf(way, terms, subscription)],
      effect: {
        kind: 'choosePlan',
        accountType: choice.accountType,
        planType: choice.planType,
        seats: terms.quantity,
      },
    };
  };

export const purchaseSeatsTask =
  (billing: Billing, accountId: string, quantity: number, now: Date) =>
  async (tx: Tx): Promise<Task> => {
    const total = await requireRoom(tx, accountId, quantity);
    const facts = await readBilling(tx, billing.gateway, accountId, now);
    const { subscription, customer } = facts;
    if (!isLive(subscription) || customer === undefined) throw new Failure('plan_required');
    if (subscription.billing === 'card') requireCard(facts);
    const terms = termsOf(billing, { ...subscription, quantity: total + quantity });
    const isEnding = subscription.cancelAt !== null;
    // A change takes a cancellation back, which nobody asked for.
    const way = isEnding ? [{ quantity: terms.quantity, prorated: true }] : wayTo(subscription, terms);
    const end: GatewayCall[] = isEnding
      ? [{ do: 'cancel', subscriptionId: subscription.subscriptionId }]
      : [];
    return {
      customerId: customer.customerId,
      calls: [...payFirst(facts, terms.billing), ...callsOf(way, terms, subscription), ...end],
      effect: { kind: 'purchaseSeats', quantity },
    };
  };

export const buyTextPackageTask =
  (billing: Billing, accountId: string, count: number, now: Date) =>
  async (tx: Tx): Promise<Task> => {
    const facts = await readBilling(tx, billing.gateway, accountId, now);
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
        ...payFirst(facts, 'card'),
        { do: 'charge', description, amountCents: cents, currency: billing.currency },
      ],
      effect: { kind: 'buyTextPackage', count, cents },
    };
  };

export const cancelPlanTask =
  (billing: Billing, accountId: string, now: Date) =>
  async (tx: Tx): Promise<Task> => {
    const { customer, subscription } = await readBilling(tx, billing.gateway, accountId, now);
    if (!isLive(subscription) || customer === undefined) throw new Failure('no_subscription');
    const { subscriptionId, cancelAt } = subscription;
    return {
      customerId: customer.customerId,
      calls: cancelAt === null ? [{ do: 'cancel', subscriptionId }] : [],
      effect: { kind: 'cancelPlan' },
    };
  };

export const payOverdueTask =
  (billing: Billing, accountId: string, now: Date) =>
  async (tx: Tx): Promise<Task | null> => {
    const facts = await readBilling(tx, billing.gateway, accountId, now);
    const { customer, overdue } = facts;
    if (customer === undefined || overdue.length === 0) return null;
    return {
      customerId: customer.customerId,
      calls: payFirst(facts, 'card'),
      effect: { kind: 'payOverdue' },
    };
  };

/** The next period is charged for the seats that there are. One that is the last leaves things as they are. */
export const fitQuantityTask =
  (billing: Billing, accountId: string, now: Date) =>
  async (tx: Tx): Promise<Task | null> => {
    const [{ customer, subscription }, { total }] = [
      await readBilling(tx, billing.gateway, accountId, now),
      await countSeats(tx, accountId),
    ];
    if (customer === undefined || !isLive(subscription) || subscription.cancelAt !== null) return null;
    const { subscriptionId, quantity } = subscription;
    if (quantity === total || total === 0) return null;
    const terms = termsOf(billing, { ...subscription, quantity: total });
    return {
      customerId: customer.customerId,
      calls: [{ do: 'change', subscriptionId, terms, prorated: false }],
      effect: { kind: 'fitQuantity' },
    };
  };
