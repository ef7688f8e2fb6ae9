import { z } from 'zod';
import { FirstName, LastName, Password } from './auth.ts';
import {
  Email,
  Id,
  Ok,
  PhoneNumber,
  PhoneNumberFormatted,
  PhoneNumberInput,
  Timestamp,
  Timezone,
} from './primitives.ts';
import { route } from './route.ts';
import { LinkStatus, SeatRole, UserType } from './seats.ts';

export const UndoSeconds = z
  .number()
  .int()
  .min(0)
  .max(30)
  .describe('How long a sent text is held back so that it can be undone, in seconds (0 to 30).');

export const User = z.object({
  id: Id,
  accountId: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: Email,
  phoneNumber: PhoneNumber.nullable().describe("The person's own phone, not the business number."),
  timezone: Timezone,
  userType: UserType,
  undoSeconds: UndoSeconds,
  mfaEnabled: z.boolean().describe('Signing in needs a code from a mail as well.'),
  metadata: z.object({ emailVerified: z.boolean() }),
  supportUserHash: z
    .string()
    .describe('HMAC-SHA256 of `id` in hex, with which the help chat knows the person.'),
  seat: z
    .object({
      id: Id,
      seatRole: SeatRole,
      twilioNumber: PhoneNumber.nullable(),
      twilioNumberFormatted: PhoneNumberFormatted.nullable(),
      metadata: z.object({
        linkStatus: LinkStatus.nullable().describe('Null while the seat has no number.'),
      }),
    })
    .nullable()
    .describe('Null until a plan is chosen.'),
});
export type User = z.infer<typeof User>;

export const getUser = route({
  method: 'GET',
  path: '/user',
  summary: 'The signed-in person.',
  auth: 'session',
  reply: User,
});

export const updateUser = route({
  method: 'PUT',
  path: '/user',
  summary: 'Change any of the named fields of the signed-in person.',
  auth: 'session',
  body: z
    .object({
      firstName: FirstName,
      lastName: LastName,
      timezone: Timezone,
      phoneNumber: PhoneNumberInput.nullable(),
      undoSeconds: UndoSeconds,
      mfaEnabled: z.boolean(),
    })
    .partial(),
  reply: User,
});

export const changePassword = route({
  method: 'POST',
  path: '/user/changePassword',
  summary: 'Set a new password. Ends every other session of the person.',
  auth: 'session',
  body: z.object({
    currentPassword: z.string('The password is required').min(1, 'The password is required').max(200),
    password: Password,
  }),
  reply: Ok,
});

export const UserSession = z.object({
  id: Id,
  isCurrent: z.boolean().describe('The session that asks.'),
  userAgent: z.string().nullable().describe('Of the browser, as it was when it signed in.'),
  createdAt: Timestamp,
  expiresAt: Timestamp,
});
export type UserSession = z.infer<typeof UserSession>;

export const listSessions = route({
  method: 'GET',
  path: '/user/sessions',
  summary: 'Where the person is signed in, newest first.',
  auth: 'session',
  reply: z.array(UserSession),
});

export const endSession = route({
  method: 'DELETE',
  path: '/user/sessions/{id}',
  summary: 'Sign out one browser.',
  auth: 'session',
  params: z.object({ id: Id }),
  reply: Ok,
});

export const endOtherSessions = route({
  method: 'DELETE',
  path: '/user/sessions',
  summary: 'Sign out every other browser.',
  auth: 'session',
  reply: Ok,
});
