import type pg from 'pg';
import type { Logger } from 'pino';
import { isExpired, isMoreOfTheSame } from '../periods.ts';
import {
  CardRefused,
  type GatewayCard,
  type GatewayInvoice,
  type GatewaySubscription,
  NotPaid,
  type PaymentGateway,
} from '../port.ts';
import { drawInvoice } from './draw-invoice.ts';
import { askBank, bill, billSubscription, catchUp, end, makeVoid, type Turn, tryAgain } from './life.ts';
import { postDue, repeat } from './postman.ts';
import { change, firstPeriod, nameOf, outcomeOf, settle, wholePeriod } from './rules.ts';
import {
  type Answer,
  type Card,
  customersWithDue,
  hasUnpaid,
  type Invoice,
  insertAnswer,
  insertCard,
  insertCustomer,
  insertEvent,
  inTransaction,
  lockCustomer,
  moveClock,
  newId,
  readAheadMs,
  readAnswer,
  readCard,
  readCustomer,
  readInvoice,
  readInvoices,
  readSubscription,
  readSubscriptionOf,
  type Subscription,
  takeCard,
  updateCustomer,
  writeSubscription,
} from './store.ts';
import { readWebhook } from './webhook.ts';

/** The gateway of local mode: it charges nobody and has its own clock (contract/sandbox.ts). */
export interface SandboxGateway extends PaymentGateway {
  /** Null: the number means nothing here. */
  issueCard(card: {
    name: string;
    number: string;
    expMonth: number;
    expYear: number;
  }): Promise<{ paymentMethodId: string } | null>;
  /** Moves the gateway's clock on and does what fell due. Answers its time. */
  advance(ms: number): Promise<Date>;
  /** Does what fell due. */
  tick(): Promise<void>;
  /** Posts the webhooks that are due; how many. */
  post(): Promise<number>;
  /** Ticks and posts by itself, until it is stopped. */
  start(): { stop(): Promise<void> };
}

const LOOKS_EVERY_MS = 1000;

export function createSandboxGateway(deps: {
  pool: pg.Pool;
  /** Without a trailing slash. */
  publicUrl: string;
  webhookSecret: string;
  clock: () => Date;
  log: Logger;
}): SandboxGateway {
  const { pool, clock } = deps;
  const now = async () => new Date(clock().getTime() + (await readAheadMs(pool)));

  /** The customer is locked, and what fell due is done before `work`. */
  async function inTurn<T>(customerId: string, work: (turn: Turn) => Promise<T>): Promise<T> {
    const at = await now();
    return inTransaction(pool, async (client) => {
      const turn: Turn = {
        client,
        customer: await lockCustomer(client, customerId),
        now: at,
        tell: (about, subjectId) => insertEvent(client, { customerId, about, subjectId }, clock()),
      };
      await catchUp(turn);
      return work(turn);
    });
  }

  /** Does it once for each key; the answer names what it was about. A refusal is an answer too, and kept. */
  async function once(
    { customerId, ...action }: { customerId: string; key: string; method: string; request: unknown },
    work: (turn: Turn) => Promise<string>,
  ): Promise<string> {
    const { subjectId, refusal } = await inTurn(customerId, async (turn): Promise<Answer> => {
      const asked = { customerId, ...action };
      const given = await readAnswer(turn.client, asked);
      if (given !== null) return given;
      const answer = await work(turn).then(
        (id): Answer => ({ subjectId: id, refusal: null }),
        (error: unknown): Answer => {
          if (error instanceof CardRefused) return { subjectId: null, refusal: error.reason };
          throw error;
        },
      );
      await insertAnswer(turn.client, asked, answer);
      return answer;
    });
    if (refusal !== null) throw new CardRefused(refusal);
    if (subjectId === null) throw new Error('The sandbox kept no answer');
    return subjectId;
  }

  async function subscriptionNamed(id: string): Promise<Subscription> {
    const subscription = await readSubscription(pool, id);
    if (subscription === null) throw new Error('The sandbox knows no such subscription');
    return subscription;
  }

  async function invoiceNamed(id: string): Promise<Invoice> {
    const invoice = await readInvoice(pool, id);
    if (invoice === null) throw new Error('The sandbox knows no such invoice');
    return invoice;
  }

  async function tick(): Promise<void> {
    for (const customerId of await customersWithDue(pool, await now()))
      await inTurn(customerId, async () => {});
  }

  const post = (stopping = new AbortController().signal) => postDue(deps, stopping);

  return {
    vendor: 'sandbox',
    now,

    createCustomer: async ({ key, accountId, name, email }) => {
      const customer = { key, accountId, name, email, createdAt: await now() };
      return { customerId: await insertCustomer(pool, customer) };
    },

    startCard: async () => null,

    setCard: async ({ key, customerId, paymentMethodId, name }) => {
      const request = { paymentMethodId, name };
      const id = await once({ customerId, key, method: 'setCard', request }, async (turn) => {
        const card = await readCard(turn.client, paymentMethodId);
        if (card === null || card.isDetached || (card.customerId ?? customerId) !== customerId)
          throw new CardRefused('declined');
        if (isExpired(card, turn.now)) throw new CardRefused('expired');
        if (card.outcome === 'refused') throw new CardRefused('declined');
        await takeCard(turn.client, paymentMethodId, customerId, name);
        await updateCustomer(turn.client, Object.assign(turn.customer, { cardId: paymentMethodId }));
        await turn.tell('card', null);
        return paymentMethodId;
      });
      const card = await readCard(pool, id);
      if (card === null) throw new Error('The sandbox lost a card');
      return presentCard(card);
    },

    findCard: async (customerId) => {
      const customer = await readCustomer(pool, customerId);
      const card = customer?.cardId ? await readCard(pool, customer.cardId) : null;
      return card === null ? null : presentCard(card);
    },

    preview: async ({ customerId, subscriptionId, terms, prorated, owed = [] }) => {
      const at = await now();
      const customer = customerId === null ? null : await readCustomer(pool, customerId);
      const subscription = subscriptionId === null ? null : await subscriptionNamed(subscriptionId);
      const { lines, period } =
        subscription === null
          ? { lines: [...owed, wholePeriod(terms)], period: firstPeriod(terms, at) }
          : change(subscription, terms, at);
      if (subscription !== null && !prorated)
        return { lines: [], dueNowCents: 0, renewsAt: subscription.periodEnd };
      const { amountCents, creditUsedCents } = settle(lines, customer?.creditCents ?? 0);
      const credit =
        creditUsedCents > 0 ? [{ description: 'Credit from before', amountCents: -creditUsedCents }] : [];
      return { lines: [...lines, ...credit], dueNowCents: amountCents, renewsAt: period.periodEnd };
    },

    subscribe: async ({ key, customerId, terms, owed = [] }) => {
      const lines = [...owed, wholePeriod(terms)];
      const request = { ...terms, owed };
      const id = await once({ customerId, key, method: 'subscribe', request }, async (turn) => {
        const subscription: Subscription = {
          id: newId('sub'),
          customerId,
          status: 'active',
          terms,
          ...firstPeriod(terms, turn.now),
          cancelAtPeriodEnd: false,
          createdAt: turn.now,
        };
        if (terms.billing === 'card')
          await askBank(turn, settle(lines, turn.customer.creditCents).amountCents);
        await writeSubscription(turn.client, subscription);
        await turn.tell('subscription', subscription.id);
        await billSubscription(turn, subscription, {
          lines,
          description: nameOf(terms),
          key,
        });
        return subscription.id;
      });
      return presentSubscription(await subscriptionNamed(id));
    },

    changeSubscription: async ({ key, subscriptionId, terms, prorated }) => {
      const { customerId } = await subscriptionNamed(subscriptionId);
      const action = {
        customerId,
        key,
        method: 'changeSubscription',
        request: { subscriptionId, terms, prorated },
      };
      await once(action, async (turn) => {
        const before = await subscriptionNamedIn(turn, subscriptionId);
        if (before.status === 'canceled') throw new Error('The subscription is canceled');
        if (!prorated && before.terms.interval !== terms.interval)
          throw new Error('Another interval begins now, so it has to be prorated');
        const isSetOff = prorated && !isMoreOfTheSame(before.terms, terms);
        if (isSetOff && (await hasUnpaid(turn.client, before)))
          throw new NotPaid('An invoice of the subscription is unpaid');
        const { lines, period } = change(before, terms, turn.now);
        const after = { ...before, terms, ...(prorated ? period : {}), cancelAtPeriodEnd: false };
        if (prorated)
          await billSubscription(turn, after, { lines, description: `Change to ${nameOf(terms)}`, key });
        await writeSubscription(turn.client, after);
        await turn.tell('subscription', subscriptionId);
        return subscriptionId;
      });
      return presentSubscription(await subscriptionNamed(subscriptionId));
    },

    cancelSubscription: async ({ key, subscriptionId, when }) => {
      const { customerId } = await subscriptionNamed(subscriptionId);
      const action = { customerId, key, method: 'cancelSubscription', request: { subscriptionId, when } };
      await once(action, async (turn) => {
        const before = await subscriptionNamedIn(turn, subscriptionId);
        if (before.status === 'canceled') return subscriptionId;
        if (when === 'now') await end(turn, before);
        else {
          await writeSubscription(turn.client, { ...before, cancelAtPeriodEnd: true });
          await turn.tell('subscription', subscriptionId);
        }
        return subscriptionId;
      });
      return presentSubscription(await subscriptionNamed(subscriptionId));
    },

    resumeSubscription: async ({ key, subscriptionId }) => {
      const { customerId } = await subscriptionNamed(subscriptionId);
      const action = { customerId, key, method: 'resumeSubscription', request: { subscriptionId } };
      await once(action, async (turn) => {
        const before = await subscriptionNamedIn(turn, subscriptionId);
        if (before.status !== 'canceled' && before.cancelAtPeriodEnd) {
          await writeSubscription(turn.client, { ...before, cancelAtPeriodEnd: false });
          await turn.tell('subscription', subscriptionId);
        }
        return subscriptionId;
      });
      return presentSubscription(await subscriptionNamed(subscriptionId));
    },

    findSubscription: async (customerId) => {
      const subscription = await readSubscriptionOf(pool, customerId);
      return subscription === null ? null : presentSubscription(subscription);
    },

    charge: async ({ key, customerId, description, amountCents, currency }) => {
      const request = { description, amountCents, currency };
      const id = await once({ customerId, key, method: 'charge', request }, async (turn) => {
        const lines = [{ description, amountCents }];
        const made = { description, lines, currency, key, subscriptionId: null };
        try {
          await askBank(turn, settle(lines, turn.customer.creditCents).amountCents);
        } catch (error) {
          await bill(turn, made, 'void');
          throw error;
        }
        return (await bill(turn, made, 'paid')).invoiceId;
      });
      return presentInvoice(await invoiceNamed(id));
    },

    payInvoice: async ({ key, invoiceId }) => {
      const { customerId } = await invoiceNamed(invoiceId);
      const action = { customerId, key, method: 'payInvoice', request: { invoiceId } };
      await once(action, async (turn) => {
        const invoice = await readInvoice(turn.client, invoiceId);
        if (invoice?.status === 'open') await tryAgain(turn, invoice);
        return invoiceId;
      });
      return presentInvoice(await invoiceNamed(invoiceId));
    },

    voidInvoice: async ({ key, invoiceId }) => {
      const { customerId } = await invoiceNamed(invoiceId);
      const action = { customerId, key, method: 'voidInvoice', request: { invoiceId } };
      await once(action, async (turn) => {
        const invoice = await readInvoice(turn.client, invoiceId);
        if (invoice?.status === 'open') await makeVoid(turn, invoice);
        return invoiceId;
      });
      return presentInvoice(await invoiceNamed(invoiceId));
    },

    findInvoice: async (invoiceId) => {
      const invoice = await readInvoice(pool, invoiceId);
      return invoice === null ? null : presentInvoice(invoice);
    },

    listInvoices: async ({ customerId, limit }) =>
      (await readInvoices(pool, customerId, limit)).map(presentInvoice),

    readInvoicePdf: async (invoiceId) => {
      const invoice = await readInvoice(pool, invoiceId);
      const customer = invoice === null ? null : await readCustomer(pool, invoice.customerId);
      return invoice === null || customer === null ? null : drawInvoice(invoice, customer);
    },

    readWebhook: (request) => readWebhook(deps.webhookSecret, request, clock()),

    issueCard: async ({ name, number, expMonth, expYear }) => {
      const outcome = outcomeOf(number);
      if (outcome === null) return null;
      const paymentMethodId = newId('pm');
      const card = {
        paymentMethodId,
        name,
        brand: 'visa',
        last4: number.slice(-4),
        expMonth,
        expYear,
        outcome,
      };
      await insertCard(pool, card, await now());
      return { paymentMethodId };
    },

    advance: async (ms) => {
      await moveClock(pool, ms);
      await tick();
      return now();
    },
    tick,
    post,
    start: () =>
      repeat(async (stopping) => {
        try {
          await tick();
          return (await post(stopping)) > 0;
        } catch (error) {
          deps.log.warn({ err: error }, 'the sandbox gateway could not do what was due');
          return false;
        }
      }, LOOKS_EVERY_MS),
  };
}

async function subscriptionNamedIn({ client }: Turn, id: string): Promise<Subscription> {
  const subscription = await readSubscription(client, id);
  if (subscription === null) throw new Error('The sandbox knows no such subscription');
  return subscription;
}

function presentCard({ customerId: _, outcome: __, isDetached: ___, ...card }: Card): GatewayCard {
  return card;
}

function presentSubscription({ id, terms, ...subscription }: Subscription): GatewaySubscription {
  return {
    subscriptionId: id,
    customerId: subscription.customerId,
    status: subscription.status,
    price: terms.price,
    quantity: terms.quantity,
    billing: terms.billing,
    periodStart: subscription.periodStart,
    periodEnd: subscription.periodEnd,
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
  };
}

function presentInvoice({ lines: _, creditCents: __, attempts: ___, ...invoice }: Invoice): GatewayInvoice {
  return invoice;
}
