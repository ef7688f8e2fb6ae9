import type { QueryClient } from '@tanstack/react-query';
import type { Account } from '../../../contract/accounts.ts';
import type { BodyInput, ReplyOutput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { routeQuery } from '../../lib/api/route-query.ts';

/** A plan to preview or choose. */
export type PlanChoice = BodyInput<typeof routes.changePlan>;
export type PlanPreview = ReplyOutput<typeof routes.previewPlan>;

/** Prices are set when the server starts. */
export const plansQuery = () => ({ ...routeQuery(routes.getPlans), staleTime: 600_000 });
export const textPackagesQuery = () => ({ ...routeQuery(routes.getTextPackages), staleTime: 600_000 });
export const cardQuery = () => routeQuery(routes.getCard);
/** The addresses of the PDFs hold for an hour. */
export const invoicesQuery = () => ({ ...routeQuery(routes.listInvoices), refetchInterval: 30 * 60_000 });
/** Every text changes it. */
export const usageQuery = (days: number) => ({
  ...routeQuery(routes.getUsage, { query: { days } }),
  staleTime: 0,
});

/** Where the amounts would be, the page explains why there are none. */
export const previewQuery = (choice: PlanChoice) => ({
  ...routeQuery(routes.previewPlan, { query: choice }),
  meta: { quiet: true as const },
});

/** Something is paid for it, now or later. */
export const costs = (preview: PlanPreview | undefined): boolean =>
  preview !== undefined && (preview.dueNowCents > 0 || preview.renewalCents > 0);

/** The account's plan with this many seats; null without one. */
export function currentChoice(account: Account, seats = account.seats.total): PlanChoice | null {
  const { type, planType, subscriptionInfo } = account;
  if (planType === 'free') return null;
  if (type !== 'team') return { accountType: 'personal', planType };
  const recruiters = seats;
  return {
    accountType: 'team',
    planType,
    recruiters,
    ...(subscriptionInfo.billingMode === 'invoicing' ? { billing: 'invoicing' as const } : {}),
  };
}

/** It was canceled, and continues until the paid period ends. */
export const isEnding = ({ planType, subscriptionInfo }: Account): boolean =>
  planType !== 'free' && subscriptionInfo.cancelAt !== null;

/** Whatever is paid, or refused, may change all of it. */
export function billingChanged(queryClient: QueryClient): void {
  for (const route of [
    routes.getAccount,
    routes.getUser,
    routes.getCard,
    routes.listInvoices,
    routes.previewPlan,
    routes.getSeats,
    routes.getSendability,
    routes.getSendabilityTo,
  ])
    loadAgain(queryClient, route);
}
