import { useQuery } from '@tanstack/react-query';
import type { Account } from '../../../../contract/accounts.ts';
import { currentChoice, isEnding, previewQuery } from '../billing-query.ts';

/** What going on as it is will charge, and when. */
export function useRenewal(account: Account) {
  const { off, renewsAt, seats, priceKnown, nextPlan } = account.subscriptionInfo;
  const current = currentChoice(account, seats);
  const renewal = useQuery({
    ...previewQuery(current ?? { accountType: 'personal', planType: 'payg' }),
    enabled:
      current !== null && !off && renewsAt !== null && priceKnown && nextPlan === null && !isEnding(account),
    staleTime: 60_000,
  });
  // A preview is about now; the date is the subscription's.
  return { ...renewal, data: renewal.data && renewsAt ? { ...renewal.data, renewsAt } : undefined };
}
