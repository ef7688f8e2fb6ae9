const STATE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/** A state says whose provider the browser is sent to. */
export function stateOf(accountId: string, key: string): string {
  return `${accountId}.${key}`;
}

export function readState(state: string): { accountId: string; key: string } | null {
  const [, accountId, key] = STATE.exec(state) ?? [];
  return accountId && key ? { accountId, key } : null;
}
