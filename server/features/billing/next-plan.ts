import { MIN_TEAM_RECRUITERS } from '../../../contract/accounts.ts';
import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Billing, Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { endPlan, isClosing, lockAccount } from '../accounts/store.ts';
import type { Actor } from '../audit/record-audit.ts';
import { seatsAfter } from '../team/seats/rules.ts';
import { listSeatFacts } from '../team/seats/store.ts';
import { cancelUnsent } from '../texting/sending/unsent.ts';
import { findMember, listAdminEmails } from '../users/membership-store.ts';
import type { Task } from './action-store.ts';
import { askByItself } from './ask-action.ts';
import { payFirst, readBilling } from './facts.ts';
import { planEndedMail } from './mails.ts';
import { knownPrice, numbersKeptUntil, PRICED, priceOf, termsOf } from './rules.ts';
import { findSubscription, type NextPlan, type SubscriptionRow, setNextPlan } from './subscriptions/store.ts';

/* A smaller plan begins when what is paid for has ended. */

/** The job. Unavailable or busy: it comes back. A card that is refused: the plan has ended. */
export async function runStartNextPlan(deps: Deps, accountId: string): Promise<void> {
  const { billing } = deps;
  if (billing === null) return;
  const ended = await findEnded(deps.db, billing, accountId);
  if (ended === null) return;
  const now = await billing.gateway.now();
  const actor = await actorFor(deps.db, accountId, ended.nextPlan.userId);
  const request = { next: ended.subscriptionId };
  try {
    await askByItself(deps, billing, { accountId, request, actor }, nextPlanTask(billing, accountId, now));
  } catch (error) {
    if (!(error instanceof Failure) || COMES_BACK.includes(error.code)) throw error;
    await endForGood(deps, billing, accountId);
    return;
  }
  // Nothing could follow.
  if (await findEnded(deps.db, billing, accountId)) await endForGood(deps, billing, accountId);
}

const COMES_BACK = ['payment_unavailable', 'billing_busy'];

type Ended = SubscriptionRow & { nextPlan: NextPlan };

async function findEnded(
  db: Tx | Deps['db'],
  { gateway }: Billing,
  accountId: string,
): Promise<Ended | null> {
  const row = await findSubscription(db, accountId, gateway.vendor);
  return row?.status === 'canceled' && row.nextPlan !== null ? { ...row, nextPlan: row.nextPlan } : null;
}

const nextPlanTask =
  (billing: Billing, accountId: string, now: Date) =>
  async (tx: Tx): Promise<Task | null> => {
    const ended = await findEnded(tx, billing, accountId);
    const { customer, debts } = await readBilling(tx, billing, accountId, now);
    if (ended === null || customer === undefined || (await isClosing(tx, accountId))) return null;
    const plan = await fitting(tx, accountId, ended);
    const { accountType, planType, seats: quantity } = plan;
    const terms = termsOf(billing, { price: priceOf(plan), quantity, billing: 'card' });
    return {
      customerId: customer.customerId,
      calls: [...payFirst(debts, 'card'), { do: 'subscribe', terms, owed: [] }],
      effect: { kind: 'choosePlan', accountType, planType, seats: quantity },
    };
  };

/** People may have been invited since it was chosen. A team too big for a personal plan continues as before, for its seats. */
async function fitting(
  tx: Tx,
  accountId: string,
  { nextPlan, price }: Ended,
): Promise<Omit<NextPlan, 'userId'>> {
  const { seats: total, userId: ownerId } = nextPlan;
  const { needed } = seatsAfter(await listSeatFacts(tx, accountId), { total, ownerId });
  if (needed <= total) return nextPlan;
  if (nextPlan.accountType === 'team') return { ...nextPlan, seats: needed };
  const before = knownPrice(price);
  const { accountType, planType } = PRICED[before ?? 'teamMonthly'];
  return { accountType, planType, seats: Math.max(needed, MIN_TEAM_RECRUITERS) };
}

async function endForGood(deps: Deps, { gateway }: Billing, accountId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, accountId);
    await setNextPlan(tx, accountId, gateway.vendor, null);
    await endPlan(tx, accountId);
    await cancelUnsent(tx, deps, accountId, 'planEnded');
    const admins = await listAdminEmails(tx, accountId);
    const mail = planEndedMail(deps, numbersKeptUntil(deps.clock()));
    await enqueueMail(tx, deps, ...admins.map((to) => ({ to, ...mail })));
  });
}

/** The person who chose it. If they have left, another admin takes their place when it is done. */
async function actorFor(db: Deps['db'], accountId: string, userId: string): Promise<Actor> {
  const member = await findMember(db, accountId, userId);
  const { firstName, lastName } = member ?? { firstName: '', lastName: '' };
  return { accountId, userId, firstName, lastName, ip: null, userAgent: null };
}
