import { z } from 'zod';
import { AtsType } from './ats.ts';
import { Name } from './name.ts';
import { Id, Ok, PageQuery, page, Timestamp, Timezone } from './primitives.ts';
import { route } from './route.ts';
import { isWebUrl } from './web-url.ts';
import { PlannedTime } from './years.ts';

export const InterviewStatus = z
  .enum(['scheduled', 'confirmed', 'canceled', 'declined'])
  .describe('confirmed, declined: what the candidate answered.');
export type InterviewStatus = z.infer<typeof InterviewStatus>;

export const Interview = z.object({
  id: Id,
  candidateId: Id,
  title: z.string(),
  startsAt: Timestamp,
  endsAt: Timestamp,
  timezone: z
    .string()
    .nullable()
    .describe("IANA name: the interview's own, or the candidate's. Null: we don't know the candidate's."),
  candidateTimezone: z
    .string()
    .nullable()
    .describe('IANA name: the one `interview.date` and `interview.time` are written in.'),
  location: z.string().nullable(),
  videoUrl: z.string().nullable(),
  interviewers: z.array(z.string()),
  atsType: AtsType.nullable().describe('The connected system it comes from. Null: entered here.'),
  status: InterviewStatus,
  rescheduleRequestedAt: Timestamp.nullable().describe(
    'When the candidate asked for another time. Null again when it moves.',
  ),
  createdBy: z
    .object({ id: Id, firstName: z.string(), lastName: z.string() })
    .nullable()
    .describe('Who entered it. Null if a system did, or that person was erased since.'),
  can: z.object({
    edit: z.boolean().describe('Admins can, and who entered it. No one can edit what comes from a system.'),
  }),
});
export type Interview = z.infer<typeof Interview>;

export const INTERVIEW_ENDS_FIRST = 'The end has to be after the start';
export const MAX_INTERVIEWERS = 20;

/** Nothing but spaces clears it. */
const Line = (label: string, most: number) =>
  Name(label, most)
    .transform((text) => text || null)
    .nullable()
    .optional();

export const InterviewFields = z.object({
  title: Name('title', 200)
    .transform((text) => text || 'Interview')
    .describe('`Interview` if you leave it out.'),
  startsAt: PlannedTime,
  endsAt: PlannedTime.describe('After `startsAt`.'),
  timezone: Timezone.nullable().optional().describe("Null, or left out: the candidate's."),
  location: Line('location', 500),
  videoUrl: z
    .string()
    .trim()
    .max(2000, 'The video link is too long')
    .refine(
      (url) => url === '' || (/^https?:/i.test(url) && isWebUrl(url)),
      'Enter a link that starts with https://',
    )
    .transform((url) => url || null)
    .nullable()
    .optional(),
  interviewers: z
    .array(Name('name', 120).min(1, 'The name is required'))
    .max(MAX_INTERVIEWERS, `Add at most ${MAX_INTERVIEWERS} interviewers`)
    .optional()
    .describe('Their names.'),
});

export const listInterviews = route({
  method: 'GET',
  path: '/interviews',
  summary: 'List interviews of the candidates you can see, those that start soonest first.',
  auth: 'session',
  query: PageQuery.extend({
    candidateId: Id.optional(),
    from: Timestamp.optional().describe('Only those that start at or after this time.'),
    to: Timestamp.optional().describe('Only those that start before this time.'),
    order: z.enum(['soonest', 'latest']).default('soonest').describe('Which come first, by their start.'),
  }),
  reply: page(Interview),
  failures: ['not_found'],
});

export const createInterview = route({
  method: 'POST',
  path: '/interviews',
  summary: 'Add an interview with a candidate.',
  auth: 'session',
  body: InterviewFields.extend({
    candidateId: Id,
    title: InterviewFields.shape.title.default('Interview'),
  }).refine(({ startsAt, endsAt }) => Date.parse(endsAt) > Date.parse(startsAt), {
    path: ['endsAt'],
    message: INTERVIEW_ENDS_FIRST,
  }),
  reply: Interview,
  status: 201,
  idempotent: true,
  failures: ['not_found'],
});

const failures = ['not_found', 'interview_synced', 'interview_of_colleague'] as const;
const InterviewParams = z.object({ id: Id });

export const updateInterview = route({
  method: 'PUT',
  path: '/interviews/{id}',
  summary:
    'Change an interview. Fields you leave out stay as they are; a new start takes back what the candidate answered.',
  auth: 'session',
  params: InterviewParams,
  body: InterviewFields.partial().extend({ status: InterviewStatus.optional() }),
  reply: Interview,
  failures,
});

export const cancelInterview = route({
  method: 'DELETE',
  path: '/interviews/{id}',
  summary: 'Cancel an interview. It stays in the list as canceled.',
  auth: 'session',
  params: InterviewParams,
  reply: Ok,
  failures,
});
