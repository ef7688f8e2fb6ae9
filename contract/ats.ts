import { z } from 'zod';
import { Id, Ok, PageQuery, PhoneNumber, PhoneNumberFormatted, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';

/* Applicant-tracking systems (ATS): where the company's candidates, jobs and interviews are kept. */

export const AtsType = z.enum([
  'greenhouse',
  'greenhouseOnboarding',
  'lever',
  'ashby',
  'bambooHr',
  'bullhorn',
  'smartRecruiters',
  'workable',
  'teamtailor',
  'breezy',
  'jazzHr',
]);
export type AtsType = z.infer<typeof AtsType>;

/** As people write them. */
export const ATS_NAMES: Readonly<Record<AtsType, string>> = {
  greenhouse: 'Greenhouse',
  greenhouseOnboarding: 'Greenhouse Onboarding',
  lever: 'Lever',
  ashby: 'Ashby',
  bambooHr: 'BambooHR',
  bullhorn: 'Bullhorn',
  smartRecruiters: 'SmartRecruiters',
  workable: 'Workable',
  teamtailor: 'Teamtailor',
  breezy: 'Breezy HR',
  jazzHr: 'JazzHR',
};

export const AtsCapabilities = z.object({
  findByEmail: z.boolean(),
  findByPhone: z.boolean(),
  interviews: z.boolean(),
  newHires: z.boolean(),
  writeNote: z.boolean(),
  moveStage: z.boolean(),
  webhooks: z.boolean(),
});
export type AtsCapabilities = z.infer<typeof AtsCapabilities>;
export type AtsCapability = keyof AtsCapabilities;

export const CredentialField = z.object({
  field: z.string(),
  label: z.string(),
  secret: z.boolean().describe("Isn't shown while it's typed."),
  required: z.boolean(),
  options: z.array(z.string()).nullable().describe('The only values it can have. Null: any text.'),
});
export type CredentialField = z.infer<typeof CredentialField>;

const AtsDescription = z.object({
  type: AtsType,
  name: z.string().describe('The name of the system, e.g. Greenhouse.'),
  oauth: z.boolean().describe('You can connect by signing in there, without a key.'),
  credentials: z.array(CredentialField).describe('What to enter to connect with a key.'),
  scopes: z.array(z.string()).describe('The rights the key needs, as the system names them.'),
  capabilities: AtsCapabilities,
  helpUrl: z.string(),
  simulated: z
    .boolean()
    .describe('This server runs in local mode, and has a simulated one at /simulator/ats.'),
});
export type AtsDescription = z.infer<typeof AtsDescription>;

export const NotesMode = z
  .enum(['each', 'daily', 'off'])
  .describe('each: a note for each text. daily: a summary for each candidate and day. off: no notes.');
export type NotesMode = z.infer<typeof NotesMode>;

/** Control characters never belong to a key; they come from copying. */
const CredentialValue = z
  .string()
  .min(1, 'Enter a value')
  .max(4000, 'Keep it to 4,000 characters or fewer')
  .regex(/^\P{Cc}*$/u, 'Remove line breaks and other control characters');

export const AtsCredentials = z
  .record(z.string().max(40), CredentialValue)
  .describe("By field, as in `credentials` of the system's type.");
export type AtsCredentials = z.infer<typeof AtsCredentials>;

export const AtsErrorCode = z.enum(['ats_key_refused', 'ats_rights_missing', 'ats_unavailable']);
export type AtsErrorCode = z.infer<typeof AtsErrorCode>;

export const AtsRecordKind = z.enum([
  'person',
  'application',
  'job',
  'stage',
  'interview',
  'newHire',
  'other',
]);
export type AtsRecordKind = z.infer<typeof AtsRecordKind>;

/** How many of the records that couldn't be read are named. */
export const MOST_UNREADABLE_NAMED = 10;

const Unreadable = z.object({
  kind: AtsRecordKind,
  count: z.number().int().describe('At most 500 are counted for a system.'),
  records: z
    .array(
      z.object({
        externalId: z.string().nullable().describe("The system's ID, if it could be read."),
        name: z.string().nullable(),
      }),
    )
    .describe(`The last ${MOST_UNREADABLE_NAMED}.`),
});

export const AtsIntegration = z.object({
  type: AtsType,
  enabled: z.boolean().describe('False: paused. Nothing is synced, and notes wait.'),
  atsIntegrationEnabled: z.boolean().describe("It isn't paused, and its key works."),
  atsAccountId: z.string().describe("The company's ID or name in the system."),
  connectedBy: z.enum(['key', 'oauth']),
  lastSyncAt: Timestamp.nullable().describe('When everything was last in step.'),
  sync: z.object({
    state: z.enum(['running', 'idle', 'failed']),
    candidates: z.number().int().describe('Candidates read from the system, with or without a phone.'),
    jobs: z.number().int(),
    interviews: z.number().int(),
    withoutPhone: z.number().int().describe('Candidates that have no phone number we can text.'),
    doubtful: z.number().int().describe('Pairs for a person to decide on.'),
  }),
  unreadable: z
    .array(Unreadable)
    .describe("What the system sent that we couldn't read, by kind. Gone from here once it can be read."),
  reminderUserId: Id.nullable().describe(
    'Whose number reminders of its interviews come from, if the candidate has no recruiter. Null: no one chose yet.',
  ),
  notesMode: NotesMode,
  hiringManagerNotesMode: NotesMode.nullable().describe("For hiring managers' texts. Null: as `notesMode`."),
  notes: z.object({
    waiting: z.number().int(),
    unknown: z
      .number()
      .int()
      .describe('Notes the system may have saved or not, and gives no way to look up.'),
    oldestAt: Timestamp.nullable().describe('When the text of the oldest waiting note was sent or received.'),
  }),
  error: z
    .object({ code: AtsErrorCode, message: z.string().describe('What happened and what to do.') })
    .nullable(),
  webhook: z.object({
    url: z.string(),
    state: z
      .enum(['automatic', 'manual', 'none'])
      .describe(
        "automatic: we set it up. manual: add it in the system's settings. none: the system has none, so we check every few minutes.",
      ),
    secret: z
      .string()
      .nullable()
      .describe('For a webhook set up by hand. Only in the reply that connects the system.'),
  }),
  connectedAt: Timestamp,
});
export type AtsIntegration = z.infer<typeof AtsIntegration>;

const may = { userType: 'admin', seatRole: 'recruiter' } as const;
const failures = ['ats_key_refused', 'ats_rights_missing', 'ats_unavailable'] as const;

export const listAtsTypes = route({
  method: 'GET',
  path: '/atsIntegration/types',
  summary: 'List the systems you can connect, and what each can do.',
  auth: 'session',
  may,
  reply: z.array(AtsDescription),
});

export const listAtsIntegrations = route({
  method: 'GET',
  path: '/atsIntegration',
  summary: 'List the systems your account is connected to.',
  auth: 'session',
  may,
  reply: z.array(AtsIntegration),
});

export const saveAtsIntegration = route({
  method: 'PUT',
  path: '/atsIntegration',
  summary:
    'Connect a system, or change its connection. New credentials are tested first; if the test fails, nothing is saved.',
  auth: 'session',
  may,
  body: z.object({
    type: AtsType,
    credentials: AtsCredentials.optional().describe('Leave it out to keep the saved ones.'),
    enabled: z.boolean().optional(),
    notesMode: NotesMode.optional().describe('`each` unless you choose.'),
    hiringManagerNotesMode: NotesMode.nullable().optional(),
    reminderUserId: Id.nullable()
      .optional()
      .describe('A recruiter who has a number. Reminders come from it if the candidate has no recruiter.'),
  }),
  reply: AtsIntegration,
  failures,
});

export const testAtsConnection = route({
  method: 'POST',
  path: '/atsIntegration/testConnection',
  summary: 'Test credentials without saving them, or test the saved ones.',
  auth: 'session',
  may,
  body: z.object({
    type: AtsType,
    credentials: AtsCredentials.optional().describe('Leave it out to test the saved ones.'),
  }),
  reply: Ok,
  failures,
});

export const removeAtsIntegration = route({
  method: 'DELETE',
  path: '/atsIntegration',
  summary: 'Disconnect a system. Its webhooks are removed. Candidates and conversations stay.',
  auth: 'session',
  may,
  query: z.object({ atsType: AtsType }),
  reply: Ok,
  failures: ['not_found'],
});

export const syncAts = route({
  method: 'POST',
  path: '/atsIntegration/sync',
  summary: 'Sync now, and try waiting notes again. If a sync is running, this joins it.',
  auth: 'session',
  may,
  body: z.object({ type: AtsType }),
  reply: AtsIntegration,
  status: 202,
  failures: ['not_found', 'ats_paused'],
});

export const startAtsOauth = route({
  method: 'POST',
  path: '/atsIntegration/{type}/oauthState',
  summary: 'Start connecting a system by signing in there. Open the URL in a pop-up.',
  auth: 'session',
  may,
  params: z.object({ type: AtsType }),
  body: z.object({}),
  reply: z.object({
    state: z.string().describe('Good for ten minutes, once, and for you only.'),
    url: z.string(),
  }),
  failures: ['not_found'],
});

/** Someone of the system, and the candidate they may be. */
const DoubtfulPair = z.object({
  id: Id,
  atsType: AtsType,
  externalId: z.string(),
  reason: z
    .enum(['samePhoneOtherName', 'sameEmailOtherPhone'])
    .describe('Why they may be the same person, or may not.'),
  person: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    phoneNumber: PhoneNumber.nullable(),
    phoneNumberFormatted: PhoneNumberFormatted.nullable(),
    profileUrl: z.string().nullable(),
  }),
  candidate: z.object({
    id: Id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    phoneNumber: PhoneNumber,
    phoneNumberFormatted: PhoneNumberFormatted,
  }),
  createdAt: Timestamp,
});
export type DoubtfulPair = z.infer<typeof DoubtfulPair>;

export const listDoubtfulPairs = route({
  method: 'GET',
  path: '/atsIntegration/pairs',
  summary:
    'List people in your systems who may be one of your candidates, for you to decide, or those whom someone said are one. Newest first.',
  auth: 'session',
  may,
  query: PageQuery.extend({
    decision: z
      .enum(['none', 'same'])
      .default('none')
      .describe('none: those to decide. same: those said to be the same person, as long as they are linked.'),
  }),
  reply: page(DoubtfulPair),
});

export const decidePair = route({
  method: 'POST',
  path: '/atsIntegration/pairs/{id}',
  summary: 'Say if they are the same person.',
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  body: z.object({ decision: z.enum(['same', 'different']) }),
  reply: Ok,
  failures: ['not_found'],
});

/** Someone's application to one of the account's own jobs, or to a job in a connected system. */
export const Application = z.object({
  id: Id,
  atsType: AtsType.nullable().describe("Null: to one of the account's own jobs."),
  externalId: z.string().nullable().describe("The system's ID. Null for the account's own jobs."),
  jobId: z.string().nullable(),
  jobName: z.string().nullable(),
  stageId: z.string().nullable().describe('As in `GET /jobStages`.'),
  stageName: z.string().nullable(),
  source: z.string().nullable().describe('Where the candidate came from, e.g. Referral.'),
  profileUrl: z.string().nullable(),
  can: z.object({
    moveStage: z.boolean(),
    remove: z.boolean().describe("Only from the account's own jobs."),
  }),
});
export type Application = z.infer<typeof Application>;

export const JobStageKind = z.enum([
  'lead',
  'applied',
  'screen',
  'interview',
  'offer',
  'hired',
  'rejected',
  'other',
]);
export type JobStageKind = z.infer<typeof JobStageKind>;

export const JobStage = z.object({
  id: z.string(),
  name: z.string(),
  order: z.number().int(),
  kind: JobStageKind,
  jobId: z.string().nullable().describe('Null where all jobs have the same stages.'),
  jobName: z.string().nullable(),
  atsType: AtsType.nullable().describe("Null: a stage of the account's own jobs."),
});
export type JobStage = z.infer<typeof JobStage>;

export const listJobStages = route({
  method: 'GET',
  path: '/jobStages',
  summary:
    'List the stages of your own jobs in their order, then those of all connected systems, by system, job and order.',
  auth: 'session',
  reply: z.array(JobStage),
});

const CandidateParams = z.object({ id: Id });
const StageId = z.string().min(1).max(300);

export const moveStage = route({
  method: 'POST',
  path: '/candidates/{id}/moveStage',
  summary: 'Move a candidate to another stage of a job. In a connected system, they are moved there too.',
  auth: 'session',
  params: CandidateParams,
  body: z.object({
    applicationId: Id,
    stageId: StageId,
    fromStageId: StageId.optional().describe(
      'The stage you saw them in. If they are in another one by now, they stay there.',
    ),
  }),
  reply: Application,
  failures: ['forbidden', 'plan_required', 'not_found', 'stage_moved', 'stage_fixed', ...failures],
});

export const unlinkCandidate = route({
  method: 'POST',
  path: '/candidates/{id}/unlink',
  summary: "Say that a candidate isn't the person in the system. They are kept apart from then on.",
  auth: 'session',
  params: CandidateParams,
  body: z.object({ atsType: AtsType, externalId: z.string().min(1).max(200) }),
  reply: Ok,
  failures: ['not_found', 'candidate_of_colleagues'],
});

/** Who a live search found in a system. */
const AtsPersonFound = z.object({
  atsType: AtsType,
  externalId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  jobName: z.string().nullable(),
  phoneNumber: PhoneNumber.nullable(),
  phoneNumberFormatted: PhoneNumberFormatted.nullable(),
  candidateId: Id.nullable().describe('The candidate they already are.'),
});
export type AtsPersonFound = z.infer<typeof AtsPersonFound>;

export const searchAts = route({
  method: 'GET',
  path: '/candidates/ats',
  summary:
    'Find people in your systems by email or phone number, as far as the systems can. Systems that are away are left out and named.',
  auth: 'session',
  query: z.object({ search: z.string().trim().min(3).max(100) }),
  reply: z.object({ people: z.array(AtsPersonFound), away: z.array(AtsType) }),
});

export const addFromAts = route({
  method: 'POST',
  path: '/candidates/ats',
  summary: 'Add someone from a system as a candidate. Answers the candidate if they are one already.',
  auth: 'session',
  body: z.object({ atsType: AtsType, externalId: z.string().min(1).max(200) }),
  reply: z.object({ candidateId: Id }),
  failures: ['not_found', 'ats_person_without_phone', ...failures],
});
