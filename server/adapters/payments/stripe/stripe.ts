import type { PaymentGateway } from '../port.ts';
import { ask, createClient, type StripeOptions } from './call.ts';
import { findDefaultCard, orMissing, setDefaultCard } from './cards.ts';
import { charge, createReadPdf, findInvoice, listInvoices, payInvoice, voidInvoice } from './invoices.ts';
import { createProducts } from './products.ts';
import {
  cancelSubscription,
  changeSubscription,
  findSubscription,
  preview,
  resumeSubscription,
  subscribe,
} from './subscriptions.ts';
import { readWebhook } from './webhook.ts';

/**
 * Stripe, by its own library. Each step of an action has a key made of the action's: asked for again, Stripe answers what it
 * answered. It forgets keys after a day, so what is made also carries the action's key in its metadata.
 */
export function createStripeGateway(options: StripeOptions): PaymentGateway {
  const { clock, publishableKey, webhookSecret } = options;
  const stripe = createClient(options);
  const deps = { stripe, products: createProducts(stripe), clock };
  return {
    vendor: 'stripe',
    now: async () => clock(),

    createCustomer: async ({ key, accountId, name, email }) => {
      const { id } = await ask(() =>
        stripe.customers.create(
          { name, email, metadata: { accountId } },
          { idempotencyKey: `${key}:customer` },
        ),
      );
      return { customerId: id };
    },

    startCard: async ({ customerId }) => {
      const { client_secret: clientSecret } = await ask(() =>
        stripe.setupIntents.create({
          customer: customerId,
          usage: 'off_session',
          allowed_payment_method_types: ['card'],
        }),
      );
      if (clientSecret === null) throw new Error('Stripe made a SetupIntent without a secret');
      return { clientSecret, publishableKey };
    },

    setCard: (input) => setDefaultCard(stripe, input, clock()),
    findCard: (customerId) => findDefaultCard(stripe, customerId),

    preview: (input) => preview(deps, input),
    subscribe: (input) => orMissing(stripe, input.customerId, () => subscribe(deps, input)),
    changeSubscription: (input) => changeSubscription(deps, input),
    cancelSubscription: (input) => cancelSubscription(deps, input),
    resumeSubscription: (input) => resumeSubscription(deps, input),
    findSubscription: (customerId) => findSubscription(deps, customerId),

    charge: (input) => charge(stripe, input),
    payInvoice: (input) => payInvoice(stripe, input),
    voidInvoice: (input) => voidInvoice(stripe, input),
    findInvoice: (invoiceId) => findInvoice(stripe, invoiceId),
    listInvoices: (input) => listInvoices(stripe, input),
    readInvoicePdf: createReadPdf(stripe, { allowLoopback: options.apiBaseUrl !== undefined }),

    readWebhook: (request) => readWebhook(stripe, webhookSecret, request, clock()),
  };
}
