import { UNPAID_INVOICE_RECRUITERS } from '../../../contract/limits.ts';
import type { Terms } from '../../adapters/payments/port.ts';
import type { Db } from '../../db/connection.ts';
import type { Billing } from '../../deps.ts';
import { Failure, failureAt } from '../../failure.ts';
import { isFeatureOn } from '../accounts/store.ts';
import type { GatewayCall } from './action-store.ts';
import { MOST_INVOICES } from './gateway-state.ts';
import { debtsOf, hasWrittenOff, overdueOf, unpaidPeriod } from './rules.ts';
import {
  type CustomerRow,
  findCustomer,
  findSubscription,
  hasPaidInvoice,
  type InvoiceRow,
  listInvoices,
  type SubscriptionRow,
} from './subscriptions/store.ts';

/* What is paid, what isn't, and what follows from that for people who want more. */

export interface BillingFacts {
  customer: CustomerRow | undefined;
  subscription: SubscriptionRow | undefined;
  /** Of the subscription. */
  overdue: InvoiceRow[];
  /** What has to be paid before anything new. */
  debts: InvoiceRow[];
  /** What else of the subscription was sent and isn't paid. */
  sent: InvoiceRow[];
  /** The invoice of the whole present period, if nothing of it is paid. It may be written off. */
  unpaid: InvoiceRow | null;
  /** Of the present period, something. */
  isWrittenOff: boolean;
  /** It has paid an invoice, or staff have waived it. */
  isTrusted: boolean;
}

export async function readBilling(
  db: Db,
  billing: Billing,
  accountId: string,
  now: Date,
): Promise<BillingFacts> {
  const { vendor } = billing.gateway;
  const [customer, subscription, invoices, isTrusted] = await Promise.all([
    findCustomer(db, accountId, vendor),
    findSubscription(db, accountId, vendor),
    listInvoices(db, accountId, vendor, MOST_INVOICES),
    mayOwe(db, billing, accountId),
  ]);
  const debts = debtsOf(subscription, invoices, now);
  return {
    customer,
    subscription,
    overdue: overdueOf(subscription, invoices, now),
    debts,
    sent: invoices.filter(
      (each) => each.status === 'open' && each.subscriptionId !== null && !debts.includes(each),
    ),
    unpaid: unpaidPeriod(billing, subscription, invoices),
    isWrittenOff: hasWrittenOff(subscription, invoices),
    isTrusted,
  };
}

/** Its invoices needn't be small. Where annual plans cost nothing, an invoice of nothing is paid. */
export async function mayOwe(db: Db, { gateway, prices }: Billing, accountId: string): Promise<boolean> {
  const atLeastCents = prices.teamAnnual === 0 ? 0 : 1;
  const [hasPaid, isLifted] = await Promise.all([
    hasPaidInvoice(db, accountId, gateway.vendor, { atLeastCents }),
    isFeatureOn(db, accountId, 'unpaidInvoicing'),
  ]);
  return hasPaid || isLifted;
}

export function requireInvoicingRoom({ isTrusted }: BillingFacts, terms: Terms, field: string): void {
  const isTooMuch = terms.billing === 'invoicing' && terms.quantity > UNPAID_INVOICE_RECRUITERS;
  if (isTooMuch && !isTrusted) throw failureAt(field, 'invoicing_limit');
}

export const UNPAID = 'An earlier invoice is unpaid. Pay it first, or pay by card.';

/** By card, before anything else; accounts with invoices pay those. */
export function payFirst(invoices: InvoiceRow[], billing: Terms['billing']): GatewayCall[] {
  if (invoices.length > 0 && billing === 'invoicing') throw new Failure('payment_overdue', undefined, UNPAID);
  return invoices.map(({ invoiceId }) => ({ do: 'payInvoice', invoiceId }));
}
