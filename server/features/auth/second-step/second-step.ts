import type { MfaMethod } from '../../../../contract/auth.ts';
import type { Db } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import {
  findAuthenticator,
  hasAuthenticator,
  takeRecoveryCode,
  takeStep,
} from '../../users/authenticator-store.ts';
import { mailUser } from '../../users/mail-user.ts';
import { hasPasskeys } from '../../users/passkey-store.ts';
import { recoveryCodeUsed } from '../../users/security-notice.ts';
import { findUser } from '../../users/store.ts';
import { codeByEmail } from '../limits.ts';
import { redeemCode } from '../secrets/redeem-secret.ts';
import { type Owner, putSecret, spendTry, takeSecret } from '../secrets/secret-store.ts';
import { expiryOf, hashSecret, newSecret, TRIES } from '../secrets/secrets.ts';
import { findLogin } from '../store.ts';
import { hashRecoveryCode, stepOf } from './authenticator-codes.ts';

/** What is asked for first, and all that would do instead. */
interface SecondStep<Method extends MfaMethod = MfaMethod> {
  mfaMethod: Method;
  mfaMethods: Method[];
}

/**
 * Awaits the second step of somebody who has come this far; a newer sign-in replaces an older one. A passkey comes first, as
 * the safest and the quickest; beside it stands the code of the app, or the mailed one where there is no app.
 */
export async function openSecondStep(deps: Deps, owner: Owner): Promise<SecondStep> {
  const code = await awaitCode(deps, owner);
  const methods = (await hasPasskeys(deps.db, owner)) ? (['passkey', code] as const) : [code];
  return { mfaMethod: methods[0] ?? code, mfaMethods: [...methods] };
}

async function awaitCode(deps: Deps, owner: Owner): Promise<'authenticator' | 'email'> {
  const now = deps.clock();
  if (!(await hasAuthenticator(deps.db, owner))) {
    const expiresAt = expiryOf('mfa', now);
    await putSecret(deps.db, owner, { purpose: 'mfa', secretHash: null, triesLeft: 0, expiresAt });
    return 'email';
  }
  await putSecret(deps.db, owner, {
    purpose: 'authenticator',
    // Names this sign-in, so that one code only can finish it.
    secretHash: hashSecret(owner, 'authenticator', newSecret('authenticator')),
    triesLeft: TRIES,
    expiresAt: expiryOf('authenticator', now),
  });
  return 'authenticator';
}

/** Whose code this is: of the app or a recovery code where somebody has an authenticator, and from the mail otherwise. */
export async function redeemSecondStep(deps: Deps, given: { email: string; code: string }): Promise<Owner> {
  const email = given.email.toLowerCase();
  const owner = await findLogin(deps.db, email);
  const authenticator = owner && (await findAuthenticator(deps.db, owner));
  if (!owner || !authenticator) return redeemCode(deps, 'mfa', given);
  await deps.rateLimits.consume(codeByEmail, email);

  // By itself, so that a try that was spent stays spent.
  const challenge = await spendTry(deps.db, owner, 'authenticator', deps.clock());
  if (challenge === null) throw new Failure('code_invalid');
  const code = given.code.replace(/\s/g, '');
  // Together, so that a code is not used up for a sign-in that another one has finished.
  await inTransaction(deps.db, async (tx) => {
    if (!(await takeSecret(tx, owner, 'authenticator', challenge))) throw new Failure('code_invalid');
    const { sealedSeed } = authenticator;
    const step = stepOf(deps.sealer.open(sealedSeed), code, deps.clock());
    if (step !== null) {
      if (!(await takeStep(tx, owner, { sealedSeed, step }))) throw new Failure('code_invalid');
      return;
    }
    const left = await takeRecoveryCode(tx, owner, hashRecoveryCode(owner, code));
    if (left === null) throw new Failure('code_invalid');
    await mailUser(tx, deps, owner, recoveryCodeUsed(left, deps));
  });
  return owner;
}

/** After something was removed: nothing is left that would surely reach the person. */
export async function isLastStepGone(db: Db, owner: Owner): Promise<boolean> {
  const { emailVerifiedAt } = await findUser(db, owner.accountId, owner.userId);
  return emailVerifiedAt === null && !(await hasAuthenticator(db, owner)) && !(await hasPasskeys(db, owner));
}
