import type { PaidPlan } from '../../../contract/access.ts';
import { MIN_TEAM_RECRUITERS } from '../../../contract/accounts.ts';
import type { Card } from '../../../contract/payments.ts';
import { type PlanChoice, PriceId } from '../../../contract/plans.ts';
import type { GatewayInvoice, GatewaySubscription, Terms } from '../../adapters/payments/port.ts';
import type { SubscriptionRow } from './subscriptions/store.ts';

/* What is charged when, and what follows from the gateway's state. Without a database, a gateway or a clock. */

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const after = (date: Date, ms: number) => new Date(date.getTime() + ms);

export const GRACE_DAYS = 7;
/** Before the grace ends. */
const REMIND_DAYS = 2;
/** How long the numbers of a plan that ended still receive. */
export const NUMBERS_KEPT_DAYS = 30;
/** Of a plan that ends now. */
export const numbersKeptUntil = (endedAt: Date) => after(endedAt, NUMBERS_KEPT_DAYS * DAY_MS);
/** After which we ask about a renewal that wasn't reported. */
const RENEWAL_LATE_MS = HOUR_MS;

interface Priced {
  accountType: 'personal' | 'team';
  planType: PaidPlan;
  interval: Terms['interval'];
  description: string;
}

export const PRICED: Record<PriceId, Priced> = {
  payg: { accountType: 'personal', planType: 'payg', interval: 'month', description: 'Pay as you go' },
  personalMonthly: {
    accountType: 'personal',
    planType: 'monthly',
    interval: 'month',
    description: 'Personal unlimited, monthly',
  },
  personalAnnual: {
    accountType: 'personal',
    planType: 'annual',
    interval: 'year',
    description: 'Personal unlimited, yearly',
  },
  teamMonthly: {
    accountType: 'team',
    planType: 'monthly',
    interval: 'month',
    description: 'Team unlimited, monthly',
  },
  teamAnnual: {
    accountType: 'team',
    planType: 'annual',
    interval: 'year',
    description: 'Team unlimited, yearly',
  },
};

export function priceOf({ accountType, planType }: Pick<PlanChoice, 'accountType' | 'planType'>): PriceId {
  if (planType === 'payg') return 'payg';
  if (accountType === 'team') return planType === 'annual' ? 'teamAnnual' : 'teamMonthly';
  return planType === 'annual' ? 'personalAnnual' : 'personalMonthly';
}

/** One for a personal plan, one for each recruiter of a team. */
export function seatsOf({ accountType, recruiters }: Pick<PlanChoice, 'accountType' | 'recruiters'>): number {
  return accountType === 'team' ? (recruiters ?? MIN_TEAM_RECRUITERS) : 1;
}

/** How prices are configured. */
export interface PriceList {
  prices: Record<PriceId, number>;
  currency: string;
}

/** Null: it was made by hand at the gateway. */
export const knownPrice = (price: string): PriceId | null => PriceId.safeParse(price).data ?? null;

export const centsOf = (price: number) => Math.round(price * 100);

export function termsOf(
  { prices, currency }: PriceList,
  { price, quantity, billing }: { price: PriceId; quantity: number; billing: Terms['billing'] },
): Terms {
  const { interval, description } = PRICED[price];
  return {
    price,
    description,
    unitAmountCents: centsOf(prices[price]),
    currency,
    interval,
    quantity,
    billing,
  };
}

export const renewalCents = (terms: Terms) => terms.unitAmountCents * terms.quantity;

/** One call after the other. What the period is paid for already isn't charged again. */
export type Step = { quantity: number; prorated: boolean };
/**
 * `later`: it is a smaller one, or not all that runs is paid as it is. It begins when what is paid for ends. `restart`: nothing is
 * paid for, so what isn't delivered is given up, and the new one begins now.
 */
export type Way = 'subscribe' | 'later' | 'restart' | Step[];

type Present = Pick<
  SubscriptionRow,
  'status' | 'price' | 'quantity' | 'paidQuantity' | 'billing' | 'cancelAt'
>;

const kindRank = { payg: 0, personal: 1, team: 2 };

/** By what it is for, then by its seats, then by how long it lasts. */
function sizeOf({ price, quantity }: { price: PriceId; quantity: number }): number[] {
  const { accountType, planType, interval } = PRICED[price];
  return [kindRank[planType === 'payg' ? 'payg' : accountType], quantity, interval === 'year' ? 1 : 0];
}

/** A plan whose price we don't know has no known size. */
function isSmaller(terms: Terms, present: Present): boolean {
  const [before, after] = [knownPrice(present.price), knownPrice(terms.price)];
  if (before === null || after === null) return false;
  const [old, wanted] = [sizeOf({ ...present, price: before }), sizeOf({ ...terms, price: after })];
  const differing = wanted.findIndex((size, index) => size !== old[index]);
  return differing !== -1 && (wanted[differing] ?? 0) < (old[differing] ?? 0);
}

/** How the gateway gets from the present state to the new terms. An empty list: they are there already. `unpaid`: of the period. */
export function wayTo(present: Present | undefined, terms: Terms, unpaid: 'all' | 'part' | null = null): Way {
  if (present === undefined || present.status === 'canceled') return 'subscribe';
  const { quantity } = terms;
  if (present.price !== terms.price) {
    if (unpaid === 'all') return 'restart';
    // Seats that were given up are paid for until the period ends. The gateway would credit only those that are left.
    const isPaidAhead = present.paidQuantity > present.quantity;
    return unpaid === 'part' || isPaidAhead || isSmaller(terms, present)
      ? 'later'
      : [{ quantity, prorated: true }];
  }
  if (quantity <= present.paidQuantity) {
    const isSame =
      quantity === present.quantity && present.billing === terms.billing && present.cancelAt === null;
    return isSame ? [] : [{ quantity, prorated: false }];
  }
  const paidBack =
    present.paidQuantity > present.quantity ? [{ quantity: present.paidQuantity, prorated: false }] : [];
  return [...paidBack, { quantity, prorated: true }];
}

type OpenInvoice = Pick<GatewayInvoice, 'invoiceId' | 'status' | 'subscriptionId' | 'dueAt' | 'amountCents'>;

/** What is overdue of a subscription. Sent invoices have time until they are due. */
export function overdueOf<Invoice extends OpenInvoice>(
  subscription: { subscriptionId: string; status: SubscriptionRow['status'] } | undefined | null,
  invoices: Invoice[],
  now: Date,
): Invoice[] {
  if (!subscription || subscription.status === 'canceled') return [];
  return invoices.filter(
    (invoice) =>
      invoice.status === 'open' &&
      invoice.subscriptionId === subscription.subscriptionId &&
      (invoice.dueAt === null ? subscription.status === 'pastDue' : invoice.dueAt <= now),
  );
}

/**
 * What has to be paid before anything new is bought: what is overdue, and everything of subscriptions that have ended, whose time
 * has been delivered.
 */
export function debtsOf<Invoice extends OpenInvoice>(
  subscription: Parameters<typeof overdueOf>[0],
  invoices: Invoice[],
  now: Date,
): Invoice[] {
  const liveId = subscription?.status === 'canceled' ? null : subscription?.subscriptionId;
  const overdue = overdueOf(subscription, invoices, now);
  return invoices.filter(
    (invoice) =>
      overdue.includes(invoice) ||
      (invoice.status === 'open' && invoice.subscriptionId !== null && invoice.subscriptionId !== liveId),
  );
}

type Sent = OpenInvoice & Pick<GatewayInvoice, 'createdAt' | 'key'>;

/** Staff waived it. A change that a card has declined may leave a void one too, which was for nothing. */
const isWrittenOff = ({ status, amountCents, dueAt, key }: Sent) =>
  (status === 'void' || status === 'uncollectible') && amountCents > 0 && (dueAt !== null || key === null);

/** Part of the present period was written off: what runs isn't paid, so it becomes no credit. */
export function hasWrittenOff(subscription: SubscriptionRow | undefined, invoices: Sent[]): boolean {
  return (
    subscription !== undefined &&
    invoices.some(
      (each) =>
        each.subscriptionId === subscription.subscriptionId &&
        each.createdAt >= subscription.periodStart &&
        isWrittenOff(each),
    )
  );
}

/** The invoice of the whole present period, if that is all there is of it: nothing of the period is paid, and nothing was set off. */
export function unpaidPeriod<Invoice extends Sent>(
  prices: PriceList,
  subscription: SubscriptionRow | undefined,
  invoices: Invoice[],
): Invoice | null {
  if (!subscription || subscription.status === 'canceled' || subscription.billing !== 'invoicing')
    return null;
  const { subscriptionId, periodStart, paidQuantity: quantity, billing } = subscription;
  const price = knownPrice(subscription.price);
  const ofPeriod = invoices.filter(
    (each) =>
      each.subscriptionId === subscriptionId && (each.status === 'open' || each.createdAt >= periodStart),
  );
  const [invoice] = ofPeriod;
  if (price === null || invoice === undefined || ofPeriod.length > 1) return null;
  if (invoice.status !== 'open' && !isWrittenOff(invoice)) return null;
  const whole = renewalCents(termsOf(prices, { price, quantity, billing }));
  return invoice.createdAt >= periodStart && invoice.amountCents === whole ? invoice : null;
}

/** What of it has been delivered: until the beginning of this hour, as changes count, or until texts stopped. */
export function deliveredCents(
  { amountCents }: Pick<OpenInvoice, 'amountCents'>,
  { periodStart, periodEnd, graceUntil }: SubscriptionRow,
  now: Date,
): number {
  const until = graceUntil !== null && graceUntil < now ? graceUntil : now;
  const hour = Math.floor(until.getTime() / HOUR_MS) * HOUR_MS;
  const delivered = Math.max(0, hour - periodStart.getTime());
  return Math.round((amountCents * delivered) / (periodEnd.getTime() - periodStart.getTime()));
}

export type LifeEvent = 'paymentFailed' | 'graceEnding' | 'ended';

interface Life {
  row: SubscriptionRow;
  events: LifeEvent[];
  isStopped: boolean;
  numbersDue: boolean;
}

/** What a subscription is given the gateway's current state, and what happened on the way. */
export function lifeAfter(
  before: SubscriptionRow | undefined,
  reported: GatewaySubscription,
  invoices: OpenInvoice[],
  now: Date,
): Life {
  const known = before?.subscriptionId === reported.subscriptionId ? before : undefined;
  const row = rowOf(reported, known);
  if (reported.status === 'canceled') return endedLife(row, known, now);
  if (reported.status === 'pastDue' || overdueOf(reported, invoices, now).length > 0)
    return overdueLife(row, known, now);
  const due = invoices.flatMap(({ status, dueAt }) =>
    status === 'open' && dueAt && dueAt > now ? [dueAt.getTime()] : [],
  );
  const renewal = nextLook(after(reported.periodEnd, RENEWAL_LATE_MS), now);
  const lookAt = new Date(Math.min(renewal.getTime(), ...due));
  return { row: { ...row, lookAt }, events: [], isStopped: false, numbersDue: false };
}

function rowOf(reported: GatewaySubscription, known: SubscriptionRow | undefined): SubscriptionRow {
  const isNewPeriod =
    known?.price !== reported.price || known.periodStart.getTime() !== reported.periodStart.getTime();
  return {
    subscriptionId: reported.subscriptionId,
    status: reported.status,
    price: reported.price,
    quantity: reported.quantity,
    paidQuantity: isNewPeriod ? reported.quantity : Math.max(known.paidQuantity, reported.quantity),
    billing: reported.billing,
    periodStart: reported.periodStart,
    periodEnd: reported.periodEnd,
    cancelAt: reported.cancelAtPeriodEnd ? reported.periodEnd : null,
    pastDueSince: null,
    graceUntil: null,
    graceMailedAt: null,
    endedAt: null,
    lookAt: null,
    nextPlan: reported.cancelAtPeriodEnd || reported.status === 'canceled' ? (known?.nextPlan ?? null) : null,
  };
}

function endedLife(row: SubscriptionRow, known: SubscriptionRow | undefined, now: Date): Life {
  // If it ended early, no plan follows.
  const nextPlan = row.periodEnd > now ? null : row.nextPlan;
  const endedAt = known?.endedAt ?? now;
  const keptUntil = numbersKeptUntil(endedAt);
  const numbersDue = keptUntil <= now;
  const isEnd = known !== undefined && known.status !== 'canceled' && nextPlan === null;
  return {
    row: { ...row, nextPlan, endedAt, lookAt: numbersDue ? null : keptUntil },
    events: isEnd ? ['ended'] : [],
    isStopped: false,
    numbersDue,
  };
}

function overdueLife(row: SubscriptionRow, known: SubscriptionRow | undefined, now: Date): Life {
  const graceUntil = known?.graceUntil ?? after(now, GRACE_DAYS * DAY_MS);
  const remindAt = after(graceUntil, -REMIND_DAYS * DAY_MS);
  const isStopped = now >= graceUntil;
  const isReminded = !isStopped && now >= remindAt;
  const events: LifeEvent[] = [];
  if (!known?.pastDueSince) events.push('paymentFailed');
  else if (isReminded && known.graceMailedAt === null) events.push('graceEnding');
  return {
    row: {
      ...row,
      status: 'pastDue',
      pastDueSince: known?.pastDueSince ?? now,
      graceUntil,
      graceMailedAt: known?.graceMailedAt ?? (isReminded || isStopped ? now : null),
      lookAt: isStopped ? after(now, DAY_MS) : now < remindAt ? remindAt : graceUntil,
    },
    events,
    isStopped,
    numbersDue: false,
  };
}

const nextLook = (at: Date, now: Date) => (at > now ? at : after(now, DAY_MS));

const LAST_MONTH_MS = 31 * DAY_MS;

/** What admins are notified of about a card; null: it is good for longer than a month, or has expired. */
export function expiryOf(card: Card | null, now: Date): string | null {
  if (card === null) return null;
  const end = Date.UTC(card.expYear, card.expMonth, 1);
  const left = end - now.getTime();
  if (left <= 0 || left > LAST_MONTH_MS) return null;
  return `${card.last4} ${card.expMonth}/${card.expYear}`;
}
