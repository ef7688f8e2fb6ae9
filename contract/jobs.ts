import { z } from 'zod';
import { JOBS } from './access.ts';
import { Application, JobStage, JobStageKind } from './ats.ts';
import { Conversation } from './conversations.ts';
import { Name } from './name.ts';
import { Id, Ok, PageQuery, PhoneNumber, PhoneNumberFormatted, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';

/* Jobs that an account keeps here itself. All of them have the same stages. */

export const MAX_JOB_STAGES = 30;

export const JobStatus = z.enum(['open', 'closed']);
export type JobStatus = z.infer<typeof JobStatus>;

const JobName = Name('name', 120).min(1, 'The name is required');
const StageName = Name('name', 60).min(1, 'The name is required');

export const Job = z.object({
  id: Id,
  name: z.string(),
  status: JobStatus,
  candidates: z.number().int().describe('How many candidates are in it, of those you can see.'),
  createdAt: Timestamp,
});
export type Job = z.infer<typeof Job>;

export const JobWithStages = Job.extend({
  stages: z
    .array(
      z.object({
        id: Id,
        name: z.string(),
        kind: JobStageKind,
        candidates: z.number().int().describe('How many candidates are in it, of those you can see.'),
      }),
    )
    .describe('In their order.'),
});
export type JobWithStages = z.infer<typeof JobWithStages>;

const JobParams = z.object({ id: Id });

export const listJobs = route({
  method: 'GET',
  path: '/jobs',
  summary: "List your account's own jobs, newest first. Jobs in connected systems aren't in it.",
  auth: 'session',
  query: PageQuery.extend({ status: JobStatus.optional() }),
  reply: page(Job),
});

export const getJob = route({
  method: 'GET',
  path: '/jobs/{id}',
  summary: 'Get a job, and how many candidates are in each stage.',
  auth: 'session',
  params: JobParams,
  reply: JobWithStages,
  failures: ['not_found'],
});

export const createJob = route({
  method: 'POST',
  path: '/jobs',
  summary: 'Add a job. With the first one, your account gets a set of stages.',
  auth: 'session',
  may: JOBS,
  body: z.object({ name: JobName }),
  reply: Job,
  status: 201,
  idempotent: true,
});

export const updateJob = route({
  method: 'PUT',
  path: '/jobs/{id}',
  summary: 'Rename, close or reopen a job. Fields you leave out stay as they are.',
  auth: 'session',
  may: JOBS,
  params: JobParams,
  body: z.object({ name: JobName, status: JobStatus }).partial(),
  reply: Job,
  failures: ['not_found'],
});

export const deleteJob = route({
  method: 'DELETE',
  path: '/jobs/{id}',
  summary: 'Delete a job that no candidate is in.',
  auth: 'session',
  may: JOBS,
  params: JobParams,
  reply: Ok,
  failures: ['not_found', 'job_in_use'],
});

export const BoardCard = z.object({
  application: Application,
  candidate: z.object({
    id: Id,
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: PhoneNumber,
    phoneNumberFormatted: PhoneNumberFormatted,
  }),
  stageChangedAt: Timestamp.describe('When the candidate came into the stage.'),
  lastMessage: Conversation.shape.lastMessage.describe(
    'The last text or call, of the conversations that you can see. Null without one.',
  ),
  unreadCount: z.number().int().describe('Unread texts, in the conversations that you can see.'),
  nextInterview: z
    .object({ startsAt: Timestamp })
    .nullable()
    .describe("The next interview that hasn't begun, and that no one canceled or declined."),
});
export type BoardCard = z.infer<typeof BoardCard>;

export const listBoard = route({
  method: 'GET',
  path: '/jobs/{id}/board',
  summary: 'List the candidates in one stage of a job. Who came into it last is first.',
  auth: 'session',
  params: JobParams,
  query: PageQuery.extend({ stageId: Id }),
  reply: page(BoardCard),
  failures: ['not_found'],
});

const forAdmins = { ...JOBS, userType: 'admin' } as const;

export const createJobStage = route({
  method: 'POST',
  path: '/jobStages',
  summary: `Add a stage to your account's own jobs. You can have ${MAX_JOB_STAGES}.`,
  auth: 'session',
  may: forAdmins,
  body: z.object({
    name: StageName,
    kind: JobStageKind,
    order: z
      .number()
      .int()
      .min(1)
      .max(MAX_JOB_STAGES)
      .optional()
      .describe('Its place among the stages, from 1. The last one if you leave it out.'),
  }),
  reply: JobStage,
  status: 201,
  idempotent: true,
  failures: ['stages_used_up'],
});

const StageParams = z.object({ id: Id });

export const updateJobStage = route({
  method: 'PUT',
  path: '/jobStages/{id}',
  summary: "Change a stage of your account's own jobs. Fields you leave out stay as they are.",
  auth: 'session',
  may: forAdmins,
  params: StageParams,
  body: z.object({ name: StageName, kind: JobStageKind }).partial(),
  reply: JobStage,
  failures: ['not_found'],
});

export const deleteJobStage = route({
  method: 'DELETE',
  path: '/jobStages/{id}',
  summary: "Delete a stage of your account's own jobs that no candidate is in.",
  auth: 'session',
  may: forAdmins,
  params: StageParams,
  reply: Ok,
  failures: ['not_found', 'stage_in_use', 'last_stage'],
});

export const updateJobStageOrder = route({
  method: 'PUT',
  path: '/jobStages/order',
  summary:
    "Put the stages of your account's own jobs in a new order. The stages you name take the places they had among themselves, in the order you name them; all others keep theirs.",
  auth: 'session',
  may: forAdmins,
  body: z.object({ ids: z.array(Id).min(1).max(MAX_JOB_STAGES) }),
  reply: Ok,
});

export const createApplication = route({
  method: 'POST',
  path: '/applications',
  summary: "Add a candidate to one of your account's own jobs.",
  auth: 'session',
  may: JOBS,
  body: z.object({
    candidateId: Id,
    jobId: Id,
    stageId: Id.optional().describe('The first stage if you leave it out.'),
  }),
  reply: Application,
  status: 201,
  idempotent: true,
  failures: ['not_found', 'already_applied', 'job_closed'],
});

export const deleteApplication = route({
  method: 'DELETE',
  path: '/applications/{id}',
  summary: "Remove a candidate from one of your account's own jobs. The candidate stays.",
  auth: 'session',
  may: JOBS,
  params: z.object({ id: Id }),
  reply: Ok,
  failures: ['not_found', 'legal_hold'],
});
