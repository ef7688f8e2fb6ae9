import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import { isSame } from '../../../http/keys.ts';
import { byNetwork } from '../../../http/rate-limits.ts';
import { codeByAddress } from '../limits.ts';
import { type Browser, browserHashOf } from '../mark-browser.ts';
import { findLogin } from '../store.ts';
import { isSecretLive, type Owner, type SecretPurpose, spendTry, takeSecret } from './secret-store.ts';
import { hashSecret, readToken } from './secrets.ts';

/** Whose code this is, not used up yet: `takeSecret` does that. Everything else fails the same way, for any caller. */
export async function checkCode(
  deps: Deps,
  purpose: SecretPurpose,
  given: { email: string; code: string },
  from: Browser,
): Promise<{ owner: Owner; secretHash: string }> {
  await deps.rateLimits.consume(codeByAddress, from.ip);
  const owner = await findLogin(deps.db, given.email.toLowerCase());
  if (owner === undefined) throw new Failure('code_invalid');
  const hash = hashSecret(owner, purpose, given.code.replace(/\s/g, ''));
  const expected = await guess(deps, owner, purpose, from);
  const secretHash = expected.find((each) => isSame(each, hash));
  if (secretHash === undefined) throw new Failure('code_invalid');
  return { owner, secretHash };
}

/** Separately: a try that was spent stays spent, whatever the outcome. */
export function guess(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl' | 'signer'>,
  owner: Owner,
  purpose: SecretPurpose,
  from: Browser,
): Promise<string[]> {
  return spendTry(deps.db, owner, purpose, {
    browserHash: browserHashOf(from, deps),
    addressHash: deps.signer.hashOf(byNetwork(from.ip)),
    at: deps.clock(),
  });
}

/** Used up afterwards. */
export async function redeemCode(
  deps: Deps,
  purpose: SecretPurpose,
  given: { email: string; code: string },
  from: Browser,
): Promise<Owner> {
  const { owner, secretHash } = await checkCode(deps, purpose, given, from);
  if (!(await takeSecret(deps.db, owner, purpose, secretHash))) throw new Failure('code_invalid');
  return owner;
}

export async function redeemLink(
  deps: Pick<Deps, 'db' | 'clock'>,
  purpose: SecretPurpose,
  token: string,
): Promise<Owner> {
  const read = readToken(token);
  if (read === null) throw new Failure('link_invalid');
  const hash = hashSecret(read.owner, purpose, read.secret);
  const isLive = await isSecretLive(deps.db, read.owner, purpose, { hash, at: deps.clock() });
  // Verifying an address twice is harmless, and programs that look at mails open links before people do.
  const isGood =
    isLive && (purpose === 'verifyEmail' || (await takeSecret(deps.db, read.owner, purpose, hash)));
  if (!isGood) throw new Failure('link_invalid');
  return read.owner;
}
