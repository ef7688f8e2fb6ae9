import { z } from 'zod';

/*
 * From SmartRecruiters' own client models of its API, as far as we use it: what may be sent.
 */

const Limit = z.coerce.number().int().min(1).max(100).optional();
const Status = z.enum([
  'LEAD',
  'NEW',
  'IN_REVIEW',
  'INTERVIEW',
  'OFFERED',
  'HIRED',
  'REJECTED',
  'WITHDRAWN',
  'TRANSFERRED',
]);

const SMART_EVENTS = [
  'job.created',
  'job.updated',
  'job.status.updated',
  'job.hiring-team.updated',
  'application.created',
  'application.status.updated',
  'application.fields.updated',
  'application.onboarding-status.updated',
  'application.source.updated',
  'candidate.created',
  'candidate.updated',
  'candidate.deleted',
  'interview.created',
  'interview.updated',
  'interview.canceled',
  'offer.created',
  'offer.updated',
] as const;

export const SmartQuery = {
  candidates: z.strictObject({
    q: z.string().optional(),
    limit: Limit,
    pageId: z.string().optional(),
    jobId: z.string().optional(),
    status: Status.optional(),
    subStatus: z.string().optional(),
    updatedAfter: z.iso.datetime().optional(),
  }),
  jobs: z.strictObject({
    q: z.string().optional(),
    limit: Limit,
    offset: z.coerce.number().int().min(0).optional(),
    status: z.string().optional(),
    updatedAfter: z.iso.datetime().optional(),
  }),
  interviews: z.strictObject({ applicationId: z.string() }),
  messages: z.strictObject({
    candidateId: z.string(),
    jobId: z.string().optional(),
    pageId: z.string().optional(),
    limit: Limit,
  }),
  subscriptions: z.strictObject({ pageId: z.string().optional(), limit: Limit }),
};

export const SmartBody = {
  status: z.strictObject({
    status: Status,
    subStatus: z.string().optional(),
    startsOn: z.string().optional(),
    reason: z.string().optional(),
  }),
  share: z.strictObject({
    content: z.string(),
    correlationId: z.string().optional(),
    shareWith: z.strictObject({
      users: z.array(z.string()).optional(),
      hiringTeamOf: z.array(z.string()).optional(),
      everyone: z.boolean().optional(),
      openNote: z.boolean().optional(),
    }),
  }),
  subscription: z.strictObject({
    callbackUrl: z.url(),
    events: z.array(z.enum(SMART_EVENTS)).min(1),
    alertingEmailAddress: z.string().optional(),
  }),
};
