import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { LoginReply } from '../../../contract/auth.ts';
import type { SigningInAnswer } from '../../../contract/passkeys.ts';
import type { ReplyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { hasAuthenticator } from '../users/authenticator-store.ts';
import { findPasswordHash, findUser, markEmailVerified } from '../users/store.ts';
import { forgetSecondSteps, forgetWrongPasswords, limitPasswords, loginByEmailAndAddress } from './limits.ts';
import type { Browser } from './mark-browser.ts';
import { redeemPasskey } from './passkeys/passkey-sign-in.ts';
import { isPassword, pretendToCheck } from './passwords.ts';
import { openSecondStep, redeemSecondStep } from './second-step/second-step.ts';
import { isTrusted, trustBrowser } from './second-step/trusted-browser.ts';
import { redeemLink } from './secrets/redeem-secret.ts';
import { refuseOwnerWhereSsoOnly, refuseWhereSsoOnly } from './sso-only.ts';
import { startSession } from './start-session.ts';
import { findLogin } from './store.ts';

type Answered = { request: FastifyRequest; reply: FastifyReply };

/** With e-mail and password; the second step follows where the person wants it. */
export async function signIn(
  deps: Deps,
  given: { email: string; password: string; captchaToken?: string | undefined },
  to: Answered,
): Promise<z.input<typeof LoginReply>> {
  const email = given.email.toLowerCase();
  await limitPasswords(deps, to.request, { email, captchaToken: given.captchaToken });
  await refuseWhereSsoOnly(deps.db, email);

  const who = await findByPassword(deps, email, given.password);
  if (who === null) {
    await sendElsewhere(deps, { email, password: given.password, ip: to.request.ip });
    throw new Failure('wrong_credentials');
  }

  await forgetWrongPasswords(deps, email, to.request.ip);
  const user = await findUser(deps.db, who.accountId, who.userId);
  if (user.mfaEnabled && !(await isTrusted(deps, who, to.request)))
    return { mfaNeeded: true, ...(await openSecondStep(deps, who, to)) };
  return { ...(await start(deps, who, to.request)), mfaNeeded: false };
}

/**
 * Sends people with the right password for another cell there. Asks whatever was wrong here, so that neither the answer nor its time
 * reveals who has an account where.
 */
async function sendElsewhere(
  deps: Deps,
  given: { email: string; password: string; ip: string },
): Promise<void> {
  const cell = await deps.cells?.find({ kind: 'password', ...given });
  if (!cell) return;
  await forgetWrongPasswords(deps, given.email, given.ip);
  throw new Failure('account_elsewhere', { address: cell.url });
}

/** The same password, tried at another cell. Counted here too, so that more cells aren't more tries. */
export async function isPasswordHere(
  deps: Deps,
  { email, password, ip }: { email: string; password: string; ip: string },
): Promise<boolean> {
  await deps.rateLimits.consume(loginByEmailAndAddress, `${email} ${ip}`);
  await refuseWhereSsoOnly(deps.db, email);
  if ((await findByPassword(deps, email, password)) === null) return false;
  await forgetWrongPasswords(deps, email, ip);
  return true;
}

async function findByPassword(
  { db }: Pick<Deps, 'db'>,
  email: string,
  password: string,
): Promise<{ accountId: string; userId: string } | null> {
  const who = await findLogin(db, email);
  const stored = who && (await findPasswordHash(db, who.accountId, who.userId));
  const isRight = stored?.passwordHash
    ? await isPassword(stored.passwordHash, password)
    : await pretendToCheck(password);
  return who && isRight ? who : null;
}

/** The second step: the code from the mail or from the app. */
export async function finishSignIn(
  deps: Deps,
  given: { email: string; code: string; trustBrowser?: boolean | undefined },
  to: Answered,
): Promise<{ id_token: string; expires_in: number }> {
  const who = await redeemSecondStep(deps, given, to.request);
  await forgetSecondSteps(deps, who.userId, to.request.ip);
  const session = await start(deps, who, to.request);
  if (given.trustBrowser) await trustBrowser(deps, who, to);
  return session;
}

/** With a passkey: both steps in one, or the second one. */
export async function signInByPasskey(
  deps: Deps,
  given: { response: SigningInAnswer; email?: string | undefined; trustBrowser?: boolean | undefined },
  to: Answered,
): Promise<{ id_token: string; expires_in: number }> {
  const who = await redeemPasskey(deps, given, to.request);
  await forgetSecondSteps(deps, who.userId, to.request.ip);
  const session = await start(deps, who, to.request);
  if (given.trustBrowser) await trustBrowser(deps, who, to);
  return session;
}

/**
 * The mail went to the person's own address, as the code of the second step would: one is as good as the other. It doesn't
 * prove anything about the phone with the authenticator app.
 */
export async function signInByLink(
  deps: Deps,
  token: string,
  to: Answered,
): Promise<ReplyOf<typeof routes.verifyMagicLink>> {
  const who = await redeemLink(deps, 'magicLink', token);
  await markEmailVerified(deps.db, who.accountId, who.userId, deps.clock());
  if (!(await hasAuthenticator(deps.db, who)) || (await isTrusted(deps, who, to.request)))
    return { ...(await start(deps, who, to.request)), mfaNeeded: false };
  const { mfaMethod, mfaMethods } = await openSecondStep(deps, who, to);
  // The app was removed at this very moment: the link is enough now.
  if (mfaMethod === 'email') return { ...(await start(deps, who, to.request)), mfaNeeded: false };
  const { email } = await findUser(deps.db, who.accountId, who.userId);
  return { mfaNeeded: true, mfaMethod, mfaMethods, email };
}

async function start(deps: Deps, who: { accountId: string; userId: string }, browser: Browser) {
  await refuseOwnerWhereSsoOnly(deps.db, who);
  return startSession(deps.db, { ...who, userAgent: browser.headers['user-agent'] ?? null }, deps);
}
