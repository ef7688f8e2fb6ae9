import type { Account } from '../../../contract/accounts.ts';
import type { Db } from '../../db/connection.ts';
import { countSeats } from '../seats/store.ts';
import { countTemplates } from '../templates/store.ts';
import { findAccount, listAdmins } from './store.ts';

export async function presentAccount(
  db: Db,
  person: { accountId: string; userId: string },
): Promise<Account> {
  const { accountId } = person;
  const [{ featuresEnabled, ...account }, seats, admins, totals] = await Promise.all([
    findAccount(db, accountId),
    countSeats(db, accountId),
    listAdmins(db, accountId),
    countTemplates(db, person),
  ]);
  return { ...account, seats, admins, metadata: { ...totals, featuresEnabled } };
}
