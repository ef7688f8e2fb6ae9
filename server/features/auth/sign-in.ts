import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { LoginReply } from '../../../contract/auth.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { findPasswordHash, findUser, markEmailVerified } from '../users/store.ts';
import { loginByAddress, loginByEmail, loginByEmailAndAddress } from './limits.ts';
import { isPassword, pretendToCheck } from './passwords.ts';
import { redeemCode, redeemLink } from './redeem-secret.ts';
import { putSecret } from './secret-store.ts';
import { expiryOf } from './secrets.ts';
import { startSession } from './start-session.ts';
import { findLogin } from './store.ts';

type Browser = Pick<FastifyRequest, 'ip' | 'headers'>;

/** With e-mail and password; the second step follows where the person wants it. */
export async function signIn(
  deps: Deps,
  given: { email: string; password: string },
  browser: Browser,
): Promise<z.input<typeof LoginReply>> {
  const email = given.email.toLowerCase();
  await deps.rateLimits.consume(loginByAddress, browser.ip);
  await deps.rateLimits.consume(loginByEmail, email);
  await deps.rateLimits.consume(loginByEmailAndAddress, `${email} ${browser.ip}`);

  const who = await findLogin(deps.db, email);
  const stored = who && (await findPasswordHash(deps.db, who.accountId, who.userId));
  const isRight = stored
    ? await isPassword(stored.passwordHash, given.password)
    : await pretendToCheck(given.password);
  if (!who || !isRight) throw new Failure('wrong_credentials');

  await deps.rateLimits.reset(loginByEmail, email);
  await deps.rateLimits.reset(loginByEmailAndAddress, `${email} ${browser.ip}`);
  const user = await findUser(deps.db, who.accountId, who.userId);
  if (user.mfaEnabled) {
    await putSecret(deps.db, who, {
      purpose: 'mfa',
      secretHash: null,
      triesLeft: 0,
      expiresAt: expiryOf('mfa', deps.clock()),
    });
    return { mfaNeeded: true };
  }
  return { ...(await start(deps, who, browser)), mfaNeeded: false };
}

/** The second step: the code from the mail. */
export async function finishSignIn(
  deps: Deps,
  given: { email: string; code: string },
  browser: Browser,
): Promise<{ id_token: string; expires_in: number }> {
  return start(deps, await redeemCode(deps, 'mfa', given), browser);
}

/** The mail went to the person's own address, as the code of the second step would: one is as good as the other. */
export async function signInByLink(
  deps: Deps,
  token: string,
  browser: Browser,
): Promise<{ id_token: string; expires_in: number }> {
  const who = await redeemLink(deps, 'magicLink', token);
  await markEmailVerified(deps.db, who.accountId, who.userId, deps.clock());
  return start(deps, who, browser);
}

function start(deps: Deps, who: { accountId: string; userId: string }, browser: Browser) {
  return startSession(deps.db, { ...who, userAgent: browser.headers['user-agent'] ?? null }, deps);
}
