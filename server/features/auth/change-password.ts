import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { type Actor, originOf, recordAudit } from '../audit/record-audit.ts';
import { mailUser } from '../users/mail-user.ts';
import { securityNotice } from '../users/security-notice.ts';
import { findUser, markEmailVerified, setPasswordHash } from '../users/store.ts';
import { forgetTrustedBrowsers } from '../users/trusted-browser-store.ts';
import { requireUncommon } from './common-passwords.ts';
import { forgetSecondSteps, forgetWrongPasswords } from './limits.ts';
import type { Browser } from './mark-browser.ts';
import { hashPassword } from './passwords.ts';
import { type Proof, requireProof } from './require-proof.ts';
import { checkCode } from './secrets/redeem-secret.ts';
import { dropSecrets, takeSecret } from './secrets/secret-store.ts';
import { refuseOwnerWhereSsoOnly, refuseWhereSsoOnly } from './sso-only.ts';
import { endSessionsOf } from './store.ts';

/** With the code from the mail. Ends every session, so anyone who knew the old password is out. */
export async function resetPassword(
  deps: Deps,
  given: { email: string; code: string; password: string },
  from: Browser,
): Promise<void> {
  await refuseWhereSsoOnly(deps.db, given.email);
  // Before the code is used up, so that a refused password can be fixed.
  await requireUncommon(given.password, [given.email]);
  const checked = await checkCode(deps, 'resetPassword', given, from).catch(async (error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'code_invalid') throw error;
    if (await resetElsewhere(deps, given, from)) return null;
    throw error;
  });
  if (checked === null) return;
  const { owner, secretHash } = checked;
  // Only now, since hashing takes a whole processor; the code is used up only then, in case there is too much to do.
  const passwordHash = await hashPassword(given.password);
  await inTransaction(deps.db, async (tx) => {
    if (!(await takeSecret(tx, owner, 'resetPassword', secretHash))) throw new Failure('code_invalid');
    const { firstName, lastName } = await findUser(tx, owner.accountId, owner.userId);
    const actor = { ...owner, firstName, lastName, ...originOf(from) };
    await setPassword(tx, deps, actor, { passwordHash, exceptSession: null });
    await markEmailVerified(tx, owner.accountId, owner.userId, deps.clock());
  });
  await forgetWrongPasswords(deps, given.email.toLowerCase(), from.ip);
  await forgetSecondSteps(deps, owner.userId, from.ip);
}

/** The mail came from the cell that has the person, and the code was typed here. */
async function resetElsewhere(
  { cells }: Pick<Deps, 'cells'>,
  given: { email: string; code: string; password: string },
  { ip, headers }: Browser,
): Promise<boolean> {
  const userAgent = headers['user-agent']?.slice(0, 2000) ?? null;
  const { email, code, password } = given;
  const question = {
    kind: 'resetPassword' as const,
    email: email.toLowerCase(),
    code,
    password,
    ip,
    userAgent,
  };
  return !!(await cells?.find(question));
}

/** For someone signed in, or a first password: this session stays, every other ends. */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  given: { proof: Proof; password: string },
): Promise<void> {
  const { hasPassword, email } = await findUser(deps.db, actor.accountId, actor.userId);
  if (!hasPassword) await refuseOwnerWhereSsoOnly(deps.db, actor);
  await requireProof(deps, actor, given.proof, 'currentPassword');
  await requireUncommon(given.password, [email, actor.firstName, actor.lastName]);
  const passwordHash = await hashPassword(given.password);
  await inTransaction(deps.db, (tx) =>
    setPassword(tx, deps, actor, { passwordHash, exceptSession: given.proof.sessionId }),
  );
  await forgetSecondSteps(deps, actor.userId, actor.ip ?? '');
}

async function setPassword(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  change: { passwordHash: string; exceptSession: string | null },
): Promise<void> {
  const { accountId, userId } = actor;
  await setPasswordHash(tx, accountId, userId, change.passwordHash);
  await endSessionsOf(tx, accountId, userId, { at: deps.clock(), except: change.exceptSession });
  await dropSecrets(tx, { accountId, userId });
  await forgetTrustedBrowsers(tx, { accountId, userId });
  await mailUser(tx, deps, actor, securityNotice('password', deps));
  await recordAudit(tx, deps, actor, { action: 'signIn.passwordChanged' });
}
