import type { GatewayInvoice, GatewaySubscription } from '../../adapters/payments/port.ts';
import type { Tx } from '../../db/connection.ts';
import type { Billing, Deps } from '../../deps.ts';
import type { Composed } from '../../mail/compose.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { endPlan, findAccount, isClosing, setPlan, setSendingStopped } from '../accounts/store.ts';
import { giveUpNumbers } from '../team/give-up-numbers.ts';
import { listSeatFacts } from '../team/seats/store.ts';
import { cancelUnsent } from '../texting/sending/unsent.ts';
import { listAdminEmails } from '../users/membership-store.ts';
import { findPackages } from './action-store.ts';
import { mayOwe } from './facts.ts';
import { actionOfInvoice, type GatewayState, MOST_INVOICES } from './gateway-state.ts';
import { invoiceUrl } from './invoice-urls.ts';
import { creditTexts, hasUsedUpUnpaid, setUnpaidSince } from './ledger/ledger.ts';
import { cardExpiringMail, graceEndingMail, paymentFailedMail, planEndedMail, receiptMail } from './mails.ts';
import { expiryOf, knownPrice, type LifeEvent, lifeAfter, numbersKeptUntil, PRICED } from './rules.ts';
import { enqueueNextPlan } from './schedule.ts';
import {
  findCustomer,
  findSubscription,
  type InvoiceRow,
  listInvoices,
  putInvoice,
  putSubscription,
  type SubscriptionRow,
  updateCustomer,
} from './subscriptions/store.ts';

/** What was different here; for staff. */
export interface Repair {
  kind: 'subscription' | 'invoice' | 'texts';
  subject: string;
  here: string;
  there: string;
}

type ApplyDeps = Pick<Deps, 'newId' | 'clock' | 'sealer' | 'signer' | 'publicUrl'> & {
  billing: Billing | null;
};

/**
 * Brings our tables to the gateway's state, with everything that follows from it. Repeating it changes nothing more. The caller
 * holds the account. `isInAction`: its plan is just being changed, and is left to that.
 */
export async function applyState(
  tx: Tx,
  deps: ApplyDeps,
  where: { accountId: string; vendor: string; isInAction: boolean },
  state: GatewayState,
): Promise<Repair[]> {
  const { accountId, vendor } = where;
  const mails: Composed[] = [];
  const repairs = await applyInvoices(tx, deps, where, state, mails);
  const before = await findSubscription(tx, accountId, vendor);
  if (state.subscription !== null) {
    const { row, events, isStopped, numbersDue } = lifeAfter(
      before,
      state.subscription,
      state.invoices,
      state.now,
    );
    if (before === undefined || !isSameSubscription(before, row))
      repairs.push({
        kind: 'subscription',
        subject: row.subscriptionId,
        here: before === undefined ? 'none' : inWords(before),
        there: inWords(row),
      });
    await putSubscription(tx, accountId, vendor, row);
    const isUsedUp = await followUnpaid(tx, deps, accountId, row);
    await setSendingStopped(tx, accountId, isStopped || isUsedUp ? deps.clock() : null);
    // In an account about to be deleted, no one can choose another plan, and they know.
    const mailed = (await isClosing(tx, accountId)) ? events.filter((event) => event !== 'ended') : events;
    for (const event of mailed) mails.push(mailAbout(deps, event, row));
    if (!where.isInAction) await followPlan(tx, deps, accountId, before, state.subscription, row);
    if (numbersDue) await giveUpAllNumbers(tx, deps, accountId);
  }
  await applyCard(tx, deps, where, state, mails);
  if (mails.length > 0) {
    const admins = await listAdminEmails(tx, accountId);
    await enqueueMail(tx, deps, ...mails.flatMap((mail) => admins.map((to) => ({ to, ...mail }))));
  }
  return repairs;
}

function mailAbout(deps: ApplyDeps, event: LifeEvent, row: SubscriptionRow): Composed {
  const { billing, graceUntil, endedAt } = row;
  switch (event) {
    case 'paymentFailed':
      return paymentFailedMail(deps, { billing, graceUntil: graceUntil ?? deps.clock() });
    case 'graceEnding':
      return graceEndingMail(deps, { billing, graceUntil: graceUntil ?? deps.clock() });
    case 'ended':
      return planEndedMail(deps, numbersKeptUntil(endedAt ?? deps.clock()));
  }
}

/** Until the first invoice is paid its texts count. True: those that it covers are used up. */
async function followUnpaid(
  tx: Tx,
  { billing, clock }: ApplyDeps,
  accountId: string,
  { billing: paysBy, status }: SubscriptionRow,
): Promise<boolean> {
  const isByInvoice = status !== 'canceled' && paysBy === 'invoicing';
  const isUnpaid = isByInvoice && billing !== null && !(await mayOwe(tx, billing, accountId));
  await setUnpaidSince(tx, accountId, isUnpaid ? clock() : null);
  return isUnpaid && (await hasUsedUpUnpaid(tx, accountId));
}

/** The plan is what the subscription is for, and none once it has ended. */
async function followPlan(
  tx: Tx,
  deps: ApplyDeps,
  accountId: string,
  before: SubscriptionRow | undefined,
  reported: GatewaySubscription,
  { nextPlan }: SubscriptionRow,
): Promise<void> {
  const account = await findAccount(tx, accountId);
  if (reported.status === 'canceled') {
    const wasItsPlan = before?.subscriptionId === reported.subscriptionId && account.planType !== 'free';
    if (!wasItsPlan) return;
    // Another one follows right away.
    if (nextPlan !== null) return enqueueNextPlan(tx, accountId);
    await endPlan(tx, accountId);
    await cancelUnsent(tx, deps, accountId, 'planEnded');
    return;
  }
  const price = knownPrice(reported.price);
  if (price === null) return;
  const { accountType, planType } = PRICED[price];
  if (account.type !== accountType || account.planType !== planType)
    await setPlan(tx, accountId, { type: accountType, planType });
}

/** They received long enough after their plan ended. */
async function giveUpAllNumbers(tx: Tx, deps: ApplyDeps, accountId: string): Promise<void> {
  const { planType } = await findAccount(tx, accountId);
  if (planType !== 'free') return;
  const seats = (await listSeatFacts(tx, accountId)).filter((seat) => seat.hasNumber);
  await giveUpNumbers(
    tx,
    deps,
    accountId,
    seats.map(({ id }) => id),
    0,
  );
}

async function applyInvoices(
  tx: Tx,
  deps: ApplyDeps,
  { accountId, vendor }: { accountId: string; vendor: string },
  { invoices, now }: GatewayState,
  mails: Composed[],
): Promise<Repair[]> {
  const known = new Map(
    (await listInvoices(tx, accountId, vendor, MOST_INVOICES)).map((row) => [row.invoiceId, row]),
  );
  const repairs: Repair[] = [];
  const credits = await texts(tx, accountId, invoices);
  // The oldest first, as they happened.
  for (const reported of invoices.toReversed()) {
    const before = known.get(reported.invoiceId);
    const row = invoiceAfter(before, reported, deps.newId);
    if (row.receiptAt === null && reported.status === 'paid' && reported.amountCents > 0) {
      row.receiptAt = now;
      const pdfUrl = invoiceUrl(deps, accountId, row.id, { mailed: true });
      mails.push(receiptMail({ ...reported, pdfUrl }));
    }
    if (before === undefined || !isSameInvoice(before, row)) {
      await putInvoice(tx, accountId, vendor, row);
      repairs.push({
        kind: 'invoice',
        subject: reported.invoiceId,
        here: before?.status ?? 'none',
        there: reported.status,
      });
    }
    const segments = reported.status === 'paid' ? credits.get(reported.invoiceId) : undefined;
    if (segments === undefined) continue;
    if (await creditTexts(tx, { accountId, sourceId: reported.invoiceId, segments, at: now }))
      repairs.push({ kind: 'texts', subject: reported.invoiceId, here: '0', there: String(segments) });
  }
  return repairs;
}

/** How many texts which invoice is for. */
async function texts(tx: Tx, accountId: string, invoices: GatewayInvoice[]): Promise<Map<string, number>> {
  const purchases = invoices.flatMap((invoice) => {
    const actionId = invoice.subscriptionId === null ? actionOfInvoice(invoice) : null;
    return actionId === null ? [] : [{ invoiceId: invoice.invoiceId, actionId }];
  });
  const packages = await findPackages(
    tx,
    accountId,
    purchases.map(({ actionId }) => actionId),
  );
  return new Map(
    purchases.flatMap(({ invoiceId, actionId }) => {
      const count = packages.get(actionId);
      return count === undefined ? [] : [[invoiceId, count]];
    }),
  );
}

function invoiceAfter(
  before: InvoiceRow | undefined,
  reported: GatewayInvoice,
  newId: () => string,
): InvoiceRow {
  const { customerId: _, ...invoice } = reported;
  return { ...invoice, id: before?.id ?? newId(), receiptAt: before?.receiptAt ?? null };
}

const isSameInvoice = (a: InvoiceRow, b: InvoiceRow) =>
  a.status === b.status &&
  a.number === b.number &&
  a.description === b.description &&
  a.amountCents === b.amountCents &&
  a.dueAt?.getTime() === b.dueAt?.getTime() &&
  a.paidAt?.getTime() === b.paidAt?.getTime() &&
  a.receiptAt?.getTime() === b.receiptAt?.getTime();

const isSameSubscription = (a: SubscriptionRow, b: SubscriptionRow) => inWords(a) === inWords(b);

function inWords(row: SubscriptionRow): string {
  const { status, price, quantity, billing, periodEnd, cancelAt } = row;
  const until = periodEnd.toISOString().slice(0, 10);
  return `${status}, ${quantity} × ${price}, ${billing}, ${cancelAt === null ? 'until' : 'ends'} ${until}`;
}

async function applyCard(
  tx: Tx,
  deps: ApplyDeps,
  { accountId, vendor }: { accountId: string; vendor: string },
  { card: reported, subscription, now }: GatewayState,
  mails: Composed[],
): Promise<void> {
  const customer = await findCustomer(tx, accountId, vendor);
  if (customer === undefined) return;
  const card = reported && {
    name: reported.name,
    brand: reported.brand,
    expMonth: reported.expMonth,
    expYear: reported.expYear,
    last4: reported.last4,
  };
  const pays = subscription !== null && subscription.status !== 'canceled' && subscription.billing === 'card';
  const expiry = pays ? expiryOf(card, now) : null;
  const isNew = card !== null && expiry !== null && expiry !== customer.expiryMailed;
  if (isNew) mails.push(cardExpiringMail(deps, card));
  await updateCustomer(tx, accountId, vendor, {
    card,
    expiryMailed: isNew ? expiry : customer.expiryMailed,
  });
}
