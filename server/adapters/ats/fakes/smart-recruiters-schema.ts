import { z } from 'zod';

/*
 * What SmartRecruiters' own client models tell of its API, as far as we use it. Strict: neither a request nor an answer of the fake has
 * more.
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
export type SmartStatus = z.infer<typeof Status>;

export const SMART_EVENTS = [
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
  token: z.discriminatedUnion('grant_type', [
    z.strictObject({
      grant_type: z.literal('authorization_code'),
      client_id: z.string(),
      client_secret: z.string(),
      code: z.string(),
      redirect_uri: z.string(),
    }),
    z.strictObject({
      grant_type: z.literal('refresh_token'),
      client_id: z.string(),
      client_secret: z.string(),
      refresh_token: z.string(),
    }),
  ]),
};

const Assignment = z.strictObject({
  job: z.strictObject({ id: z.string(), title: z.string() }),
  status: Status,
  subStatus: z.string().nullable(),
  startsOn: z.string().optional(),
  source: z.string().optional(),
});

const listed = {
  id: z.string(),
  internal: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().optional(),
  createdOn: z.iso.datetime(),
  updatedOn: z.iso.datetime(),
  tags: z.array(z.string()),
  primaryAssignment: Assignment.optional(),
  secondaryAssignments: z.array(Assignment),
};

const Job = z.strictObject({
  id: z.string(),
  title: z.string(),
  refNumber: z.string(),
  status: z.string(),
  postingStatus: z.string(),
});
const SubStatuses = z.array(z.string());
const User = z.strictObject({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  active: z.boolean(),
});
const Interview = z.strictObject({
  id: z.string(),
  candidate: z.strictObject({ id: z.string(), status: z.string() }),
  jobId: z.string(),
  location: z.string(),
  organizerId: z.string(),
  timezone: z.string(),
  timeslots: z.array(
    z.strictObject({
      id: z.string(),
      interviewType: z.string(),
      title: z.string(),
      place: z.string().optional(),
      startsOn: z.iso.datetime(),
      endsOn: z.iso.datetime(),
      interviewers: z.array(z.strictObject({ id: z.string(), status: z.string() })),
      candidateStatus: z.string(),
    }),
  ),
  createdOn: z.iso.datetime(),
  source: z.string(),
});
export type SmartInterview = z.infer<typeof Interview>;

const Subscription = z.strictObject({
  id: z.string(),
  callbackUrl: z.url(),
  events: z.array(z.strictObject({ name: z.enum(SMART_EVENTS), version: z.string() })),
  status: z.enum(['inactive', 'active']),
});

export const SmartAnswer = {
  candidates: z.strictObject({
    limit: z.number(),
    nextPageId: z.string().optional(),
    totalFound: z.number(),
    content: z.array(z.strictObject(listed)),
  }),
  candidate: z.strictObject({ ...listed, phoneNumber: z.string().optional() }),
  application: Assignment.omit({ job: true }).extend({ url: z.url() }),
  jobs: z.strictObject({
    limit: z.number(),
    offset: z.number(),
    totalFound: z.number(),
    content: z.array(Job),
  }),
  team: z.strictObject({
    totalFound: z.number(),
    content: z.array(z.strictObject({ id: z.string(), role: z.string() })),
  }),
  company: z.strictObject({ identifier: z.string(), name: z.string() }),
  processes: z.strictObject({
    totalFound: z.number(),
    content: z.array(z.strictObject({ id: z.string(), name: z.string(), active: z.boolean() })),
  }),
  process: z.strictObject({
    id: z.string(),
    name: z.string(),
    active: z.boolean(),
    subStatuses: z.strictObject({ IN_REVIEW: SubStatuses, INTERVIEW: SubStatuses, OFFERED: SubStatuses }),
  }),
  user: User,
  interviews: z.strictObject({ content: z.array(Interview) }),
  shared: z.strictObject({ id: z.string(), shareRequired: z.boolean() }),
  messages: z.strictObject({
    nextPageId: z.string().optional(),
    content: z.array(
      z.strictObject({
        content: z.string(),
        createdOn: z.iso.datetime(),
        visibility: z.enum(['PRIVATE', 'DIRECT', 'OPEN', 'EVERYONE']),
        authorId: z.string(),
      }),
    ),
  }),
  subscriptions: z.strictObject({ nextPageId: z.string().optional(), content: z.array(Subscription) }),
  subscription: Subscription,
  secretKey: z.strictObject({ secretKey: z.string() }),
  tokens: z.strictObject({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.number(),
  }),
  refusal: z.strictObject({
    message: z.string(),
    errors: z.array(z.strictObject({ code: z.string(), message: z.string() })),
  }),
};
