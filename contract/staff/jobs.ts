import { z } from 'zod';
import { Id, Ok, PageQuery, page, Timestamp } from '../primitives.ts';
import { route } from '../route.ts';
import { may, Reason } from './call.ts';

export const FailedJob = z.object({
  id: z.string(),
  task: z.string().describe('The kind of job.'),
  accountId: Id.nullable(),
  attempts: z.number().int(),
  createdAt: Timestamp,
  failedAt: Timestamp.describe('When it was tried last.'),
  error: z.string().describe('Without what may be personal: addresses, numbers, and what stands in quotes.'),
});
export type FailedJob = z.infer<typeof FailedJob>;

const SettledJob = z.object({
  jobId: z.string().regex(/^\d{1,18}$/, 'The job is invalid'),
  reason: Reason.describe(
    'Why. It stands in the audit log of the account that the job is about; of a job about none, in that of the staff.',
  ),
});

export const listFailedJobs = route({
  method: 'GET',
  path: '/staff/jobs',
  summary: 'Jobs that were tried as often as they may be; the newest first.',
  auth: 'session',
  may,
  query: PageQuery,
  reply: page(FailedJob),
});

export const retryJob = route({
  method: 'POST',
  path: '/staff/jobs/retry',
  summary: 'Try a failed job again, as often as a new one.',
  auth: 'session',
  may,
  body: SettledJob,
  reply: Ok,
});

export const discardJob = route({
  method: 'POST',
  path: '/staff/jobs/discard',
  summary: 'Give up a failed job for good.',
  auth: 'session',
  may,
  body: SettledJob,
  reply: Ok,
});
