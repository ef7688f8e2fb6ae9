import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { jobKind } from '../../../queue/job.ts';
import { returnAll } from './note-return.ts';
import { returnDue } from './snooze-store.ts';

/** Brings back what was snoozed until now, and what the candidate hasn't answered until now. */
export const returnConversations = jobKind({
  name: 'returnConversations',
  payload: z.unknown(),
  maxAttempts: 1,
});

export const runReturnConversations = (deps: Deps): Promise<void> => returnAll(deps, returnDue);
