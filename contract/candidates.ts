import { z } from 'zod';
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

const CandidateName = Name('name', 80).describe(
  'Can be empty: someone who texted you first has no name yet.',
);

export const ConsentStatus = z
  .enum(['none', 'implied', 'optedOut'])
  .describe(
    'none: has never texted you. implied: has texted you. optedOut: asked you to stop, so nothing is sent.',
  );
export type ConsentStatus = z.infer<typeof ConsentStatus>;

export const Consent = z.object({
  status: ConsentStatus,
  changedAt: Timestamp.nullable(),
});
export type Consent = z.infer<typeof Consent>;

export const Candidate = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: PhoneNumber,
  phoneNumberFormatted: PhoneNumberFormatted,
  email: z.string().nullable(),
  jobTitle: z.string().nullable(),
  timezone: z.string().nullable().describe('IANA name. When null, we guess it from the area code.'),
  tags: z.array(z.string()),
  externalIds: z
    .record(z.string(), z.string())
    .describe('IDs in other systems, by system, e.g. `{ "greenhouse": "123" }`.'),
  consent: Consent,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Candidate = z.infer<typeof Candidate>;

/** Nothing but spaces clears it. */
const OptionalName = (label: string, most: number) =>
  Name(label, most)
    .transform((text) => text || null)
    .nullable()
    .optional();

const CandidateFields = z.object({
  firstName: CandidateName,
  lastName: CandidateName,
  phoneNumber: PhoneNumberInput,
  email: Email.nullable().optional(),
  jobTitle: OptionalName('job title', 120),
  timezone: Timezone.nullable().optional(),
  tags: Tags.optional(),
  externalIds: z
    .record(z.string().min(1).max(40), z.string().min(1).max(120))
    .refine((ids) => Object.keys(ids).length <= 20, 'Add at most 20 external IDs')
    .optional(),
});

export const listCandidates = route({
  method: 'GET',
  path: '/candidates',
  summary:
    'List candidates, newest first. `search` finds those with a name, phone number or email that has words starting with it.',
  auth: 'session',
  query: PageQuery.extend({ search: z.string().trim().max(100).optional() }),
  reply: page(Candidate),
});

export const createCandidate = route({
  method: 'POST',
  path: '/candidates',
  summary: 'Add a candidate. Each phone number in an account belongs to one candidate.',
  auth: 'session',
  body: CandidateFields.refine((fields) => fields.firstName !== '' || fields.lastName !== '', {
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
  params: CandidateParams,
  reply: Candidate,
  failures: ['not_found'],
});

export const updateCandidate = route({
  method: 'PUT',
  path: '/candidates/{id}',
  summary: 'Change a candidate. Fields you leave out stay as they are.',
  auth: 'session',
  params: CandidateParams,
  body: CandidateFields.partial(),
  reply: Candidate,
  failures: ['not_found', 'candidate_exists'],
});

export const deleteCandidate = route({
  method: 'DELETE',
  path: '/candidates/{id}',
  summary: 'Delete a candidate and their conversations. If their number opted out, that stays on record.',
  auth: 'session',
  params: CandidateParams,
  reply: Ok,
  failures: ['not_found'],
});
