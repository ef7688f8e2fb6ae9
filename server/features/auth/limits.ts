import type { FastifyRequest } from 'fastify';
import type { CaptchaAction } from '../../../contract/auth.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Limit } from '../../http/rate-limits.ts';

const MINUTE = 60;
const HOUR = 3600;

/** Passwords tried for one address from one place: generous to people, useless for guessing. */
export const loginByEmailAndAddress: Limit = { name: 'login', points: 10, seconds: 15 * MINUTE };
/** The same from everywhere, against guessing from many places. */
export const loginByEmail: Limit = { name: 'login email', points: 50, seconds: 15 * MINUTE };
/** Lists of stolen passwords, tried one after the other. An office shares one address. */
export const loginByAddress: Limit = { name: 'login address', points: 200, seconds: 15 * MINUTE };
/** Passkeys asked for and tried from one place: two calls for each sign-in. */
export const passkeyByAddress: Limit = { name: 'passkey address', points: 400, seconds: 15 * MINUTE };
/** Codes tried for one e-mail address. */
export const codeByEmail: Limit = { name: 'code', points: 20, seconds: HOUR };
/** Mails to one e-mail address, of each kind. */
export const mailByEmail: Limit = { name: 'mail', points: 6, seconds: HOUR };
/** Sign-ups and mails asked for from one place. */
const askedByAddress: Limit = { name: 'asked address', points: 300, seconds: HOUR };
/** So many of them are believed without a captcha. */
const unprovenByAddress: Limit = { name: 'unproven address', points: 50, seconds: HOUR };
/** Each costs a millisecond to make. */
export const challengeByAddress: Limit = { name: 'challenge address', points: 1000, seconds: HOUR };
/** Codes tried by somebody who sets up an authenticator app. */
export const appCodeByUser: Limit = { name: 'app code', points: 10, seconds: 15 * MINUTE };
/** Passwords tried by somebody who is signed in already. */
export const passwordByUser: Limit = { name: 'own password', points: 10, seconds: 15 * MINUTE };

/** Stands before every call that makes an account or sends a mail for somebody who is not signed in. */
export async function requirePerson(
  deps: Pick<Deps, 'captcha' | 'rateLimits'>,
  request: FastifyRequest,
  { captchaToken, action }: { captchaToken: string | undefined; action: CaptchaAction },
): Promise<void> {
  await deps.rateLimits.consume(askedByAddress, request.ip);
  if (deps.captcha.name === 'off') return;
  if (captchaToken === undefined) {
    await deps.rateLimits.consume(unprovenByAddress, request.ip).catch((error: unknown) => {
      throw error instanceof Failure ? new Failure('captcha_required') : error;
    });
    return;
  }
  const at = { ip: request.ip, action };
  if (!(await deps.captcha.verify(captchaToken, at))) throw new Failure('captcha_invalid');
}
