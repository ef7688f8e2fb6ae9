import { z } from 'zod';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { enqueue, jobKind } from '../../jobs/job.ts';
import { eraseCandidates } from '../candidates/erase-candidates.ts';
import { sweepKeptOptOuts } from '../consent/kept-opt-outs.ts';
import { enqueueMail } from '../mails/enqueue-mail.ts';
import { erase } from './erase.ts';
import { deletionNear } from './mails.ts';
import { warningUntil } from './rules.ts';
import { listDue, takeUnwarned } from './store.ts';

/** Tells those whose deletion is near, and starts erasing those whose time has come. */
export const sweepDeletions = jobKind({ name: 'sweepDeletions', payload: z.unknown(), maxAttempts: 1 });

const BATCH = 500;

export async function runSweepDeletions(deps: Deps): Promise<void> {
  const now = deps.clock();
  await inTransaction(deps.db, async (tx) => {
    const unwarned = await takeUnwarned(tx, { now, until: warningUntil(now), limit: BATCH });
    for (const who of unwarned) await enqueueMail(tx, deps, { to: who.email, ...deletionNear(who, deps) });
  });
  const due = await listDue(deps.db, { now, limit: BATCH });
  await enqueue(
    deps.db,
    due.map((who) => ({ kind: erase, payload: who, key: `erase:${who.userId}` })),
  );
  await eraseCandidates(deps, 'due');
  await sweepKeptOptOuts(deps.db, now);
}
