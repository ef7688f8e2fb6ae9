import { raiseAfterCommit } from '../../db/after-commit.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { publishMaintenance, putMaintenance, removeMaintenance } from '../maintenance/store.ts';

/** Texts in are stored and worked in; texts out are accepted, and wait. */
export function holdTexts(db: Db, deps: Deps, staff: Actor, reason: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await putMaintenance(tx, { reason, at: deps.clock() });
    await publishMaintenance(tx, { at: deps.clock() });
    await recordAudit(tx, deps, staff, { action: 'staff.maintenanceStarted', details: { reason } });
  });
}

export function letTextsGo(db: Db, deps: Deps, staff: Actor): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (!(await removeMaintenance(tx))) return;
    // Those that send look at once.
    raiseAfterCommit(tx, 'messages');
    await publishMaintenance(tx, { at: deps.clock() });
    await recordAudit(tx, deps, staff, { action: 'staff.maintenanceEnded' });
  });
}
