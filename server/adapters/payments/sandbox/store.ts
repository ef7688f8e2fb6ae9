import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { GatewayCard, GatewayEvent, GatewayInvoice, GatewaySubscription, Line, Terms } from '../port.ts';

/* All SQL on the sandbox's own tables but for its webhooks. */

export type Queryable = Pick<pg.Pool, 'query'>;

export interface Customer {
  id: string;
  name: string;
  email: string;
  cardId: string | null;
  creditCents: number;
}

export interface Card extends GatewayCard {
  customerId: string | null;
  outcome: 'accepted' | 'refused' | 'declined';
  /** Another one took its place. */
  isDetached: boolean;
}

export interface Subscription {
  id: string;
  customerId: string;
  status: GatewaySubscription['status'];
  terms: Terms;
  anchor: Date;
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  createdAt: Date;
}

export interface Invoice extends GatewayInvoice {
  lines: Line[];
  /** What of the customer's credit went into it; less than nothing became credit. */
  creditCents: number;
  attempts: number;
}

/** In letters: a token with many digits in a row could be taken for a card number. */
export function newId(prefix: string): string {
  const hex = randomUUID().replaceAll('-', '');
  return `${prefix}_${hex.replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;
}

export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

export async function readAheadMs(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ ahead_ms: string }>('select ahead_ms from sandbox.clock');
  return Number(rows[0]?.ahead_ms ?? 0);
}

export async function moveClock(db: Queryable, ms: number): Promise<void> {
  await db.query(
    `insert into sandbox.clock as present (ahead_ms) values ($1)
     on conflict (is_only) do update set ahead_ms = present.ahead_ms + excluded.ahead_ms`,
    [ms],
  );
}

export async function insertCustomer(
  db: Queryable,
  customer: { key: string; accountId: string; name: string; email: string; createdAt: Date },
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into sandbox.customers as present (id, key, account_id, name, email, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (key) do update set key = excluded.key returning id`,
    [newId('cus'), customer.key, customer.accountId, customer.name, customer.email, customer.createdAt],
  );
  const [kept] = rows;
  if (kept === undefined) throw new Error('The sandbox kept no customer');
  return kept.id;
}

const CUSTOMER = 'id, name, email, card_id as "cardId", credit_cents as "creditCents"';

export async function readCustomer(db: Queryable, id: string): Promise<Customer | null> {
  const { rows } = await db.query<Customer>(`select ${CUSTOMER} from sandbox.customers where id = $1`, [id]);
  return rows[0] ?? null;
}

/** No one else changes anything of theirs until the transaction ends. */
export async function lockCustomer(db: Queryable, id: string): Promise<Customer> {
  const { rows } = await db.query<Customer>(
    `select ${CUSTOMER} from sandbox.customers where id = $1 for update`,
    [id],
  );
  const [customer] = rows;
  if (customer === undefined) throw new Error('The sandbox knows no such customer');
  return customer;
}

export async function updateCustomer(db: Queryable, { id, cardId, creditCents }: Customer): Promise<void> {
  await db.query('update sandbox.customers set card_id = $2, credit_cents = $3 where id = $1', [
    id,
    cardId,
    creditCents,
  ]);
}

const CARD = `id as "paymentMethodId", customer_id as "customerId", name, brand, last4, exp_month as "expMonth",
  exp_year as "expYear", outcome, is_detached as "isDetached"`;

export async function readCard(db: Queryable, id: string): Promise<Card | null> {
  const { rows } = await db.query<Card>(`select ${CARD} from sandbox.cards where id = $1`, [id]);
  return rows[0] ?? null;
}

export async function insertCard(
  db: Queryable,
  card: Omit<Card, 'customerId' | 'isDetached'>,
  createdAt: Date,
): Promise<void> {
  await db.query(
    `insert into sandbox.cards (id, name, brand, last4, exp_month, exp_year, outcome, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      card.paymentMethodId,
      card.name,
      card.brand,
      card.last4,
      card.expMonth,
      card.expYear,
      card.outcome,
      createdAt,
    ],
  );
}

/** The only card of theirs from now on. */
export async function takeCard(db: Queryable, id: string, customerId: string, name: string): Promise<void> {
  await db.query('update sandbox.cards set is_detached = true where customer_id = $2 and id <> $1', [
    id,
    customerId,
  ]);
  await db.query('update sandbox.cards set customer_id = $2, name = $3 where id = $1', [
    id,
    customerId,
    name,
  ]);
}

const SUBSCRIPTION = `id, customer_id as "customerId", status, terms, anchor, period_start as "periodStart",
  period_end as "periodEnd", cancel_at_period_end as "cancelAtPeriodEnd", created_at as "createdAt"`;

export async function readSubscription(db: Queryable, id: string): Promise<Subscription | null> {
  const { rows } = await db.query<Subscription>(
    `select ${SUBSCRIPTION} from sandbox.subscriptions where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** The latest that isn't canceled, else the latest. */
export async function readSubscriptionOf(db: Queryable, customerId: string): Promise<Subscription | null> {
  const { rows } = await db.query<Subscription>(
    `select ${SUBSCRIPTION} from sandbox.subscriptions where customer_id = $1
      order by (status = 'canceled'), created_at desc, id limit 1`,
    [customerId],
  );
  return rows[0] ?? null;
}

export async function writeSubscription(db: Queryable, subscription: Subscription): Promise<void> {
  await db.query(
    `insert into sandbox.subscriptions
       (id, customer_id, status, terms, anchor, period_start, period_end, cancel_at_period_end, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (id) do update set status = excluded.status, terms = excluded.terms, anchor = excluded.anchor,
       period_start = excluded.period_start, period_end = excluded.period_end,
       cancel_at_period_end = excluded.cancel_at_period_end`,
    [
      subscription.id,
      subscription.customerId,
      subscription.status,
      JSON.stringify(subscription.terms),
      subscription.anchor,
      subscription.periodStart,
      subscription.periodEnd,
      subscription.cancelAtPeriodEnd,
      subscription.createdAt,
    ],
  );
}

const INVOICE = `id as "invoiceId", customer_id as "customerId", number, status, description, lines,
  credit_cents as "creditCents", amount_cents as "amountCents", currency, key, subscription_id as "subscriptionId",
  created_at as "createdAt", due_at as "dueAt", paid_at as "paidAt", attempts`;

export async function readInvoice(db: Queryable, id: string): Promise<Invoice | null> {
  const { rows } = await db.query<Invoice>(`select ${INVOICE} from sandbox.invoices where id = $1`, [id]);
  return rows[0] ?? null;
}

export async function readInvoices(db: Queryable, customerId: string, limit: number): Promise<Invoice[]> {
  const { rows } = await db.query<Invoice>(
    `select ${INVOICE} from sandbox.invoices where customer_id = $1 order by created_at desc, number desc limit $2`,
    [customerId, limit],
  );
  return rows;
}

/** The customer is locked, so the next number is theirs. */
export async function nextNumber(db: Queryable, customerId: string): Promise<string> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from sandbox.invoices where customer_id = $1',
    [customerId],
  );
  const prefix = customerId.slice(-8).toUpperCase();
  return `${prefix}-${String((rows[0]?.count ?? 0) + 1).padStart(4, '0')}`;
}

export async function insertInvoice(
  db: Queryable,
  invoice: Invoice,
  nextAttemptAt: Date | null,
): Promise<void> {
  await db.query(
    `insert into sandbox.invoices (id, customer_id, number, status, description, lines, credit_cents, amount_cents, currency,
       key, subscription_id, created_at, due_at, paid_at, attempts, next_attempt_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      invoice.invoiceId,
      invoice.customerId,
      invoice.number,
      invoice.status,
      invoice.description,
      JSON.stringify(invoice.lines),
      invoice.creditCents,
      invoice.amountCents,
      invoice.currency,
      invoice.key,
      invoice.subscriptionId,
      invoice.createdAt,
      invoice.dueAt,
      invoice.paidAt,
      invoice.attempts,
      nextAttemptAt,
    ],
  );
}

export async function markPaid(db: Queryable, invoiceId: string, paidAt: Date): Promise<void> {
  await db.query(
    "update sandbox.invoices set status = 'paid', paid_at = $2, next_attempt_at = null where id = $1",
    [invoiceId, paidAt],
  );
}

export async function markTried(
  db: Queryable,
  { invoiceId, attempts }: { invoiceId: string; attempts: number },
  nextAttemptAt: Date | null,
): Promise<void> {
  await db.query('update sandbox.invoices set attempts = $2, next_attempt_at = $3 where id = $1', [
    invoiceId,
    attempts,
    nextAttemptAt,
  ]);
}

/** The card of a subscription that ended isn't tried anymore. */
export async function stopAttempts(db: Queryable, subscriptionId: string): Promise<void> {
  await db.query('update sandbox.invoices set next_attempt_at = null where subscription_id = $1', [
    subscriptionId,
  ]);
}

export async function markVoid(db: Queryable, invoiceId: string): Promise<void> {
  await db.query("update sandbox.invoices set status = 'void', next_attempt_at = null where id = $1", [
    invoiceId,
  ]);
}

/** Something is open, or what runs was given up. */
export async function hasUnpaid(
  db: Queryable,
  { id, periodStart }: Pick<Subscription, 'id' | 'periodStart'>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from sandbox.invoices
      where subscription_id = $1 and (status = 'open' or status in ('void', 'uncollectible') and created_at >= $2) limit 1`,
    [id, periodStart],
  );
  return rowCount !== 0;
}

/** Something of the subscription should have been paid by now. */
export async function isOverdue(db: Queryable, subscriptionId: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from sandbox.invoices where subscription_id = $1 and status = 'open' and (due_at is null or due_at <= $2) limit 1`,
    [subscriptionId, now],
  );
  return rowCount !== 0;
}

export interface Due {
  what: 'renewal' | 'attempt' | 'overdue';
  id: string;
  at: Date;
}

/** What falls due first until `now`, of one customer. */
export async function readDue(db: Queryable, customerId: string, now: Date): Promise<Due | null> {
  const { rows } = await db.query<Due>(
    `select 'renewal' as what, id, period_end as at from sandbox.subscriptions
      where customer_id = $1 and status <> 'canceled' and period_end <= $2
     union all
     select 'attempt', id, next_attempt_at from sandbox.invoices
      where customer_id = $1 and status = 'open' and next_attempt_at <= $2
     union all
     select 'overdue', invoice.subscription_id, invoice.due_at
       from sandbox.invoices as invoice join sandbox.subscriptions as subscription on subscription.id = invoice.subscription_id
      where invoice.customer_id = $1 and invoice.status = 'open' and invoice.due_at <= $2 and subscription.status = 'active'
      order by at, what, id limit 1`,
    [customerId, now],
  );
  return rows[0] ?? null;
}

export async function customersWithDue(db: Queryable, now: Date): Promise<string[]> {
  const { rows } = await db.query<{ customer_id: string }>(
    `select customer_id from sandbox.subscriptions where status <> 'canceled' and period_end <= $1
     union
     select invoice.customer_id
       from sandbox.invoices as invoice left join sandbox.subscriptions as subscription on subscription.id = invoice.subscription_id
      where invoice.status = 'open' and least(invoice.next_attempt_at, invoice.due_at) <= $1
        and (invoice.next_attempt_at <= $1 or subscription.status = 'active')`,
    [now],
  );
  return rows.map(({ customer_id }) => customer_id);
}

export interface Action {
  customerId: string;
  key: string;
  method: string;
  request: unknown;
}

export interface Answer {
  subjectId: string | null;
  refusal: 'declined' | 'expired' | 'missing' | null;
}

/** What came of it when it was asked for first; null: it is new. */
export async function readAnswer(db: Queryable, action: Action): Promise<Answer | null> {
  const { rows } = await db.query<Answer & { isSame: boolean }>(
    `select subject_id as "subjectId", refusal, request = $4::jsonb as "isSame" from sandbox.actions
      where customer_id = $1 and key = $2 and method = $3`,
    [action.customerId, action.key, action.method, JSON.stringify(action.request)],
  );
  const [answer] = rows;
  if (answer === undefined) return null;
  if (!answer.isSame) throw new Error('The key was used for something else');
  return answer;
}

export async function insertAnswer(db: Queryable, action: Action, answer: Answer): Promise<void> {
  await db.query(
    `insert into sandbox.actions (customer_id, key, method, request, subject_id, refusal) values ($1, $2, $3, $4, $5, $6)`,
    [
      action.customerId,
      action.key,
      action.method,
      JSON.stringify(action.request),
      answer.subjectId,
      answer.refusal,
    ],
  );
}

/** In the transaction of what it reports. */
export async function insertEvent(
  db: Queryable,
  event: Omit<GatewayEvent, 'id'>,
  dueAt: Date,
): Promise<void> {
  await db.query('insert into sandbox.webhooks (payload, due_at) values ($1, $2)', [
    JSON.stringify({ id: newId('evt'), ...event }),
    dueAt,
  ]);
}
