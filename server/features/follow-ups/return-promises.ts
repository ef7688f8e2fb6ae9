import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { jobKind } from '../../queue/job.ts';
import { returnAll } from '../texting/conversations/note-return.ts';
import { returnPromises } from './store.ts';

/** Brings back the conversations in which someone promised an answer by now. */
export const returnPromised = jobKind({ name: 'returnPromised', payload: z.unknown(), maxAttempts: 1 });

export const runReturnPromised = (deps: Deps): Promise<void> => returnAll(deps, returnPromises);
