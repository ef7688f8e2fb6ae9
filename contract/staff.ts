import { z } from 'zod';
import { AccountType, PlanType } from './accounts.ts';
import { Feature } from './features.ts';
import { HostingRejection } from './hosting.ts';
import {
  Email,
  Id,
  Ok,
  PageQuery,
  PhoneNumber,
  PhoneNumberFormatted,
  page,
  Timestamp,
} from './primitives.ts';
import { route } from './route.ts';
import { LinkStatus, SeatRole, SeatType, UserType } from './seats.ts';

/** What those who run this Hiretext see and do across accounts. Nobody else is told that it is there. */

const may = { staffOnly: true } as const;

export const MAX_REASON = 300;

const Reason = z
  .string('The reason is required')
  .trim()
  .min(1, 'The reason is required')
  .max(MAX_REASON, 'The reason is too long')
  .describe("Why. It stands in the account's audit log, where its admins read it.");

const AccountId = z.object({ accountId: Id });

export const StaffAccount = z.object({
  id: Id,
  name: z.string(),
  type: AccountType,
  planType: PlanType,
  createdAt: Timestamp,
  deletesAt: Timestamp.nullable().describe('When the account is erased, because its admin has asked for it.'),
  people: z.number().int().describe('Those who can sign in.'),
});
export type StaffAccount = z.infer<typeof StaffAccount>;

export const listStaffAccounts = route({
  method: 'GET',
  path: '/staff/accounts',
  summary: 'All accounts, newest first.',
  auth: 'session',
  may,
  query: PageQuery.extend({
    search: z
      .string()
      .trim()
      .max(254)
      .optional()
      .describe("How the account's name, an address of its people or a number of it begins."),
  }),
  reply: page(StaffAccount),
});

export const StaffAccountDetails = StaffAccount.extend({
  mfaRequired: z.boolean(),
  seats: z.object({
    used: z.number().int(),
    available: z.number().int(),
    pendingInvitation: z.number().int(),
  }),
  features: z
    .array(z.object({ name: Feature, enabled: z.boolean() }))
    .describe('Every feature that there is, and whether it is on for this account.'),
  recentFailures: z
    .array(
      z.object({
        messageId: Id,
        createdAt: Timestamp,
        status: z.enum(['undelivered', 'failed', 'unknown']),
        errorCode: z.string().nullable(),
      }),
    )
    .describe('The newest ten texts that went wrong: neither what they say nor to whom.'),
});
export type StaffAccountDetails = z.infer<typeof StaffAccountDetails>;

export const getStaffAccount = route({
  method: 'GET',
  path: '/staff/accounts/{id}',
  summary: 'One account.',
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  reply: StaffAccountDetails,
});

export const StaffPerson = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: Email,
  emailVerified: z.boolean(),
  userType: UserType,
  mfaEnabled: z.boolean(),
  isFormerMember: z.boolean(),
  lastActiveAt: Timestamp.nullable(),
  deletesAt: Timestamp.nullable(),
  secondStepResetAt: Timestamp.nullable().describe(
    'When staff take away the second step, unless the person objects.',
  ),
  seat: z
    .object({
      id: Id,
      seatRole: SeatRole,
      seatType: SeatType,
      number: z
        .object({
          phoneNumber: PhoneNumber,
          phoneNumberFormatted: PhoneNumberFormatted,
          linkStatus: LinkStatus,
        })
        .nullable()
        .describe('The one that the seat has, or that its company is bringing.'),
    })
    .nullable(),
  can: z.object({ impersonate: z.boolean(), resetSecondStep: z.boolean() }),
});
export type StaffPerson = z.infer<typeof StaffPerson>;

export const listStaffPeople = route({
  method: 'GET',
  path: '/staff/accounts/{id}/people',
  summary: 'The people of an account, with their seats and numbers; who came first is first.',
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  query: PageQuery,
  reply: page(StaffPerson),
});

export const switchFeature = route({
  method: 'PUT',
  path: '/staff/accounts/{id}/features',
  summary: 'Switch a feature on or off for an account (`metadata.featuresEnabled` of `getAccount`).',
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  body: z.object({ feature: Feature, enabled: z.boolean(), reason: Reason }),
  reply: StaffAccountDetails,
});

export const StaffNumber = z.object({
  id: Id,
  account: z.object({ id: Id, name: z.string() }),
  phoneNumber: PhoneNumber,
  phoneNumberFormatted: PhoneNumberFormatted,
  carrier: z.string(),
  linkStatus: LinkStatus,
  createdAt: Timestamp,
  person: z.object({ id: Id, name: z.string() }).nullable().describe('On whose seat it is, or is to be.'),
  can: z.object({ approve: z.boolean(), reject: z.boolean(), reopen: z.boolean() }),
});
export type StaffNumber = z.infer<typeof StaffNumber>;

export const listStaffNumbers = route({
  method: 'GET',
  path: '/staff/numbers',
  summary: 'Numbers of all accounts that the carrier has not linked; the newest first.',
  auth: 'session',
  may,
  query: PageQuery.extend({ linkStatus: z.enum(['linking', 'rejected']) }),
  reply: page(StaffNumber),
});

export const LinkDecision = z.enum(['approve', 'reject', 'reopen']);
export type LinkDecision = z.infer<typeof LinkDecision>;

export const decideNumber = route({
  method: 'POST',
  path: '/staff/numbers/{id}/decide',
  summary:
    'Settle by hand what the carrier does not: approve or reject a number that is linking, or have the carrier asked anew about one that was rejected.',
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  body: AccountId.extend({
    decision: LinkDecision,
    reason: Reason.describe('The person of the number reads it in the mail that tells them.'),
  }),
  reply: StaffNumber,
  failures: ['link_settled', 'number_not_ours'],
});

export const StaffHostingOrder = z.object({
  id: Id,
  account: z.object({ id: Id, name: z.string() }),
  phoneNumber: PhoneNumber,
  phoneNumberFormatted: PhoneNumberFormatted,
  carrier: z.string(),
  person: z.object({ id: Id, name: z.string() }).nullable().describe('Who brings the number.'),
  letterHandedIn: z.boolean().describe('The carrier has the letter of authorization.'),
  changedAt: Timestamp,
  keptAt: Timestamp.nullable().describe(
    'Since when the carrier refuses to end the order, which was withdrawn. Until then it is under review.',
  ),
});
export type StaffHostingOrder = z.infer<typeof StaffHostingOrder>;

export const listHostingOrders = route({
  method: 'GET',
  path: '/staff/hostingOrders',
  summary:
    'Numbers that companies bring, under review at the carrier, or withdrawn and not let go of by it; the newest first.',
  auth: 'session',
  may,
  query: PageQuery,
  reply: page(StaffHostingOrder),
});

export const decideHostingOrder = route({
  method: 'POST',
  path: '/staff/hostingOrders/{id}/decide',
  summary:
    'Settle by hand a review that has ended without the carrier telling us: approved, where it has the number as ours, or rejected.',
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  body: AccountId.extend({
    rejection: HostingRejection.nullable().describe(
      'What the person is told, with what to do. Null: it is approved.',
    ),
    reason: Reason,
  }),
  reply: Ok,
  failures: ['link_settled', 'number_not_ours', 'carrier_unavailable'],
});

export const releaseHostingOrder = route({
  method: 'POST',
  path: '/staff/hostingOrders/{id}/release',
  summary:
    'Let a number be set up again whose withdrawn order the carrier has refused to end, once it has ended it by hand.',
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  body: AccountId.extend({ reason: Reason }),
  reply: Ok,
  failures: ['link_settled'],
});

export const FailedJob = z.object({
  id: z.string(),
  task: z.string().describe('The kind of job.'),
  accountId: Id.nullable(),
  attempts: z.number().int(),
  createdAt: Timestamp,
  failedAt: Timestamp.describe('When it was tried last.'),
  error: z.string().describe('Without what may be personal: addresses, numbers, and what stands in quotes.'),
});
export type FailedJob = z.infer<typeof FailedJob>;

const SettledJob = z.object({
  jobId: z.string().regex(/^\d{1,18}$/, 'The job is invalid'),
  reason: Reason.describe(
    'Why. It stands in the audit log of the account that the job is about; of a job about none, in that of the staff.',
  ),
});

export const listFailedJobs = route({
  method: 'GET',
  path: '/staff/jobs',
  summary: 'Jobs that were tried as often as they may be; the newest first.',
  auth: 'session',
  may,
  query: PageQuery,
  reply: page(FailedJob),
});

export const retryJob = route({
  method: 'POST',
  path: '/staff/jobs/retry',
  summary: 'Try a failed job again, as often as a new one.',
  auth: 'session',
  may,
  body: SettledJob,
  reply: Ok,
});

export const discardJob = route({
  method: 'POST',
  path: '/staff/jobs/discard',
  summary: 'Give up a failed job for good.',
  auth: 'session',
  may,
  body: SettledJob,
  reply: Ok,
});

export const IMPERSONATION_MINUTES = 30;

export const startImpersonation = route({
  method: 'POST',
  path: '/staff/impersonations',
  summary: `Look on as a person, for ${IMPERSONATION_MINUTES} minutes: the token can read what they can, and change nothing.`,
  auth: 'session',
  may,
  body: AccountId.extend({ userId: Id, reason: Reason }),
  reply: z.object({ id: Id, id_token: z.string(), expires_in: z.number().int().describe('Seconds.') }),
  status: 201,
  failures: ['cannot_impersonate'],
});

export const endImpersonation = route({
  method: 'POST',
  path: '/staff/impersonations/{id}/end',
  summary: 'Look on no longer. Asked with the own token.',
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  reply: Ok,
});

/** So long the person can object to losing their second step. */
export const SECOND_STEP_RESET_HOURS = 24;

export const askSecondStepReset = route({
  method: 'POST',
  path: '/staff/secondStepResets',
  summary: `Take away a person's second step in ${SECOND_STEP_RESET_HOURS} hours, after checking who they are. They are told by mail, and can object.`,
  auth: 'session',
  may,
  body: AccountId.extend({ userId: Id, reason: Reason.describe('How their identity was checked.') }),
  reply: z.object({ resetsAt: Timestamp }),
  status: 201,
  failures: ['no_second_step'],
});

export const keepSecondStep = route({
  method: 'POST',
  path: '/auth/keepSecondStep',
  summary: 'Object to losing the second step, with the token of the link in the mail.',
  auth: 'none',
  body: z.object({ token: z.string().max(300) }),
  reply: Ok,
  failures: ['link_invalid'],
});
