import { API_BASE } from '../../../contract/api.ts';
import type { Deps } from '../../deps.ts';
import type { ExportRow } from './store.ts';

const pathOf = (accountId: string, id: string, until: string) =>
  `/exports/${accountId}/${id}/file?until=${until}`;

/** Null while there's nothing to download, and again when it has expired. */
export function fileUrl(
  deps: Pick<Deps, 'signer' | 'publicUrl' | 'clock'>,
  accountId: string,
  { id, status, expiresAt }: Pick<ExportRow, 'id' | 'status' | 'expiresAt'>,
): string | null {
  if (status !== 'done' || expiresAt === null || expiresAt <= deps.clock()) return null;
  const until = String(Math.floor(expiresAt.getTime() / 1000));
  const signature = deps.signer.signPath(pathOf(accountId, id, until));
  return `${deps.publicUrl}${API_BASE}/exports/${id}/file?until=${until}&signature=${signature}`;
}

export function isUrlGood(
  deps: Pick<Deps, 'signer' | 'clock'>,
  accountId: string,
  { id, until, signature }: { id: string; until: string; signature: string },
): boolean {
  return (
    deps.signer.isPathSigned(pathOf(accountId, id, until), signature) &&
    Number(until) * 1000 > deps.clock().getTime()
  );
}
