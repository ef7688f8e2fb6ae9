import type { Account } from '../../../contract/accounts.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { countSeats } from '../seats/store.ts';
import { readSubscriptionInfo } from '../subscriptions/info.ts';
import { countTemplates } from '../templates/store.ts';
import { remainingTexts } from '../usage/ledger.ts';
import { findAccount, listAdmins } from './store.ts';

export async function presentAccount(
  db: Db,
  deps: Pick<Deps, 'billing'>,
  person: { accountId: string; userId: string },
): Promise<Account> {
  const { accountId } = person;
  const [{ featuresEnabled, ...account }, seats, admins, totals] = await Promise.all([
    findAccount(db, accountId),
    countSeats(db, accountId),
    listAdmins(db, accountId),
    countTemplates(db, person),
  ]);
  const subscriptionInfo = await readSubscriptionInfo(db, deps, {
    id: accountId,
    planType: account.planType,
    seats: seats.total,
    remainingTexts: account.planType === 'payg' ? await remainingTexts(db, accountId) : null,
  });
  return { ...account, seats, subscriptionInfo, admins, metadata: { ...totals, featuresEnabled } };
}
