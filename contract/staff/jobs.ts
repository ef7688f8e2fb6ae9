import { z } from 'zod';
import { Id, Ok, PageQuery, page, Timestamp } from '../primitives.ts';
import { route } from '../route.ts';
import { may, Reason } from './call.ts';

export const FailedJob = z.object({
  id: z.string(),
  task: z
    .string()
    .describe(
      'The kind of job. `receiveText`: an inbound text, whose phone gets no texts until it is worked in.',
    ),
  accountId: Id.nullable(),
  attempts: z.number().int(),
  createdAt: Timestamp,
  failedAt: Timestamp.describe('When it was last tried.'),
  error: z
    .string()
    .describe('The error, without anything that may be personal: addresses, numbers and quoted text.'),
});
export type FailedJob = z.infer<typeof FailedJob>;

const SettledJob = z.object({
  jobId: z.string().regex(/^e?\d{1,18}$/, 'The job is invalid'),
  reason: Reason.describe(
    "Why you're doing this. It goes into the audit log of the account the job is about, or into the staff's own if it isn't about one.",
  ),
});

export const listFailedJobs = route({
  method: 'GET',
  path: '/staff/jobs',
  summary: 'List the carrier webhooks that failed, and the jobs that failed for good, newest first.',
  auth: 'session',
  may,
  query: PageQuery,
  reply: page(FailedJob),
});

export const retryJob = route({
  method: 'POST',
  path: '/staff/jobs/retry',
  summary: 'Retry a failed job, with as many attempts as a new one.',
  auth: 'session',
  may,
  body: SettledJob,
  reply: Ok,
});

export const discardJob = route({
  method: 'POST',
  path: '/staff/jobs/discard',
  summary: 'Discard a failed job for good.',
  auth: 'session',
  may,
  body: SettledJob,
  reply: Ok,
});
