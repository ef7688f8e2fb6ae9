import type { Db } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import { isSame } from '../../../http/keys.ts';
import { codeByEmail } from '../limits.ts';
import { findLogin } from '../store.ts';
import { type Owner, type SecretPurpose, spendTry, takeSecret } from './secret-store.ts';
import { hashSecret, readToken } from './secrets.ts';

/** Whose code this is; used up afterwards. Every other answer is the same failure, whoever asks. */
export async function redeemCode(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimits'>,
  purpose: SecretPurpose,
  given: { email: string; code: string },
): Promise<Owner> {
  const email = given.email.toLowerCase();
  await deps.rateLimits.consume(codeByEmail, email);
  const owner = await findLogin(deps.db, email);
  const isRight = owner !== undefined && (await isUsed(deps, owner, purpose, given.code.replace(/\s/g, '')));
  if (!owner || !isRight) throw new Failure('code_invalid');
  return owner;
}

export async function redeemLink(
  deps: Pick<Deps, 'db' | 'clock'>,
  purpose: SecretPurpose,
  token: string,
): Promise<Owner> {
  const read = readToken(token);
  if (read === null || !(await isUsed(deps, read.owner, purpose, read.secret)))
    throw new Failure('link_invalid');
  return read.owner;
}

/** Each statement by itself: a try that was spent stays spent, whatever comes of it. */
async function isUsed(
  deps: { db: Db; clock: () => Date },
  owner: Owner,
  purpose: SecretPurpose,
  secret: string,
): Promise<boolean> {
  const expected = await spendTry(deps.db, owner, purpose, deps.clock());
  const given = hashSecret(owner, purpose, secret);
  if (expected === null || !isSame(expected, given)) return false;
  // Verifying an address twice is harmless, and programs that look at mails open links before people do.
  return purpose === 'verifyEmail' || takeSecret(deps.db, owner, purpose, expected);
}
