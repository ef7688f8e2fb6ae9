import type pg from 'pg';
import { isMoreOfTheSame } from '../periods.ts';
import { type GatewaySubscription, NotPaid, type PaymentGateway } from '../port.ts';
import { askBank, billSubscription, end } from './life.ts';
import { change, firstPeriod, nameOf, settle, wholePeriod } from './rules.ts';
import {
  hasUnpaid,
  newId,
  type Queryable,
  readCustomer,
  readSubscription,
  readSubscriptionOf,
  type Subscription,
  writeSubscription,
} from './store.ts';
import type { Turns } from './turns.ts';

export function subscriptionCalls(pool: pg.Pool, turns: Turns) {
  return { ...readingCalls(pool, turns), ...sellingCalls(pool, turns), ...endingCalls(pool, turns) };
}

function readingCalls(pool: pg.Pool, turns: Turns): Pick<PaymentGateway, 'preview' | 'findSubscription'> {
  return {
    preview: async ({ customerId, subscriptionId, terms, prorated, owed = [] }) => {
      const at = await turns.now();
      const customer = customerId === null ? null : await readCustomer(pool, customerId);
      const subscription = subscriptionId === null ? null : await subscriptionNamed(pool, subscriptionId);
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

    findSubscription: async (customerId) => {
      const subscription = await readSubscriptionOf(pool, customerId);
      return subscription === null ? null : presentSubscription(subscription);
    },
  };
}

function sellingCalls(pool: pg.Pool, turns: Turns): Pick<PaymentGateway, 'subscribe' | 'changeSubscription'> {
  return {
    subscribe: async ({ key, customerId, terms, owed = [] }) => {
      const lines = [...owed, wholePeriod(terms)];
      const request = { ...terms, owed };
      const id = await turns.once({ customerId, key, method: 'subscribe', request }, async (turn) => {
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
      return presentSubscription(await subscriptionNamed(pool, id));
    },

    changeSubscription: async ({ key, subscriptionId, terms, prorated }) => {
      const { customerId } = await subscriptionNamed(pool, subscriptionId);
      const action = {
        customerId,
        key,
        method: 'changeSubscription',
        request: { subscriptionId, terms, prorated },
      };
      await turns.once(action, async (turn) => {
        const before = await subscriptionNamed(turn.client, subscriptionId);
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
      return presentSubscription(await subscriptionNamed(pool, subscriptionId));
    },
  };
}

function endingCalls(
  pool: pg.Pool,
  turns: Turns,
): Pick<PaymentGateway, 'cancelSubscription' | 'resumeSubscription'> {
  return {
    cancelSubscription: async ({ key, subscriptionId, when }) => {
      const { customerId } = await subscriptionNamed(pool, subscriptionId);
      const action = { customerId, key, method: 'cancelSubscription', request: { subscriptionId, when } };
      await turns.once(action, async (turn) => {
        const before = await subscriptionNamed(turn.client, subscriptionId);
        if (before.status === 'canceled') return subscriptionId;
        if (when === 'now') await end(turn, before);
        else {
          await writeSubscription(turn.client, { ...before, cancelAtPeriodEnd: true });
          await turn.tell('subscription', subscriptionId);
        }
        return subscriptionId;
      });
      return presentSubscription(await subscriptionNamed(pool, subscriptionId));
    },

    resumeSubscription: async ({ key, subscriptionId }) => {
      const { customerId } = await subscriptionNamed(pool, subscriptionId);
      const action = { customerId, key, method: 'resumeSubscription', request: { subscriptionId } };
      await turns.once(action, async (turn) => {
        const before = await subscriptionNamed(turn.client, subscriptionId);
        if (before.status !== 'canceled' && before.cancelAtPeriodEnd) {
          await writeSubscription(turn.client, { ...before, cancelAtPeriodEnd: false });
          await turn.tell('subscription', subscriptionId);
        }
        return subscriptionId;
      });
      return presentSubscription(await subscriptionNamed(pool, subscriptionId));
    },
  };
}

async function subscriptionNamed(db: Queryable, id: string): Promise<Subscription> {
  const subscription = await readSubscription(db, id);
  if (subscription === null) throw new Error('The sandbox knows no such subscription');
  return subscription;
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
