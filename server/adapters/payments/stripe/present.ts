import type Stripe from 'stripe';
import type { GatewayCard, GatewayInvoice, GatewaySubscription } from '../port.ts';

/* Stripe's objects in the words of the port. */

export const dateOf = (seconds: number) => new Date(seconds * 1000);
export const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);

const idOf = (linked: string | { id: string } | null) => (typeof linked === 'string' ? linked : linked?.id);

export function presentCard({ id, card, billing_details }: Stripe.PaymentMethod): GatewayCard | null {
  if (card === undefined) return null;
  return {
    paymentMethodId: id,
    name: billing_details.name ?? '',
    brand: card.brand,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    last4: card.last4,
  };
}

/** We only ever have one item. */
export function itemOf({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (item === undefined) throw new Error(`The subscription ${id} has no item`);
  return item;
}

export function presentSubscription(subscription: Stripe.Subscription): GatewaySubscription {
  const item = itemOf(subscription);
  return {
    subscriptionId: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    status: statusOf(subscription.status),
    price: subscription.metadata.price ?? '',
    quantity: item.quantity ?? 1,
    billing: subscription.collection_method === 'send_invoice' ? 'invoicing' : 'card',
    periodStart: dateOf(item.current_period_start),
    periodEnd: dateOf(item.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
  };
}

export function statusOf(status: Stripe.Subscription['status']): GatewaySubscription['status'] {
  switch (status) {
    case 'active':
    case 'trialing':
      return 'active';
    case 'canceled':
    case 'incomplete_expired':
      return 'canceled';
    default:
      return 'pastDue';
  }
}

/** What is none of these, such as a draft, is yet to be paid. */
const SETTLED = ['paid', 'void', 'uncollectible'] as const;

/** Made by an action of ours, whose key the subscription had at that time. A renewal isn't. */
const OF_ACTIONS = ['subscription_create', 'subscription_update'];

export function presentInvoice(invoice: Stripe.Invoice): GatewayInvoice {
  const details = invoice.parent?.subscription_details ?? null;
  const ofSubscription = OF_ACTIONS.includes(invoice.billing_reason ?? '') ? details?.metadata : null;
  return {
    invoiceId: invoice.id,
    customerId: idOf(invoice.customer) ?? '',
    number: invoice.number ?? '',
    status: SETTLED.find((status) => status === invoice.status) ?? 'open',
    description: invoice.description ?? invoice.lines.data.at(-1)?.description ?? '',
    amountCents: invoice.amount_due,
    currency: invoice.currency.toUpperCase(),
    createdAt: dateOf(invoice.created),
    dueAt: invoice.due_date === null ? null : dateOf(invoice.due_date),
    paidAt: invoice.status_transitions.paid_at === null ? null : dateOf(invoice.status_transitions.paid_at),
    key: invoice.metadata?.key ?? ofSubscription?.key ?? null,
    subscriptionId: idOf(details?.subscription ?? null) ?? null,
  };
}
