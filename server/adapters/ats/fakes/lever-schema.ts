import { z } from 'zod';

/*
 * From Lever's documentation of its API, as far as we use it: what may be sent.
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
  /** Optional there; required here, since without it Lever attributes the action to the key's creator. */
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
};
