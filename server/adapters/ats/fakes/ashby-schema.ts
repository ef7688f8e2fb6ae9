import { z } from 'zod';

/* What Ashby's own description of its API says may be sent in the calls that we use. */

const Uuid = z.uuid();
const Ms = z.number().int().min(1e12);
const list = {
  createdAfter: Ms.optional(),
  cursor: z.string().optional(),
  syncToken: z.string().optional(),
  limit: z.number().int().min(1).max(100).optional(),
};

const WEBHOOK_TYPES = [
  'applicationSubmit',
  'applicationUpdate',
  'candidateHire',
  'candidateStageChange',
  'candidateDelete',
  'candidateMerge',
  'interviewPlanTransition',
  'interviewScheduleCreate',
  'interviewScheduleUpdate',
  'jobPostingUpdate',
  'jobPostingPublish',
  'jobPostingUnpublish',
  'offerCreate',
  'offerUpdate',
  'offerDelete',
  'pushToHRIS',
  'surveySubmit',
] as const;

export const AshbyBody = {
  nothing: z.strictObject({}),
  list: z.strictObject(list),
  search: z.strictObject({ email: z.string().optional(), name: z.string().optional() }),
  candidate: z.strictObject({ id: Uuid }),
  application: z.strictObject({ applicationId: Uuid }),
  applications: z.strictObject({
    ...list,
    status: z.enum(['Hired', 'Archived', 'Active', 'Lead']).optional(),
    jobId: Uuid.optional(),
  }),
  jobs: z.strictObject({
    ...list,
    status: z.array(z.enum(['Draft', 'Open', 'Closed', 'Archived'])).optional(),
  }),
  stages: z.strictObject({ interviewPlanId: Uuid }),
  stage: z.strictObject({ interviewStageId: z.string() }),
  changeStage: z.strictObject({
    applicationId: Uuid,
    interviewStageId: Uuid,
    archiveReasonId: Uuid.optional(),
  }),
  archiveReasons: z.strictObject({ includeArchived: z.boolean().optional() }),
  createNote: z.strictObject({
    candidateId: Uuid,
    note: z.union([
      z.string(),
      z.strictObject({ type: z.enum(['text/plain', 'text/html']), value: z.string() }),
    ]),
    sendNotifications: z.boolean().optional(),
    isPrivate: z.boolean().optional(),
    createdAt: z.iso.datetime().optional(),
  }),
  notes: z.strictObject({ ...list, candidateId: Uuid }),
  schedules: z.strictObject({
    ...list,
    applicationId: Uuid.optional(),
    interviewStageId: Uuid.optional(),
  }),
  offers: z.strictObject({
    ...list,
    acceptanceStatus: z
      .array(z.enum(['Accepted', 'Declined', 'Pending', 'Created', 'Cancelled', 'WaitingOnResponse']))
      .optional(),
    applicationId: Uuid.optional(),
  }),
  createWebhook: z.strictObject({
    webhookType: z.enum(WEBHOOK_TYPES),
    requestUrl: z.url(),
    secretToken: z.string(),
  }),
  deleteWebhook: z.strictObject({ webhookId: Uuid }),
};
