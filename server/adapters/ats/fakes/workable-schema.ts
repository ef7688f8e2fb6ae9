import { z } from 'zod';

/*
 * From Workable's reference of its API, as far as we use it: what may be sent.
 */

const page = {
  limit: z.coerce.number().int().min(1).max(100).optional(),
  since_id: z.string().optional(),
};
const Time = z.iso.datetime();

const CANDIDATE_EVENTS = ['candidate_created', 'candidate_moved', 'candidate_deleted'] as const;
const OTHER_EVENTS = [
  'job_deleted',
  'employee_created',
  'employee_updated',
  'employee_published',
  'onboarding_completed',
  'timeoff_updated',
] as const;

export const WorkableQuery = {
  list: z.strictObject(page),
  candidates: z.strictObject({
    ...page,
    email: z.string().optional(),
    shortcode: z.string().optional(),
    stage: z.string().optional(),
    created_after: Time.optional(),
    updated_after: Time.optional(),
  }),
  jobs: z.strictObject({ ...page, state: z.string().optional() }),
  events: z.strictObject({
    ...page,
    candidate_id: z.string().optional(),
    shortcode: z.string().optional(),
    member_id: z.string().optional(),
    type: z.enum(['call', 'interview', 'meeting']).optional(),
    start_date: Time.optional(),
    end_date: Time.optional(),
    include_cancelled: z.enum(['true', 'false']).optional(),
  }),
  members: z.strictObject({
    ...page,
    email: z.string().optional(),
    role: z.enum(['simple', 'admin', 'reviewer']).optional(),
    status: z.enum(['active', 'inactive', 'all']).optional(),
  }),
  employees: z.strictObject({
    limit: page.limit,
    offset: z.coerce.number().int().min(0).optional(),
    member_id: z.string().optional(),
  }),
};

export const WorkableBody = {
  comment: z.strictObject({
    member_id: z.string(),
    comment: z.strictObject({ body: z.string(), policy: z.array(z.string()).optional() }),
  }),
  move: z.strictObject({ member_id: z.string(), target_stage: z.string() }),
  /** All of `args` or none; none at all where no candidate is reported. */
  subscription: z.union([
    z.strictObject({
      target: z.url(),
      event: z.enum(CANDIDATE_EVENTS),
      args: z
        .strictObject({ account_id: z.string(), job_shortcode: z.string(), stage_slug: z.string() })
        .optional(),
    }),
    z.strictObject({ target: z.url(), event: z.enum(OTHER_EVENTS) }),
  ]),
};
