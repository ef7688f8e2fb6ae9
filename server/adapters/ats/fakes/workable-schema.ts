import { z } from 'zod';

/*
 * What Workable's reference tells of its API, as far as we use it. Strict: neither a request nor an answer of the fake has more.
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
  /** All of `args` or none; none at all where no candidate is told of. */
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

const Job = z.strictObject({ shortcode: z.string(), title: z.string() });

const Candidate = z.strictObject({
  id: z.string(),
  name: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  headline: z.string().nullable(),
  account: z.strictObject({ subdomain: z.string(), name: z.string() }),
  job: Job.nullable(),
  stage: z.string(),
  stage_kind: z.string(),
  disqualified: z.boolean(),
  withdrew: z.boolean(),
  hired_at: Time.nullable(),
  sourced: z.boolean(),
  domain: z.string().nullable(),
  profile_url: z.url(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  created_at: Time,
  updated_at: Time,
});
export type WorkableCandidate = z.infer<typeof Candidate>;

const Stage = z.strictObject({
  slug: z.string(),
  name: z.string(),
  kind: z.string(),
  position: z.number().int(),
});

const Member = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  active: z.boolean(),
});
export type WorkableMember = z.infer<typeof Member>;

const Event = z.strictObject({
  id: z.string(),
  title: z.string(),
  type: z.enum(['call', 'interview', 'meeting']),
  starts_at: Time,
  ends_at: Time,
  cancelled: z.boolean(),
  job: Job.nullable(),
  members: z.array(z.strictObject({ id: z.string(), name: z.string(), status: z.string() })),
  candidate: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  conference: z.strictObject({ type: z.string(), id: z.string(), url: z.url() }).nullable(),
});
export type WorkableEvent = z.infer<typeof Event>;

const Activity = z.strictObject({
  id: z.string(),
  action: z.string(),
  body: z.string().nullable(),
  created_at: Time,
  member: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
});
export type WorkableActivity = z.infer<typeof Activity>;

const Employee = z.strictObject({
  id: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  start_date: z.iso.date(),
  state: z.string(),
  candidate_id: z.string(),
});
export type WorkableEmployee = z.infer<typeof Employee>;

const paging = z.strictObject({ next: z.url() }).optional();

export const WorkableAnswer = {
  accounts: z.strictObject({
    accounts: z.array(z.strictObject({ id: z.string(), name: z.string(), subdomain: z.string() })),
  }),
  account: z.strictObject({ id: z.string(), name: z.string(), subdomain: z.string() }),
  candidates: z.strictObject({ candidates: z.array(Candidate), paging }),
  candidate: z.strictObject({ candidate: Candidate }),
  jobs: z.strictObject({
    jobs: z.array(
      z.strictObject({ id: z.string(), title: z.string(), shortcode: z.string(), state: z.string() }),
    ),
    paging,
  }),
  stages: z.strictObject({ stages: z.array(Stage) }),
  events: z.strictObject({ events: z.array(Event), paging }),
  members: z.strictObject({ members: z.array(Member), paging }),
  activities: z.strictObject({ activities: z.array(Activity), paging }),
  employees: z.strictObject({ employees: z.array(Employee) }),
  comment: z.strictObject({ id: z.string() }),
  subscriptions: z.strictObject({
    subscriptions: z.array(
      z.strictObject({ id: z.number(), event: z.string(), target: z.url(), created_at: Time }),
    ),
    paging,
  }),
  subscription: z.strictObject({ id: z.number() }),
  tokens: z.strictObject({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.number(),
  }),
};
