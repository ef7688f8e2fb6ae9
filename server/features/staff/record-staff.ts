import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { type Actor, type Done, recordAudit } from '../audit/record-audit.ts';

/**
 * In the log of the account that it was done to, where its admins read who and why, but not from where staff work; and with both
 * in that of the staff's own account. When the account or a person in it is erased, it is found there by the ID.
 */
export async function recordStaff(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  staff: Actor,
  account: { id: string; name: string },
  done: Done,
): Promise<void> {
  await recordAudit(tx, deps, { ...staff, accountId: account.id, ip: null, userAgent: null }, done);
  if (staff.accountId === account.id) return;
  await recordAudit(tx, deps, staff, {
    ...done,
    details: { ...done.details, account: account.name, accountId: account.id },
  });
}
