import { personName } from '../../../contract/person-name.ts';
import { IMPERSONATION_MINUTES } from '../../../contract/staff/people.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { newSessionToken } from '../../http/session-token.ts';
import type { Actor } from '../audit/record-audit.ts';
import { findAccount, findPerson } from './account-store.ts';
import { insertImpersonation } from './impersonation-store.ts';
import { factsOf } from './present.ts';
import { recordStaff } from './record-staff.ts';
import { mayImpersonate } from './rules.ts';

const SECONDS = IMPERSONATION_MINUTES * 60;

/** A session as the person that `http/mount.ts` makes read-only. Their company sees right away who started it, and why. */
export function startImpersonation(
  deps: Deps,
  session: Session,
  staff: Actor,
  given: { accountId: string; userId: string; reason: string },
): Promise<{ id: string; id_token: string; expires_in: number }> {
  const { accountId, userId, reason } = given;
  return inTransaction(deps.db, async (tx) => {
    const [account, person] = [await findAccount(tx, accountId), await findPerson(tx, accountId, userId)];
    if (account === undefined || person === undefined) throw new Failure('not_found');
    if (!mayImpersonate(factsOf(deps, person))) throw new Failure('cannot_impersonate');
    const now = deps.clock();
    const id = deps.newId();
    const { token, keyHash } = newSessionToken(accountId, id);
    await insertImpersonation(tx, {
      accountId,
      id,
      keyHash,
      userId,
      userAgent: staff.userAgent,
      createdAt: now,
      expiresAt: new Date(now.getTime() + SECONDS * 1000),
      staff: { accountId: session.accountId, userId: session.userId, sessionId: session.id },
    });
    await recordStaff(tx, deps, staff, account, {
      action: 'staff.impersonated',
      subjectId: userId,
      subject: personName(person),
      details: { reason, minutes: IMPERSONATION_MINUTES },
    });
    return { id, id_token: token, expires_in: SECONDS };
  });
}
