import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { forgetThreads } from '../analytics/figures/keep-figures.ts';
import { hashNumbers } from '../consent/kept-history.ts';
import { forgetRecordings } from '../media/download-media.ts';
import { enqueueRemoval } from '../media/remove-media.ts';
import { mediaKey } from '../media/urls.ts';
import { eraseRows } from './deleted-store.ts';
import { restorableSince } from './rules.ts';

/** Rows of a statement. */
const BATCH = 5000;

/** For good, with their pictures: those of an account that is erased, or all whose thirty days are over. */
export async function eraseCandidates(
  deps: Deps,
  of: { accountId: string } | 'due',
  batch = BATCH,
): Promise<void> {
  const which = of === 'due' ? { until: restorableSince(deps.clock()) } : of;
  for (let isMore = true; isMore; )
    isMore = await inTransaction(deps.db, async (tx) => {
      const gone = await eraseRows(tx, which, batch);
      await forgetThreads(tx, gone.threads);
      await enqueueRemoval(
        tx,
        gone.media.map(({ accountId, id }) => mediaKey(accountId, id)),
      );
      await forgetRecordings(
        tx,
        deps,
        gone.media.map(({ accountId, recordingUrl }) => ({ accountId, url: recordingUrl })),
      );
      // All of an account's rows go.
      if (of === 'due') await hashNumbers(tx, deps, gone.phones);
      return gone.isMore;
    });
}
