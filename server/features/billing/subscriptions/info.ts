import type { PlanType, SubscriptionInfo } from '../../../../contract/accounts.ts';
import { PriceId } from '../../../../contract/plans.ts';
import type { Db } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { findSubscription, type SubscriptionRow } from './store.ts';

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
  const isLive = row !== undefined && row.status !== 'canceled';
  const next = row?.nextPlan ?? null;
  return {
    status: row?.status ?? 'none',
    billingMode:
      planType === 'payg' ? 'prepaid' : isLive && row.billing === 'invoicing' ? 'invoicing' : 'postpaid',
    renewsAt: isLive && (row.cancelAt === null || next !== null) ? row.periodEnd.toISOString() : null,
    cancelAt: isLive && next === null ? (row.cancelAt?.toISOString() ?? null) : null,
    graceUntil: isLive ? (row.graceUntil?.toISOString() ?? null) : null,
    remainingTexts: planType === 'payg' ? remainingTexts : null,
    nextPlan: next && {
      accountType: next.accountType,
      planType: next.planType,
      recruiters: next.accountType === 'team' ? next.seats : null,
      startsAt: row?.periodEnd.toISOString() ?? '',
    },
    seats: isLive ? row.quantity : 0,
    priceKnown: !isLive || PriceId.safeParse(row.price).success,
    off: false,
  };
}
