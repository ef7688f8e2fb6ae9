import type { PlanType, SubscriptionInfo } from '../../../../contract/accounts.ts';
import { PriceId } from '../../../../contract/plans.ts';
import type { Db } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { findSubscription, type NextPlan, type SubscriptionRow } from './store.ts';

interface AccountFacts {
  id: string;
  planType: PlanType;
  /** Of all kinds. */
  seats: number;
  /** Null where texts aren't counted. */
  remainingTexts: number | null;
}

export async function readSubscriptionInfo(
  db: Db,
  deps: Pick<Deps, 'billing'>,
  account: AccountFacts,
): Promise<SubscriptionInfo> {
  if (deps.billing === null) return withoutBilling(account);
  const row = await findSubscription(db, account.id, deps.billing.gateway.vendor);
  return subscriptionInfo(account, row);
}

function withoutBilling({ planType, seats }: AccountFacts): SubscriptionInfo {
  return {
    status: planType === 'free' ? 'none' : 'active',
    billingMode: 'postpaid',
    renewsAt: null,
    cancelAt: null,
    graceUntil: null,
    remainingTexts: null,
    nextPlan: null,
    seats,
    priceKnown: true,
    off: true,
  };
}

export function subscriptionInfo(
  { planType, remainingTexts }: AccountFacts,
  row: SubscriptionRow | undefined,
): SubscriptionInfo {
  const isPrepaid = planType === 'payg';
  return {
    ...(row === undefined || row.status === 'canceled' ? NOT_LIVE : liveInfo(row)),
    status: row?.status ?? 'none',
    ...(isPrepaid ? { billingMode: 'prepaid' as const } : {}),
    remainingTexts: isPrepaid ? remainingTexts : null,
    // One that has ended may still have a plan to follow.
    nextPlan: row?.nextPlan ? presentNextPlan(row.nextPlan, row.periodEnd) : null,
    off: false,
  };
}

const NOT_LIVE = {
  billingMode: 'postpaid' as const,
  renewsAt: null,
  cancelAt: null,
  graceUntil: null,
  seats: 0,
  priceKnown: true,
};

function liveInfo(row: SubscriptionRow) {
  const endsAt = row.nextPlan === null ? row.cancelAt : null;
  return {
    billingMode: row.billing === 'invoicing' ? ('invoicing' as const) : ('postpaid' as const),
    renewsAt: endsAt === null ? row.periodEnd.toISOString() : null,
    cancelAt: endsAt?.toISOString() ?? null,
    graceUntil: row.graceUntil?.toISOString() ?? null,
    seats: row.quantity,
    priceKnown: PriceId.safeParse(row.price).success,
  };
}

function presentNextPlan(next: NextPlan, startsAt: Date) {
  return {
    accountType: next.accountType,
    planType: next.planType,
    recruiters: next.accountType === 'team' ? next.seats : null,
    startsAt: startsAt.toISOString(),
  };
}
