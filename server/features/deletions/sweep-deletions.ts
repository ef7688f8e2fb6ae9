import { z } from 'zod';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { jobKind } from '../../queue/job.ts';
import { findPlanEnd, followDeletions } from '../billing/follow-deletion.ts';
import { eraseCandidates } from '../candidates/erase-candidates.ts';
import { sweepConsentHistory } from '../consent/kept-history.ts';
import { sweepKeptOptOuts } from '../consent/kept-opt-outs.ts';
import { enqueueErase } from './erase.ts';
import { deletionNear } from './mails.ts';
import { warningUntil } from './rules.ts';
import { listDue, takeUnwarned } from './store.ts';

/** Notifies people whose deletion is near, and starts erasing those whose time has come. */
export const sweepDeletions = jobKind({ name: 'sweepDeletions', payload: z.unknown(), maxAttempts: 1 });

const BATCH = 500;

export async function runSweepDeletions(deps: Deps): Promise<void> {
  const now = deps.clock();
  await inTransaction(deps.db, async (tx) => {
    const unwarned = await takeUnwarned(tx, { now, until: warningUntil(now), limit: BATCH });
    for (const who of unwarned) {
      const planEndsAt = who.scope === 'account' ? await findPlanEnd(tx, deps, who.accountId) : null;
      await enqueueMail(tx, deps, { to: who.email, ...deletionNear({ ...who, planEndsAt }, deps) });
    }
  });
  await followDeletions(deps, BATCH);
  const due = await listDue(deps.db, { now, limit: BATCH });
  await enqueueErase(deps.db, due);
  await eraseCandidates(deps, 'due');
  await sweepKeptOptOuts(deps.db, now);
  await sweepConsentHistory(deps.db);
}
