import { CalendarRefused } from '../../../adapters/calendars/failures.ts';
import { inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { openUnsaved, providerOf } from './open-api.ts';
import { type ConnectionRow, deleteConnection, listAllConnections, openAccess } from './store.ts';

/** Revokes access at the provider, if it supports that. What has ended there counts as revoked. */
export async function revokeAccess(deps: Deps, row: ConnectionRow): Promise<void> {
  const access = openAccess(deps.sealer, row.sealedAccess);
  const revoke = providerOf(deps, row.provider).connector.oauth?.revoke;
  if (!revoke || access.tokens === null) return;
  await revoke(openUnsaved(deps, row, access), access.tokens).catch((error: unknown) => {
    if (!(error instanceof CalendarRefused)) throw error;
  });
}

/**
 * Before the person is erased, or all people of the account. Throws while a provider is away, with the others done; once `isLate`
 * it is given up.
 */
export async function revokeCalendars(
  deps: Deps,
  of: { accountId: string; userId?: string },
  { isLate }: { isLate: boolean },
): Promise<void> {
  const failed: unknown[] = [];
  for (const row of await listAllConnections(deps.db, of))
    try {
      await revokeAccess(deps, row);
      await inTransaction(deps.db, (tx) => deleteConnection(tx, row));
    } catch (error) {
      if (!isLate) failed.push(error);
      else deps.log.warn({ err: error, provider: row.provider }, 'a calendar could not be revoked');
    }
  if (failed.length > 0) throw failed[0];
}
