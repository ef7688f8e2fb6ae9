import type { Db } from '../../db/connection.ts';
import { hasAuthenticator } from '../users/authenticator-store.ts';
import { hasPasskeys } from '../users/passkey-store.ts';
import { findUser } from '../users/store.ts';
import type { Owner } from './secret-store.ts';

/** After something was removed: nothing is left that would surely reach the person. */
export async function isLastStepGone(db: Db, owner: Owner): Promise<boolean> {
  const { emailVerifiedAt } = await findUser(db, owner.accountId, owner.userId);
  return emailVerifiedAt === null && !(await hasAuthenticator(db, owner)) && !(await hasPasskeys(db, owner));
}
