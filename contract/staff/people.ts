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
    'When the second step will be removed, unless the user objects.',
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
        .describe("The seat's number, or the landline being set up for it."),
    })
    .nullable(),
  can: z.object({ impersonate: z.boolean(), resetSecondStep: z.boolean() }),
});
export type StaffPerson = z.infer<typeof StaffPerson>;

export const listStaffPeople = route({
  method: 'GET',
  path: '/staff/accounts/{id}/people',
  summary: "List an account's users with their seats and numbers, in the order they joined.",
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
  summary: `Impersonate a user for ${IMPERSONATION_MINUTES} minutes. The token can read what they can, and change nothing.`,
  auth: 'session',
  may,
  body: AccountId.extend({ userId: Id, reason: Reason }),
  reply: z.object({
    id: Id,
    id_token: z.string(),
    expires_in: z.number().int().describe('Seconds until it expires.'),
  }),
  status: 201,
  failures: ['cannot_impersonate'],
});

export const endImpersonation = route({
  method: 'POST',
  path: '/staff/impersonations/{id}/end',
  summary: 'Stop impersonating a user. Call it with your own token.',
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  reply: Ok,
});

/** How long the person can object to losing their second step. */
export const SECOND_STEP_RESET_HOURS = 24;

export const askSecondStepReset = route({
  method: 'POST',
  path: '/staff/secondStepResets',
  summary: `Schedule the removal of a user's second step in ${SECOND_STEP_RESET_HOURS} hours, after you've checked who they are. We email them, and they can object.`,
  auth: 'session',
  may,
  body: AccountId.extend({ userId: Id, reason: Reason.describe('How you checked their identity.') }),
  reply: z.object({ resetsAt: Timestamp }),
  status: 201,
  failures: ['no_second_step'],
});

export const keepSecondStep = route({
  method: 'POST',
  path: '/auth/keepSecondStep',
  summary: 'Keep the second step, with the token from the link in the email.',
  auth: 'none',
  body: z.object({ token: z.string().max(300) }),
  reply: Ok,
  failures: ['link_invalid'],
});
