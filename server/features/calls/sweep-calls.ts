import { z } from 'zod';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { jobKind } from '../../jobs/job.ts';
import { closeCall } from './follow-call.ts';
import { listLostCalls, lockCall } from './store.ts';

/** Calls whose end was never told are closed, so that nobody's call is lost. */
export const sweepCalls = jobKind({ name: 'sweepCalls', payload: z.unknown(), maxAttempts: 1 });

/** Longer than a call may last (four hours) and its voicemail. */
const LOST_AFTER_MS = 5 * 3600_000;
const BATCH = 100;

export async function runSweepCalls(deps: Deps): Promise<void> {
  const startedBefore = new Date(deps.clock().getTime() - LOST_AFTER_MS);
  for (const { accountId, id } of await listLostCalls(deps.db, startedBefore, BATCH)) {
    await inTransaction(deps.db, async (tx) => {
      const call = await lockCall(tx, accountId, { id });
      if (call?.status === 'ringing') await closeCall(tx, deps, call);
    });
  }
  deps.signals.raise('live_events');
}
