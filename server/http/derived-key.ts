import { hkdfSync } from 'node:crypto';

/** One secret, one derived key for each purpose: what is made for one can't be used for another. */
export function derivedKey(secretKey: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey, 'hiretext', purpose, 32));
}
