import { z } from 'zod';
import { Application } from './ats.ts';
import { GivenConsent } from './consents.ts';
import { DELETION_DAYS } from './deletion.ts';
import { LastMessage } from './messages.ts';
import { Name } from './name.ts';
import {
  Email,
  Id,
  Ok,
  PageQuery,
  PhoneNumber,
  PhoneNumberFormatted,
  PhoneNumberInput,
  page,
  Tags,
  Timestamp,
  Timezone,
} from './primitives.ts';
import { route } from './route.ts';

/** How many candidates are looked at for their tags, and how many tags are listed. */
export const TAGGED_CANDIDATES = 20_000;
export const MOST_TAGS = 200;

const CandidateName = Name('name', 80).describe(
  'Can be empty: someone who texted you first has no name yet.',
);

export const ConsentStatus = z
  .enum(['none', 'implied', 'granted', 'optedOut'])
  .describe(
    'none: has never texted you. implied: has texted you. granted: agreed to get texts. optedOut: asked you to stop, so nothing is sent.',
  );
export type ConsentStatus = z.infer<typeof ConsentStatus>;

export const Consent = z.object({
  status: ConsentStatus,
  changedAt: Timestamp.nullable().describe('Since when, with `granted` and `optedOut`.'),
});
export type Consent = z.infer<typeof Consent>;

export const Candidate = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: PhoneNumber,
  phoneNumberFormatted: PhoneNumberFormatted,
  email: z.string().nullable(),
  city: z.string().nullable().describe('Where they live or look for work.'),
  zipCode: z.string().nullable().describe('In the US: five digits.'),
  jobTitle: z.string().nullable(),
  timezone: z
    .string()
    .nullable()
    .describe('IANA name. When null, we guess it from the ZIP code, or else the area code.'),
  zones: z
    .array(z.string())
    .describe(
      'The time zones the candidate may be in: `timezone`, or else those of their ZIP code, or else of their area code.',
    ),
  tags: z.array(z.string()),
  externalIds: z
    .record(z.string(), z.string())
    .describe('IDs in other systems, by system, e.g. `{ "greenhouse": "123" }`.'),
  applications: z
    .array(Application)
    .describe('To jobs in connected systems, active ones first, then to your own jobs.'),
  editedFields: z
    .array(z.enum(['firstName', 'lastName', 'email', 'jobTitle', 'timezone']))
    .describe('What people changed here, so connected systems no longer change it.'),
  consent: Consent,
  legalHold: z
    .boolean()
    .describe('Whether nothing about them is deleted, by anyone or by age, until an admin lifts the hold.'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  can: z.object({
    delete: z.boolean().describe('Admins can, and anyone who can see all conversations with the candidate.'),
    changeNumber: z
      .boolean()
      .describe(
        'Change the phone number, email and external IDs, which decide where texts and emails go. Admins can, and anyone who can see all conversations with the candidate.',
      ),
  }),
});
export type Candidate = z.infer<typeof Candidate>;

/** Nothing but spaces clears it. */
const OptionalName = (label: string, most: number) =>
  Name(label, most)
    .transform((text) => text || null)
    .nullable()
    .optional();

/** Of a longer one, what says where it is. */
const ZipCode = z
  .string()
  .trim()
  .regex(/^\d{5}(-\d{4})?$/, 'Enter a ZIP code of five digits')
  .transform((zipCode) => zipCode.slice(0, 5));

export const CandidateFields = z.object({
  firstName: CandidateName,
  lastName: CandidateName,
  phoneNumber: PhoneNumberInput,
  email: Email.nullable().optional(),
  city: OptionalName('city', 80),
  zipCode: ZipCode.nullable().optional(),
  jobTitle: OptionalName('job title', 120),
  timezone: Timezone.nullable().optional(),
  tags: Tags.optional(),
  externalIds: z
    .record(z.string().min(1).max(40), z.string().min(1).max(120))
    .refine((ids) => Object.keys(ids).length <= 20, 'Add at most 20 external IDs')
    .optional(),
});

export const ListedCandidate = Candidate.extend({
  lastContact: z
    .object({
      conversationId: Id.nullable().describe("Null if you can't see the conversation."),
      message: LastMessage.extend({
        body: LastMessage.shape.body.nullable().describe("Null if you can't see the conversation."),
      }),
    })
    .nullable()
    .describe('The last text or call with anyone at the company. Null if there was none.'),
});
export type ListedCandidate = z.infer<typeof ListedCandidate>;

export const CandidateSort = z
  .enum(['added', 'name', 'lastContact'])
  .describe(
    'added: newest first. name: from A to Z, those without a name last. lastContact: latest first, those without any last.',
  );
export type CandidateSort = z.infer<typeof CandidateSort>;

export const ContactedWhen = z
  .enum(['within7Days', 'within30Days', 'over30Days', 'never'])
  .describe('When anyone at the company last texted or called with them.');
export type ContactedWhen = z.infer<typeof ContactedWhen>;

export const listCandidates = route({
  method: 'GET',
  path: '/candidates',
  summary: 'List candidates, newest first unless you sort. Filters narrow each other down.',
  auth: 'session',
  scope: 'candidates:read',
  query: PageQuery.extend({
    search: z
      .string()
      .trim()
      .max(100)
      .optional()
      .describe(
        'Finds candidates by any part of a name, phone number, email, city, job title or tag, or of the name of a job they are in. The best matches come first, whatever the `sort`.',
      ),
    sort: CandidateSort.default('added'),
    tag: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .optional()
      .describe('Only those with this tag, in upper or lower case.'),
    jobId: z.string().min(1).max(300).optional().describe('Only those in this job, as in `GET /jobStages`.'),
    stageId: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .describe('Only those in this stage of any job, or of `jobId`. As in `GET /jobStages`.'),
    lastContact: ContactedWhen.optional(),
    updatedSince: Timestamp.optional().describe(
      'Only those that changed at or after this time, in the order in which they changed, oldest change first, whatever the `sort`. Ignored with `search`.',
    ),
    optedOut: z
      .enum(['true', 'false'])
      .optional()
      .describe('Only those whose phone number opted out, or only the others.'),
  }),
  reply: page(ListedCandidate),
});

export const listCandidateTags = route({
  method: 'GET',
  path: '/candidates/tags',
  summary: `List the tags of your ${TAGGED_CANDIDATES.toLocaleString('en-US')} newest candidates, most used first.`,
  auth: 'session',
  scope: 'candidates:read',
  reply: z.array(
    z.object({
      tag: z.string(),
      candidates: z.number().int().describe('How many of them have it.'),
    }),
  ),
});

export const createCandidate = route({
  method: 'POST',
  path: '/candidates',
  summary: 'Add a candidate. Each phone number in an account belongs to one candidate.',
  auth: 'session',
  scope: 'candidates:write',
  body: CandidateFields.extend({
    consent: GivenConsent.optional().describe(
      "Consent that was given elsewhere. It doesn't lift an opt-out of the phone number.",
    ),
  }).refine((fields) => fields.firstName !== '' || fields.lastName !== '', {
    path: ['firstName'],
    message: 'The name is required',
  }),
  reply: Candidate,
  status: 201,
  idempotent: true,
  failures: ['candidate_exists'],
});

const CandidateParams = z.object({ id: Id });

export const getCandidate = route({
  method: 'GET',
  path: '/candidates/{id}',
  summary: 'Get a candidate.',
  auth: 'session',
  scope: 'candidates:read',
  params: CandidateParams,
  reply: Candidate,
  failures: ['not_found'],
});

export const updateCandidate = route({
  method: 'PUT',
  path: '/candidates/{id}',
  summary: 'Change a candidate. Fields you leave out stay as they are.',
  auth: 'session',
  scope: 'candidates:write',
  params: CandidateParams,
  body: CandidateFields.partial().extend({
    legalHold: Candidate.shape.legalHold
      .optional()
      .describe(
        'For admins. While it is true, nothing about the candidate is deleted, by anyone or by age, and their conversations stay.',
      ),
    updatedAt: Timestamp.optional().describe(
      '`updatedAt` of the candidate you changed. If someone changed them since, nothing is saved.',
    ),
  }),
  reply: Candidate,
  failures: ['not_found', 'candidate_exists', 'candidate_edited', 'candidate_of_colleagues'],
});

export const getCandidateDeletionPreview = route({
  method: 'GET',
  path: '/candidates/{id}/deletionPreview',
  summary: 'See what deleting a candidate would delete and cancel.',
  auth: 'session',
  scope: 'candidates:read',
  params: CandidateParams,
  reply: z.object({
    owners: z
      .array(
        z.object({
          user: z
            .object({ id: Id, firstName: z.string(), lastName: z.string() })
            .nullable()
            .describe('Null for conversations that no one has.'),
          conversations: z.number().int(),
        }),
      )
      .describe('Whose conversations would be deleted. Yours come first.'),
    scheduledTexts: z.number().int().describe("Texts that haven't gone out yet, and would be canceled."),
    scope: z.string().describe('Pass it when you delete the candidate.'),
  }),
  failures: ['not_found', 'candidate_shared', 'legal_hold'],
});

export const deleteCandidate = route({
  method: 'DELETE',
  path: '/candidates/{id}',
  summary: `Delete a candidate and their conversations, and cancel texts to them that haven't gone out yet. An admin can restore them for ${DELETION_DAYS} days. If their number opted out, that stays on record.`,
  auth: 'session',
  scope: 'candidates:write',
  params: CandidateParams,
  query: z.object({
    scope: z
      .string()
      .max(100)
      .optional()
      .describe(
        "`scope` from the deletion preview. If someone's conversation was added or reassigned since, nothing is deleted.",
      ),
  }),
  reply: Ok,
  failures: ['not_found', 'candidate_shared', 'candidate_changed', 'legal_hold'],
});

export const DeletedCandidate = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: PhoneNumber,
  phoneNumberFormatted: PhoneNumberFormatted,
  conversations: z.number().int(),
  deletedBy: z
    .object({ id: Id, firstName: z.string(), lastName: z.string() })
    .nullable()
    .describe('Null if that person was erased since, or if no person did it.'),
  byRule: z.boolean().describe("Deleted by their age, by the company's retention rule."),
  deletedAt: Timestamp,
  erasesAt: Timestamp.describe('When everything is erased.'),
  can: z.object({
    restore: z.boolean().describe("Not while there's a new candidate with the same phone number."),
  }),
});
export type DeletedCandidate = z.infer<typeof DeletedCandidate>;

export const listDeletedCandidates = route({
  method: 'GET',
  path: '/candidates/deleted',
  summary: 'List deleted candidates that can still be restored, last deleted first.',
  auth: 'session',
  scope: 'candidates:read',
  may: { userType: 'admin' },
  query: PageQuery,
  reply: page(DeletedCandidate),
});

export const restoreCandidate = route({
  method: 'POST',
  path: '/candidates/{id}/restore',
  summary: 'Restore a deleted candidate with their conversations. Texts that were canceled stay canceled.',
  auth: 'session',
  scope: 'candidates:write',
  may: { userType: 'admin' },
  params: CandidateParams,
  reply: Candidate,
  failures: ['not_found', 'candidate_is_back'],
});
