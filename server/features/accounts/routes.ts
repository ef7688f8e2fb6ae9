import type { Account } from '../../../contract/accounts.ts';
import { routes } from '../../../contract/routes.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/mount.ts';
import { countSeats } from '../seats/fit-seats.ts';
import { changePlan } from './change-plan.ts';
import { requireMfa } from './require-mfa.ts';
import { findAccount, listAdmins, setName } from './store.ts';

export function accountRoutes(api: Api, deps: Deps): void {
  api.on(routes.getAccount, ({ db, session }) => presentAccount(db, session.accountId));

  api.on(routes.updateAccount, async ({ db, session, body }) => {
    if (body.mfaRequired !== undefined) await requireMfa(db, session, body.mfaRequired);
    if (body.name !== undefined) await setName(db, session.accountId, body.name);
    return presentAccount(db, session.accountId);
  });

  api.on(routes.changePlan, async ({ db, session, body }) => {
    await changePlan(db, session, body, deps.newId);
    return presentAccount(db, session.accountId);
  });
}

async function presentAccount(db: Db, accountId: string): Promise<Account> {
  const [account, seats, admins] = await Promise.all([
    findAccount(db, accountId),
    countSeats(db, accountId),
    listAdmins(db, accountId),
  ]);
  return { ...account, seats, admins };
}
