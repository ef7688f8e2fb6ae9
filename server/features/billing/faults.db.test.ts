import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Route } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { GatewayUnavailable, type PaymentGateway } from '../../adapters/payments/port.ts';
import { CARDS, giveCard, passDays, startBillingApp, untilQuiet } from '../../testing/billing.ts';
import { eventually, type TestApp } from '../../testing/test-app.ts';
import { type Answer, type LooseInput, refusalOf } from '../../testing/test-client.ts';
import { HELD_MS, runFinishBillingAction } from './carry-out.ts';
import { look } from './look.ts';

/* Whatever breaks off or comes twice: one charge, and in the end the gateway's state. */

let app: TestApp;
let gateway: PaymentGateway;

beforeAll(async () => {
  app = await startBillingApp();
  if (app.deps.billing === null) throw new Error('No one is charged here');
  gateway = app.deps.billing.gateway;
});
afterAll(() => app.stop());
afterEach(() => {
  vi.restoreAllMocks();
  app.clock.reset();
});

async function customer(card?: string) {
  const ana = await app.signUpOnly();
  const { accountId, id: userId } = await ana.call(routes.getUser, {});
  await giveCard(app.url, ana, card);
  return { ...ana, accountId, userId };
}
type Customer = Awaited<ReturnType<typeof customer>>;

async function onPlan(body: object = { accountType: 'personal', planType: 'payg' }) {
  const ana = await customer();
  expect(await ana.ask(routes.changePlan, { body })).toMatchObject({ status: 200 });
  return ana;
}

/** What was paid after the plan, as the gateway knows it. */
async function charges({ accountId }: Pick<Customer, 'accountId'>): Promise<number[]> {
  const { rows } = await app.deps.pool.query<{ id: string }>(
    'select customer_id as id from billing_customers where account_id = $1',
    [accountId],
  );
  const invoices = await gateway.listInvoices({ customerId: rows[0]?.id ?? '', limit: 50 });
  return invoices.filter(({ status }) => status === 'paid').map(({ amountCents }) => amountCents);
}

const team = { accountType: 'team', planType: 'monthly' } as const;
const personal = { accountType: 'personal', planType: 'monthly' } as const;

const remaining = async (ana: Customer) =>
  (await ana.call(routes.getAccount, {})).subscriptionInfo.remainingTexts;

async function openActions({ accountId }: Customer): Promise<string[]> {
  const { rows } = await app.deps.pool.query<{ id: string }>(
    `select id from billing_actions where account_id = $1 and state = 'open'`,
    [accountId],
  );
  return rows.map(({ id }) => id);
}

/** As the job does it when the worker that began is dead. */
async function resumeOpenActions(ana: Customer): Promise<void> {
  app.clock.advance(HELD_MS + 1000);
  for (const actionId of await openActions(ana))
    await runFinishBillingAction(app.deps, { accountId: ana.accountId, actionId });
}

interface Purchase {
  name: string;
  begin: () => Promise<Customer>;
  route: Route;
  input: LooseInput;
  method: 'subscribe' | 'changeSubscription' | 'charge' | 'cancelSubscription';
  /** What the purchase costs; null: at least something. */
  cost: number[];
  /** `times`: how often it was bought. */
  isDone: (ana: Customer, times: number) => Promise<boolean>;
  /** Asked for again once it is done, it is bought again. */
  isRepeatable?: true;
}

const purchases: Purchase[] = [
  {
    name: 'a plan',
    begin: () => customer(),
    route: routes.changePlan,
    input: { body: team },
    method: 'subscribe',
    cost: [7500],
    isDone: async (ana) => (await ana.call(routes.getAccount, {})).seats.total === 3,
  },
  {
    name: 'another plan',
    begin: () => onPlan({ ...personal, planType: 'annual' }),
    route: routes.changePlan,
    input: { body: { ...team, planType: 'annual', recruiters: 50 } },
    method: 'changeSubscription',
    cost: [1_171_000, 29_000],
    isDone: async (ana) => (await ana.call(routes.getAccount, {})).seats.total === 50,
  },
  {
    name: 'seats',
    begin: () => onPlan(team),
    route: routes.purchaseSeats,
    input: { body: { quantity: 2 } },
    method: 'changeSubscription',
    cost: [5000, 7500],
    isDone: async (ana, times) => (await ana.call(routes.getAccount, {})).seats.total === 3 + 2 * times,
    isRepeatable: true,
  },
  {
    name: 'a text package',
    begin: () => onPlan(),
    route: routes.buyTextPackage,
    input: { body: { count: 400 } },
    method: 'charge',
    cost: [2800, 1500],
    isDone: async (ana, times) => (await remaining(ana)) === 400 * times,
    isRepeatable: true,
  },
  {
    name: 'a cancellation',
    begin: () => onPlan(),
    route: routes.cancelPlan,
    input: {},
    method: 'cancelSubscription',
    cost: [1500],
    isDone: async (ana) => (await ana.call(routes.getAccount, {})).subscriptionInfo.cancelAt !== null,
  },
];

/** Prorated amounts are what is left of the period at the hour. */
async function expectCosts(ana: Customer, cost: number[]): Promise<void> {
  const paid = await charges(ana);
  expect(paid).toHaveLength(cost.length);
  for (const [place, cents] of cost.entries()) {
    expect(paid[place]).toBeGreaterThan(cents * 0.98);
    expect(paid[place]).toBeLessThan(cents * 1.02);
  }
}

describe.each(purchases)('$name', ({ begin, route, input, method, cost, isDone, isRepeatable }) => {
  const outcomeOf = (answer: Answer) => (answer.status === 200 ? '200' : refusalOf(answer));

  it('asked for twice in parallel, with one key or without any, is charged once', async () => {
    for (const headers of [{ 'idempotency-key': randomUUID() }, {}]) {
      const ana = await begin();
      const outcomes = (await Promise.all([1, 2, 3].map(() => ana.ask(route, { ...input, headers })))).map(
        outcomeOf,
      );
      expect(outcomes).toContain('200');
      for (const outcome of outcomes) expect(['200', '409 billing_busy']).toContain(outcome);
      // Without a key, one that came when another was over is a separate one.
      const isTheSame = 'idempotency-key' in headers || !isRepeatable;
      const times = isTheSame ? 1 : outcomes.filter((outcome) => outcome === '200').length;
      expect(await isDone(ana, times)).toBe(true);
      await expectCosts(ana, [...Array<number>(times - 1).fill(cost[0] ?? 0), ...cost]);
    }
  });

  it('asked for again with its key is answered as before', async () => {
    const ana = await begin();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await ana.ask(route, { ...input, headers });
    expect(first.status).toBe(200);
    expect(await ana.ask(route, { ...input, headers })).toEqual(first);
    await expectCosts(ana, cost);
  });

  it('whose answer gets lost is charged once, whether asked for again or taken up by the job', async () => {
    for (const way of ['again', 'again with its key', 'job'] as const) {
      const ana = await begin();
      const real = gateway[method].bind(gateway) as (given: never) => Promise<never>;
      vi.spyOn(gateway, method).mockImplementationOnce((async (given: never) => {
        await real(given);
        throw new GatewayUnavailable('no answer in time');
      }) as never);
      const headers = way === 'again with its key' ? { 'idempotency-key': randomUUID() } : {};
      expect(refusalOf(await ana.ask(route, { ...input, headers }))).toBe('503 payment_unavailable');
      expect(await isDone(ana, 1)).toBe(false);
      // Something else has to wait.
      const other = { body: { ...personal, planType: 'annual' } };
      expect(await ana.refusal(routes.changePlan, other as never)).toBe('409 billing_busy');
      if (way === 'job') await resumeOpenActions(ana);
      else expect(await ana.ask(route, { ...input, headers })).toMatchObject({ status: 200 });
      expect(await isDone(ana, 1)).toBe(true);
      expect(await openActions(ana)).toEqual([]);
      await expectCosts(ana, cost);
      app.clock.reset();
    }
  });

  it('whose process dies after the gateway has done it is finished by the job, once', async () => {
    const ana = await begin();
    const real = gateway[method].bind(gateway) as (given: never) => Promise<never>;
    let isCharged = false;
    // The caller never comes back from there.
    vi.spyOn(gateway, method).mockImplementationOnce((async (given: never) => {
      await real(given);
      isCharged = true;
      return new Promise(() => {});
    }) as never);
    const lost = ana.ask(route, input);
    void lost.catch(() => {});
    await eventually(() => expect(isCharged).toBe(true));
    expect(await isDone(ana, 1)).toBe(false);
    expect(refusalOf(await ana.ask(route, input))).toBe('409 billing_busy');
    await resumeOpenActions(ana);
    expect(await isDone(ana, 1)).toBe(true);
    await expectCosts(ana, cost);
    await resumeOpenActions(ana);
    await expectCosts(ana, cost);
  });
});

it('an open change is taken up by the queue within a minute', async () => {
  const ana = await customer();
  vi.spyOn(gateway, 'subscribe').mockRejectedValueOnce(new GatewayUnavailable('no answer'));
  expect(await ana.refusal(routes.changePlan, { body: personal })).toBe('503 payment_unavailable');
  const { rows } = await app.deps.pool.query<{ wait: number }>(
    `select extract(epoch from run_at - now())::int as wait from graphile_worker.jobs
      where task_identifier = 'finishBillingAction' order by id desc limit 1`,
  );
  expect(rows[0]?.wait).toBeLessThan(60);
});

it('a key that was used for something else is refused before anything is charged', async () => {
  const ana = await onPlan(team);
  const headers = { 'idempotency-key': randomUUID() };
  const invite = { email: `${randomUUID()}@example.com` };
  expect(await ana.ask(routes.inviteUser, { body: invite, headers })).toMatchObject({ status: 200 });
  const buy = (quantity: number) => ana.ask(routes.purchaseSeats, { body: { quantity }, headers });
  expect(refusalOf(await buy(1))).toBe('409 idempotency_key_reused');
  headers['idempotency-key'] = randomUUID();
  expect((await buy(1)).status).toBe(200);
  expect(refusalOf(await buy(2))).toBe('409 idempotency_key_reused');
  expect(await charges(ana)).toHaveLength(2);
});

it('a refused purchase gives its key back', async () => {
  const ana = await customer(CARDS.declinedWhenCharged);
  const headers = { 'idempotency-key': randomUUID() };
  const choose = () => ana.ask(routes.changePlan, { body: personal, headers });
  expect(refusalOf(await choose())).toBe('402 card_declined');
  await giveCard(app.url, ana);
  expect((await choose()).status).toBe(200);
  expect(await charges(ana)).toEqual([2900]);
});

describe('webhooks', () => {
  const path = '/webhooks/payments/sandbox';

  it('that are forged are refused', async () => {
    const body = JSON.stringify({ id: 'evt_1', customerId: 'cus_1', about: 'invoice', subjectId: null });
    for (const headers of [{}, { 'sandbox-signature': 't=1,v1=00' }] as Record<string, string>[]) {
      const answer = await fetch(app.url + path, { method: 'POST', headers, body });
      expect(refusalOf({ status: answer.status, body: await answer.json() })).toBe('401 bad_signature');
    }
  });

  it('of unknown customers are acknowledged, of known ones looked at, however often and late they come', async () => {
    const ana = await onPlan();
    // The sandbox posts its own at any moment.
    const { readWebhook } = gateway;
    vi.spyOn(gateway, 'readWebhook').mockImplementation((webhook) => {
      const customerId = webhook.headers['x-customer'];
      return customerId === undefined ? readWebhook.call(gateway, webhook) : { ...event, customerId };
    });
    const event = { id: 'evt_2', about: 'subscription' as const, subjectId: null };
    const post = async (customerId: string) => {
      const headers = { 'x-customer': customerId };
      return (await fetch(app.url + path, { method: 'POST', headers, body: '{}' })).status;
    };
    expect(await post('cus_unknown')).toBe(200);
    const { rows } = await app.deps.pool.query(
      'select customer_id as id from billing_customers where account_id = $1',
      [ana.accountId],
    );
    const [{ id: customerId }] = rows as [{ id: string }];
    const subscription = await gateway.findSubscription(customerId);
    await gateway.cancelSubscription({
      key: randomUUID(),
      subscriptionId: subscription?.subscriptionId ?? '',
      when: 'now',
    });
    for (let times = 0; times < 3; times += 1) expect(await post(customerId)).toBe(200);
    await eventually(async () =>
      expect(await ana.call(routes.getAccount, {})).toMatchObject({
        planType: 'free',
        subscriptionInfo: { status: 'canceled' },
      }),
    );
  });
});

it('a look that was overtaken changes nothing', async () => {
  const ana = await onPlan();
  const { billing } = app.deps;
  if (billing === null) throw new Error('No one is charged here');
  const before = await gateway.findSubscription(await customerOf(ana));
  await untilQuiet(app.deps.pool);
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const find = vi.spyOn(gateway, 'findSubscription').mockImplementationOnce(async () => {
    await held;
    return before && { ...before, status: 'canceled' };
  });
  const late = look(app.deps, billing, ana.accountId);
  await eventually(() => expect(find).toHaveBeenCalled());
  expect(await look(app.deps, billing, ana.accountId)).not.toBeNull();
  go();
  expect(await late).toBeNull();
  expect(await ana.call(routes.getAccount, {})).toMatchObject({ planType: 'payg' });
});

async function customerOf({ accountId }: Customer): Promise<string> {
  const { rows } = await app.deps.pool.query(
    'select customer_id as id from billing_customers where account_id = $1',
    [accountId],
  );
  return rows[0]?.id;
}

it('whatever happens in whatever order, the end is the gateway’s state', async () => {
  const { billing } = app.deps;
  if (billing === null) throw new Error('No one is charged here');
  // Chance that is the same every time.
  let seed = 7;
  const chance = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  for (let run = 0; run < 4; run += 1) {
    const ana = await onPlan(team);
    for (let step = 0; step < 6; step += 1) {
      const fault = chance(3) === 0;
      const method =
        (['changeSubscription', 'cancelSubscription', 'subscribe'] as const)[chance(3)] ?? 'subscribe';
      if (fault) {
        const real = gateway[method].bind(gateway) as (given: never) => Promise<never>;
        vi.spyOn(gateway, method).mockImplementationOnce((async (given: never) => {
          if (chance(2) === 0) await real(given);
          throw new GatewayUnavailable('no answer');
        }) as never);
      }
      const acts = [
        () => ana.ask(routes.changePlan, { body: personal }),
        () => ana.ask(routes.changePlan, { body: { ...team, recruiters: 3 + chance(4) } }),
        () => ana.ask(routes.cancelPlan, {}),
        () => ana.ask(routes.purchaseSeats, { body: { quantity: 1 } }),
        () => giveCard(app.url, ana, chance(3) === 0 ? CARDS.declinedWhenCharged : CARDS.good),
        () => passDays(app.url, chance(40) + 1),
        () => look(app.deps, billing, ana.accountId),
      ];
      await Promise.all([acts[chance(acts.length)]?.(), acts[chance(acts.length)]?.()]);
      vi.restoreAllMocks();
    }
    app.clock.advance(HELD_MS + 1000);
    for (const actionId of await openActions(ana))
      await runFinishBillingAction(app.deps, { accountId: ana.accountId, actionId });
    const account = await eventually(async () => {
      expect(await look(app.deps, billing, ana.accountId)).not.toBe('busy');
      const reported = await gateway.findSubscription(await customerOf(ana));
      const found = await ana.call(routes.getAccount, {});
      const { status } = found.subscriptionInfo;
      expect(status).toBe(reported?.status);
      if (status === 'canceled') expect(found.planType).toBe('free');
      else
        expect([found.type, found.subscriptionInfo.seats]).toEqual([
          reported?.price.startsWith('team') ? 'team' : 'personal',
          reported?.quantity,
        ]);
      return found;
    });
    const { status, cancelAt } = account.subscriptionInfo;
    if (status !== 'canceled' && cancelAt === null)
      await eventually(async () => {
        const { seats, subscriptionInfo } = await ana.call(routes.getAccount, {});
        expect(subscriptionInfo.seats).toBe(seats.total);
      });
    const invoices = await ana.call(routes.listInvoices, {});
    const there = await gateway.listInvoices({ customerId: await customerOf(ana), limit: 100 });
    expect(invoices.map(({ number, status: is }) => [number, is]).sort()).toEqual(
      there.map(({ number, status: is }) => [number, is]).sort(),
    );
    app.clock.reset();
  }
});
