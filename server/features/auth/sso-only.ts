import type { Db } from '../../db/connection.ts';
import { Failure } from '../../failure.ts';
import { domainOf, findDomain } from '../accounts/domain-store.ts';
import { findUser } from '../users/store.ts';
import type { Owner } from './secrets/secret-store.ts';
import { findLogin } from './store.ts';

/**
 * Passwords, links and codes are no way in where a company wants single sign-on only. Decided by the domain, so that it
 * doesn't reveal whether the person is known; but someone with such an address in their own account is not the company's.
 */
export async function refuseWhereSsoOnly(db: Db, email: string): Promise<void> {
  const domain = await findDomain(db, domainOf(email));
  if (!domain?.ssoOnly) return;
  const who = await findLogin(db, email.toLowerCase());
  if (who === undefined || who.accountId === domain.accountId) throw new Failure('sso_required');
}

/** For what was begun before the company wanted it: a mailed link, a second step. */
export async function refuseOwnerWhereSsoOnly(db: Db, owner: Owner): Promise<void> {
  await refuseWhereSsoOnly(db, (await findUser(db, owner.accountId, owner.userId)).email);
}
