import type { AtsType } from '../../../contract/ats.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { changeConnection, lockConnection } from './connections-store.ts';
import { retryNotes } from './notes-jobs.ts';
import { enqueueSync } from './schedule.ts';

/** Joins the sync that is running, or begins one. Notes that wait are tried at once. */
export async function syncNow(
  deps: Pick<Deps, 'db' | 'clock'>,
  { accountId, atsType }: { accountId: string; atsType: AtsType },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const row = await lockConnection(tx, accountId, atsType);
    if (row === undefined) throw new Failure('not_found');
    if (!row.enabled) throw new Failure('ats_paused');
    await changeConnection(tx, row, { syncState: 'running', nextSyncAt: deps.clock() });
    await enqueueSync(tx, row);
    await retryNotes(tx, { accountId, atsType }, deps.clock());
  });
}
