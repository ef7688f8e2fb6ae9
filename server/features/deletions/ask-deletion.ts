import { personName } from '../../../contract/person-name.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { lockAccount } from '../accounts/store.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { type Proof, requireProof } from '../auth/require-proof.ts';
import { dropSecrets } from '../auth/secrets/secret-store.ts';
import { endSessionsOf } from '../auth/store.ts';
import { enqueueFollowDeletion, findPlanEnd } from '../billing/follow-deletion.ts';
import { isAnyOnHold } from '../candidates/store.ts';
import { cancelUnsent } from '../texting/sending/unsent.ts';
import { findUser } from '../users/store.ts';
import { deletionAsked } from './mails.ts';
import { deletionOf, requirePresent, requireScope, type Scope, scopeOf } from './rules.ts';
import { listPeople, setAccountDeletion, setUserDeletion } from './store.ts';

/** From now on nothing is sent and no one signs in; what is there stays for as long as it can be taken back. */
export async function askDeletion(
  deps: Deps,
  actor: Actor,
  { shown, ...proof }: Proof & { shown: Scope | undefined },
): Promise<Date> {
  const { accountId, userId } = actor;
  await requireProof(deps, actor, proof);
  const now = deps.clock();
  const deletesAt = deletionOf(now);
  await inTransaction(deps.db, async (tx) => {
    // If the last two admins leave at once, one stays.
    await lockAccount(tx, accountId);
    const people = await listPeople(tx, accountId);
    requirePresent(people, userId);
    const scope = requireScope(scopeOf(people, userId), shown);
    if (scope === 'account' && (await isAnyOnHold(tx, accountId))) throw new Failure('legal_hold_in_account');
    await setUserDeletion(tx, accountId, userId, deletesAt);
    // It also keeps invited people out; their invitations stay, in case the account is kept.
    if (scope === 'account') {
      await setAccountDeletion(tx, accountId, deletesAt);
      await enqueueFollowDeletion(tx, [accountId]);
    }
    await cancelUnsent(tx, deps, accountId, scope === 'account' ? 'everybody' : { senderId: userId });
    await endSessionsOf(tx, accountId, userId, { at: now, except: null });
    await dropSecrets(tx, { accountId, userId });
    await recordAudit(tx, deps, actor, {
      action: scope === 'account' ? 'account.deletionAsked' : 'person.deletionAsked',
      subjectId: userId,
      subject: personName(actor),
    });
    const user = await findUser(tx, accountId, userId);
    await enqueueMail(tx, deps, {
      to: user.email,
      ...deletionAsked(
        {
          ...user,
          userId,
          deletesAt,
          scope,
          planEndsAt: scope === 'account' ? await findPlanEnd(tx, deps, accountId) : null,
        },
        deps,
      ),
    });
  });
  return deletesAt;
}
