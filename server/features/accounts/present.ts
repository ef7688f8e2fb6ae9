import type { Account } from '../../../contract/accounts.ts';
import type { Db } from '../../db/connection.ts';
import { countSeats } from '../seats/store.ts';
import { findAccount, listAdmins } from './store.ts';

export async function presentAccount(db: Db, accountId: string): Promise<Account> {
  const [{ featuresEnabled, ...account }, seats, admins] = await Promise.all([
    findAccount(db, accountId),
    countSeats(db, accountId),
    listAdmins(db, accountId),
  ]);
  const subscriptionInfo = {
    status: 'none' as const,
    billingMode: 'postpaid' as const,
    renewsAt: null,
    cancelAt: null,
    graceUntil: null,
    remainingTexts: null,
    seats: seats.total,
    off: true,
  };
  return { ...account, seats, subscriptionInfo, admins, metadata: { featuresEnabled } };
}
