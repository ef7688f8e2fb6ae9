import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { invalidField } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { mailUser } from '../users/mail-user.ts';
import { securityNotice } from '../users/security-notice.ts';
import { findPasswordHash, markEmailVerified, setPasswordHash } from '../users/store.ts';
import { forgetTrustedBrowsers } from '../users/trusted-browser-store.ts';
import { requireUncommon } from './common-passwords.ts';
import { passwordByUser } from './limits.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { redeemCode } from './redeem-secret.ts';
import { dropSecrets, type Owner } from './secret-store.ts';
import { refuseWhereSsoOnly } from './sso-only.ts';
import { endSessionsOf } from './store.ts';

/** With the code from the mail. Whoever knew the old password is out: every session ends. */
export async function resetPassword(
  deps: Deps,
  given: { email: string; code: string; password: string },
): Promise<void> {
  await refuseWhereSsoOnly(deps.db, given.email);
  // Before the code is used up, so that a refused password can be mended.
  requireUncommon(given.password);
  const passwordHash = await hashPassword(given.password);
  const owner = await redeemCode(deps, 'resetPassword', given);
  await inTransaction(deps.db, async (tx) => {
    await setPassword(tx, deps, owner, { passwordHash, exceptSession: null });
    await markEmailVerified(tx, owner.accountId, owner.userId, deps.clock());
  });
}

/** By somebody who is signed in: this session stays, every other ends. */
export async function changePassword(
  deps: Deps,
  session: Session,
  given: { currentPassword: string; password: string },
): Promise<void> {
  await requireOwnPassword(deps, session, { field: 'currentPassword', password: given.currentPassword });
  requireUncommon(given.password);
  const passwordHash = await hashPassword(given.password);
  await inTransaction(deps.db, (tx) =>
    setPassword(tx, deps, session, { passwordHash, exceptSession: session.id }),
  );
}

/** Somebody who found an open browser does not know it. */
export async function requireOwnPassword(
  deps: Pick<Deps, 'db' | 'rateLimits'>,
  session: Pick<Session, 'accountId' | 'userId'>,
  given: { field: string; password: string },
): Promise<void> {
  await deps.rateLimits.consume(passwordByUser, session.userId);
  const stored = await findPasswordHash(deps.db, session.accountId, session.userId);
  if (!stored?.passwordHash || !(await isPassword(stored.passwordHash, given.password)))
    throw invalidField(given.field, 'The password is wrong');
  await deps.rateLimits.reset(passwordByUser, session.userId);
}

async function setPassword(
  tx: Tx,
  deps: Deps,
  owner: Owner,
  change: { passwordHash: string; exceptSession: string | null },
): Promise<void> {
  const { accountId, userId } = owner;
  await setPasswordHash(tx, accountId, userId, change.passwordHash);
  await endSessionsOf(tx, accountId, userId, { at: deps.clock(), except: change.exceptSession });
  await dropSecrets(tx, { accountId, userId });
  await forgetTrustedBrowsers(tx, { accountId, userId });
  await mailUser(tx, deps, owner, securityNotice('password', deps));
}
