import { PRICES } from '../server/testing/billing.ts';
import type { TestApp } from '../server/testing/test-app.ts';

/* What a company paid and owes by the gateway's invoices, and what it got in the time that passed: computed in two ways. */

/** As the gateway has it now. */
export interface State {
  now: Date;
  paidCents: number;
  openCents: number;
  creditCents: number;
  textsCents: number;
  /** Of the subscription; null without one. */
  status: string | null;
  price: keyof typeof PRICES | null;
  quantity: number;
  /** Since the period began, the most. */
  paidQuantity: number;
  periodStart: Date | null;
  periodEnd: Date | null;
  hasPaidInvoice: boolean;
  /** Of what is overdue, the earliest. */
  dueSince: Date | null;
  /** Every subscription's time and terms, since the first. */
  changes: number;
}

export interface Books {
  deliveredCents: number;
  slackCents: number;
  changes: number;
  last: State;
}

const HOUR_MS = 3600_000;

export async function readBooks(app: TestApp, accountId: string): Promise<State> {
  const { billing, pool } = app.deps;
  if (billing === null) throw new Error('No one is charged here');
  const now = await billing.gateway.now();
  const { rows } = await pool.query(
    `select customer.credit_cents as "creditCents",
            coalesce((select sum(amount_cents) from sandbox.invoices i where i.customer_id = customer.id and i.status = 'paid'), 0)::int as "paidCents",
            coalesce((select sum(amount_cents) from sandbox.invoices i where i.customer_id = customer.id and i.status = 'open'), 0)::int as "openCents",
            coalesce((select sum(amount_cents + credit_cents) from sandbox.invoices i
                       where i.customer_id = customer.id and i.status = 'paid' and i.subscription_id is null), 0)::int as "textsCents",
            exists (select 1 from sandbox.invoices i
                     where i.customer_id = customer.id and i.status = 'paid' and i.due_at is not null) as "hasPaidInvoice",
            (select min(coalesce(i.due_at, i.created_at)) from sandbox.invoices i
              where i.customer_id = customer.id and i.status = 'open' and coalesce(i.due_at, i.created_at) <= $2) as "dueSince",
            (select count(*)::int from sandbox.invoices i where i.customer_id = customer.id) as changes,
            s.status, s.terms->>'price' as price, coalesce((s.terms->>'quantity')::int, 0) as quantity,
            s.period_start as "periodStart", case when s.status <> 'canceled' then s.period_end end as "periodEnd",
            coalesce((select paid_quantity from subscriptions x where x.account_id = $1), 0) as "paidQuantity"
       from billing_customers c
       join sandbox.customers customer on customer.id = c.customer_id
       left join lateral (select * from sandbox.subscriptions s where s.customer_id = customer.id
                           order by (s.status = 'canceled'), s.created_at desc limit 1) as s on true
      where c.account_id = $1`,
    [accountId, now],
  );
  return { ...NOTHING, ...rows[0], now };
}

const NOTHING = {
  paidCents: 0,
  openCents: 0,
  creditCents: 0,
  textsCents: 0,
  status: null,
  price: null,
  quantity: 0,
  paidQuantity: 0,
  periodStart: null,
  periodEnd: null,
  hasPaidInvoice: false,
  dueSince: null,
  changes: 0,
};

export async function openBooks(app: TestApp, accountId: string): Promise<Books> {
  return { deliveredCents: 0, slackCents: 2, changes: 0, last: await readBooks(app, accountId) };
}

/** What an hour of it costs. */
export function hourly({ price, paidQuantity, periodStart, periodEnd }: State): number {
  if (price === null || periodStart === null || periodEnd === null) return 0;
  const hours = (periodEnd.getTime() - periodStart.getTime()) / HOUR_MS;
  return (PRICES[price] * 100 * paidQuantity) / hours;
}

const hoursBetween = (from: Date, to: Date) => Math.max(0, to.getTime() - from.getTime()) / HOUR_MS;

/** What is paid for and has still to come. */
function remaining(state: State): number {
  const { now, periodEnd } = state;
  return periodEnd === null ? 0 : hourly(state) * hoursBetween(now, periodEnd);
}

/**
 * All that was paid or is owed, minus credit, equals what has been delivered and is still to come. A change counts from the start of
 * its hour, so each may be off by an hour at the price before or after.
 */
export function balanceOf(books: Books, state: State): { difference: number; slack: number } {
  const { last } = books;
  const renewed = last.periodEnd !== null && state.now >= last.periodEnd ? last.periodEnd : null;
  // Of the period that was there, until now or its end; and of the one that followed it.
  books.deliveredCents += hourly(last) * hoursBetween(last.now, renewed ?? state.now);
  if (renewed !== null && state.periodStart !== null)
    books.deliveredCents +=
      hourly(state) * hoursBetween(state.periodStart > renewed ? state.periodStart : renewed, state.now);
  const isChanged =
    state.changes !== last.changes || state.price !== last.price || state.paidQuantity !== last.paidQuantity;
  if (isChanged)
    books.slackCents += (hourly(last) + hourly(state)) * 2 + 2 * (state.changes - last.changes) + 2;
  books.last = state;
  const { paidCents, openCents, creditCents, textsCents } = state;
  const got = books.deliveredCents + remaining(state) + textsCents;
  return { difference: Math.round(paidCents + openCents - creditCents - got), slack: books.slackCents };
}
