import { sql } from 'kysely';
import type { PaidPlan } from '../../../../contract/access.ts';
import type { Card, InvoiceStatus } from '../../../../contract/payments.ts';
import type { Db } from '../../../db/connection.ts';

export interface CustomerRow {
  customerId: string;
  card: Card | null;
  expiryMailed: string | null;
}

export function findCustomer(db: Db, accountId: string, vendor: string): Promise<CustomerRow | undefined> {
  return db
    .selectFrom('billing_customers')
    .select(['customer_id as customerId', 'card', 'expiry_told as expiryMailed'])
    .where('account_id', '=', accountId)
    .where('vendor', '=', vendor)
    .executeTakeFirst();
}

export async function findAccountOfCustomer(
  db: Db,
  vendor: string,
  customerId: string,
): Promise<string | null> {
  const found = await db
    .selectFrom('billing_customers')
    .select('account_id as accountId')
    .where('vendor', '=', vendor)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return found?.accountId ?? null;
}

/** An account has one customer: of two that were made at the same time, the first. */
export async function insertCustomer(
  db: Db,
  customer: { accountId: string; vendor: string; customerId: string },
): Promise<void> {
  await db
    .insertInto('billing_customers')
    .values({ account_id: customer.accountId, vendor: customer.vendor, customer_id: customer.customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function updateCustomer(
  db: Db,
  accountId: string,
  vendor: string,
  change: { card: Card | null; expiryMailed: string | null },
): Promise<void> {
  await db
    .updateTable('billing_customers')
    .set({ card: change.card && JSON.stringify(change.card), expiry_told: change.expiryMailed })
    .where('account_id', '=', accountId)
    .where('vendor', '=', vendor)
    .execute();
}

/** A new look at the gateway begins: earlier ones no longer count. */
export async function beginLook(db: Db, accountId: string, vendor: string): Promise<string | null> {
  const row = await db
    .updateTable('billing_customers')
    .set({ looks: sql`looks + 1` })
    .where('account_id', '=', accountId)
    .where('vendor', '=', vendor)
    .returning('looks')
    .executeTakeFirst();
  return row?.looks ?? null;
}

export async function isLatestLook(
  db: Db,
  accountId: string,
  vendor: string,
  look: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('billing_customers')
    .select('looks')
    .where('account_id', '=', accountId)
    .where('vendor', '=', vendor)
    .executeTakeFirst();
  return row?.looks === look;
}

export interface SubscriptionRow {
  subscriptionId: string;
  status: 'active' | 'pastDue' | 'canceled';
  /** As the gateway has it: one that was made by hand there is none of ours. */
  price: string;
  quantity: number;
  /** Seats that this period has been paid for, also those given up since. */
  paidQuantity: number;
  billing: 'card' | 'invoicing';
  periodStart: Date;
  periodEnd: Date;
  cancelAt: Date | null;
  pastDueSince: Date | null;
  graceUntil: Date | null;
  graceMailedAt: Date | null;
  endedAt: Date | null;
  /** When something falls due automatically. */
  lookAt: Date | null;
  /** What begins when the period ends. */
  nextPlan: NextPlan | null;
}

export interface NextPlan {
  accountType: 'personal' | 'team';
  planType: PaidPlan;
  seats: number;
  /** Who chose it. */
  userId: string;
}

export function findSubscription(
  db: Db,
  accountId: string,
  vendor: string,
): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('subscriptions')
    .select([
      'subscription_id as subscriptionId',
      'status',
      'price',
      'quantity',
      'paid_quantity as paidQuantity',
      'billing',
      'period_start as periodStart',
      'period_end as periodEnd',
      'cancel_at as cancelAt',
      'past_due_since as pastDueSince',
      'grace_until as graceUntil',
      'grace_told_at as graceMailedAt',
      'ended_at as endedAt',
      'look_at as lookAt',
      sql<NextPlan | null>`next_plan`.as('nextPlan'),
    ])
    .where('account_id', '=', accountId)
    .where('vendor', '=', vendor)
    .executeTakeFirst();
}

export async function putSubscription(
  db: Db,
  accountId: string,
  vendor: string,
  row: SubscriptionRow,
): Promise<void> {
  const columns = {
    subscription_id: row.subscriptionId,
    status: row.status,
    price: row.price,
    quantity: row.quantity,
    paid_quantity: row.paidQuantity,
    billing: row.billing,
    period_start: row.periodStart,
    period_end: row.periodEnd,
    cancel_at: row.cancelAt,
    past_due_since: row.pastDueSince,
    grace_until: row.graceUntil,
    grace_told_at: row.graceMailedAt,
    ended_at: row.endedAt,
    look_at: row.lookAt,
    next_plan: row.nextPlan && JSON.stringify(row.nextPlan),
  };
  await db
    .insertInto('subscriptions')
    .values({ account_id: accountId, vendor, ...columns })
    .onConflict((conflict) => conflict.columns(['account_id', 'vendor']).doUpdateSet(columns))
    .execute();
}

export async function setNextPlan(
  db: Db,
  accountId: string,
  vendor: string,
  plan: NextPlan | null,
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ next_plan: plan && JSON.stringify(plan) })
    .where('account_id', '=', accountId)
    .where('vendor', '=', vendor)
    .execute();
}

/** The subscription that was canceled because the account is to be deleted. */
export async function findCanceledWithAccount(
  db: Db,
  accountId: string,
  vendor: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('subscriptions')
    .select('canceled_with_account as canceled')
    .where('account_id', '=', accountId)
    .where('vendor', '=', vendor)
    .executeTakeFirst();
  return row?.canceled ?? null;
}

export async function setCanceledWithAccount(
  db: Db,
  accountId: string,
  vendor: string,
  subscriptionId: string | null,
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ canceled_with_account: subscriptionId })
    .where('account_id', '=', accountId)
    .where('vendor', '=', vendor)
    .execute();
}

/** Accounts to be deleted whose plan would renew, and kept ones whose plan was canceled for it and would end. */
export async function listOutOfStep(db: Db, vendor: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    select s.account_id as "accountId" from subscriptions s join accounts a on a.id = s.account_id
     where s.vendor = ${vendor} and s.status <> 'canceled'
       and case when a.deletes_at is null then s.canceled_with_account = s.subscription_id
                else s.cancel_at is null end
     limit ${limit}`.execute(db);
  return rows.map((row) => row.accountId);
}

/** Those due for a look, the longest wait first. */
export async function listToLookAt(db: Db, vendor: string, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('account_id as accountId')
    .where('vendor', '=', vendor)
    .where('look_at', '<=', now)
    .orderBy('look_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.accountId);
}

/** Customers of the gateway, by account. */
export async function listCustomers(
  db: Db,
  vendor: string,
  page: { after: string | null; limit: number },
): Promise<string[]> {
  let query = db
    .selectFrom('billing_customers')
    .select('account_id as accountId')
    .where('vendor', '=', vendor)
    .orderBy('account_id')
    .limit(page.limit);
  if (page.after !== null) query = query.where('account_id', '>', page.after);
  return (await query.execute()).map((row) => row.accountId);
}

export interface InvoiceRow {
  id: string;
  invoiceId: string;
  number: string;
  status: InvoiceStatus;
  description: string;
  amountCents: number;
  currency: string;
  createdAt: Date;
  dueAt: Date | null;
  paidAt: Date | null;
  key: string | null;
  subscriptionId: string | null;
  receiptAt: Date | null;
}

function invoices(db: Db, accountId: string, vendor: string) {
  return db
    .selectFrom('billing_invoices')
    .select([
      'id',
      'invoice_id as invoiceId',
      'number',
      'status',
      'description',
      'amount_cents as amountCents',
      'currency',
      'created_at as createdAt',
      'due_at as dueAt',
      'paid_at as paidAt',
      'key',
      'subscription_id as subscriptionId',
      'receipt_at as receiptAt',
    ])
    .where('account_id', '=', accountId)
    .where('vendor', '=', vendor);
}

/** Latest first. */
export function listInvoices(
  db: Db,
  accountId: string,
  vendor: string,
  limit: number,
): Promise<InvoiceRow[]> {
  return invoices(db, accountId, vendor)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** One that was sent, and not only for nothing unless nothing is what plans cost. */
export async function hasPaidInvoice(
  db: Db,
  accountId: string,
  vendor: string,
  { atLeastCents }: { atLeastCents: number },
): Promise<boolean> {
  const paid = await invoices(db, accountId, vendor)
    .where('status', '=', 'paid')
    .where('due_at', 'is not', null)
    .where('amount_cents', '>=', atLeastCents)
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}

export function findInvoice(
  db: Db,
  accountId: string,
  vendor: string,
  id: string,
): Promise<InvoiceRow | undefined> {
  return invoices(db, accountId, vendor).where('id', '=', id).executeTakeFirst();
}

export async function putInvoice(db: Db, accountId: string, vendor: string, row: InvoiceRow): Promise<void> {
  const changing = {
    number: row.number,
    status: row.status,
    description: row.description,
    amount_cents: row.amountCents,
    due_at: row.dueAt,
    paid_at: row.paidAt,
    receipt_at: row.receiptAt,
  };
  await db
    .insertInto('billing_invoices')
    .values({
      account_id: accountId,
      vendor,
      id: row.id,
      invoice_id: row.invoiceId,
      currency: row.currency,
      created_at: row.createdAt,
      key: row.key,
      subscription_id: row.subscriptionId,
      ...changing,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'vendor', 'invoice_id']).doUpdateSet(changing))
    .execute();
}
