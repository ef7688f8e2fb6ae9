import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MfaMethod } from '../../../../contract/auth.ts';
import { type Db, inTransaction } from '../../../db/connection.ts';
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
import { recoveryCodeUsed, securityNotice } from '../../users/security-notice.ts';
import { findUser } from '../../users/store.ts';
import {
  codeByAddress,
  isWithin,
  SUSPICIOUS_SECOND_STEPS,
  secondStepByPerson,
  secondStepByPersonAndAddress,
  warningByPerson,
} from '../limits.ts';
import { type Browser, markBrowser } from '../mark-browser.ts';
import { guess, redeemCode } from '../secrets/redeem-secret.ts';
import { type Owner, putSecret, takeSecret } from '../secrets/secret-store.ts';
import { expiryOf, hashSecret, newSecret } from '../secrets/secrets.ts';
import { findLogin } from '../store.ts';
import { hashRecoveryCode, stepOf } from './authenticator-codes.ts';

/** What is asked for first, and every alternative. */
interface SecondStep<Method extends MfaMethod = MfaMethod> {
  mfaMethod: Method;
  mfaMethods: Method[];
}

/**
 * Awaits the second step of someone who has come this far; a newer sign-in replaces an older one of the same browser. A passkey
 * comes first, as the safest and the quickest; next to it, the code of the app, or the mailed one where there is no app.
 */
export async function openSecondStep(
  deps: Deps,
  owner: Owner,
  to: { request: FastifyRequest; reply: FastifyReply },
): Promise<SecondStep> {
  await limitSecondSteps(deps, owner, to.request.ip);
  const code = await awaitCode(deps, owner, markBrowser(to, deps));
  const methods = (await hasPasskeys(deps.db, owner)) ? (['passkey', code] as const) : [code];
  return { mfaMethod: methods[0] ?? code, mfaMethods: [...methods] };
}

/** Only someone who has the password can guess codes: a new password is the cure, and the owner is notified. */
async function limitSecondSteps(deps: Deps, owner: Owner, ip: string): Promise<void> {
  await deps.rateLimits.consume(secondStepByPersonAndAddress, `${owner.userId} ${ip}`);
  await deps.rateLimits.consume(secondStepByPerson, owner.userId);
  const opened =
    secondStepByPerson.points - (await deps.rateLimits.remaining(secondStepByPerson, owner.userId));
  if (opened < SUSPICIOUS_SECOND_STEPS || !(await isWithin(deps, warningByPerson, owner.userId))) return;
  await inTransaction(deps.db, (tx) => mailUser(tx, deps, owner, securityNotice('passwordKnown', deps)));
}

async function awaitCode(deps: Deps, owner: Owner, browserHash: string): Promise<'authenticator' | 'email'> {
  const now = deps.clock();
  if (!(await hasAuthenticator(deps.db, owner))) {
    const expiresAt = expiryOf('mfa', now);
    await putSecret(deps.db, owner, { purpose: 'mfa', browserHash, secretHash: null, expiresAt });
    return 'email';
  }
  await putSecret(deps.db, owner, {
    purpose: 'authenticator',
    browserHash,
    // Names this sign-in, so that only one code can finish it.
    secretHash: hashSecret(owner, 'authenticator', newSecret('authenticator')),
    expiresAt: expiryOf('authenticator', now),
  });
  return 'authenticator';
}

/** Whose code this is: of the app or a recovery code where the person has an authenticator, and from the mail otherwise. */
export async function redeemSecondStep(
  deps: Deps,
  given: { email: string; code: string },
  from: Browser,
): Promise<Owner> {
  const owner = await findLogin(deps.db, given.email.toLowerCase());
  const authenticator = owner && (await findAuthenticator(deps.db, owner));
  if (!owner || !authenticator) return redeemCode(deps, 'mfa', given, from);
  await deps.rateLimits.consume(codeByAddress, from.ip);

  const [challenge] = await guess(deps, owner, 'authenticator', from);
  if (challenge === undefined) throw new Failure('code_invalid');
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
