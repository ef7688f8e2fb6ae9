import { createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** For links, states, cookies: no one can guess one, so its hash may be found by index. */
export function newKey(): string {
  return randomBytes(32).toString('base64url');
}

export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** One secret, one derived key for each purpose: what is made for one can't be used for another. */
export function derivedKey(secretKey: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey, 'hiretext', purpose, 32));
}

/** Takes as long wherever the two differ, so that its time reveals nothing of the right one. */
export function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
