import { createHmac } from 'node:crypto';
import { derivedKey, isSame } from './keys.ts';

export interface Signer {
  /** A signature for an address that is open without credentials. */
  signPath(path: string): string;
  isPathSigned(path: string, signature: string): boolean;
  /** The same for an address that others keep for years: it outlasts a change of SECRET_KEY. */
  signLastingPath(path: string): string;
  isLastingPathSigned(path: string, signature: string): boolean;
  /** With which the help chat knows that it talks to this person: HMAC-SHA256 in hex. */
  supportHashOf(userId: string): string;
  /** The same for the same words, which no one without the secret can find out from it by trying. */
  hashOf(words: string): string;
}

export interface SignerKeys {
  secretKey: string;
  secretKeyFallback: string | null;
  kept: { path: Uint8Array; hash: Uint8Array; support: Uint8Array };
  /** A vendor checks with the secret that it has given out. */
  helpChatSecret: string | null;
}

/** One derived key for each purpose. */
export function createSigner({ kept, helpChatSecret, ...keys }: SignerKeys): Signer {
  const supportKey = helpChatSecret ?? kept.support;
  return {
    ...createPathSigner(keys),
    signLastingPath: (path) => signed(kept.path, path),
    isLastingPathSigned: (path, signature) => isSame(signed(kept.path, path), signature),
    supportHashOf: (userId) => createHmac('sha256', supportKey).update(userId).digest('hex'),
    hashOf: (words) => signed(kept.hash, words),
  };
}

export function createPathSigner({
  secretKey,
  secretKeyFallback,
}: Pick<SignerKeys, 'secretKey' | 'secretKeyFallback'>): Pick<Signer, 'signPath' | 'isPathSigned'> {
  const key = derivedKey(secretKey, 'path');
  const other = secretKeyFallback === null ? null : derivedKey(secretKeyFallback, 'path');
  return {
    signPath: (path) => signed(key, path),
    isPathSigned: (path, signature) =>
      isSame(signed(key, path), signature) || (other !== null && isSame(signed(other, path), signature)),
  };
}

const signed = (key: Uint8Array, words: string) =>
  createHmac('sha256', key).update(words).digest('base64url');
