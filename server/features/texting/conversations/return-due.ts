import { z } from 'zod';
import { inTransaction, type Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { jobKind } from '../../../queue/job.ts';
import { noteReturn } from './note-return.ts';
import { returnDue } from './snooze-store.ts';

/** Brings back what was snoozed until now, and what the candidate hasn't answered until now. */
export const returnConversations = jobKind({
  name: 'returnConversations',
  payload: z.unknown(),
  maxAttempts: 1,
});

/** Each batch is a transaction: what a killed one took is still due. */
const BATCH = 200;

export async function runReturnConversations(deps: Deps): Promise<void> {
  while ((await inTransaction(deps.db, (tx) => returnBatch(tx, deps))) === BATCH);
}

async function returnBatch(tx: Tx, deps: Deps): Promise<number> {
  const returned = await returnDue(tx, deps.clock(), BATCH);
  await noteReturn(tx, deps, returned);
  return returned.length;
}
