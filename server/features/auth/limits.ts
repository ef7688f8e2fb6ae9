import type { FastifyRequest } from 'fastify';
import { type CaptchaAction, CODE_MINUTES } from '../../../contract/auth.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Limit } from '../../http/rate-limits.ts';

const MINUTE = 60;
const HOUR = 3600;

/** Passwords tried for one address from one place: generous for people, useless for guessing. */
export const loginByEmailAndAddress: Limit = { name: 'login', points: 10, seconds: 15 * MINUTE };
/** The same from everywhere, against distributed guessing. Beyond that, each costs a captcha: a block would lock out the owner too. */
export const loginByEmail: Limit = { name: 'login email', points: 50, seconds: 15 * MINUTE };
/** Lists of stolen passwords, tried one after the other. An office shares one address. */
export const loginByAddress: Limit = { name: 'login address', points: 200, seconds: 15 * MINUTE };
/** Passkeys asked for and tried from one place: two calls for each sign-in. */
export const passkeyByAddress: Limit = { name: 'passkey address', points: 400, seconds: 15 * MINUTE };
/** Codes tried from one place, for any person. How often one code can be guessed is limited per code (`spendTry`). */
export const codeByAddress: Limit = { name: 'code address', points: 100, seconds: 15 * MINUTE };
/** Second steps that the right password opened, from one place and from everywhere. Finishing one forgets them. */
export const secondStepByPersonAndAddress: Limit = { name: 'second step', points: 10, seconds: HOUR };
export const secondStepByPerson: Limit = { name: 'second step person', points: 20, seconds: 6 * HOUR };
/** So many unfinished ones are no accident. */
export const SUSPICIOUS_SECOND_STEPS = 5;
/** Mails that warn the person of them. */
export const warningByPerson: Limit = { name: 'warning', points: 1, seconds: 24 * HOUR };
/** Mails to one e-mail address, of each kind. */
const mailByEmail: Limit = { name: 'mail', points: 6, seconds: 6 * HOUR };
/** Then one per lifetime of what it brings: the person refused already has one in the mailbox that still works. */
const mailByEmailThen: Limit = { name: 'mail then', points: 1, seconds: CODE_MINUTES * MINUTE };
/** Sign-ups and mails asked for from one place. */
const askedByAddress: Limit = { name: 'asked address', points: 300, seconds: HOUR };
/** Each costs a millisecond to make. */
export const challengeByAddress: Limit = { name: 'challenge address', points: 1000, seconds: HOUR };
/** Codes tried while setting up an authenticator app. */
export const appCodeBySession: Limit = { name: 'app code', points: 10, seconds: 15 * MINUTE };
/** Passwords tried by someone already signed in. The owner has separate sessions. */
export const passwordBySession: Limit = { name: 'own password', points: 10, seconds: 15 * MINUTE };

/** Stands before every call that makes an account or sends a mail for someone who is not signed in. */
export async function requirePerson(
  deps: Pick<Deps, 'captcha' | 'rateLimits'>,
  request: Pick<FastifyRequest, 'ip'>,
  given: { captchaToken: string | undefined; action: CaptchaAction },
): Promise<void> {
  await deps.rateLimits.consume(askedByAddress, request.ip);
  await requireCaptcha(deps, request, given);
}

/** Stands before the check of a password. An address that strangers guess at stays open to anyone who does the work. */
export async function limitPasswords(
  deps: Pick<Deps, 'captcha' | 'rateLimits'>,
  { ip }: Pick<FastifyRequest, 'ip'>,
  { email, captchaToken }: { email: string; captchaToken: string | undefined },
): Promise<void> {
  await deps.rateLimits.consume(loginByAddress, ip);
  await deps.rateLimits.consume(loginByEmailAndAddress, `${email} ${ip}`);
  if (!(await isWithin(deps, loginByEmail, email)))
    await requireCaptcha(deps, { ip }, { captchaToken, action: 'login' });
}

/** After the right password, or a new one. */
export async function forgetWrongPasswords(
  deps: Pick<Deps, 'rateLimits'>,
  email: string,
  ip: string,
): Promise<void> {
  await deps.rateLimits.reset(loginByEmail, email);
  await deps.rateLimits.reset(loginByEmailAndAddress, `${email} ${ip}`);
}

/** After a second step that was finished, or a new password, which no one else knows. */
export async function forgetSecondSteps(
  deps: Pick<Deps, 'rateLimits'>,
  userId: string,
  ip: string,
): Promise<void> {
  await deps.rateLimits.reset(secondStepByPerson, userId);
  await deps.rateLimits.reset(secondStepByPersonAndAddress, `${userId} ${ip}`);
}

export async function limitMails(deps: Pick<Deps, 'rateLimits'>, kind: string, email: string): Promise<void> {
  const key = `${kind} ${email.toLowerCase()}`;
  if (!(await isWithin(deps, mailByEmail, key))) await deps.rateLimits.consume(mailByEmailThen, key);
}

async function requireCaptcha(
  deps: Pick<Deps, 'captcha'>,
  { ip }: Pick<FastifyRequest, 'ip'>,
  { captchaToken, action }: { captchaToken: string | undefined; action: CaptchaAction },
): Promise<void> {
  if (deps.captcha.name === 'off') return;
  if (captchaToken === undefined) throw new Failure('captcha_required');
  if (!(await deps.captcha.verify(captchaToken, { ip, action }))) throw new Failure('captcha_invalid');
}

export async function isWithin(
  { rateLimits }: Pick<Deps, 'rateLimits'>,
  limit: Limit,
  key: string,
): Promise<boolean> {
  try {
    await rateLimits.consume(limit, key);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
