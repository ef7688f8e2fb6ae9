import { z } from 'zod';
import type { Tx } from '../../../db/connection.ts';
import { enqueue, jobKind } from '../../../queue/job.ts';

/** Asks the systems who a number without a name is. */
export const askWho = jobKind({
  name: 'askWho',
  payload: z.object({ accountId: z.uuid(), candidateId: z.uuid() }),
  maxAttempts: 8,
});

export function enqueueAskWho(tx: Tx, accountId: string, candidateIds: string[]): Promise<void> {
  return enqueue(
    tx,
    candidateIds.map((candidateId) => ({
      kind: askWho,
      payload: { accountId, candidateId },
      key: `askWho:${candidateId}`,
    })),
  );
}
