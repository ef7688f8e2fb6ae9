import type pg from 'pg';
import { isExpired } from '../periods.ts';
import { CardRefused, type GatewayEvent, type Line } from '../port.ts';
import { DAYS_TO_PAY, daysAfter, nameOf, nextAttempt, nextPeriod, settle, wholePeriod } from './rules.ts';
import {
  type Customer,
  type Due,
  type Invoice,
  insertInvoice,
  isOverdue,
  markPaid,
  markTried,
  markVoid,
  newId,
  nextNumber,
  readCard,
  readDue,
  readInvoice,
  readSubscription,
  type Subscription,
  stopAttempts,
  updateCustomer,
  writeSubscription,
} from './store.ts';

/** One customer's turn: they are locked, and everything that fell due has been done. */
export interface Turn {
  client: pg.PoolClient;
  customer: Customer;
  /** The gateway's time. */
  now: Date;
  tell(about: GatewayEvent['about'], subjectId: string | null): Promise<void>;
}

/** Asks the bank of the card that pays, without noting anything. Throws `CardRefused`. */
export async function askBank({ client, customer, now }: Turn, amountCents: number): Promise<void> {
  if (amountCents === 0) return;
  const card = customer.cardId === null ? null : await readCard(client, customer.cardId);
  if (card === null) throw new CardRefused('missing');
  if (isExpired(card, now)) throw new CardRefused('expired');
  if (card.outcome !== 'accepted') throw new CardRefused('declined');
}

export interface Bill {
  description: string;
  lines: Line[];
  currency: string;
  key: string | null;
  subscriptionId: string | null;
}

/** Writes an invoice and, unless it is void, takes from the customer's credit, or adds to it. */
export async function bill(
  { client, customer, now, tell }: Turn,
  { description, lines, currency, key, subscriptionId }: Bill,
  status: 'open' | 'paid' | 'void',
  retry: { dueAt: Date | null; attempts: number; nextAttemptAt: Date | null } = {
    dueAt: null,
    attempts: 0,
    nextAttemptAt: null,
  },
): Promise<Invoice> {
  const { amountCents, creditUsedCents } = settle(lines, status === 'void' ? 0 : customer.creditCents);
  // Nothing is left to be paid.
  const settled = amountCents === 0 && status === 'open' ? 'paid' : status;
  const invoice: Invoice = {
    invoiceId: newId('in'),
    customerId: customer.id,
    number: await nextNumber(client, customer.id),
    status: settled,
    description,
    lines,
    creditCents: creditUsedCents,
    amountCents,
    currency,
    key,
    subscriptionId,
    createdAt: now,
    dueAt: retry.dueAt,
    paidAt: settled === 'paid' ? now : null,
    attempts: retry.attempts,
  };
  await insertInvoice(client, invoice, settled === 'open' ? retry.nextAttemptAt : null);
  if (status !== 'void') {
    customer.creditCents -= creditUsedCents;
    await updateCustomer(client, customer);
  }
  await tell('invoice', invoice.invoiceId);
  return invoice;
}

/** By card at once, which throws `CardRefused` before anything is written; by invoicing within 30 days. */
export async function billSubscription(
  turn: Turn,
  { id, terms }: Pick<Subscription, 'id' | 'terms'>,
  { lines, description, key }: { lines: Line[]; description: string; key: string | null },
): Promise<Invoice> {
  const made = { description, lines, currency: terms.currency, key, subscriptionId: id };
  if (terms.billing === 'invoicing')
    return bill(turn, made, 'open', {
      dueAt: daysAfter(turn.now, DAYS_TO_PAY),
      attempts: 0,
      nextAttemptAt: null,
    });
  await askBank(turn, settle(lines, turn.customer.creditCents).amountCents);
  return bill(turn, made, 'paid');
}

/** Does what fell due until the turn's time, each at its own. */
export async function catchUp(turn: Turn): Promise<void> {
  for (;;) {
    const due = await readDue(turn.client, turn.customer.id, turn.now);
    if (due === null) return;
    await runDue({ ...turn, now: due.at }, due);
  }
}

async function runDue(turn: Turn, due: Due): Promise<void> {
  if (due.what === 'attempt') {
    const invoice = await readInvoice(turn.client, due.id);
    if (invoice !== null) await tryAgain(turn, invoice).catch(ignoreRefusal);
    return;
  }
  const subscription = await readSubscription(turn.client, due.id);
  if (subscription === null) return;
  if (due.what === 'overdue') return setStatus(turn, subscription, 'pastDue');
  if (subscription.cancelAtPeriodEnd) return end(turn, subscription);
  await renew(turn, subscription);
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CardRefused)) throw error;
}

async function renew(turn: Turn, subscription: Subscription): Promise<void> {
  const renewed = { ...subscription, ...nextPeriod(subscription.terms, subscription) };
  await writeSubscription(turn.client, renewed);
  await turn.tell('subscription', subscription.id);
  const { terms } = subscription;
  const made = { lines: [wholePeriod(terms)], description: nameOf(terms), key: null };
  try {
    await billSubscription(turn, subscription, made);
  } catch (error) {
    ignoreRefusal(error);
    await bill(turn, { ...made, currency: terms.currency, subscriptionId: subscription.id }, 'open', {
      dueAt: null,
      attempts: 1,
      nextAttemptAt: nextAttempt(turn.now, 1),
    });
    await setStatus(turn, renewed, 'pastDue');
  }
}

/** The card that pays now. Throws `CardRefused`; what has to be noted is noted all the same. */
export async function tryAgain(turn: Turn, invoice: Invoice): Promise<void> {
  const { client, now } = turn;
  const attempts = invoice.attempts + 1;
  try {
    await askBank(turn, invoice.amountCents);
  } catch (error) {
    await markTried(client, { ...invoice, attempts }, nextAttempt(invoice.createdAt, attempts));
    await turn.tell('invoice', invoice.invoiceId);
    throw error;
  }
  await markPaid(client, invoice.invoiceId, now);
  await turn.tell('invoice', invoice.invoiceId);
  if (invoice.subscriptionId === null) return;
  const subscription = await readSubscription(client, invoice.subscriptionId);
  if (subscription?.status === 'pastDue' && !(await isOverdue(client, subscription.id, now)))
    await setStatus(turn, subscription, 'active');
}

/** What it had taken of the credit goes back. */
export async function makeVoid(
  { client, customer, tell }: Turn,
  { invoiceId, creditCents }: Invoice,
): Promise<void> {
  await markVoid(client, invoiceId);
  customer.creditCents += creditCents;
  await updateCustomer(client, customer);
  await tell('invoice', invoiceId);
}

export async function end(turn: Turn, subscription: Subscription): Promise<void> {
  await stopAttempts(turn.client, subscription.id);
  await setStatus(turn, subscription, 'canceled');
}

async function setStatus(
  { client, tell }: Turn,
  subscription: Subscription,
  status: Subscription['status'],
): Promise<void> {
  await writeSubscription(client, { ...subscription, status });
  await tell('subscription', subscription.id);
}
