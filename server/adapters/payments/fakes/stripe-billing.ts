import { invalid, StripeFault } from './stripe-form.ts';
import type { Customer, Invoice, Item, Line, StripeState, Subscription } from './stripe-state.ts';

/* How Stripe bills: invoices, what a change sets off, and what happens as time passes. */

const HOUR = 3600;
const DAY = 86_400;
const RETRY_DAYS = [3, 5, 7];

/** Months and years as Stripe counts them: from the anchor, in a shorter month its last day. */
export function cycle(anchor: number, interval: 'month' | 'year', count: number): number {
  const from = new Date(anchor * 1000);
  const months = count * (interval === 'year' ? 12 : 1);
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + months);
  // It ran over into the month after.
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return to.getTime() / 1000;
}

export function cycleAfter(anchor: number, interval: 'month' | 'year', at: number): number {
  for (let count = 1; ; count += 1) {
    const end = cycle(anchor, interval, count);
    if (end > at) return end;
  }
}

const amountOf = ({ price, quantity }: Pick<Item, 'price' | 'quantity'>) => price.unit_amount * quantity;

function nameOf(state: StripeState, { price, quantity }: Pick<Item, 'price' | 'quantity'>): string {
  return `${quantity} × ${state.products.get(price.product)?.name ?? price.product}`;
}

export function wholeLine(state: StripeState, item: Item): Line {
  const each = (item.price.unit_amount / 100).toFixed(2);
  return {
    id: state.newId('il'),
    object: 'line_item',
    amount: amountOf(item),
    description: `${nameOf(state, item)} (at $${each} / ${item.price.recurring.interval})`,
    period: { start: item.current_period_start, end: item.current_period_end },
  };
}

/** The item as it would be, and what the change from `before` costs from `at` on. */
export function prorate(
  state: StripeState,
  before: Item,
  wanted: Pick<Item, 'price' | 'quantity'>,
  at: number,
): { after: Item; lines: Line[]; isReset: boolean } {
  if (at < before.current_period_start || at > before.current_period_end)
    throw invalid('The proration date must be within the current period.', undefined, 'proration_date');
  const { current_period_start: start, current_period_end: end } = before;
  const share = (end - at) / (end - start);
  const isReset = before.price.recurring.interval !== wanted.price.recurring.interval;
  const after = isReset
    ? {
        ...before,
        ...wanted,
        current_period_start: state.now,
        current_period_end: cycle(state.now, wanted.price.recurring.interval, 1),
      }
    : { ...before, ...wanted };
  const line = (amount: number, description: string, to: number): Line => ({
    id: state.newId('il'),
    object: 'line_item',
    amount,
    description,
    period: { start: at, end: to },
  });
  const unused = line(-Math.round(amountOf(before) * share), `Unused time on ${nameOf(state, before)}`, end);
  const next = isReset
    ? wholeLine(state, after)
    : line(Math.round(amountOf(after) * share), `Remaining time on ${nameOf(state, after)}`, end);
  return { after, lines: [unused, next], isReset };
}

/** What is left to pay when a customer's credit has gone in. */
export function due(lines: Line[], balance: number): { total: number; amountDue: number } {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return { total, amountDue: Math.max(0, total + Math.min(0, balance)) };
}

export function draft(
  state: StripeState,
  customer: Customer,
  made: Pick<Invoice, 'billing_reason' | 'collection_method' | 'currency'> & Partial<Invoice>,
  lines: Line[],
): Invoice {
  const id = state.newId('in');
  const { total, amountDue } = due(lines, customer.balance);
  const invoice: Invoice = {
    id,
    object: 'invoice',
    created: state.now,
    customer: customer.id,
    status: 'draft',
    number: null,
    description: null,
    total,
    starting_balance: customer.balance,
    amount_due: amountDue,
    due_date: null,
    invoice_pdf: null,
    attempt_count: 0,
    next_payment_attempt: null,
    automatically_finalizes_at: null,
    metadata: {},
    status_transitions: { paid_at: null, finalized_at: null },
    lines: { object: 'list', data: lines, has_more: false },
    parent: null,
    ...made,
  };
  state.invoices.set(id, invoice);
  state.tell('invoice.created', invoice);
  return invoice;
}

export function draftOf(
  state: StripeState,
  subscription: Subscription,
  reason: Invoice['billing_reason'],
  lines: Line[],
): Invoice {
  const { customer, collection_method, days_until_due, metadata, id } = subscription;
  const invoice = draft(
    state,
    state.customer(customer),
    {
      billing_reason: reason,
      collection_method,
      currency: subscription.items.data[0].price.currency,
      due_date: days_until_due === null ? null : state.now + days_until_due * DAY,
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: id, metadata: { ...metadata } },
      },
    },
    lines,
  );
  subscription.latest_invoice = invoice.id;
  return invoice;
}

/** Takes the customer's credit; what is nothing then is paid. */
export function finalize(state: StripeState, invoice: Invoice): void {
  if (invoice.status !== 'draft')
    throw invalid(`This invoice is already finalized, you can't re-finalize a non-draft invoice.`);
  const customer = state.customer(invoice.customer);
  const { total, amountDue } = due(invoice.lines.data, customer.balance);
  const count = [...state.invoices.values()].filter(
    (other) => other.customer === customer.id && other.number !== null,
  ).length;
  Object.assign(invoice, {
    total,
    starting_balance: customer.balance,
    amount_due: amountDue,
    status: 'open',
    number: `F${customer.id.slice(-6).toUpperCase()}-${String(count + 1).padStart(4, '0')}`,
    automatically_finalizes_at: null,
    invoice_pdf: `/invoice/${invoice.id}/pdf`,
  });
  invoice.status_transitions.finalized_at = state.now;
  customer.balance += total - amountDue;
  state.tell('invoice.finalized', invoice);
  if (amountDue === 0) markPaid(state, invoice);
}

function markPaid(state: StripeState, invoice: Invoice): void {
  invoice.status = 'paid';
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = state.now;
  state.tell('invoice.paid', invoice);
  const subscription = state.subscriptions.get(invoice.parent?.subscription_details.subscription ?? '');
  if (subscription?.status !== 'past_due') return;
  subscription.status = 'active';
  state.tell('customer.subscription.updated', subscription);
}

export function pay(state: StripeState, invoice: Invoice): void {
  if (invoice.status !== 'open')
    throw invalid(
      invoice.status === 'paid' ? 'Invoice is already paid' : `You can't pay a ${invoice.status} invoice.`,
    );
  invoice.attempt_count += 1;
  state.askBank(state.customer(invoice.customer), invoice.amount_due);
  state.charges.push({ customer: invoice.customer, invoice: invoice.id, amount: invoice.amount_due });
  markPaid(state, invoice);
}

export function voidInvoice(state: StripeState, invoice: Invoice): void {
  if (invoice.status !== 'open') throw invalid(`You can't void a ${invoice.status} invoice.`);
  invoice.status = 'void';
  // What it had taken of the credit goes back.
  state.customer(invoice.customer).balance -= invoice.total - invoice.amount_due;
  state.tell('invoice.voided', invoice);
}

export function end(state: StripeState, subscription: Subscription): void {
  subscription.status = 'canceled';
  for (const invoice of state.invoices.values())
    if (invoice.parent?.subscription_details.subscription === subscription.id)
      invoice.next_payment_attempt = null;
  state.tell('customer.subscription.deleted', subscription);
}

/** Does what falls due until `to`, in its order. */
export function passTime(state: StripeState, to: number): void {
  for (;;) {
    const [first] = dueIn(state)
      .filter(({ at }) => at <= to)
      .sort((a, b) => a.at - b.at);
    if (first === undefined) break;
    state.now = Math.max(state.now, first.at);
    first.run();
  }
  state.now = to;
}

function dueIn(state: StripeState): { at: number; run: () => void }[] {
  const subscriptions = [...state.subscriptions.values()]
    .filter(({ status }) => status !== 'canceled')
    .map((subscription) => ({
      at: subscription.items.data[0].current_period_end,
      run: () => (subscription.cancel_at_period_end ? end(state, subscription) : renew(state, subscription)),
    }));
  const invoices = [...state.invoices.values()].flatMap((invoice) => {
    const {
      automatically_finalizes_at: finalizesAt,
      next_payment_attempt: attemptAt,
      due_date: dueAt,
    } = invoice;
    const subscription = state.subscriptions.get(invoice.parent?.subscription_details.subscription ?? '');
    return [
      ...(invoice.status === 'draft' && finalizesAt !== null
        ? [{ at: finalizesAt, run: () => advance(state, invoice) }]
        : []),
      ...(invoice.status === 'open' && attemptAt !== null
        ? [{ at: attemptAt, run: () => attempt(state, invoice) }]
        : []),
      ...(invoice.status === 'open' && dueAt !== null && subscription?.status === 'active'
        ? [{ at: dueAt, run: () => fallBehind(state, subscription) }]
        : []),
    ];
  });
  return [...subscriptions, ...invoices];
}

function renew(state: StripeState, subscription: Subscription): void {
  const [item] = subscription.items.data;
  item.current_period_start = item.current_period_end;
  item.current_period_end = cycleAfter(
    subscription.billing_cycle_anchor,
    item.price.recurring.interval,
    item.current_period_start,
  );
  const invoice = draftOf(state, subscription, 'subscription_cycle', [wholeLine(state, item)]);
  invoice.automatically_finalizes_at = state.now + HOUR;
  state.tell('customer.subscription.updated', subscription);
}

function advance(state: StripeState, invoice: Invoice): void {
  finalize(state, invoice);
  if (invoice.status === 'open' && invoice.collection_method === 'charge_automatically')
    attempt(state, invoice);
}

function attempt(state: StripeState, invoice: Invoice): void {
  try {
    pay(state, invoice);
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    const days = RETRY_DAYS[invoice.attempt_count - 1];
    const finalizedAt = invoice.status_transitions.finalized_at ?? state.now;
    invoice.next_payment_attempt = days === undefined ? null : finalizedAt + days * DAY;
    state.tell('invoice.payment_failed', invoice);
    const subscription = state.subscriptions.get(invoice.parent?.subscription_details.subscription ?? '');
    if (subscription?.status === 'active') fallBehind(state, subscription);
  }
}

function fallBehind(state: StripeState, subscription: Subscription): void {
  subscription.status = 'past_due';
  state.tell('customer.subscription.updated', subscription);
}
