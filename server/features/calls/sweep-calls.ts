import { z } from 'zod';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { jobKind } from '../../queue/job.ts';
import { giveUpCall } from './follow-call.ts';
import { listLostCalls, lockCall } from './store.ts';

/** Calls whose end was never reported are closed, so that no call is lost. */
export const sweepCalls = jobKind({ name: 'sweepCalls', payload: z.unknown(), maxAttempts: 1 });

/** Much longer than a phone may ring and its owner be asked. */
const RINGING_LOST_AFTER_MS = 5 * 60_000;
/** Longer than people may speak (four hours). */
const SPOKEN_LOST_AFTER_MS = 5 * 3600_000;
const BATCH = 100;

export async function runSweepCalls(deps: Deps): Promise<void> {
  const now = deps.clock().getTime();
  const started = {
    ringingBefore: new Date(now - RINGING_LOST_AFTER_MS),
    acceptedBefore: new Date(now - SPOKEN_LOST_AFTER_MS),
  };
  for (const { accountId, id } of await listLostCalls(deps.db, started, BATCH)) {
    await inTransaction(deps.db, async (tx) => {
      const call = await lockCall(tx, accountId, { id });
      if (call?.status === 'ringing') await giveUpCall(tx, deps, call);
    });
  }
}
