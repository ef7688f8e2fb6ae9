import { createHash, randomBytes } from 'node:crypto';

/** For links, states, cookies: nobody can guess one, so its hash may be found by index. */
export function newKey(): string {
  return randomBytes(32).toString('base64url');
}

export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
