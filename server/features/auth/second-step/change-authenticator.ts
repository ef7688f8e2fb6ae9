import { AUTHENTICATOR_SETUP_MINUTES } from '../../../../contract/users.ts';
import { type Db, inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure, invalidField } from '../../../failure.ts';
import { type Actor, recordAudit } from '../../audit/record-audit.ts';
import {
  dropAuthenticator,
  findStarted,
  hasAuthenticator,
  putAuthenticator,
  putInForce,
  putRecoveryCodes,
} from '../../users/authenticator-store.ts';
import { requireMayTurnOff } from '../../users/change-mfa.ts';
import { mailUser } from '../../users/mail-user.ts';
import { securityNotice } from '../../users/security-notice.ts';
import { findUser, lockUser, updateUser } from '../../users/store.ts';
import { forgetTrustedBrowsers } from '../../users/trusted-browser-store.ts';
import { appCodeBySession } from '../limits.ts';
import { type Proof, requireProof } from '../require-proof.ts';
import { hashRecoveryCode, newRecoveryCodes, newSeed, otpauthUrlOf, stepOf } from './authenticator-codes.ts';
import { isLastStepGone } from './second-step.ts';

/** A seed to put into an app. Until a code made with it has come back, nothing depends on it. */
export async function startAuthenticator(
  deps: Deps,
  actor: Actor,
  proof: Proof,
): Promise<{ secret: string; otpauthUrl: string }> {
  await requireProof(deps, actor, proof);
  const secret = newSeed();
  const put = { sealedSeed: deps.sealer.seal(secret), startedAt: deps.clock() };
  if (!(await putAuthenticator(deps.db, actor, put))) throw new Failure('authenticator_exists');
  const { email } = await findUser(deps.db, actor.accountId, actor.userId);
  return { secret, otpauthUrl: otpauthUrlOf(secret, email) };
}

/** The app makes the right codes, so it is in force from now on. Its first code is used up with that. */
export async function confirmAuthenticator(
  deps: Deps,
  actor: Actor,
  { code, sessionId }: { code: string; sessionId: string },
): Promise<{ recoveryCodes: string[] }> {
  await deps.rateLimits.consume(appCodeBySession, sessionId);
  const now = deps.clock();
  const started = await findStarted(
    deps.db,
    actor,
    new Date(now.getTime() - AUTHENTICATOR_SETUP_MINUTES * 60_000),
  );
  if (started === undefined) throw new Failure('not_found');
  const { sealedSeed } = started;
  const step = stepOf(deps.sealer.open(sealedSeed), code.replace(/\s/g, ''), now);
  if (step === null)
    throw invalidField(
      'code',
      "This code is wrong. Check that your phone's clock is right, then try the next code.",
    );
  const recoveryCodes = await inTransaction(deps.db, async (tx) => {
    // The person's row first, as with turning two-factor authentication off, so that the one waits for the other.
    await updateUser(tx, actor.accountId, actor.userId, { mfaEnabled: true });
    if (!(await putInForce(tx, actor, { sealedSeed, step, at: now }))) throw new Failure('not_found');
    await forgetTrustedBrowsers(tx, actor);
    await mailUser(tx, deps, actor, securityNotice('authenticatorOn', deps));
    await recordAudit(tx, deps, actor, { action: 'signIn.authenticatorAdded' });
    return giveRecoveryCodes(tx, actor);
  });
  await deps.rateLimits.reset(appCodeBySession, sessionId);
  return { recoveryCodes };
}

/** From now on codes come by mail; where they might not arrive, none are required. */
export async function removeAuthenticator(deps: Deps, actor: Actor, proof: Proof): Promise<void> {
  await requireProof(deps, actor, proof);
  const { accountId, userId } = actor;
  await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, accountId, userId);
    if (!(await dropAuthenticator(tx, actor))) throw new Failure('not_found');
    await forgetTrustedBrowsers(tx, actor);
    const isLast = await isLastStepGone(tx, actor);
    if (isLast) {
      await requireMayTurnOff(tx, accountId);
      await updateUser(tx, accountId, userId, { mfaEnabled: false });
    }
    await mailUser(tx, deps, actor, securityNotice(isLast ? 'mfaOff' : 'authenticatorOff', deps));
    await recordAudit(
      tx,
      deps,
      actor,
      { action: 'signIn.authenticatorRemoved' },
      ...(isLast ? [{ action: 'signIn.secondStepTurnedOff' } as const] : []),
    );
  });
}

export async function renewRecoveryCodes(
  deps: Deps,
  actor: Actor,
  proof: Proof,
): Promise<{ recoveryCodes: string[] }> {
  await requireProof(deps, actor, proof);
  return inTransaction(deps.db, async (tx) => {
    if (!(await hasAuthenticator(tx, actor))) throw new Failure('not_found');
    await mailUser(tx, deps, actor, securityNotice('recoveryCodesRenewed', deps));
    await recordAudit(tx, deps, actor, { action: 'signIn.recoveryCodesRenewed' });
    return { recoveryCodes: await giveRecoveryCodes(tx, actor) };
  });
}

async function giveRecoveryCodes(tx: Db, actor: Actor): Promise<string[]> {
  const codes = newRecoveryCodes();
  await putRecoveryCodes(
    tx,
    actor,
    codes.map((code) => hashRecoveryCode(actor, code)),
  );
  return codes;
}
