import {
  cycle,
  draft,
  draftOf,
  due,
  end,
  finalize,
  pay,
  prorate,
  voidInvoice,
  wholeLine,
} from './stripe-billing.ts';
import { check, invalid, noSuch, type Params, partOf, type Shape, textOf, textsOf } from './stripe-form.ts';
import {
  cardFault,
  type Invoice,
  type Item,
  type Line,
  type StripeState,
  type Subscription,
} from './stripe-state.ts';

/* The calls that are used here, each with the parameters that Stripe's reference names for it. */

interface Call {
  method: string;
  path: RegExp;
  shape: Shape;
  answer(state: StripeState, params: Params, id: string): object;
}

const LIST = { limit: 'integer', starting_after: 'text', ending_before: 'text', expand: 'texts' } as const;
const COLLECTION = ['charge_automatically', 'send_invoice'] as const;
const BILLING_MODE: Shape = { 'type!': ['classic', 'flexible'] };
const PRICE_DATA: Shape = {
  'currency!': 'text',
  'product!': 'text',
  'recurring!': { 'interval!': ['day', 'week', 'month', 'year'], interval_count: 'integer' },
  unit_amount: 'integer',
};
const ONE_TIME: Shape = { 'currency!': 'text', 'product!': 'text', unit_amount: 'integer' };
const PAYMENT_BEHAVIOR = [
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
] as const;
const PRORATION = ['always_invoice', 'create_prorations', 'none'] as const;

function list(all: { id: string; created: number }[], params: Params): object {
  const limit = Number(textOf(params, 'limit') ?? 10);
  if (limit < 1 || limit > 100) throw invalid('Invalid limit', 'parameter_invalid_integer', 'limit');
  // Latest first; ids grow.
  const sorted = all.toSorted((a, b) => b.created - a.created || b.id.localeCompare(a.id));
  const after = textOf(params, 'starting_after');
  const from = after === undefined ? 0 : sorted.findIndex(({ id }) => id === after) + 1;
  return { object: 'list', data: sorted.slice(from, from + limit), has_more: sorted.length > from + limit };
}

function itemFrom(state: StripeState, params: Params): Pick<Item, 'price' | 'quantity'> {
  const data = partOf(params, 'price_data');
  const product = textOf(data, 'product') ?? '';
  if (!state.products.has(product)) throw noSuch('product', product, 'items[0][price_data][product]');
  const interval = textOf(partOf(data, 'recurring'), 'interval') === 'year' ? 'year' : 'month';
  return {
    quantity: Number(textOf(params, 'quantity') ?? 1),
    price: {
      id: state.newId('price'),
      object: 'price',
      currency: textOf(data, 'currency') ?? '',
      product,
      unit_amount: Number(textOf(data, 'unit_amount')),
      recurring: { interval, interval_count: 1 },
    },
  };
}

function firstItem(state: StripeState, params: Params): Item {
  return {
    id: state.newId('si'),
    object: 'subscription_item',
    ...itemFrom(state, params),
    current_period_start: state.now,
    current_period_end: cycle(
      state.now,
      textOf(partOf(partOf(params, 'price_data'), 'recurring'), 'interval') === 'year' ? 'year' : 'month',
      1,
    ),
  };
}

const onlyItem = (params: Params): Params => partOf(partOf(params, 'items'), '0');

function collectionOf(params: Params): Pick<Subscription, 'collection_method' | 'days_until_due'> {
  const method = textOf(params, 'collection_method');
  const days = textOf(params, 'days_until_due');
  if (method === 'send_invoice') {
    if (days === undefined) throw invalid('days_until_due is missing', 'parameter_missing', 'days_until_due');
    if (textOf(params, 'payment_behavior') !== undefined)
      throw invalid('You cannot pass payment_behavior with collection_method=send_invoice.');
    return { collection_method: method, days_until_due: Number(days) };
  }
  if (days !== undefined) throw invalid('days_until_due is for send_invoice only.');
  return { collection_method: 'charge_automatically', days_until_due: null };
}

/** Charged at once, or a draft for an hour. A card that is declined undoes the whole call. */
function billNow(state: StripeState, invoice: Invoice): void {
  if (invoice.collection_method === 'send_invoice') {
    invoice.automatically_finalizes_at = state.now + 3600;
    return;
  }
  finalize(state, invoice);
  if (invoice.status === 'open') pay(state, invoice);
}

/** Once, beside the items. The line is called as the product is. */
function addedLines(state: StripeState, params: Params): Line[] {
  return Object.values(partOf(params, 'add_invoice_items')).map((added) => {
    const data = partOf(added as Params, 'price_data');
    const product = textOf(data, 'product') ?? '';
    const found = state.products.get(product);
    if (found === undefined) throw noSuch('product', product, 'add_invoice_items[0][price_data][product]');
    return lineOf(state, Number(textOf(data, 'unit_amount')), found.name);
  });
}

const lineOf = (state: StripeState, amount: number, description: string): Line => ({
  id: state.newId('il'),
  object: 'line_item',
  amount,
  description,
  period: { start: state.now, end: state.now },
});

function createSubscription(state: StripeState, params: Params): Subscription {
  const customer = state.customer(textOf(params, 'customer') ?? '');
  const item = firstItem(state, onlyItem(params));
  const subscription: Subscription = {
    id: state.newId('sub'),
    object: 'subscription',
    created: state.now,
    customer: customer.id,
    status: 'active',
    billing_cycle_anchor: state.now,
    ...collectionOf(params),
    cancel_at_period_end: false,
    latest_invoice: null,
    metadata: textsOf(partOf(params, 'metadata')),
    items: { object: 'list', data: [item], has_more: false },
  };
  state.subscriptions.set(subscription.id, subscription);
  state.tell('customer.subscription.created', subscription);
  const lines = [...addedLines(state, params), wholeLine(state, item)];
  billNow(state, draftOf(state, subscription, 'subscription_create', lines));
  return subscription;
}

function updateSubscription(state: StripeState, params: Params, id: string): Subscription {
  const subscription = state.subscription(id);
  if (subscription.status === 'canceled') throw noSuch('subscription', id); // As Stripe says of what was canceled.
  if (textOf(params, 'collection_method') !== undefined) Object.assign(subscription, collectionOf(params));
  const cancels = textOf(params, 'cancel_at_period_end');
  if (cancels !== undefined) subscription.cancel_at_period_end = cancels === 'true';
  Object.assign(subscription.metadata, textsOf(partOf(params, 'metadata')));
  if (params.items !== undefined) changeItem(state, subscription, params);
  state.tell('customer.subscription.updated', subscription);
  return subscription;
}

function changeItem(state: StripeState, subscription: Subscription, params: Params): void {
  const [before] = subscription.items.data;
  const wanted = onlyItem(params);
  if (textOf(wanted, 'id') !== before.id) throw noSuch('subscription item', textOf(wanted, 'id') ?? '');
  const change = prorate(state, before, itemFrom(state, wanted), prorationDate(state, params));
  const isFree = textOf(params, 'proration_behavior') === 'none';
  if (isFree && change.isReset) throw new Error('The fake knows no change of interval without proration');
  subscription.items.data = [change.after];
  if (change.isReset) subscription.billing_cycle_anchor = state.now;
  if (!isFree) billNow(state, draftOf(state, subscription, 'subscription_update', change.lines));
}

const prorationDate = (state: StripeState, params: Params) =>
  Number(textOf(params, 'proration_date') ?? state.now);

function preview(state: StripeState, params: Params): object {
  const customer = state.customer(textOf(params, 'customer') ?? '');
  const details = partOf(params, 'subscription_details');
  const id = textOf(params, 'subscription');
  const lines =
    id === undefined
      ? [
          ...Object.values(partOf(params, 'invoice_items')).map((added) =>
            lineOf(
              state,
              Number(textOf(added as Params, 'amount')),
              textOf(added as Params, 'description') ?? '',
            ),
          ),
          wholeLine(state, firstItem(state, onlyItem(details))),
        ]
      : prorate(
          state,
          state.subscription(id).items.data[0],
          itemFrom(state, onlyItem(details)),
          prorationDate(state, details),
        ).lines;
  const { total, amountDue } = due(lines, customer.balance);
  return {
    id: `upcoming_${state.newId('in')}`,
    object: 'invoice',
    customer: customer.id,
    total,
    starting_balance: customer.balance,
    amount_due: amountDue,
    lines: { object: 'list', data: lines, has_more: false },
  };
}

const CALLS: Call[] = [
  {
    method: 'POST',
    path: /^\/v1\/customers$/,
    shape: { name: 'text', email: 'text', description: 'text', metadata: 'metadata' },
    answer: (state, params) => {
      const id = state.newId('cus');
      const customer = {
        id,
        object: 'customer' as const,
        created: state.now,
        name: textOf(params, 'name') ?? '',
        email: textOf(params, 'email') ?? '',
        balance: 0,
        metadata: textsOf(partOf(params, 'metadata')),
        invoice_settings: { default_payment_method: null },
      };
      state.customers.set(id, customer);
      return customer;
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/customers\/(\w+)$/,
    shape: { expand: 'texts' },
    answer: (state, params, id) => {
      const customer = state.customer(id);
      const expand = Object.values(textsOf(partOf(params, 'expand')));
      const { default_payment_method } = customer.invoice_settings;
      if (!expand.includes('invoice_settings.default_payment_method') || default_payment_method === null)
        return customer;
      return {
        ...customer,
        invoice_settings: { default_payment_method: state.method(default_payment_method) },
      };
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/customers\/(\w+)$/,
    shape: {
      name: 'text',
      email: 'text',
      invoice_settings: { default_payment_method: 'text', footer: 'text' },
    },
    answer: (state, params, id) => {
      const customer = state.customer(id);
      const method = textOf(partOf(params, 'invoice_settings'), 'default_payment_method');
      if (method !== undefined) {
        if (state.method(method).customer !== id)
          throw invalid(
            'The customer does not have a payment method with the ID. The payment method must be attached to the customer.',
            'resource_missing',
            'invoice_settings[default_payment_method]',
          );
        customer.invoice_settings.default_payment_method = method;
      }
      state.tell('customer.updated', customer);
      return customer;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/setup_intents$/,
    shape: {
      customer: 'text',
      usage: ['off_session', 'on_session'],
      allowed_payment_method_types: 'texts',
      automatic_payment_methods: { 'enabled!': 'boolean', allow_redirects: ['always', 'never'] },
      metadata: 'metadata',
    },
    answer: (state, params) => {
      const customer = state.customer(textOf(params, 'customer') ?? '');
      const id = state.newId('seti');
      return { id, object: 'setup_intent', customer: customer.id, client_secret: `${id}_secret_of_the_fake` };
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_methods$/,
    shape: { ...LIST, customer: 'text', type: 'text' },
    answer: (state, params) =>
      list(
        [...state.methods.values()].filter(({ customer }) => customer === textOf(params, 'customer')),
        params,
      ),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_methods\/(\w+)$/,
    shape: { expand: 'texts' },
    answer: (state, _, id) => state.method(id),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_methods\/(\w+)$/,
    shape: { billing_details: { name: 'text', email: 'text', phone: 'text' }, metadata: 'metadata' },
    answer: (state, params, id) => {
      const method = state.method(id);
      if (method.customer === null)
        throw invalid('You must save this PaymentMethod to a customer before you can update it.');
      method.billing_details.name = textOf(partOf(params, 'billing_details'), 'name') ?? null;
      state.tell('payment_method.updated', method);
      return method;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_methods\/(\w+)\/attach$/,
    shape: { 'customer!': 'text' },
    answer: (state, params, id) => {
      const method = state.method(id);
      const customer = state.customer(textOf(params, 'customer') ?? '');
      if (state.detached.has(id))
        throw invalid(
          'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
        );
      if (method.customer !== null && method.customer !== customer.id)
        throw invalid('The payment method you provided has already been attached to a customer.');
      if (state.outcomes.get(id) === 'refused') throw cardFault('card_declined');
      method.customer = customer.id;
      state.tell('payment_method.attached', method);
      return method;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_methods\/(\w+)\/detach$/,
    shape: {},
    answer: (state, _, id) => {
      const method = state.method(id);
      const { customer } = method;
      if (customer === null)
        throw invalid(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
        );
      method.customer = null;
      state.detached.add(id);
      const { invoice_settings } = state.customer(customer);
      if (invoice_settings.default_payment_method === id) invoice_settings.default_payment_method = null;
      state.tell('payment_method.detached', method, { customer });
      return method;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/products$/,
    shape: { id: 'text', 'name!': 'text', metadata: 'metadata' },
    answer: (state, params) => {
      const id = textOf(params, 'id') ?? state.newId('prod');
      if (state.products.has(id)) throw invalid('Product already exists.', 'resource_already_exists', 'id');
      const product = { id, object: 'product' as const, name: textOf(params, 'name') ?? '' };
      state.products.set(id, product);
      return product;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/products\/(\w+)$/,
    shape: { name: 'text', metadata: 'metadata' },
    answer: (state, params, id) => {
      const product = state.products.get(id);
      if (product === undefined) throw noSuch('product', id);
      product.name = textOf(params, 'name') ?? product.name;
      return product;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/subscriptions$/,
    shape: {
      'customer!': 'text',
      items: { each: { price: 'text', price_data: PRICE_DATA, quantity: 'integer' } },
      add_invoice_items: { each: { price: 'text', price_data: ONE_TIME, quantity: 'integer' } },
      collection_method: COLLECTION,
      days_until_due: 'integer',
      payment_behavior: PAYMENT_BEHAVIOR,
      off_session: 'boolean',
      billing_mode: BILLING_MODE,
      metadata: 'metadata',
    },
    answer: createSubscription,
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions$/,
    shape: { ...LIST, customer: 'text', status: ['all', 'active', 'past_due', 'canceled', 'ended'] },
    answer: (state, params) => {
      const isAll = textOf(params, 'status') === 'all';
      return list(
        [...state.subscriptions.values()].filter(
          ({ customer, status }) =>
            customer === textOf(params, 'customer') && (isAll || status !== 'canceled'),
        ),
        params,
      );
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    shape: { expand: 'texts' },
    answer: (state, _, id) => state.subscription(id),
  },
  {
    method: 'POST',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    shape: {
      items: { each: { id: 'text', price: 'text', price_data: PRICE_DATA, quantity: 'integer' } },
      collection_method: COLLECTION,
      days_until_due: 'integer',
      payment_behavior: PAYMENT_BEHAVIOR,
      off_session: 'boolean',
      proration_behavior: PRORATION,
      proration_date: 'integer',
      cancel_at_period_end: 'boolean',
      metadata: 'metadata',
    },
    answer: updateSubscription,
  },
  {
    method: 'DELETE',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    shape: { invoice_now: 'boolean', prorate: 'boolean' },
    answer: (state, _, id) => {
      const subscription = state.subscription(id);
      if (subscription.status === 'canceled') throw noSuch('subscription', id);
      end(state, subscription);
      return subscription;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/invoices$/,
    shape: {
      customer: 'text',
      currency: 'text',
      collection_method: COLLECTION,
      days_until_due: 'integer',
      auto_advance: 'boolean',
      pending_invoice_items_behavior: ['exclude', 'include'],
      description: 'text',
      metadata: 'metadata',
    },
    answer: (state, params) =>
      draft(
        state,
        state.customer(textOf(params, 'customer') ?? ''),
        {
          billing_reason: 'manual',
          ...collectionOf(params),
          currency: textOf(params, 'currency') ?? 'usd',
          description: textOf(params, 'description') ?? null,
          metadata: textsOf(partOf(params, 'metadata')),
        },
        [],
      ),
  },
  {
    method: 'POST',
    path: /^\/v1\/invoices\/create_preview$/,
    shape: {
      customer: 'text',
      currency: 'text',
      subscription: 'text',
      invoice_items: { each: { amount: 'integer', currency: 'text', description: 'text' } },
      subscription_details: {
        items: { each: { id: 'text', price: 'text', price_data: PRICE_DATA, quantity: 'integer' } },
        billing_mode: BILLING_MODE,
        proration_behavior: PRORATION,
        proration_date: 'integer',
        cancel_at_period_end: 'boolean',
      },
    },
    answer: preview,
  },
  {
    method: 'POST',
    path: /^\/v1\/invoiceitems$/,
    shape: {
      customer: 'text',
      invoice: 'text',
      amount: 'integer',
      currency: 'text',
      description: 'text',
      metadata: 'metadata',
    },
    answer: (state, params) => {
      const invoice = state.invoice(textOf(params, 'invoice') ?? '');
      if (invoice.status !== 'draft') throw invalid('You can only add invoice items to draft invoices.');
      invoice.lines.data.push(
        lineOf(state, Number(textOf(params, 'amount')), textOf(params, 'description') ?? ''),
      );
      return { id: state.newId('ii'), object: 'invoiceitem', invoice: invoice.id };
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/invoices$/,
    shape: {
      ...LIST,
      customer: 'text',
      status: ['draft', 'open', 'paid', 'uncollectible', 'void'],
      subscription: 'text',
    },
    answer: (state, params) => {
      const isAsked = (name: string, value: string | undefined) => (textOf(params, name) ?? value) === value;
      return list(
        [...state.invoices.values()].filter(
          ({ customer, status, parent }) =>
            isAsked('customer', customer) &&
            isAsked('status', status) &&
            isAsked('subscription', parent?.subscription_details.subscription),
        ),
        params,
      );
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/invoices\/(\w+)$/,
    shape: { expand: 'texts' },
    answer: (state, _, id) => state.invoice(id),
  },
  {
    method: 'POST',
    path: /^\/v1\/invoices\/(\w+)$/,
    shape: { metadata: 'metadata', description: 'text' },
    answer: (state, params, id) => {
      const invoice = state.invoice(id);
      Object.assign(invoice.metadata, textsOf(partOf(params, 'metadata')));
      return invoice;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/invoices\/(\w+)\/finalize$/,
    shape: { auto_advance: 'boolean' },
    answer: (state, _, id) => {
      const invoice = state.invoice(id);
      finalize(state, invoice);
      return invoice;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/invoices\/(\w+)\/send$/,
    shape: {},
    answer: (state, _, id) => {
      const invoice = state.invoice(id);
      if (invoice.collection_method !== 'send_invoice')
        throw invalid('You can only manually send an invoice if its collection method is send_invoice.');
      if (invoice.status === 'draft') finalize(state, invoice);
      return invoice;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/invoices\/(\w+)\/pay$/,
    shape: { off_session: 'boolean', payment_method: 'text', paid_out_of_band: 'boolean' },
    answer: (state, _, id) => {
      const invoice = state.invoice(id);
      pay(state, invoice);
      return invoice;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/invoices\/(\w+)\/void$/,
    shape: {},
    answer: (state, _, id) => {
      const invoice = state.invoice(id);
      voidInvoice(state, invoice);
      return invoice;
    },
  },
];

export function answerCall(state: StripeState, method: string, path: string, params: Params): object {
  for (const call of CALLS) {
    const match = call.path.exec(path);
    if (match === null || call.method !== method) continue;
    check(call.shape, params);
    return call.answer(state, params, match[1] ?? '');
  }
  throw noSuch('address', `${method} ${path}`);
}
