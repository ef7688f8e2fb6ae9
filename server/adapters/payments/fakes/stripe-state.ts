import { noSuch, StripeFault } from './stripe-form.ts';

/* What Stripe keeps, as it shows it, and how it takes money. Times are in its seconds. */

export interface Customer {
  id: string;
  object: 'customer';
  created: number;
  name: string;
  email: string;
  /** Below zero: credit. */
  balance: number;
  metadata: Record<string, string>;
  invoice_settings: { default_payment_method: string | null };
}

export interface Method {
  id: string;
  object: 'payment_method';
  type: 'card';
  created: number;
  customer: string | null;
  billing_details: { name: string | null };
  card: { brand: string; last4: string; exp_month: number; exp_year: number };
}

interface Price {
  id: string;
  object: 'price';
  currency: string;
  product: string;
  unit_amount: number;
  recurring: { interval: 'month' | 'year'; interval_count: 1 };
}

export interface Item {
  id: string;
  object: 'subscription_item';
  price: Price;
  quantity: number;
  current_period_start: number;
  current_period_end: number;
}

export interface Subscription {
  id: string;
  object: 'subscription';
  created: number;
  customer: string;
  status: 'active' | 'past_due' | 'canceled';
  billing_cycle_anchor: number;
  collection_method: 'charge_automatically' | 'send_invoice';
  days_until_due: number | null;
  cancel_at_period_end: boolean;
  latest_invoice: string | null;
  metadata: Record<string, string>;
  items: { object: 'list'; data: [Item]; has_more: false };
}

export interface Line {
  id: string;
  object: 'line_item';
  amount: number;
  description: string;
  period: { start: number; end: number };
}

export interface Invoice {
  id: string;
  object: 'invoice';
  created: number;
  customer: string;
  currency: string;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  number: string | null;
  description: string | null;
  collection_method: 'charge_automatically' | 'send_invoice';
  billing_reason: 'manual' | 'subscription_create' | 'subscription_update' | 'subscription_cycle';
  total: number;
  starting_balance: number;
  amount_due: number;
  due_date: number | null;
  invoice_pdf: string | null;
  attempt_count: number;
  next_payment_attempt: number | null;
  automatically_finalizes_at: number | null;
  metadata: Record<string, string>;
  status_transitions: { paid_at: number | null; finalized_at: number | null };
  lines: { object: 'list'; data: Line[]; has_more: false };
  parent: null | {
    type: 'subscription_details';
    subscription_details: { subscription: string; metadata: Record<string, string> };
  };
}

/** What a card's bank answers: yes, no, or no as soon as it is charged. */
export type Outcome = 'accepted' | 'refused' | 'declined';

export interface Charge {
  customer: string;
  invoice: string;
  amount: number;
}

export class StripeState {
  readonly customers = new Map<string, Customer>();
  readonly methods = new Map<string, Method>();
  readonly products = new Map<string, { id: string; object: 'product'; name: string }>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, Invoice>();
  /** Money that was moved. */
  readonly charges: Charge[] = [];
  readonly outcomes = new Map<string, Outcome>();
  readonly detached = new Set<string>();
  readonly events: { id: string; body: string }[] = [];
  now: number;
  #made = 0;

  constructor(now: number) {
    this.now = now;
  }

  newId(prefix: string): string {
    this.#made += 1;
    return `${prefix}_${String(this.#made).padStart(6, '0')}`;
  }

  tell(type: string, object: object, previous?: object): void {
    const id = this.newId('evt');
    const body = JSON.stringify({
      id,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: this.now,
      type,
      data: { object, ...(previous ? { previous_attributes: previous } : {}) },
    });
    this.events.push({ id, body });
  }

  customer(id: string): Customer {
    const found = this.customers.get(id);
    if (found === undefined) throw noSuch('customer', id, 'customer');
    return found;
  }

  method(id: string): Method {
    const found = this.methods.get(id);
    if (found === undefined) throw noSuch('PaymentMethod', id);
    return found;
  }

  subscription(id: string): Subscription {
    const found = this.subscriptions.get(id);
    if (found === undefined) throw noSuch('subscription', id);
    return found;
  }

  invoice(id: string): Invoice {
    const found = this.invoices.get(id);
    if (found === undefined) throw noSuch('invoice', id, 'invoice');
    return found;
  }

  /** Asks the bank of the customer's default card; throws what Stripe answers. */
  askBank(customer: Customer, amount: number): void {
    if (amount === 0) return;
    const id = customer.invoice_settings.default_payment_method;
    if (id === null)
      throw new StripeFault(
        400,
        { type: 'invalid_request_error', code: 'resource_missing' },
        'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      );
    const { card } = this.method(id);
    if (this.now >= Date.UTC(card.exp_year, card.exp_month, 1) / 1000) throw cardFault('expired_card');
    if (this.outcomes.get(id) !== 'accepted') throw cardFault('card_declined');
  }
}

export const cardFault = (code: 'card_declined' | 'expired_card') =>
  new StripeFault(
    402,
    { type: 'card_error', code, ...(code === 'card_declined' ? { decline_code: 'generic_decline' } : {}) },
    code === 'card_declined' ? 'Your card was declined.' : 'Your card has expired.',
  );
