import type { Account } from '../../../contract/accounts.ts';

/** With this many left, or fewer, people see a warning. */
export const LOW_TEXTS = 20;

/** How many texts are left where they are running out; else null. */
export function lowTexts({ planType, subscriptionInfo }: Account): number | null {
  const { remainingTexts, off } = subscriptionInfo;
  if (planType !== 'payg' || off || remainingTexts === null || remainingTexts > LOW_TEXTS) return null;
  return Math.max(0, remainingTexts);
}
