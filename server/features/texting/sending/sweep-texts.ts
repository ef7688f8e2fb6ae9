import { z } from 'zod';
import { inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { jobKind } from '../../../queue/job.ts';
import { lockMessage } from '../conversations/message-store.ts';
import { findLostClaims, findSilent } from './claim-text.ts';
import { ASKED_FOR_MS, enqueueSettling, markUnknown } from './settle-text.ts';
import { refuseOverdue } from './unsent.ts';

/** Finds texts whose process died while sending, and those whose last receipt hasn't come. */
export const sweepTexts = jobKind({ name: 'sweepTexts', payload: z.unknown(), maxAttempts: 1 });

/** Longer than the longest call to a carrier. */
const LOST_AFTER_MS = 30_000;
/** Receipts of most texts come within seconds, and a lost one doesn't come again. */
const SILENT_AFTER_MS = 120_000;
const SWEEP_LIMIT = 500;
/** After waiting this long for a payment, a text is no longer what its sender would send. */
const OVERDUE_AFTER_MS = 24 * 3600_000;

export async function runSweepTexts(deps: Deps): Promise<void> {
  const now = deps.clock();
  const lost = await findLostClaims(deps.db, new Date(now.getTime() - LOST_AFTER_MS), SWEEP_LIMIT);
  for (const { accountId, id } of lost) {
    await inTransaction(deps.db, async (tx) => {
      const message = await lockMessage(tx, accountId, id);
      if (message?.status === 'sending' && message.carrierId === null)
        await markUnknown(tx, deps, { accountId, id });
    });
  }

  const claimed = {
    after: new Date(now.getTime() - ASKED_FOR_MS),
    before: new Date(now.getTime() - SILENT_AFTER_MS),
  };
  const silent = await findSilent(deps.db, claimed, SWEEP_LIMIT);
  for (const text of silent) await enqueueSettling(deps.db, text, now);
  await inTransaction(deps.db, (tx) =>
    refuseOverdue(tx, deps, new Date(now.getTime() - OVERDUE_AFTER_MS), SWEEP_LIMIT),
  );
}
