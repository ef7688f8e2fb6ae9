import { z } from 'zod';
import { Code, FirstName, LastName, OwnPassword, Password } from './auth.ts';
import { CallForwardingHours } from './calls.ts';
import {
  AvatarUrl,
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
import { LinkRejection, LinkStatus, SeatRole, SeatType, UserType } from './seats.ts';

export const UndoSeconds = z
  .number()
  .int()
  .min(0)
  .max(30)
  .describe('How long a sent text is held back so that it can be undone, in seconds (0 to 30).');

/** A picture before it is cropped and drawn anew. */
export const MAX_AVATAR_BYTES = 5_000_000;
export const avatarTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

export const NotificationChoices = z.object({
  browser: z
    .boolean()
    .describe('A notification of the browser for a text that arrives while Hiretext is out of sight.'),
  sound: z.boolean().describe('A sound for a text that arrives.'),
  hideText: z.boolean().describe('The notification names the candidate and leaves out what they wrote.'),
  mail: z.boolean().describe('A mail when a candidate has waited unread for 15 minutes.'),
});
export type NotificationChoices = z.infer<typeof NotificationChoices>;

export const User = z.object({
  id: Id,
  accountId: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: Email,
  phoneNumber: PhoneNumber.nullable().describe("The person's own phone, not the business number."),
  timezone: Timezone,
  avatar: AvatarUrl,
  userType: UserType,
  undoSeconds: UndoSeconds,
  notifications: NotificationChoices,
  callForwardingEnabled: z.boolean().describe('Calls to the business number ring at `callForwardingNumber`.'),
  callForwardingNumber: PhoneNumber.nullable(),
  callForwardingHours: CallForwardingHours,
  hasPassword: z
    .boolean()
    .describe(
      'False for somebody who joined by single sign-on; they prove who they are by signing in again.',
    ),
  mfaEnabled: z.boolean().describe('Signing in needs a code as well.'),
  authenticatorEnabled: z
    .boolean()
    .describe('The code comes from an authenticator app, or is a recovery code; else from a mail.'),
  passkeyEnabled: z.boolean().describe('The person has passkeys, which are a second step too.'),
  mfaMissing: z
    .boolean()
    .describe(
      'The account requires a second step, and the person has to set one up before anything else is answered.',
    ),
  outOfOfficeMessageEnabled: z
    .boolean()
    .describe('Candidates who text in the period are answered automatically. False again once it is over.'),
  outOfOfficeMessage: z.string(),
  outOfOfficeStartsAt: Timestamp.nullable().describe('Null: from when it was switched on.'),
  outOfOfficeEndsAt: Timestamp.nullable().describe('Null: until it is switched off.'),
  covers: z
    .array(z.object({ userId: Id, firstName: z.string(), lastName: z.string(), until: Timestamp.nullable() }))
    .describe(
      'Colleagues who are away now and whose delegate the person is: their new texts and missed calls are in this inbox too.',
    ),
  metadata: z.object({ emailVerified: z.boolean() }),
  isStaff: z
    .boolean()
    .describe('Internal staff, known by the domain of their verified e-mail or by the list of exceptions.'),
  impersonation: z
    .object({ id: Id, accountId: Id, expiresAt: Timestamp })
    .nullable()
    .describe('Staff look on as the person until then, and can only read. Null for the person themself.'),
  supportUserHash: z
    .string()
    .describe(
      'HMAC-SHA256 of `id` in hex, with which the help chat knows the person. Empty for staff who look on.',
    ),
  seat: z
    .object({
      id: Id,
      seatRole: SeatRole,
      seatType: SeatType.describe('A nonTexter gets no number of their own.'),
      twilioNumber: PhoneNumber.nullable(),
      twilioNumberFormatted: PhoneNumberFormatted.nullable(),
      metadata: z.object({
        linkStatus: LinkStatus.nullable().describe('Null while the seat has no number.'),
        linkRejection: LinkRejection.nullable().describe('While the status is rejected.'),
        isLandline: z.boolean().describe("The company's landline; its calls stay with the phone company."),
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
  beforeMfa: true,
  reply: User,
});

export const updateUser = route({
  method: 'PUT',
  path: '/user',
  summary: 'Change any of the named fields of the signed-in person.',
  auth: 'session',
  beforeMfa: true,
  body: z
    .object({
      firstName: FirstName,
      lastName: LastName,
      timezone: Timezone,
      phoneNumber: PhoneNumberInput.nullable(),
      undoSeconds: UndoSeconds,
      avatar: z.null().describe('Removes the picture; `uploadAvatar` sets one.'),
      notifications: NotificationChoices.partial(),
      mfaEnabled: z
        .boolean()
        .describe(
          'By itself it means codes by mail, so it can be turned on once the e-mail is verified. Can be turned off only without an authenticator app and passkeys; removing these needs the password.',
        ),
    })
    .partial(),
  reply: User,
  failures: ['authenticator_in_force', 'passkey_in_force', 'email_unverified', 'mfa_kept'],
});

export const uploadAvatar = route({
  method: 'POST',
  path: '/user/avatar',
  summary:
    'Set the picture of the signed-in person (multipart field `file`; jpeg, png, webp or gif, at most 5 MB). It is drawn anew at 256 x 256, from its middle; of an animated one the first frame. Nothing else of the file is kept.',
  auth: 'session',
  transport: 'multipart',
  reply: User,
  failures: ['too_large', 'unsupported_media_type'],
});

export const removeAvatar = route({
  method: 'DELETE',
  path: '/user/avatar',
  summary: 'Remove the picture of the signed-in person.',
  auth: 'session',
  reply: User,
});

export const updateCallForwardSettings = route({
  method: 'POST',
  path: '/user/updateCallForwardSettings',
  summary:
    'Forward calls to the business number to another phone in the 50 states or Canada; in other countries once staff have opened them.',
  auth: 'session',
  body: z.object({
    callForwardingEnabled: z.boolean(),
    callForwardingNumber: z
      .string()
      .trim()
      .max(32, 'Must be a valid phone number')
      .nullable()
      .default(null)
      .describe('As people write it; may be empty only while `callForwardingEnabled` is false.'),
    callForwardingHours: CallForwardingHours.optional(),
  }),
  reply: User,
  failures: [
    'call_forwarding_number_empty',
    'no_number',
    'number_is_landline',
    'plan_required',
    'calls_abroad_off',
  ],
});

export const changePassword = route({
  method: 'POST',
  path: '/user/changePassword',
  summary: 'Set a new password, or a first one. Ends every other session of the person.',
  auth: 'session',
  body: z.object({
    currentPassword: OwnPassword,
    password: Password,
  }),
  reply: Ok,
  failures: ['sign_in_again', 'sso_required'],
});

/** How long the seed that `startAuthenticator` showed can be confirmed. */
export const AUTHENTICATOR_SETUP_MINUTES = 30;

export const startAuthenticator = route({
  method: 'POST',
  path: '/user/authenticator/start',
  summary:
    'A new seed for an authenticator app. Nothing changes before `confirmAuthenticator`, within 30 minutes.',
  auth: 'session',
  beforeMfa: true,
  body: z.object({ password: OwnPassword }),
  reply: z.object({
    secret: z.string().describe('The seed in base32, for typing it in.'),
    otpauthUrl: z.string().describe('The same for a QR code.'),
  }),
  failures: ['authenticator_exists', 'sign_in_again'],
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
  beforeMfa: true,
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
  body: z.object({ password: OwnPassword }),
  reply: Ok,
  failures: ['not_found', 'mfa_kept', 'sign_in_again'],
});

export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/user/authenticator/recoveryCodes',
  summary: 'New recovery codes in place of the earlier ones.',
  auth: 'session',
  body: z.object({ password: OwnPassword }),
  reply: RecoveryCodes,
  failures: ['not_found', 'sign_in_again'],
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
