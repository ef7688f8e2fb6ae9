import type { Account } from '../../../contract/accounts.ts';
import { lowTexts } from './low-texts.ts';

/** Asked on every screen; the banner itself is loaded when it is needed. */
export const needsBanner = (account: Account): boolean =>
  account.subscriptionInfo.status === 'pastDue' || lowTexts(account) !== null;
