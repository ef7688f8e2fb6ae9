import { z } from 'zod';
import { jobKind } from '../../../queue/job.ts';

/** An interview was moved, changed or canceled: calendars and invited people have to hear of it. */
export const interviewChanged = jobKind({
  name: 'interviewChanged',
  payload: z.object({ accountId: z.uuid(), interviewId: z.uuid() }),
  maxAttempts: 8,
});
