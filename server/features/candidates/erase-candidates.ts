import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { forgetCandidates } from '../figures/keep-figures.ts';
import { enqueueRemoval } from '../media/remove-media.ts';
import { mediaKey } from '../media/urls.ts';
import { eraseRows } from './deleted-store.ts';
import { restorableSince } from './rules.ts';

const BATCH = 100;

/** For good, with their pictures: those of an account that is erased, or all whose thirty days are over. */
export async function eraseCandidates(deps: Deps, of: { accountId: string } | 'due'): Promise<void> {
  const which = of === 'due' ? { until: restorableSince(deps.clock()) } : of;
  let erased = BATCH;
  while (erased === BATCH)
    erased = await inTransaction(deps.db, async (tx) => {
      const gone = await eraseRows(tx, which, BATCH);
      await forgetCandidates(tx, gone.candidates);
      await enqueueRemoval(
        tx,
        gone.media.map(({ accountId, id }) => mediaKey(accountId, id)),
      );
      return gone.candidates.length;
    });
}
