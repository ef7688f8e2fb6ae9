import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { setOptOutsFirst } from '../accounts/store.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findUser } from '../users/store.ts';
import { isUnderWay } from './rules.ts';
import { changeImport, deleteFile, type ImportRow, lockImport } from './store.ts';

/** Every row is done. Sending that waited for the opt-outs goes on. */
export async function finishImport(deps: Deps, accountId: string, importId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const current = await lockImport(tx, accountId, importId);
    if (current === undefined || !isUnderWay(current)) return;
    // Another worker has taken it over, and its file is gone.
    if (current.processed < current.total) return;
    const hasOptOuts = current.kind === 'optOuts' && current.created + current.updated > 0;
    const unlocked = hasOptOuts && (await setOptOutsFirst(tx, accountId, false));
    if (unlocked) await recordUnlocking(tx, deps, accountId, current);
    await changeImport(tx, accountId, importId, { status: 'done', finishedAt: deps.clock(), unlocked });
    await deleteFile(tx, accountId, importId);
  });
}

async function recordUnlocking(
  tx: Tx,
  deps: Deps,
  accountId: string,
  { createdBy }: ImportRow,
): Promise<void> {
  const person = await findUser(tx, accountId, createdBy);
  if (person === undefined) return;
  const { firstName, lastName } = person;
  await recordAudit(
    tx,
    deps,
    { accountId, userId: createdBy, firstName, lastName, ip: null, userAgent: null },
    { action: 'account.optOutsFirst', details: { optOutsFirst: false } },
  );
}
