import { z } from 'zod';

/* What is known of Breezy's API, of what may be sent in the calls used here. */

const Text = z.string();
const Digits = z.string().regex(/^\d+$/);

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
