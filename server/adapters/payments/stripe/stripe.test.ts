import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { startFakeStripe } from '../fakes/fake-stripe.ts';
import { CardRefused, GatewayUnavailable, type Terms } from '../port.ts';
import { paymentSuite, STARTED_AT } from '../suite.ts';
import { createStripeGateway } from './stripe.ts';

const TIMEOUT_MS = 250;
const LAST4 = { accepted: '4242', refused: '0002', declined: '0341' };

async function start() {
  const fake = await startFakeStripe(STARTED_AT);
  let at = STARTED_AT;
  const gateway = createStripeGateway({
    secretKey: fake.secretKey,
    publishableKey: fake.publishableKey,
    webhookSecret: fake.webhookSecret,
    apiBaseUrl: fake.url,
    timeoutMs: TIMEOUT_MS,
    clock: () => at,
  });
  const card = (kind: 'accepted' | 'refused' | 'declined' | 'expiring', customerId: string) => {
    const outcome = kind === 'expiring' ? 'accepted' : kind;
    const expiry = kind === 'expiring' ? { expMonth: 4, expYear: 2026 } : { expMonth: 12, expYear: 2040 };
    // Some come from a SetupIntent, others have no customer yet.
    const owner = kind === 'accepted' ? { customerId } : {};
    return fake.issueCard({ outcome, last4: LAST4[outcome], ...expiry, ...owner });
  };
  const advance = (ms: number) => {
    at = new Date(at.getTime() + ms);
    fake.jumpTo(at);
  };
  return { fake, gateway, card, advance, now: () => at };
}

paymentSuite('Stripe', async () => {
  const { fake, gateway, card, advance, now } = await start();
  return {
    gateway,
    card: async (kind, customerId) => card(kind, customerId),
    advance: async (ms) => advance(ms),
    withoutAnswers: async (work) => {
      fake.loseAnswersOf(/./);
      await expect(work()).rejects.toThrow(GatewayUnavailable);
      fake.loseAnswersOf(null);
    },
    webhooks: async () => fake.webhooks(now()),
    sign: (body) => fake.sign(body, now()),
    stop: fake.stop,
  };
});

const TERMS: Terms = {
  price: 'teamMonthly',
  description: 'Team unlimited, monthly',
  unitAmountCents: 2500,
  currency: 'USD',
  interval: 'month',
  quantity: 3,
  billing: 'card',
};
const TEXTS = { description: '400 texts', amountCents: 2800, currency: 'USD' };
const HOUR_MS = 3_600_000;
const newKey = () => randomUUID();

const running: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(running.map((stop) => stop())));

/** A customer with a card, and what is needed to go on. */
async function startWithCustomer(kind: 'accepted' | 'declined' | 'expiring' = 'accepted') {
  const started = await start();
  running.push(started.fake.stop);
  const { gateway, card } = started;
  const person = { accountId: randomUUID(), name: 'Acme', email: 'ada@example.com' };
  const { customerId } = await gateway.createCustomer({ key: newKey(), ...person });
  const setCard = (of: typeof kind) =>
    gateway.setCard({ key: newKey(), customerId, paymentMethodId: card(of, customerId), name: 'Ada Park' });
  await setCard(kind);
  return { ...started, customerId, setCard };
}

type Started = Awaited<ReturnType<typeof startWithCustomer>>;

// Each waits for Stripe's library, which tries again half a second later.
describe.concurrent('When an answer of Stripe gets lost', () => {
  const actions: Record<
    string,
    (started: Started) => Promise<{ run: () => Promise<unknown>; charged: number[] }>
  > = {
    subscribe: async ({ gateway, customerId }) => {
      const input = { key: newKey(), customerId, terms: TERMS };
      return { run: () => gateway.subscribe(input), charged: [7500] };
    },
    changeSubscription: async ({ gateway, customerId, advance }) => {
      const { subscriptionId } = await gateway.subscribe({ key: newKey(), customerId, terms: TERMS });
      advance(HOUR_MS);
      const terms: Terms = { ...TERMS, price: 'teamAnnual', interval: 'year', unitAmountCents: 24_000 };
      const input = { key: newKey(), subscriptionId, terms, prorated: true };
      return { run: () => gateway.changeSubscription(input), charged: [7500, 64_507] };
    },
    charge: async ({ gateway, customerId }) => {
      const input = { key: newKey(), customerId, ...TEXTS };
      return { run: () => gateway.charge(input), charged: [2800] };
    },
    payInvoice: async ({ gateway, customerId, advance, setCard }) => {
      await gateway.subscribe({ key: newKey(), customerId, terms: TERMS });
      await setCard('declined');
      advance(30 * 24 * HOUR_MS + 2 * HOUR_MS);
      await setCard('accepted');
      const [invoice] = await gateway.listInvoices({ customerId, limit: 1 });
      const input = { key: newKey(), invoiceId: String(invoice?.invoiceId) };
      return { run: () => gateway.payInvoice(input), charged: [7500, 7500] };
    },
  };

  it.each([
    ['subscribe', /^\/v1\/products$/],
    ['subscribe', /^\/v1\/subscriptions$/],
    ['changeSubscription', /^\/v1\/subscriptions\/sub/],
    ['charge', /^\/v1\/invoices$/],
    ['charge', /^\/v1\/invoiceitems$/],
    ['charge', /\/finalize$/],
    ['charge', /\/pay$/],
    ['payInvoice', /\/pay$/],
  ] as const)('%s, at %s: it is charged once, however late it is asked for again', async (name, path) => {
    for (const later of [2 * HOUR_MS, 26 * HOUR_MS]) {
      const started = await startWithCustomer();
      const { fake, advance } = started;
      const { run, charged } = (await actions[name]?.(started)) ?? { run: async () => {}, charged: [] };
      fake.loseAnswersOf(path);
      await expect(run()).rejects.toThrow(GatewayUnavailable);
      fake.loseAnswersOf(null);
      advance(later);
      const answer = await run();
      expect(await run()).toEqual(answer);
      expect(fake.state.charges.map(({ amount }) => amount)).toEqual(charged);
    }
  });

  it.each([/\/v1\/invoices\/in_\w+$/, /\/void$/])(
    'of a refused purchase, at %s: it stays refused',
    async (path) => {
      const { fake, gateway, customerId, advance, setCard } = await startWithCustomer('expiring');
      advance(21 * 24 * HOUR_MS);
      const input = { key: newKey(), customerId, ...TEXTS };
      fake.loseAnswersOf(path);
      await expect(gateway.charge(input)).rejects.toThrow(GatewayUnavailable);
      fake.loseAnswersOf(null);
      await setCard('accepted');
      await expect(gateway.charge(input)).rejects.toEqual(new CardRefused('expired'));
      expect(fake.state.charges).toEqual([]);
      expect([...fake.state.invoices.values()].map(({ status }) => status)).toEqual(['void']);
    },
  );

  it.each([/\/attach$/, /\/payment_methods\/pm_\w+$/, /\/customers\/cus_\w+$/, /\/detach$/])(
    'of a new card, at %s: asked for again, it is the only one',
    async (path) => {
      const { fake, gateway, customerId, card } = await startWithCustomer();
      const paymentMethodId = card('declined', customerId);
      const input = { key: newKey(), customerId, paymentMethodId, name: 'Ben Cole' };
      fake.loseAnswersOf(path);
      await expect(gateway.setCard(input)).rejects.toThrow(GatewayUnavailable);
      fake.loseAnswersOf(null);
      expect(await gateway.setCard(input)).toMatchObject({ last4: '0341', name: 'Ben Cole' });
      expect(await gateway.findCard(customerId)).toMatchObject({ last4: '0341', name: 'Ben Cole' });
      const attached = [...fake.state.methods.values()].filter(({ customer }) => customer === customerId);
      expect(attached.map(({ id }) => id)).toEqual([paymentMethodId]);
    },
  );
});

describe.concurrent('Stripe, asked', () => {
  it('gets a key made of ours with every step that moves money', async () => {
    const { fake, gateway, customerId } = await startWithCustomer();
    const key = newKey();
    await gateway.charge({ key, customerId, ...TEXTS });
    const posted = fake.asked.filter(({ method, path }) => method === 'POST' && path.includes('invoice'));
    expect(posted.map(({ key: sent }) => sent)).toEqual(
      ['invoice', 'item', 'finalize', 'pay'].map((step) => `${key}:${step}`),
    );
  });

  it.each([
    [{ status: 500, body: { error: { type: 'api_error', message: 'Oops' } } }],
    [{ status: 503, body: 'Service Unavailable' }],
    [
      {
        status: 429,
        body: { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Slow' } },
      },
    ],
    [
      {
        status: 409,
        body: { error: { type: 'invalid_request_error', code: 'lock_timeout', message: 'Busy' } },
      },
    ],
  ])('is unavailable when it answers %j', async (answer) => {
    const { fake, gateway, customerId } = await startWithCustomer();
    fake.failAt(/./, answer);
    await expect(gateway.charge({ key: newKey(), customerId, ...TEXTS })).rejects.toThrow(GatewayUnavailable);
    await expect(gateway.findCard(customerId)).rejects.toThrow(GatewayUnavailable);
  });

  it('is unavailable when no one is there', async () => {
    const gateway = createStripeGateway({
      secretKey: 'sk',
      publishableKey: 'pk',
      webhookSecret: 'whsec',
      apiBaseUrl: 'http://127.0.0.1:9',
      clock: () => STARTED_AT,
    });
    await expect(gateway.findSubscription('cus_1')).rejects.toThrow(GatewayUnavailable);
  });

  it('starts a card field, for cards only', async () => {
    const { fake, gateway, customerId } = await startWithCustomer();
    const started = await gateway.startCard({ customerId });
    expect(started).toEqual({
      clientSecret: expect.stringContaining('_secret_'),
      publishableKey: fake.publishableKey,
    });
    expect(fake.asked.at(-1)?.form).toContain('allowed_payment_method_types[0]=card');
  });

  it('is asked for a PDF only where it is safe, and not for a large one', async () => {
    const { fake, gateway, customerId } = await startWithCustomer();
    const { invoiceId } = await gateway.charge({ key: newKey(), customerId, ...TEXTS });
    for (const answer of [
      { status: 302, headers: { location: 'http://10.0.0.1/internal' } },
      { status: 302, headers: { location: `/invoice/${invoiceId}/pdf` } },
      { status: 200, body: Buffer.alloc(5_000_001) },
      { status: 404 },
    ]) {
      fake.failAt(/^\/invoice\//, answer);
      await expect(gateway.readInvoicePdf(invoiceId)).rejects.toThrow(GatewayUnavailable);
    }
  });
});

describe('Webhooks of Stripe', () => {
  it('name the owner of a card that was detached', async () => {
    const { fake, gateway, customerId, setCard, now } = await startWithCustomer();
    await setCard('accepted');
    const detached = fake.webhooks(now()).find(({ body }) => body.includes('payment_method.detached'));
    if (detached === undefined) throw new Error('Nothing was posted');
    expect(gateway.readWebhook(detached)).toMatchObject({ customerId, about: 'card', subjectId: null });
  });

  it('of what we do not follow are nothing', async () => {
    const { fake, gateway, now } = await startWithCustomer();
    fake.state.tell('balance.available', { object: 'balance' });
    fake.state.tell('charge.succeeded', { id: 'ch_1', object: 'charge', customer: 'cus_1' });
    const read = fake
      .webhooks(now())
      .slice(-2)
      .map((webhook) => gateway.readWebhook(webhook));
    expect(read).toEqual([null, null]);
  });
});

describe('The fake of Stripe', () => {
  const post = async (
    fake: Awaited<ReturnType<typeof startFakeStripe>>,
    path: string,
    form: string,
    key?: string,
  ) => {
    const response = await fetch(fake.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${fake.secretKey}`,
        'stripe-version': '2026-10-28.endive',
        'content-type': 'application/x-www-form-urlencoded',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: form,
    });
    return { status: response.status, body: await response.json() };
  };

  it.each([
    ['/v1/customers', 'nickname=Acme', 'parameter_unknown'],
    ['/v1/invoiceitems', 'price=price_1', 'parameter_unknown'],
    ['/v1/subscriptions', 'customer=cus_1&item[0][quantity]=3', 'parameter_unknown'],
    ['/v1/subscriptions', 'customer=cus_1&items[0][quantity]=three', 'parameter_invalid_integer'],
    ['/v1/subscriptions', 'items[0][quantity]=3', 'parameter_missing'],
    ['/v1/invoices/in_1/pay', '', 'resource_missing'],
  ])('refuses %s %s', async (path, form, code) => {
    const { fake } = await startWithCustomer();
    expect((await post(fake, path, form)).body).toMatchObject({ error: { code } });
  });

  it('refuses a key that was used for something else', async () => {
    const { fake } = await startWithCustomer();
    const first = await post(fake, '/v1/customers', 'name=Acme', 'one');
    expect(await post(fake, '/v1/customers', 'name=Acme', 'one')).toEqual(first);
    expect(await post(fake, '/v1/customers', 'name=Other', 'one')).toMatchObject({
      status: 400,
      body: { error: { type: 'idempotency_error' } },
    });
  });

  it('refuses what an invoice can no longer do', async () => {
    const { fake, gateway, customerId } = await startWithCustomer();
    const { invoiceId } = await gateway.charge({ key: newKey(), customerId, ...TEXTS });
    for (const step of ['pay', 'finalize', 'void'])
      expect((await post(fake, `/v1/invoices/${invoiceId}/${step}`, '')).status).toBe(400);
  });
});
