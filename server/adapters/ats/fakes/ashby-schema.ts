import { z } from 'zod';

/* What Ashby's own description of its API says of the calls that we use. Strict: neither a request nor an answer has more. */

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

const Time = z.iso.datetime();
const Contact = z.strictObject({
  value: z.string(),
  type: z.enum(['Personal', 'Work', 'Other']),
  isPrimary: z.boolean(),
});

const Candidate = z.strictObject({
  id: Uuid,
  createdAt: Time,
  updatedAt: Time,
  name: z.string(),
  primaryEmailAddress: Contact.optional(),
  emailAddresses: z.array(Contact),
  primaryPhoneNumber: Contact.optional(),
  phoneNumbers: z.array(Contact),
  socialLinks: z.array(z.never()),
  tags: z.array(z.never()),
  applicationIds: z.array(Uuid),
  fileHandles: z.array(z.never()),
  profileUrl: z.url(),
  timezone: z.string().optional(),
});

const Stage = z.strictObject({
  id: Uuid,
  title: z.string(),
  type: z.string(),
  orderInInterviewPlan: z.number().int(),
  interviewPlanId: Uuid,
});

const HiringTeamMember = z.strictObject({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string(),
  userId: Uuid,
});

const Application = z.strictObject({
  id: Uuid,
  createdAt: Time,
  updatedAt: Time,
  status: z.enum(['Hired', 'Archived', 'Active', 'Lead']),
  candidate: z.strictObject({ id: Uuid, name: z.string() }),
  currentInterviewStage: Stage,
  archiveReason: z
    .strictObject({ id: Uuid, text: z.string(), reasonType: z.string(), isArchived: z.boolean() })
    .optional(),
  source: z.strictObject({ id: Uuid, title: z.string(), isArchived: z.boolean() }).optional(),
  job: z.strictObject({ id: Uuid, title: z.string() }),
  hiringTeam: z.array(HiringTeamMember),
});
export type AshbyApplication = z.infer<typeof Application>;

const Job = z.strictObject({
  id: Uuid,
  title: z.string(),
  confidential: z.boolean(),
  status: z.enum(['Draft', 'Open', 'Closed', 'Archived']),
  employmentType: z.string(),
  defaultInterviewPlanId: Uuid,
  interviewPlanIds: z.array(Uuid),
  hiringTeam: z.array(HiringTeamMember),
  updatedAt: Time,
});

const User = z.strictObject({
  id: Uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  globalRole: z.string(),
  isEnabled: z.boolean(),
  updatedAt: Time,
});

const Schedule = z.strictObject({
  id: Uuid,
  status: z.enum(['Scheduled', 'Cancelled', 'Complete']),
  applicationId: Uuid,
  interviewStageId: Uuid,
  createdAt: Time,
  updatedAt: Time,
  interviewEvents: z.array(
    z.strictObject({
      id: Uuid,
      interviewId: Uuid,
      interviewScheduleId: Uuid,
      interviewerUserIds: z.array(Uuid),
      interviewers: z.array(User),
      createdAt: Time,
      updatedAt: Time,
      startTime: Time,
      endTime: Time,
      feedbackLink: z.url(),
      location: z.string().nullable(),
      meetingLink: z.string().nullable(),
      hasSubmittedFeedback: z.boolean(),
      interview: z.strictObject({
        id: Uuid,
        title: z.string(),
        isArchived: z.boolean(),
        isFeedbackRequired: z.boolean(),
        isFeedbackRequested: z.boolean(),
        feedbackFormDefinitionId: Uuid,
      }),
    }),
  ),
});
export type AshbySchedule = z.infer<typeof Schedule>;

const Offer = z.strictObject({
  id: Uuid,
  decidedAt: Time.nullable(),
  applicationId: Uuid,
  acceptanceStatus: z.string(),
  offerStatus: z.string(),
  latestVersion: z.strictObject({ id: Uuid, startDate: Time, createdAt: Time }),
});
export type AshbyOffer = z.infer<typeof Offer>;

const Note = z.strictObject({
  id: Uuid,
  createdAt: Time,
  isPrivate: z.boolean(),
  content: z.string(),
  author: z.strictObject({ id: Uuid, firstName: z.string(), lastName: z.string() }),
});
export type AshbyNote = z.infer<typeof Note>;

const info = <T>(results: z.ZodType<T>) => z.strictObject({ success: z.literal(true), results });
/** With the token on the last page only. */
const listOf = <T>(item: z.ZodType<T>) =>
  z
    .strictObject({
      success: z.literal(true),
      results: z.array(item),
      moreDataAvailable: z.boolean(),
      nextCursor: z.string().optional(),
      syncToken: z.string().optional(),
    })
    .refine((page) => page.moreDataAvailable === (page.nextCursor !== undefined))
    .refine((page) => page.moreDataAvailable === (page.syncToken === undefined));

export const AshbyAnswer = {
  key: info(z.strictObject({ title: z.string(), createdAt: Time, scopes: z.array(z.string()) })),
  candidate: info(Candidate),
  found: info(z.array(Candidate).max(100)),
  candidates: listOf(Candidate),
  application: info(Application),
  applications: listOf(Application),
  jobs: listOf(Job),
  stages: z.strictObject({
    success: z.literal(true),
    results: z.array(Stage),
    moreDataAvailable: z.boolean(),
  }),
  stage: info(Stage),
  archiveReasons: info(
    z.array(z.strictObject({ id: Uuid, text: z.string(), reasonType: z.string(), isArchived: z.boolean() })),
  ),
  note: info(Note),
  notes: listOf(Note),
  schedules: listOf(Schedule),
  offers: listOf(Offer),
  webhook: info(
    z.strictObject({
      id: Uuid,
      enabled: z.boolean(),
      requestUrl: z.url(),
      secretToken: z.string(),
      webhookType: z.enum(WEBHOOK_TYPES),
    }),
  ),
  webhookDeleted: info(z.strictObject({ webhookId: Uuid })),
  refusal: z.strictObject({
    success: z.literal(false),
    errors: z.array(z.string()),
    errorInfo: z.strictObject({ code: z.string(), message: z.string(), requestId: z.string() }),
  }),
};
