import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FailureReply } from '../contract/failure.ts';
import * as routes from '../contract/routes.ts';
import type { SandboxGateway } from '../server/adapters/payments/sandbox/sandbox.ts';
import { look } from '../server/features/billing/look.ts';
import { CARDS, giveCard, untilQuiet } from '../server/testing/billing.ts';
import type { TestApp } from '../server/testing/test-app.ts';
import { type Books, balanceOf, hourly, openBooks, readBooks } from './billing-books.ts';

/* What a company buys, pays, owes and cancels, in any order. After each step its books must balance. */

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** Years go by. */
const FAR = '1299';

const seats = fc.integer({ min: 3, max: 14 });
const plan = fc.oneof(
  fc.constantFrom(
    { accountType: 'personal', planType: 'payg' } as const,
    { accountType: 'personal', planType: 'monthly' } as const,
    { accountType: 'personal', planType: 'annual' } as const,
  ),
  seats.map((recruiters) => ({ accountType: 'team', planType: 'monthly', recruiters }) as const),
  fc
    .record({ recruiters: seats, billing: fc.constantFrom('card' as const, 'invoicing' as const) })
    .map((chosen) => ({ accountType: 'team', planType: 'annual', ...chosen }) as const),
);

const change = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('choose' as const), plan }) },
  fc.record({ do: fc.constant('buySeats' as const), quantity: fc.integer({ min: 1, max: 9 }) }),
  fc.record({
    do: fc.constant('buyTexts' as const),
    count: fc.constantFrom(200 as const, 1000 as const),
  }),
  fc.record({ do: fc.constantFrom('cancel' as const, 'keep' as const, 'removeSeat' as const) }),
);
const step = fc.oneof(
  { weight: 8, arbitrary: change },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('card' as const), isGood: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 20 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('waitForRenewal' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('repeatWebhooks' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('text' as const), segments: fc.integer({ min: 1, max: 2500 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('atOnce' as const), changes: fc.tuple(change, change) }),
  },
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface World {
  app: TestApp;
  admin: Awaited<ReturnType<TestApp['signUpOnly']>>;
  accountId: string;
  books: Books;
}

export async function fuzzBilling(
  app: TestApp,
  { mostSteps, ...parameters }: fc.Parameters<[Step[]]> & { mostSteps: number },
): Promise<void> {
  const steps = fc.array(step, { minLength: 3, maxLength: mostSteps, size: 'max' });
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const admin = await app.signUpOnly();
      const { accountId } = await admin.call(routes.getUser, {});
      const world: World = { app, admin, accountId, books: await openBooks(app, accountId) };
      for (const each of given) {
        await take(world, each);
        await settle(world);
        await check(world);
      }
    }),
    parameters,
  );
}

/** Every webhook has come, and its work is done. */
async function settle({ app, accountId }: World): Promise<void> {
  const { billing } = app.deps;
  assert(billing);
  await untilQuiet(app.deps.pool);
  for (let tries = 0; (await look(app.deps, billing, accountId)) === 'busy' && tries < 50; tries += 1)
    await new Promise((done) => setTimeout(done, 20));
  await untilQuiet(app.deps.pool);
}

async function take(world: World, taken: Step): Promise<void> {
  const { app, admin, accountId, books } = world;
  switch (taken.do) {
    case 'card':
      return giveCard(app.url, admin, taken.isGood ? CARDS.good : CARDS.declinedWhenCharged, FAR);
    case 'wait': {
      const { now, periodEnd } = await readBooks(app, accountId);
      const most = periodEnd === null ? taken.days * DAY_MS : periodEnd.getTime() - now.getTime() - HOUR_MS;
      if (most <= 0) return;
      return pass(world, Math.min(taken.days * DAY_MS, most));
    }
    case 'waitForRenewal': {
      const { now, periodEnd } = await readBooks(app, accountId);
      // A little after it's due, since draft invoices go out then.
      return pass(world, (periodEnd === null ? 0 : periodEnd.getTime() - now.getTime()) + HOUR_MS / 60);
    }
    case 'repeatWebhooks':
      await app.deps.pool.query(
        `insert into sandbox.webhooks (payload, due_at)
         select json_build_object('id', 'evt_' || about || n, 'customerId', customer_id, 'about', about, 'subjectId', null), now()
           from billing_customers, unnest(array['subscription', 'invoice', 'card']) as about, generate_series(2, 1, -1) as n
          where account_id = $1`,
        [accountId],
      );
      return;
    case 'text':
      await app.deps.pool.query(
        `insert into usage_entries (account_id, kind, segments, used, used_at, message_id, created_at)
         select id, 'count', 0, $2, now(), gen_random_uuid(), now() from accounts
          where id = $1 and plan_type in ('monthly', 'annual') and sending_stopped_at is null`,
        [accountId, taken.segments],
      );
      return;
    case 'atOnce':
      await Promise.all(taken.changes.map((each) => ask(world, each)));
      return;
    case 'choose':
      return choose(world, taken.plan);
    default:
      await ask(world, taken);
      books.changes += 1;
  }
}

async function pass({ app }: World, ms: number): Promise<void> {
  const gateway = app.deps.billing?.gateway as SandboxGateway | undefined;
  if (ms > 0) await gateway?.advance(ms);
}

async function ask({ admin }: World, asked: Change): Promise<string> {
  const answer = await send();
  assert(answer.status < 500, `${JSON.stringify(asked)}: ${JSON.stringify(answer.body)}`);
  return answer.status < 300 ? 'ok' : FailureReply.parse(answer.body).code;

  async function send() {
    switch (asked.do) {
      case 'choose':
        return admin.ask(routes.changePlan, { body: asked.plan });
      case 'buySeats':
        return admin.ask(routes.purchaseSeats, { body: { quantity: asked.quantity } });
      case 'buyTexts':
        return admin.ask(routes.buyTextPackage, { body: { count: asked.count } });
      case 'cancel':
        return admin.ask(routes.cancelPlan, {});
      case 'keep': {
        const { type, planType, seats: has, subscriptionInfo } = await admin.call(routes.getAccount, {});
        const team = {
          recruiters: has.total,
          billing: subscriptionInfo.billingMode === 'invoicing' ? 'invoicing' : 'card',
        };
        const body = { accountType: type, planType, ...(type === 'team' ? team : {}) };
        return admin.ask(routes.changePlan, { body });
      }
      case 'removeSeat': {
        const free = (await admin.call(routes.getSeats, {})).find(({ status }) => status === 'available');
        return admin.ask(routes.removeSeat, { body: { seatId: free?.id ?? crypto.randomUUID() } });
      }
    }
  }
}

/** The preview's amount is what is charged, and both are refused for the same reasons. */
async function choose(world: World, wanted: Extract<Change, { do: 'choose' }>['plan']): Promise<void> {
  const { app, admin, accountId } = world;
  const before = await readBooks(app, accountId);
  const previewed = await admin.ask(routes.previewPlan, { query: { ...wanted } });
  const outcome = await ask(world, { do: 'choose', plan: wanted });
  await settle(world);
  const after = await readBooks(app, accountId);
  const byCard = after.paidCents - before.paidCents;
  if (previewed.status !== 200) {
    assert.equal(outcome, FailureReply.parse(previewed.body).code);
    assert.equal(byCard, 0, 'A refusal charges nothing');
    return;
  }
  const preview = routes.previewPlan.reply.parse(previewed.body);
  if (preview.cardRequired) assert.equal(outcome, 'card_required');
  if (outcome !== 'ok') return;
  const sent = wanted.planType === 'annual' && 'billing' in wanted && wanted.billing === 'invoicing';
  const charged = sent ? byCard + after.openCents - before.openCents : byCard;
  assert.equal(charged, preview.dueNowCents, `${JSON.stringify(wanted)}: ${JSON.stringify(preview)}`);
}

const GRACE_MS = 7 * DAY_MS;
const MOST_UNPAID_SEATS = 10;

async function check(world: World): Promise<void> {
  const { app, admin, accountId, books } = world;
  const now = await readBooks(app, accountId);
  const { account, info } = await admin
    .call(routes.getAccount, {})
    .then((read) => ({ account: read, info: read.subscriptionInfo }));
  assert(now.creditCents >= 0, 'Credit is never negative');
  assert(now.creditCents <= now.paidCents, `Credit of ${now.creditCents} from ${now.paidCents}`);
  const { difference, slack } = balanceOf(books, now);
  assert(
    Math.abs(difference) <= slack,
    `${difference} cents don't add up (${slack} may): ${JSON.stringify(now)}`,
  );
  if (info.billingMode === 'invoicing' && !now.hasPaidInvoice)
    assert(info.seats <= MOST_UNPAID_SEATS, `${info.seats} recruiters by an invoice that no one paid`);
  const isLive = account.planType !== 'free';
  assert.equal(
    isLive,
    now.status !== null && now.status !== 'canceled',
    `${account.planType} is ${now.status}`,
  );
  if (isLive) assert.equal(info.seats, now.quantity);
  const isLate = now.dueSince !== null && now.now.getTime() - now.dueSince.getTime() > GRACE_MS + DAY_MS;
  const { reasons } = routes.getSendabilityTo.reply.parse(
    (await admin.ask(routes.getSendabilityTo, { query: { to: '+14155550123' } })).body,
  );
  if (isLate && isLive && info.graceUntil !== null && new Date(info.graceUntil) < now.now)
    assert(reasons.includes('payment_overdue') || reasons.includes('invoice_unpaid'), reasons.join());
  assert(hourly(now) >= 0);
}
