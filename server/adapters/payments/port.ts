import { z } from 'zod';

/**
 * Who moves the money. Each call that changes something takes `key`, which names our own business action: repeated with the same key
 * it changes nothing more, and answers what it answered. Amounts are in the currency's smallest unit.
 */
export interface PaymentGateway {
  readonly vendor: 'stripe' | 'sandbox';

  /** The gateway's time: ours, but for the sandbox, whose clock may have been moved on. What it dates is compared with this. */
  now(): Promise<Date>;

  createCustomer(input: {
    key: string;
    accountId: string;
    name: string;
    email: string;
  }): Promise<{ customerId: string }>;

  /** For the gateway's own field in the browser. Null: there is none, and tokens come from POST /sandbox/cards. */
  startCard(input: { customerId: string }): Promise<{ clientSecret: string; publishableKey: string } | null>;

  /**
   * From now on this card pays, and the one before is detached. Throws `CardRefused`, also for a token of another customer, or of
   * none.
   */
  setCard(input: {
    key: string;
    customerId: string;
    paymentMethodId: string;
    name: string;
  }): Promise<GatewayCard>;

  findCard(customerId: string): Promise<GatewayCard | null>;

  /**
   * What `subscribe` or `changeSubscription` would charge now. A change counts from the beginning of the hour, so that it still holds
   * when it has been read; credits are negative lines.
   */
  preview(input: {
    customerId: string | null;
    subscriptionId: string | null;
    terms: Terms;
    prorated: boolean;
    /** Of `subscribe`. */
    owed?: Line[];
  }): Promise<{ lines: Line[]; dueNowCents: number; renewsAt: Date }>;

  /**
   * Charges the first period, or sends its invoice. If the card is refused there is no subscription: throws `CardRefused`.
   * `owed`: charged with it, for what was delivered before and isn't paid.
   */
  subscribe(input: {
    key: string;
    customerId: string;
    terms: Terms;
    owed?: Line[];
  }): Promise<GatewaySubscription>;

  /**
   * From now on. `prorated`: what is left of the period before is set off and the difference charged at once; a refused card leaves
   * everything as it was (`CardRefused`); a difference below zero is kept for the next invoice. While an invoice of the subscription
   * is unpaid, or one of the period was given up, only more of the same can be had, since nothing else may be set off: throws
   * `NotPaid`. Otherwise it is the next period that costs more or less, of the same interval. Ends a cancellation that is pending.
   */
  changeSubscription(input: {
    key: string;
    subscriptionId: string;
    terms: Terms;
    prorated: boolean;
  }): Promise<GatewaySubscription>;

  /** At the end of what is paid for, or at once. */
  cancelSubscription(input: {
    key: string;
    subscriptionId: string;
    when: 'periodEnd' | 'now';
  }): Promise<GatewaySubscription>;

  /** Takes back that it ends with its period. Of one that has ended nothing changes. */
  resumeSubscription(input: { key: string; subscriptionId: string }): Promise<GatewaySubscription>;

  /** The one that counts: the latest that isn't canceled, else the latest. */
  findSubscription(customerId: string): Promise<GatewaySubscription | null>;

  /**
   * One purchase, by an invoice that is paid at once by the card. If it is refused the invoice is void: throws `CardRefused`.
   */
  charge(input: {
    key: string;
    customerId: string;
    description: string;
    amountCents: number;
    currency: string;
  }): Promise<GatewayInvoice>;

  /** Tries the card again. Throws `CardRefused`. */
  payInvoice(input: { key: string; invoiceId: string }): Promise<GatewayInvoice>;

  /** It no longer has to be paid; credit that went into it is given back. One that is paid stays so. */
  voidInvoice(input: { key: string; invoiceId: string }): Promise<GatewayInvoice>;

  /** Null: there is none, or a draft only. */
  findInvoice(invoiceId: string): Promise<GatewayInvoice | null>;
  /** Latest first, without drafts. */
  listInvoices(input: { customerId: string; limit: number }): Promise<GatewayInvoice[]>;
  /** Null: there is no such invoice. */
  readInvoicePdf(invoiceId: string): Promise<Buffer | null>;

  /**
   * Verifies what the gateway posted to `/webhooks/payments/<vendor>`. Null: nothing that we follow. Throws `BadSignature` and `Unreadable`. It says
   * only what to look at again: events come at least once and in any order.
   */
  readWebhook(input: { headers: Record<string, string | undefined>; body: Buffer }): GatewayEvent | null;
}

/** A part of an amount; credits are negative. */
export interface Line {
  description: string;
  amountCents: number;
}

/** What is paid for, how often, and by what. */
export interface Terms {
  /** Our own name of the price, e.g. teamMonthly. */
  price: string;
  /** Shown on invoices, e.g. "Team unlimited, monthly". */
  description: string;
  unitAmountCents: number;
  currency: string;
  interval: 'month' | 'year';
  /** Seats. */
  quantity: number;
  /** `invoicing`: an invoice is sent, due in 30 days. */
  billing: 'card' | 'invoicing';
}

export interface GatewayCard {
  paymentMethodId: string;
  name: string;
  /** In lower case, e.g. visa. */
  brand: string;
  expMonth: number;
  expYear: number;
  last4: string;
}

export interface GatewaySubscription {
  subscriptionId: string;
  customerId: string;
  status: 'active' | 'pastDue' | 'canceled';
  /** The `price` of its terms. */
  price: string;
  quantity: number;
  billing: 'card' | 'invoicing';
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
}

export interface GatewayInvoice {
  invoiceId: string;
  customerId: string;
  number: string;
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  description: string;
  /** What is to be paid, after credit. */
  amountCents: number;
  currency: string;
  createdAt: Date;
  dueAt: Date | null;
  paidAt: Date | null;
  /** Of the `charge` or change that made it; null for renewals. */
  key: string | null;
  /** It belongs to the subscription, not to a purchase beside it. */
  subscriptionId: string | null;
}

/** As vendors make them. Nothing else can be one that we know. */
export const VendorId = z.string().regex(/^[\x21-\x7e]{1,255}$/);

export interface GatewayEvent {
  id: string;
  customerId: string;
  about: 'subscription' | 'invoice' | 'card';
  /** Of the subscription or invoice. */
  subjectId: string | null;
}

/** The card, or its bank, said no. Nothing was charged. */
export class CardRefused extends Error {
  override name = 'CardRefused';
  readonly reason: 'declined' | 'expired' | 'missing';
  constructor(reason: 'declined' | 'expired' | 'missing') {
    super(`The card was refused: ${reason}.`);
    this.reason = reason;
  }
}

/** What would be set off hasn't been paid. Nothing was changed. */
export class NotPaid extends Error {
  override name = 'NotPaid';
}

/** No answer, or one that leaves open what happened. Repeat with the same key. */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable';
}

/** It is signed, but is no event. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

export class BadSignature extends Error {
  override name = 'BadSignature';
}
