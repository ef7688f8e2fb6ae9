import type { Tx } from '../../db/connection.ts';
import { Failure } from '../../failure.ts';
import { lockAccount } from '../accounts/store.ts';
import { findMember } from '../users/membership-store.ts';

/**
 * Comes first in every transaction that changes who is in an account: such changes happen one after the other. The caller may
 * have lost the right to it while waiting.
 */
export async function lockTeam(tx: Tx, admin: { accountId: string; userId: string }): Promise<void> {
  await lockAccount(tx, admin.accountId);
  const member = await findMember(tx, admin.accountId, admin.userId);
  if (member?.userType !== 'admin' || member.deactivatedAt !== null || member.isLeaving)
    throw new Failure('forbidden');
}
