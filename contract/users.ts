import { z } from 'zod';
import { Code, CurrentPassword, FirstName, LastName, Password } from './auth.ts';
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
  mfaEnabled: z.boolean().describe('Signing in needs a code as well.'),
  authenticatorEnabled: z
    .boolean()
    .describe('The code comes from an authenticator app, or is a recovery code; else from a mail.'),
  outOfOfficeMessageEnabled: z
    .boolean()
    .describe('Candidates who text in the period are answered automatically. False again once it is over.'),
  outOfOfficeMessage: z.string(),
  outOfOfficeStartsAt: Timestamp.nullable().describe('Null: from when it was switched on.'),
  outOfOfficeEndsAt: Timestamp.nullable().describe('Null: until it is switched off.'),
  covers: z
    .array(z.object({ userId: Id, firstName: z.string(), lastName: z.string(), until: Timestamp.nullable() }))
    .describe("Colleagues who are away now and whose delegate the person is: their new texts are in this inbox too."),
  metadata: z.object({ emailVerified: z.boolean() }),
  isStaff: z
    .boolean()
    .describe('Internal staff, known by the domain of their verified e-mail or by the list of exceptions.'),
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
      mfaEnabled: z
        .boolean()
        .describe('Can be turned off only without an authenticator app; removing that needs the password.'),
    })
    .partial(),
  reply: User,
  failures: ['authenticator_in_force'],
});

export const changePassword = route({
  method: 'POST',
  path: '/user/changePassword',
  summary: 'Set a new password. Ends every other session of the person.',
  auth: 'session',
  body: z.object({
    currentPassword: CurrentPassword,
    password: Password,
  }),
  reply: Ok,
});

/** How long the seed that `startAuthenticator` showed can be confirmed. */
export const AUTHENTICATOR_SETUP_MINUTES = 30;

export const startAuthenticator = route({
  method: 'POST',
  path: '/user/authenticator/start',
  summary:
    'A new seed for an authenticator app. Nothing changes before `confirmAuthenticator`, within 30 minutes.',
  auth: 'session',
  body: z.object({ password: CurrentPassword }),
  reply: z.object({
    secret: z.string().describe('The seed in base32, for typing it in.'),
    otpauthUrl: z.string().describe('The same for a QR code.'),
  }),
  failures: ['authenticator_exists'],
});

const RecoveryCodes = z.object({
  recoveryCodes: z
    .array(z.string())
    .describe(
      '10 of them, each good for one sign-in without the app. Shown only here; earlier ones are void.',
    ),
});

export const confirmAuthenticator = route({
  method: 'POST',
  path: '/user/authenticator/confirm',
  summary: 'Put the authenticator app in force with a code that it shows. Turns `mfaEnabled` on.',
  auth: 'session',
  body: z.object({ code: Code.describe('6 digits from the app.') }),
  reply: RecoveryCodes,
  failures: ['not_found'],
});

export const removeAuthenticator = route({
  method: 'POST',
  path: '/user/authenticator/remove',
  summary:
    'Sign in without the authenticator app from now on: with codes by mail, or with none as long as the e-mail is not verified.',
  auth: 'session',
  body: z.object({ password: CurrentPassword }),
  reply: Ok,
  failures: ['not_found'],
});

export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/user/authenticator/recoveryCodes',
  summary: 'New recovery codes in place of the earlier ones.',
  auth: 'session',
  body: z.object({ password: CurrentPassword }),
  reply: RecoveryCodes,
  failures: ['not_found'],
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
