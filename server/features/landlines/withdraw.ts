import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { formatPhone } from '../../phone.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { applyEvent } from './apply-event.ts';
import { type LandlineRow, lockOrder } from './store.ts';

/** Stops setting a number up. The carrier is notified afterwards, until it has let go. */
export async function withdraw(deps: Deps, actor: Actor, { accountId, id }: LandlineRow): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const row = await lockOrder(tx, accountId, id);
    if (row === undefined || !(await applyEvent(tx, deps, row, 'withdrawn')))
      throw new Failure('landline_step');
    await recordAudit(tx, deps, actor, {
      action: 'number.landlineWithdrawn',
      subjectId: row.seatId,
      subject: formatPhone(row.phoneNumber),
    });
  });
}
