import type { Deps } from '../../deps.ts';

const SHOWN_SECONDS = 3600;
const MAILED_SECONDS = 30 * 24 * 3600;

/** Needs no credentials, because a browser opens it in its own tab; the signature is the permission. */
export function invoiceUrl(
  deps: Pick<Deps, 'signer' | 'publicUrl' | 'clock'>,
  accountId: string,
  id: string,
  { mailed = false } = {},
): string {
  const until = Math.floor(deps.clock().getTime() / 1000) + (mailed ? MAILED_SECONDS : SHOWN_SECONDS);
  const path = pathOf(accountId, id, until);
  return `${deps.publicUrl}${path}&signature=${deps.signer.signPath(path)}`;
}

export function mayReadInvoice(
  deps: Pick<Deps, 'signer' | 'clock'>,
  asked: { accountId: string; id: string; until: string; signature: string },
): boolean {
  const path = pathOf(asked.accountId, asked.id, asked.until);
  return (
    deps.signer.isPathSigned(path, asked.signature) && Number(asked.until) * 1000 > deps.clock().getTime()
  );
}

const pathOf = (accountId: string, id: string, until: number | string) =>
  `/invoices/${accountId}/${id}?until=${until}`;
