import { createHmac } from 'node:crypto';
import { derivedKey, isSame } from './keys.ts';

export interface Signer {
  /** A signature for an address that is open without credentials. */
  signPath(path: string): string;
  isPathSigned(path: string, signature: string): boolean;
  /** With which the help chat knows that it talks to this person: HMAC-SHA256 in hex. */
  supportHashOf(userId: string): string;
  /** The same for the same words, which no one without the secret can find out from it by trying. */
  hashOf(words: string): string;
}

/** One secret, one derived key for each purpose. */
export function createSigner(secretKey: string, options: { helpChatSecret?: string | null } = {}): Signer {
  const pathKey = derivedKey(secretKey, 'path');
  const hashKey = derivedKey(secretKey, 'hash');
  // A vendor checks with the secret that it has given out.
  const supportKey = options.helpChatSecret ?? derivedKey(secretKey, 'support');
  const signPath = (path: string) => createHmac('sha256', pathKey).update(path).digest('base64url');

  return {
    signPath,
    supportHashOf: (userId) => createHmac('sha256', supportKey).update(userId).digest('hex'),
    hashOf: (words) => createHmac('sha256', hashKey).update(words).digest('base64url'),
    isPathSigned: (path, signature) => isSame(signPath(path), signature),
  };
}
