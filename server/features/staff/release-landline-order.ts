import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { formatPhone } from '../../phone.ts';
import { lockAccount } from '../accounts/store.ts';
import type { Actor } from '../audit/record-audit.ts';
import { deleteClaim } from '../landlines/claim-store.ts';
import { changeOrder, lockOrder } from '../landlines/store.ts';
import { findAccount } from './account-store.ts';
import { recordStaff } from './record-staff.ts';

/** The carrier has ended by hand what it refused to end: anyone may set the number up again. */
export async function releaseLandlineOrder(
  deps: Deps,
  staff: Actor,
  given: { accountId: string; id: string; reason: string },
): Promise<void> {
  const { accountId, id, reason } = given;
  await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, accountId);
    const [row, account] = [await lockOrder(tx, accountId, id), await findAccount(tx, accountId)];
    if (row === undefined || account === undefined) throw new Failure('not_found');
    // Meanwhile the carrier may have let go of it, or its account taken it up again.
    if (row.keptAt === null) throw new Failure('link_settled');
    await changeOrder(tx, row, { keptAt: null });
    await deleteClaim(tx, accountId, id);
    await recordStaff(tx, deps, staff, account, {
      action: 'staff.orderReleased',
      subjectId: row.userId,
      subject: formatPhone(row.phoneNumber),
      details: { reason },
    });
  });
}
