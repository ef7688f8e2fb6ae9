import { createHash, randomBytes } from 'node:crypto';

/** For states, codes and browsers: nobody can guess one, so its hash may be found by index. */
export function newKey(): string {
  return randomBytes(32).toString('base64url');
}

export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

const STATE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/** A state says whose provider the browser is sent to. */
export function stateOf(accountId: string, key: string): string {
  return `${accountId}.${key}`;
}

export function readState(state: string): { accountId: string; key: string } | null {
  const [, accountId, key] = STATE.exec(state) ?? [];
  return accountId && key ? { accountId, key } : null;
}
