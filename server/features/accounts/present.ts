import type { Account } from '../../../contract/accounts.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { remainingTexts } from '../billing/ledger/ledger.ts';
import { readSubscriptionInfo } from '../billing/subscriptions/info.ts';
import { sampleUrl } from '../links/short/codes.ts';
import { findMaintenance } from '../maintenance/store.ts';
import { countSeats } from '../team/seats/store.ts';
import { countTemplates } from '../templates/store.ts';
import { listDomains } from './known-domains.ts';
import { findAccount, listAdmins } from './store.ts';

export async function presentAccount(
  db: Db,
  deps: Pick<Deps, 'billing' | 'linkBaseUrl'>,
  person: { accountId: string; userId: string },
): Promise<Account> {
  const { accountId } = person;
  const [{ featuresEnabled, countLinkClicks, ...account }, maintenance, seats, admins, totals, domains] =
    await Promise.all([
      findAccount(db, accountId),
      findMaintenance(db),
      countSeats(db, accountId),
      listAdmins(db, accountId),
      countTemplates(db, person),
      listDomains(db, accountId),
    ]);
  const subscriptionInfo = await readSubscriptionInfo(db, deps, {
    id: accountId,
    planType: account.planType,
    seats: seats.total,
    remainingTexts: account.planType === 'payg' ? await remainingTexts(db, accountId) : null,
  });
  return {
    ...account,
    maintenance,
    linkClicks:
      deps.linkBaseUrl === null ? null : { isCounted: countLinkClicks, sample: sampleUrl(deps.linkBaseUrl) },
    seats,
    subscriptionInfo,
    admins,
    domains,
    metadata: { ...totals, featuresEnabled },
  };
}
