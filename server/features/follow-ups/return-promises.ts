import { z } from 'zod';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { jobKind } from '../../queue/job.ts';
import { noteReturn } from '../texting/conversations/note-return.ts';
import { returnPromises } from './store.ts';

/** Brings back the conversations in which someone promised an answer by now. */
export const returnPromised = jobKind({ name: 'returnPromised', payload: z.unknown(), maxAttempts: 1 });

const BATCH = 200;

export async function runReturnPromised(deps: Deps): Promise<void> {
  const returnBatch = () =>
    inTransaction(deps.db, async (tx) => {
      const returned = await returnPromises(tx, deps.clock(), BATCH);
      await noteReturn(tx, deps, returned);
      return returned.length;
    });
  while ((await returnBatch()) >= BATCH);
}
