import { AUTHENTICATOR_SETUP_MINUTES } from '../../../contract/users.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import {
  dropAuthenticator,
  findStarted,
  hasAuthenticator,
  putAuthenticator,
  putInForce,
  putRecoveryCodes,
} from '../users/authenticator-store.ts';
import { requireMayTurnOff } from '../users/change-mfa.ts';
import { mailUser } from '../users/mail-user.ts';
import { securityNotice } from '../users/security-notice.ts';
import { findUser, lockUser, updateUser } from '../users/store.ts';
import { forgetTrustedBrowsers } from '../users/trusted-browser-store.ts';
import { hashRecoveryCode, newRecoveryCodes, newSeed, otpauthUrlOf, stepOf } from './authenticator-codes.ts';
import { requireOwnPassword } from './change-password.ts';
import { isLastStepGone } from './last-step.ts';
import { appCodeByUser } from './limits.ts';

type Given = { password: string };

/** A seed to be put into an app. Until a code of it has come back, nothing depends on it. */
export async function startAuthenticator(
  deps: Deps,
  session: Session,
  { password }: Given,
): Promise<{ secret: string; otpauthUrl: string }> {
  await requireOwnPassword(deps, session, { field: 'password', password });
  const secret = newSeed();
  const put = { sealedSeed: deps.sealer.seal(secret), startedAt: deps.clock() };
  if (!(await putAuthenticator(deps.db, session, put))) throw new Failure('authenticator_exists');
  const { email } = await findUser(deps.db, session.accountId, session.userId);
  return { secret, otpauthUrl: otpauthUrlOf(secret, email) };
}

/** The app makes the right codes, so it is in force from now on. Its first code is used up with that. */
export async function confirmAuthenticator(
  deps: Deps,
  session: Session,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  await deps.rateLimits.consume(appCodeByUser, session.userId);
  const now = deps.clock();
  const started = await findStarted(
    deps.db,
    session,
    new Date(now.getTime() - AUTHENTICATOR_SETUP_MINUTES * 60_000),
  );
  if (started === undefined) throw new Failure('not_found');
  const { sealedSeed } = started;
  const step = stepOf(deps.sealer.open(sealedSeed), code.replace(/\s/g, ''), now);
  if (step === null)
    throw invalidField(
      'code',
      "This code is wrong. Check that your phone's clock is right, and try the next one.",
    );
  const recoveryCodes = await inTransaction(deps.db, async (tx) => {
    // The person's row first, as with turning two-factor authentication off, so that the one waits for the other.
    await updateUser(tx, session.accountId, session.userId, { mfaEnabled: true });
    if (!(await putInForce(tx, session, { sealedSeed, step, at: now }))) throw new Failure('not_found');
    await forgetTrustedBrowsers(tx, session);
    await mailUser(tx, deps, session, securityNotice('authenticatorOn', deps));
    return giveRecoveryCodes(tx, session);
  });
  await deps.rateLimits.reset(appCodeByUser, session.userId);
  return { recoveryCodes };
}

/** From now on codes come by mail; where they might not arrive, none are asked for. */
export async function removeAuthenticator(deps: Deps, session: Session, { password }: Given): Promise<void> {
  await requireOwnPassword(deps, session, { field: 'password', password });
  const { accountId, userId } = session;
  await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, accountId, userId);
    if (!(await dropAuthenticator(tx, session))) throw new Failure('not_found');
    await forgetTrustedBrowsers(tx, session);
    const isLast = await isLastStepGone(tx, session);
    if (isLast) {
      await requireMayTurnOff(tx, accountId);
      await updateUser(tx, accountId, userId, { mfaEnabled: false });
    }
    await mailUser(tx, deps, session, securityNotice(isLast ? 'mfaOff' : 'authenticatorOff', deps));
  });
}

export async function renewRecoveryCodes(
  deps: Deps,
  session: Session,
  { password }: Given,
): Promise<{ recoveryCodes: string[] }> {
  await requireOwnPassword(deps, session, { field: 'password', password });
  return inTransaction(deps.db, async (tx) => {
    if (!(await hasAuthenticator(tx, session))) throw new Failure('not_found');
    await mailUser(tx, deps, session, securityNotice('recoveryCodesRenewed', deps));
    return { recoveryCodes: await giveRecoveryCodes(tx, session) };
  });
}

async function giveRecoveryCodes(tx: Db, session: Session): Promise<string[]> {
  const codes = newRecoveryCodes();
  await putRecoveryCodes(
    tx,
    session,
    codes.map((code) => hashRecoveryCode(session, code)),
  );
  return codes;
}
