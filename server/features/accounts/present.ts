import type { Account } from '../../../contract/accounts.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { countSeats } from '../seats/store.ts';
import { readSubscriptionInfo } from '../subscriptions/info.ts';
import { remainingTexts } from '../usage/ledger.ts';
import { findAccount, listAdmins } from './store.ts';

export async function presentAccount(
  db: Db,
  deps: Pick<Deps, 'billing'>,
  accountId: string,
): Promise<Account> {
  const [{ featuresEnabled, ...account }, seats, admins] = await Promise.all([
    findAccount(db, accountId),
    countSeats(db, accountId),
    listAdmins(db, accountId),
  ]);
  const subscriptionInfo = await readSubscriptionInfo(db, deps, {
    id: accountId,
    planType: account.planType,
    seats: seats.total,
    remainingTexts: account.planType === 'payg' ? await remainingTexts(db, accountId) : null,
  });
  return { ...account, seats, subscriptionInfo, admins, metadata: { featuresEnabled } };
}
