import { z } from 'zod';
import {
  Email,
  Id,
  Ok,
  PageQuery,
  PhoneNumber,
  PhoneNumberFormatted,
  page,
  Timestamp,
} from '../primitives.ts';
import { route } from '../route.ts';
import { LinkStatus, SeatRole, SeatType, UserType } from '../seats.ts';
import { AccountId, may, Reason } from './call.ts';

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
