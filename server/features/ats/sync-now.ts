import type { AtsType } from '../../../contract/ats.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { changeConnection, lockConnection } from './connections-store.ts';
import { enqueueSync } from './schedule.ts';

/** Joins the sync that is running, or begins one. */
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
  });
}
