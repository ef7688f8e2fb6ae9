import { createHash, randomBytes } from 'node:crypto';

/** Nobody can guess one, so that its hash may be found by index. */
export function newKey(): string {
  return randomBytes(32).toString('base64url');
}

export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
