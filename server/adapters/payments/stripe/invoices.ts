import type Stripe from 'stripe';
import { createGuardedFetch } from '../../guarded-fetch.ts';
import { CardRefused, type GatewayInvoice, NotPaid, type PaymentGateway } from '../port.ts';
import { ask, find, unavailable } from './call.ts';
import { orMissing } from './cards.ts';
import { presentInvoice } from './present.ts';

async function findByKey(stripe: Stripe, customerId: string, key: string): Promise<Stripe.Invoice | null> {
  const { data } = await ask(() => stripe.invoices.list({ customer: customerId, limit: 100 }));
  return data.find(({ metadata }) => metadata?.key === key) ?? null;
}

/** Goes on from wherever an earlier call with the same key broke off: its invoice says how far that got. */
export async function charge(
  stripe: Stripe,
  { key, customerId, description, amountCents, currency }: Parameters<PaymentGateway['charge']>[0],
): Promise<GatewayInvoice> {
  const step = (name: string) => ({ idempotencyKey: `${key}:${name}` });
  let invoice =
    (await findByKey(stripe, customerId, key)) ??
    (await ask(() =>
      stripe.invoices.create(
        {
          customer: customerId,
          currency: currency.toLowerCase(),
          collection_method: 'charge_automatically',
          auto_advance: false,
          pending_invoice_items_behavior: 'exclude',
          description,
          metadata: { key },
        },
        step('invoice'),
      ),
    ));
  const { id } = invoice;
  if (invoice.status === 'draft') {
    if (invoice.lines.data.length === 0)
      await ask(() =>
        stripe.invoiceItems.create(
          {
            customer: customerId,
            invoice: id,
            amount: amountCents,
            currency: currency.toLowerCase(),
            description,
          },
          step('item'),
        ),
      );
    invoice = await ask(() => stripe.invoices.finalizeInvoice(id, { auto_advance: false }, step('finalize')));
  }
  const refused = invoice.metadata?.refused;
  if (invoice.status === 'open') {
    if (refused) return refuse(stripe, id, step, reasonOf(refused));
    try {
      invoice = await orMissing(stripe, customerId, () =>
        ask(() => stripe.invoices.pay(id, {}, step('pay'))),
      );
    } catch (error) {
      if (error instanceof CardRefused) return refuse(stripe, id, step, error.reason);
      throw error;
    }
  }
  if (invoice.status === 'void') throw new CardRefused(reasonOf(refused));
  return presentInvoice(invoice);
}

/** The reason is stored first: a repeated call with the same key is answered with it. */
async function refuse(
  stripe: Stripe,
  id: string,
  step: (name: string) => { idempotencyKey: string },
  reason: CardRefused['reason'],
): Promise<never> {
  await ask(() => stripe.invoices.update(id, { metadata: { refused: reason } }, step('refused')));
  await ask(() => stripe.invoices.voidInvoice(id, {}, step('void')));
  throw new CardRefused(reason);
}

const reasonOf = (reason: string | undefined): CardRefused['reason'] =>
  reason === 'expired' || reason === 'missing' ? reason : 'declined';

export async function payInvoice(
  stripe: Stripe,
  { key, invoiceId }: Parameters<PaymentGateway['payInvoice']>[0],
): Promise<GatewayInvoice> {
  const before = presentInvoice(await ask(() => stripe.invoices.retrieve(invoiceId)));
  if (before.status !== 'open') return before;
  return orMissing(stripe, before.customerId, async () =>
    presentInvoice(await ask(() => stripe.invoices.pay(invoiceId, {}, { idempotencyKey: `${key}:pay` }))),
  );
}

export async function voidInvoice(
  stripe: Stripe,
  { key, invoiceId }: Parameters<PaymentGateway['voidInvoice']>[0],
): Promise<GatewayInvoice> {
  const before = presentInvoice(await ask(() => stripe.invoices.retrieve(invoiceId)));
  if (before.status !== 'open') return before;
  const options = { idempotencyKey: `${key}:void` };
  return presentInvoice(await ask(() => stripe.invoices.voidInvoice(invoiceId, {}, options)));
}

/**
 * Stripe gives credit for a period whose invoice wasn't paid, so this is checked first. A renewal is a draft for an hour: its
 * card is asked now. Throws `CardRefused`, and `NotPaid` for what is left, or was given up.
 */
export async function requirePaid(
  stripe: Stripe,
  {
    key,
    customerId,
    subscriptionId,
    periodStart,
  }: { key: string; customerId: string; subscriptionId: string; periodStart: number },
): Promise<void> {
  const listed = async (status: 'draft' | 'open' | 'void' | 'uncollectible') =>
    (await ask(() => stripe.invoices.list({ subscription: subscriptionId, status, limit: 100 }))).data;
  for (const { id, collection_method } of await listed('draft')) {
    const made = await ask(() =>
      stripe.invoices.finalizeInvoice(
        id,
        { auto_advance: true },
        { idempotencyKey: `${key}:finalize:${id}` },
      ),
    );
    if (made.status === 'open' && collection_method === 'charge_automatically')
      await orMissing(stripe, customerId, () =>
        ask(() => stripe.invoices.pay(id, {}, { idempotencyKey: `${key}:pay:${id}` })),
      );
  }
  if ((await listed('open')).length > 0) throw new NotPaid('An invoice of the subscription is unpaid');
  for (const status of ['void', 'uncollectible'] as const)
    if ((await listed(status)).some((each) => each.created >= periodStart && isForWhatRuns(each)))
      throw new NotPaid('An invoice of the period was given up');
}

/** A change that a card has declined may leave a void one, which was for nothing. */
const isForWhatRuns = ({ amount_due, billing_reason, collection_method }: Stripe.Invoice) =>
  amount_due > 0 && (collection_method === 'send_invoice' || billing_reason !== 'subscription_update');

export async function findInvoice(stripe: Stripe, invoiceId: string): Promise<GatewayInvoice | null> {
  const invoice = await find(() => stripe.invoices.retrieve(invoiceId));
  return invoice === null || invoice.status === 'draft' ? null : presentInvoice(invoice);
}

export async function listInvoices(
  stripe: Stripe,
  { customerId, limit }: { customerId: string; limit: number },
): Promise<GatewayInvoice[]> {
  const shown: GatewayInvoice[] = [];
  const each = stripe.invoices.list({ customer: customerId, limit: Math.min(limit, 100) });
  await ask(async () => {
    for await (const invoice of each) {
      if (invoice.status !== 'draft') shown.push(presentInvoice(invoice));
      if (shown.length === limit) break;
    }
  });
  return shown;
}

const LARGEST_PDF_BYTES = 5_000_000;
const PDF_TIMEOUT_MS = 15_000;
const MOST_REDIRECTS = 3;

/** The address is Stripe's own, but it comes over the wire and leads on to others. */
export function createReadPdf(stripe: Stripe, { allowLoopback }: { allowLoopback: boolean }) {
  const guardedFetch = createGuardedFetch({
    allowLoopback,
    timeoutMs: PDF_TIMEOUT_MS,
    maxBytes: LARGEST_PDF_BYTES,
  });

  async function download(url: string, redirects = 0): Promise<Buffer> {
    const response = await guardedFetch(url, { method: 'GET', headers: { accept: 'application/pdf' } });
    const next = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && next !== null && redirects < MOST_REDIRECTS)
      return download(new URL(next, url).href, redirects + 1);
    if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }

  return async (invoiceId: string): Promise<Buffer | null> => {
    const invoice = await find(() => stripe.invoices.retrieve(invoiceId));
    const url = invoice?.invoice_pdf;
    if (!url) return null;
    return download(url).catch((error: unknown) => {
      throw unavailable(error);
    });
  };
}
