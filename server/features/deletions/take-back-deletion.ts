import type { FastifyRequest } from 'fastify';
import type { takeBackDeletion as route } from '../../../contract/deletion.ts';
import { personName } from '../../../contract/person-name.ts';
import type { ReplyOf } from '../../../contract/route.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { lockAccount } from '../accounts/store.ts';
import { originOf, recordAudit } from '../audit/record-audit.ts';
import { startSession } from '../auth/start-session.ts';
import { enqueueFollowDeletion, planAfterKeeping } from '../billing/follow-deletion.ts';
import { readKeepToken } from '../users/keep-token.ts';
import { mailUser } from '../users/mail-user.ts';
import { findDeletion, findUser } from '../users/store.ts';
import { deletionTakenBack } from './mails.ts';
import { findAccountDeletion, setAccountDeletion, setUserDeletion } from './store.ts';

export async function takeBackDeletion(
  deps: Deps,
  token: string,
  browser: Pick<FastifyRequest, 'ip' | 'headers'>,
): Promise<ReplyOf<typeof route>> {
  const keep = readKeepToken(deps, token);
  if (keep === null) throw new Failure('link_invalid');
  const { accountId, userId } = keep;
  return inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, accountId);
    const user = await findDeletion(tx, accountId, userId);
    if (!user?.deletesAt || user.deletesAt.getTime() !== keep.deletesAt.getTime())
      throw new Failure('link_invalid');
    // Once its time has come it is being erased, even if not everything is gone yet.
    if (user.deletesAt <= deps.clock()) throw new Failure('link_invalid');
    // Only an admin can restore the company; everybody else has nothing left to come back to.
    const closes = await findAccountDeletion(tx, accountId);
    const isAdmin = user.userType === 'admin' && user.deactivatedAt === null;
    if (closes !== null && !isAdmin) throw new Failure('link_invalid');
    await setUserDeletion(tx, accountId, userId, null);
    if (closes !== null) {
      await setAccountDeletion(tx, accountId, null);
      await enqueueFollowDeletion(tx, [accountId]);
    }
    const plan = closes === null ? null : await planAfterKeeping(tx, deps, accountId);
    const { firstName, lastName, timezone } = await findUser(tx, accountId, userId);
    await recordAudit(
      tx,
      deps,
      { accountId, userId, firstName, lastName, ...originOf(browser) },
      {
        action: closes === null ? 'person.deletionTakenBack' : 'account.deletionTakenBack',
        subjectId: userId,
        subject: personName({ firstName, lastName }),
      },
    );
    await mailUser(tx, deps, keep, deletionTakenBack({ plan, timezone }, deps));
    if (keep.by === 'mail') return { signedIn: false, plan: plan?.plan ?? null };
    const userAgent = browser.headers['user-agent'] ?? null;
    const session = await startSession(tx, { accountId, userId, userAgent, bySso: keep.by === 'sso' }, deps);
    return { signedIn: true, plan: plan?.plan ?? null, ...session };
  });
}
