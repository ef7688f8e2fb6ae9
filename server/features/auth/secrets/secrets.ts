import { createHash, randomInt } from 'node:crypto';
import { CODE_MINUTES, LINK_HOURS } from '../../../../contract/auth.ts';
import { newKey } from '../../../http/keys.ts';
import type { Owner, SecretPurpose } from './secret-store.ts';

export function expiryOf(purpose: SecretPurpose, now: Date): Date {
  const minutes = purpose === 'verifyEmail' ? LINK_HOURS * 60 : CODE_MINUTES;
  return new Date(now.getTime() + minutes * 60_000);
}

/** What the person gets. Codes are typed, so they are short; links carry a key that no one can guess. */
export function newSecret(purpose: SecretPurpose): string {
  return purpose === 'resetPassword' || purpose === 'mfa'
    ? String(randomInt(1_000_000)).padStart(6, '0')
    : newKey();
}

/** Bound to its owner and purpose, so that equal codes have different hashes. */
export function hashSecret(
  owner: Owner,
  purpose: SecretPurpose | 'recoveryCode' | 'trustedBrowser' | 'invitation',
  secret: string,
): string {
  return createHash('sha256')
    .update(JSON.stringify([owner.accountId, owner.userId, purpose, secret]))
    .digest('base64url');
}

/** A link names its owner and carries the secret. */
export function tokenOf(owner: Owner, secret: string): string {
  return `${owner.accountId}.${owner.userId}.${secret}`;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TOKEN = new RegExp(`^(${UUID})\\.(${UUID})\\.([\\w-]{43})$`);

export function readToken(token: string): { owner: Owner; secret: string } | null {
  const [, accountId, userId, secret] = TOKEN.exec(token) ?? [];
  return accountId && userId && secret ? { owner: { accountId, userId }, secret } : null;
}
