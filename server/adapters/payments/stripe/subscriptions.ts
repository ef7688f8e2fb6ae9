import type Stripe from 'stripe';
import { addIntervals, isMoreOfTheSame, prorationMoment } from '../periods.ts';
import type { GatewaySubscription, Line, PaymentGateway, Terms } from '../port.ts';
import { ask } from './call.ts';
import { orMissing } from './cards.ts';
import { requirePaid } from './invoices.ts';
import { dateOf, itemOf, presentSubscription, secondsOf, statusOf } from './present.ts';
import type { Products } from './products.ts';

const DAYS_TO_PAY = 30;
/** Of changes, the latest first: a value of metadata takes 500 characters. */
const KEYS_KEPT = 10;

interface Deps {
  stripe: Stripe;
  products: Products;
  clock: () => Date;
}

/** Prices are ours, so that each one is made where it is needed. */
async function itemFor({ products }: Deps, terms: Terms) {
  return {
    quantity: terms.quantity,
    price_data: {
      currency: terms.currency.toLowerCase(),
      unit_amount: terms.unitAmountCents,
      recurring: { interval: terms.interval },
      product: await products.idOf(terms),
    },
  };
}

/** Once, with the first invoice. Each is a separate product, since the line is named after it. */
const owedItems = ({ products }: Deps, { currency }: Terms, owed: Line[]) =>
  Promise.all(
    owed.map(async ({ description, amountCents }) => ({
      price_data: {
        currency: currency.toLowerCase(),
        unit_amount: amountCents,
        product: await products.idOf({ price: 'owed', description }),
      },
    })),
  );

const collectionBy = ({ billing }: Terms) =>
  billing === 'invoicing'
    ? { collection_method: 'send_invoice' as const, days_until_due: DAYS_TO_PAY }
    : {
        collection_method: 'charge_automatically' as const,
        payment_behavior: 'error_if_incomplete' as const,
      };

/** For keys that Stripe may have forgotten: it keeps them for a day, metadata for good. */
async function findByKey(
  stripe: Stripe,
  customerId: string,
  key: string,
): Promise<Stripe.Subscription | null> {
  const { data } = await ask(() =>
    stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }),
  );
  return data.find(({ metadata }) => metadata.subscribeKey === key) ?? null;
}

export async function subscribe(
  deps: Deps,
  input: Parameters<PaymentGateway['subscribe']>[0],
): Promise<GatewaySubscription> {
  const { stripe } = deps;
  const { key, customerId } = input;
  const made = (await findByKey(stripe, customerId, key)) ?? (await createSubscription(deps, input));
  await sendDraft(stripe, made, key);
  return presentSubscription(made);
}

async function createSubscription(
  deps: Deps,
  { key, customerId, terms, owed = [] }: Parameters<PaymentGateway['subscribe']>[0],
): Promise<Stripe.Subscription> {
  const item = await itemFor(deps, terms);
  const added = await owedItems(deps, terms, owed);
  return ask(() =>
    deps.stripe.subscriptions.create(
      {
        customer: customerId,
        items: [item],
        ...(added.length > 0 ? { add_invoice_items: added } : {}),
        ...collectionBy(terms),
        off_session: true,
        // What a change sets off is worked out as the sandbox does it.
        billing_mode: { type: 'classic' },
        metadata: { key, keys: key, subscribeKey: key, price: terms.price },
      },
      { idempotencyKey: `${key}:subscribe` },
    ),
  );
}

export async function changeSubscription(
  deps: Deps,
  input: Parameters<PaymentGateway['changeSubscription']>[0],
): Promise<GatewaySubscription> {
  const { stripe } = deps;
  const before = await ask(() => stripe.subscriptions.retrieve(input.subscriptionId));
  const after = keysOf(before).includes(input.key) ? before : await updateSubscription(deps, before, input);
  if (input.prorated) await sendDraft(stripe, after, input.key);
  return presentSubscription(after);
}

const keysOf = ({ metadata }: Stripe.Subscription) => (metadata.keys ?? '').split(' ');

async function updateSubscription(
  deps: Deps,
  before: Stripe.Subscription,
  { key, terms, prorated }: Parameters<PaymentGateway['changeSubscription']>[0],
): Promise<Stripe.Subscription> {
  const { stripe, clock } = deps;
  const item = itemOf(before);
  if (!prorated && item.price.recurring?.interval !== terms.interval)
    throw new Error('Another interval begins now, so it has to be prorated');
  const present = {
    price: before.metadata.price ?? '',
    unitAmountCents: item.price.unit_amount ?? 0,
    interval: item.price.recurring?.interval === 'year' ? ('year' as const) : ('month' as const),
    quantity: item.quantity ?? 1,
  };
  if (prorated && !isMoreOfTheSame(present, terms))
    await requirePaid(stripe, {
      key,
      customerId: customerOf(before),
      subscriptionId: before.id,
      periodStart: item.current_period_start,
    });
  const from = secondsOf(prorationMoment(clock(), dateOf(item.current_period_start)));
  const priced = await itemFor(deps, terms);
  const keys = [key, ...keysOf(before)].slice(0, KEYS_KEPT).join(' ');
  const update = () =>
    stripe.subscriptions.update(
      before.id,
      {
        items: [{ id: item.id, ...priced }],
        ...collectionBy(terms),
        off_session: true,
        ...(prorated
          ? { proration_behavior: 'always_invoice', proration_date: from }
          : { proration_behavior: 'none' }),
        cancel_at_period_end: false,
        metadata: { key, keys, price: terms.price },
      },
      // Repeated in another hour it is another request; the metadata shows what was done by then.
      { idempotencyKey: `${key}:change:${prorated ? from : 'later'}` },
    );
  return orMissing(stripe, customerOf(before), () => ask(update));
}

const customerOf = ({ customer }: Stripe.Subscription) =>
  typeof customer === 'string' ? customer : customer.id;

/** An invoice that is sent stays a draft for an hour, unless it is finalized. */
async function sendDraft(stripe: Stripe, subscription: Stripe.Subscription, key: string): Promise<void> {
  const { latest_invoice, collection_method } = subscription;
  if (collection_method !== 'send_invoice' || latest_invoice === null) return;
  const id = typeof latest_invoice === 'string' ? latest_invoice : latest_invoice.id;
  const { status } = await ask(() => stripe.invoices.retrieve(id));
  if (status !== 'draft') return;
  await ask(() => stripe.invoices.sendInvoice(id, {}, { idempotencyKey: `${key}:send` }));
}

export async function cancelSubscription(
  { stripe }: Deps,
  { key, subscriptionId, when }: Parameters<PaymentGateway['cancelSubscription']>[0],
): Promise<GatewaySubscription> {
  const before = await ask(() => stripe.subscriptions.retrieve(subscriptionId));
  if (statusOf(before.status) === 'canceled') return presentSubscription(before);
  const options = { idempotencyKey: `${key}:cancel` };
  const after = await ask(() =>
    when === 'now'
      ? stripe.subscriptions.cancel(subscriptionId, {}, options)
      : stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }, options),
  );
  return presentSubscription(after);
}

export async function resumeSubscription(
  { stripe }: Deps,
  { key, subscriptionId }: Parameters<PaymentGateway['resumeSubscription']>[0],
): Promise<GatewaySubscription> {
  const before = await ask(() => stripe.subscriptions.retrieve(subscriptionId));
  if (statusOf(before.status) === 'canceled' || !before.cancel_at_period_end)
    return presentSubscription(before);
  const options = { idempotencyKey: `${key}:resume` };
  return presentSubscription(
    await ask(() => stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false }, options)),
  );
}

export async function findSubscription(
  { stripe }: Deps,
  customerId: string,
): Promise<GatewaySubscription | null> {
  const { data } = await ask(() =>
    stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }),
  );
  const found = data.find(({ status }) => statusOf(status) !== 'canceled') ?? data[0];
  return found === undefined ? null : presentSubscription(found);
}

export async function preview(
  deps: Deps,
  { customerId, subscriptionId, terms, prorated, owed = [] }: Parameters<PaymentGateway['preview']>[0],
): ReturnType<PaymentGateway['preview']> {
  const { stripe, clock } = deps;
  // Without a customer there is no credit, and so nothing that only Stripe knows.
  if (customerId === null) {
    const amountCents = terms.unitAmountCents * terms.quantity;
    return {
      lines: [{ description: `${terms.quantity} × ${terms.description}`, amountCents }],
      dueNowCents: amountCents,
      renewsAt: addIntervals(clock(), terms.interval, 1),
    };
  }
  const before =
    subscriptionId === null ? null : await ask(() => stripe.subscriptions.retrieve(subscriptionId));
  const item = before === null ? null : itemOf(before);
  if (item !== null && !prorated)
    return { lines: [], dueNowCents: 0, renewsAt: dateOf(item.current_period_end) };
  const priced = await itemFor(deps, terms);
  const invoice = await ask(() =>
    stripe.invoices.createPreview(
      subscriptionId === null || item === null
        ? {
            customer: customerId,
            ...(owed.length > 0
              ? {
                  invoice_items: owed.map(({ description, amountCents }) => ({
                    description,
                    amount: amountCents,
                    currency: terms.currency.toLowerCase(),
                  })),
                }
              : {}),
            subscription_details: { items: [priced], billing_mode: { type: 'classic' } },
          }
        : {
            customer: customerId,
            subscription: subscriptionId,
            subscription_details: {
              items: [{ id: item.id, ...priced }],
              proration_behavior: 'always_invoice',
              proration_date: secondsOf(prorationMoment(clock(), dateOf(item.current_period_start))),
              cancel_at_period_end: false,
            },
          },
    ),
  );
  const lines = invoice.lines.data.map(({ description, amount }) => ({
    description: description ?? '',
    amountCents: amount,
  }));
  const creditCents = Math.max(invoice.total, 0) - invoice.amount_due;
  if (creditCents > 0) lines.push({ description: 'Credit from before', amountCents: -creditCents });
  return {
    lines,
    dueNowCents: invoice.amount_due,
    renewsAt:
      item?.price.recurring?.interval === terms.interval
        ? dateOf(item.current_period_end)
        : addIntervals(clock(), terms.interval, 1),
  };
}
