import { z } from 'zod';

/*
 * What Lever's documentation tells of its API, as far as we use it: parameters it knows, and the fields of its answers. Strict, so that
 * neither a request nor an answer of the fake has more.
 */

const Limit = z.coerce.number().int().min(1).max(100).optional();
const page = { limit: Limit, offset: z.string().optional() };
const Confidentiality = z.enum(['confidential', 'non-confidential', 'all']).optional();
const expand = (...names: [string, ...string[]]) =>
  z.union([z.enum(names).transform((name) => [name]), z.array(z.enum(names))]).optional();
const Ms = z.coerce.number().int().min(1e12).optional();

const OPPORTUNITY_EXPANDS = ['applications', 'stage', 'owner', 'followers', 'sourcedBy', 'contact'] as const;

export const LeverQuery = {
  opportunities: z.strictObject({
    ...page,
    confidentiality: Confidentiality,
    expand: expand(...OPPORTUNITY_EXPANDS),
    email: z.string().optional(),
    contact_id: z.string().optional(),
    stage_id: z.string().optional(),
    posting_id: z.string().optional(),
    archived: z.enum(['true', 'false']).optional(),
    updated_at_start: Ms,
    updated_at_end: Ms,
  }),
  opportunity: z.strictObject({ expand: expand(...OPPORTUNITY_EXPANDS) }),
  list: z.strictObject(page),
  postings: z.strictObject({
    ...page,
    confidentiality: Confidentiality,
    expand: expand('user', 'owner', 'hiringManager', 'followers'),
    state: z.enum(['published', 'internal', 'closed', 'draft', 'pending', 'rejected']).optional(),
  }),
  users: z.strictObject({
    ...page,
    email: z.string().optional(),
    accessRole: z.string().optional(),
    includeDeactivated: z.string().optional(),
  }),
  /** Optional there; required here, since what is done without it is told as done by who made the key. */
  act: z.strictObject({ perform_as: z.string() }),
};

export const LeverBody = {
  note: z.strictObject({
    value: z.string(),
    secret: z.boolean().optional(),
    notifyFollowers: z.boolean().optional(),
    createdAt: z.number().optional(),
  }),
  stage: z.strictObject({ stage: z.string() }),
  webhook: z.strictObject({
    event: z.enum([
      'applicationCreated',
      'candidateHired',
      'candidateStageChange',
      'candidateArchiveChange',
      'candidateDeleted',
      'interviewCreated',
      'interviewUpdated',
      'interviewDeleted',
      'contactCreated',
      'contactUpdated',
    ]),
    url: z.string(),
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

const User = z.strictObject({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  accessRole: z.string(),
  createdAt: z.number(),
  deactivatedAt: z.number().nullable(),
});
export type LeverUser = z.infer<typeof User>;

const Stage = z.strictObject({ id: z.string(), text: z.string() });

const Application = z.strictObject({
  id: z.string(),
  opportunityId: z.string(),
  createdAt: z.number(),
  type: z.enum(['posting', 'user', 'referral']),
  posting: z.string(),
  postingHiringManager: z.string().nullable(),
});

const Opportunity = z.strictObject({
  id: z.string(),
  name: z.string(),
  contact: z.string(),
  headline: z.string(),
  stage: z.union([z.string(), Stage]),
  confidentiality: z.enum(['confidential', 'non-confidential']),
  phones: z.array(z.strictObject({ type: z.string().nullable(), value: z.string() })),
  emails: z.array(z.string()),
  archived: z.strictObject({ reason: z.string().nullable(), archivedAt: z.number() }).nullable(),
  applications: z.array(z.union([z.string(), Application])),
  owner: z.union([z.string(), User]).nullable(),
  origin: z.string(),
  sources: z.array(z.string()),
  tags: z.array(z.string()),
  createdAt: z.number(),
  updatedAt: z.number(),
  isAnonymized: z.boolean(),
  urls: z.strictObject({ list: z.string(), show: z.string() }),
});

const Posting = z.strictObject({
  id: z.string(),
  text: z.string(),
  state: z.string(),
  confidentiality: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  owner: z.union([z.string(), User]).nullable(),
  hiringManager: z.union([z.string(), User]).nullable(),
  distributionChannels: z.array(z.string()),
});

const Interview = z.strictObject({
  id: z.string(),
  panel: z.string(),
  subject: z.string(),
  note: z.string(),
  interviewers: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      feedbackTemplate: z.string().nullable(),
    }),
  ),
  timezone: z.string(),
  createdAt: z.number(),
  date: z.number(),
  duration: z.number(),
  location: z.string().nullable(),
  user: z.string(),
  stage: z.string(),
  canceledAt: z.number().nullable(),
  postings: z.array(z.string()),
});

const Offer = z.strictObject({
  id: z.string(),
  createdAt: z.number(),
  status: z.string(),
  creator: z.string(),
  fields: z.array(
    z.strictObject({ text: z.string(), identifier: z.string(), value: z.union([z.string(), z.number()]) }),
  ),
});

const Note = z.strictObject({
  id: z.string(),
  text: z.string(),
  fields: z.array(z.strictObject({ type: z.string(), text: z.string(), value: z.string() })),
  user: z.string(),
  secret: z.boolean(),
  completedAt: z.number(),
  createdAt: z.number(),
  deletedAt: z.number().nullable(),
});
export type LeverNote = z.infer<typeof Note>;

const Webhook = z.strictObject({
  id: z.string(),
  event: z.string(),
  url: z.string(),
  configuration: z.strictObject({ signatureToken: z.string().optional() }),
  createdAt: z.number(),
  updatedAt: z.number(),
});

const pageOf = <T>(item: z.ZodType<T>) =>
  z.strictObject({ data: z.array(item), next: z.string().optional(), hasNext: z.boolean() });
const one = <T>(item: z.ZodType<T>) => z.strictObject({ data: item });

export const LeverAnswer = {
  opportunities: pageOf(Opportunity),
  opportunity: one(Opportunity),
  posting: one(Posting),
  postings: pageOf(Posting),
  stages: pageOf(Stage),
  users: pageOf(User),
  archiveReasons: pageOf(
    z.strictObject({ id: z.string(), text: z.string(), status: z.string(), type: z.string() }),
  ),
  interviews: pageOf(Interview),
  offers: pageOf(Offer),
  notes: pageOf(Note),
  /** As documented, and as it is. */
  written: z.union([one(z.strictObject({ noteId: z.string() })), one(Note)]),
  webhooks: pageOf(Webhook),
  webhook: one(one(Webhook)),
  tokens: z.strictObject({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal('Bearer'),
    scope: z.string(),
    expires_in: z.number(),
  }),
};
