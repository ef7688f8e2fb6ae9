import { z } from 'zod';

/* What is known of Breezy's API, of the calls used here: parameters, bodies and the fields of answers. */

const Text = z.string();
const Digits = z.string().regex(/^\d+$/);
const Time = z.iso.datetime();

export const BreezyQuery = {
  positions: z.strictObject({
    state: z.enum(['draft', 'archived', 'published', 'closed', 'pending']).optional(),
    page_size: z.coerce.number().int().min(1).max(50).optional(),
    pageSize: z.coerce.number().int().min(1).max(50).optional(),
    page: Digits.optional(),
  }),
  candidates: z.strictObject({
    stage_id: Text.optional(),
    page_size: z.coerce.number().int().min(1).max(50).optional(),
    pageSize: z.coerce.number().int().min(1).max(50).optional(),
    page: Digits.optional(),
    sort: z.enum(['updated', 'created']).optional(),
  }),
  search: z.strictObject({ email_address: Text }),
  stream: z.strictObject({ skip: Digits.optional() }),
};

export const BREEZY_EVENTS = [
  'candidateAdded',
  'candidateDeleted',
  'candidateStatusUpdated',
  'companyNotePosted',
  'companyNoteUpdated',
  'companyNoteDeleted',
  'companyPositionAdded',
  'companyPositionUpdated',
  'companyPositionDeleted',
] as const;

export const BreezyBody = {
  note: z.strictObject({ body: Text.min(1) }),
  stage: z.strictObject({ stage_id: Text }),
  webhook: z.strictObject({
    url: z.url(),
    description: Text.optional(),
    events: z.array(z.enum(BREEZY_EVENTS)).min(1),
  }),
};

/** Those that come with Breezy have words for ids, a company's own have numbers. */
const Stage = z.strictObject({
  id: z.union([Text, z.int()]),
  name: Text,
  type: z.strictObject({ id: Text, name: Text }),
});

const candidate = {
  _id: Text,
  meta_id: Text,
  name: Text,
  email_address: Text.nullable(),
  headline: Text,
  origin: Text,
  source: z.strictObject({ id: Text, name: Text }),
  stage: Stage,
  tags: z.array(Text),
  creation_date: Time,
  updated_date: Time,
};

export const BreezyReply = {
  companies: z.array(z.strictObject({ _id: Text, name: Text, friendly_id: Text, member_count: z.int() })),
  positions: z.array(
    z.strictObject({
      _id: Text,
      name: Text,
      friendly_id: Text,
      state: Text,
      org_type: Text,
      pipeline_id: Text.nullable(),
      creation_date: Time,
      updated_date: Time,
    }),
  ),
  pipelines: z.record(Text, z.strictObject({ _id: Text, name: Text, type: Text, pipeline: z.array(Stage) })),
  /** Summaries: whether they have the phone number isn't promised. */
  candidates: z.array(z.strictObject({ ...candidate, phone_number: Text.optional() })),
  candidate: z.strictObject({ ...candidate, phone_number: Text.nullable() }),
  hits: z.array(
    z.strictObject({
      _id: Text,
      name: Text,
      creation_date: Time,
      position: z.strictObject({ _id: Text, name: Text }),
    }),
  ),
  posted: z.strictObject({ _id: Text, type: z.literal('companyNotePosted') }),
  stream: z.array(
    z.strictObject({
      _id: Text,
      type: Text,
      timestamp: Time,
      object: z.unknown(),
      first_activity: z.literal(true).optional(),
    }),
  ),
  webhooks: z.strictObject({
    data: z.array(z.strictObject({ _id: Text, url: Text, status: Text })),
    meta: z.strictObject({ total: z.int(), quota: z.int() }),
  }),
  newWebhook: z.strictObject({ _id: Text, url: Text, status: Text, secret: Text.startsWith('whsec_') }),
};
