import { z } from 'zod';
import { Code, FirstName, LastName, OwnPassword, Password } from './auth.ts';
import { CallForwardingHours } from './calls.ts';
import { Name } from './name.ts';
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
  .describe('How many seconds to hold back a sent text so it can be undone (0 to 30).');

/** A picture before it is cropped and redrawn. */
export const MAX_AVATAR_BYTES = 5_000_000;
export const avatarTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

export const NotificationChoices = z.object({
  browser: z
    .boolean()
    .describe(
      'Show a browser notification when a text or a notification comes in while Hiretext is out of sight, and push it to browsers in which Hiretext is closed.',
    ),
  sound: z.boolean().describe('Play a sound when a text arrives.'),
  hideText: z.boolean().describe("Show only the candidate's name in notifications, not what they wrote."),
  mail: z.boolean().describe("Send an email when a candidate's text has been unread for 15 minutes."),
  mentionMail: z.boolean().describe('Send an email when a colleague mentions you in a note.'),
});
export type NotificationChoices = z.infer<typeof NotificationChoices>;

export const ContactCardChoices = z.object({
  title: z.string().nullable().describe('Under the name, e.g. Nurse recruiter.'),
  picture: z.boolean().describe("Whether the user's picture is on it, if they have one."),
  email: z.boolean().describe("Whether the user's email is on it."),
});
export type ContactCardChoices = z.infer<typeof ContactCardChoices>;

const NewContactCardChoices = ContactCardChoices.extend({
  title: Name('title', 80)
    .transform((text) => text || null)
    .nullable(),
}).partial();

export const User = z.object({
  id: Id,
  accountId: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: Email,
  phoneNumber: PhoneNumber.nullable().describe("The user's own phone, not the business number."),
  timezone: Timezone,
  avatar: AvatarUrl,
  userType: UserType,
  undoSeconds: UndoSeconds,
  notifications: NotificationChoices,
  contactCard: ContactCardChoices.describe(
    'What the contact card holds that the user texts to candidates, besides their name, the company and their number.',
  ),
  callForwardingEnabled: z
    .boolean()
    .describe('Whether calls to the business number are forwarded to `callForwardingNumber`.'),
  callForwardingNumber: PhoneNumber.nullable(),
  callForwardingHours: CallForwardingHours,
  hasPassword: z
    .boolean()
    .describe(
      'False for someone who joined with single sign-on. They prove who they are by signing in again.',
    ),
  mfaEnabled: z.boolean().describe('Whether signing in takes a second step.'),
  authenticatorEnabled: z
    .boolean()
    .describe(
      'Whether codes come from an authenticator app (or are recovery codes). Otherwise they come by email.',
    ),
  passkeyEnabled: z.boolean().describe('Whether the user has a passkey, which also works as a second step.'),
  mfaMissing: z
    .boolean()
    .describe(
      'The account requires a second step, and the user has to set one up before they can do anything else.',
    ),
  outOfOfficeMessageEnabled: z
    .boolean()
    .describe(
      'Whether candidates who text during the period get an automatic reply. False again after the end.',
    ),
  outOfOfficeMessage: z.string(),
  outOfOfficeStartsAt: Timestamp.nullable().describe('Null: starts when the user turns it on.'),
  outOfOfficeEndsAt: Timestamp.nullable().describe('Null: lasts until the user turns it off.'),
  calendarShortcutEnabled: z
    .boolean()
    .describe('Whether `#shortcut` in a text the user sends becomes the link of that calendar shortcut.'),
  interviewReminderEnabled: z.boolean().describe("Whether the user's interview reminders go out."),
  onboardingMessageEnabled: z.boolean().describe("Whether the user's onboarding messages go out."),
  stageMessageEnabled: z.boolean().describe("Whether the user's stage messages go out."),
  automationReminder: z
    .boolean()
    .describe(
      'Whether the user gets an email when an automatic text of theirs is held or fails, or a scheduled one is held.',
    ),
  weeklyFigures: z
    .boolean()
    .describe(
      'Whether the user gets an email on Mondays with the five figures that changed most. Only admins of team accounts get it.',
    ),
  opensWith: z
    .enum(['account', 'messages'])
    .nullable()
    .describe(
      "The screen the user starts on after signing in. Null: they haven't chosen, so it's their account. On the free plan, Plan Selection always comes first.",
    ),
  covers: z
    .array(z.object({ userId: Id, firstName: z.string(), lastName: z.string(), until: Timestamp.nullable() }))
    .describe(
      "Colleagues who are away now and chose this user as their delegate. Their new texts and missed calls are in this user's inbox too.",
    ),
  metadata: z.object({
    emailVerified: z.boolean(),
    hasConversations: z.boolean().describe('Whether they have a conversation with a candidate.'),
    numberRegistered: z
      .boolean()
      .describe(
        "False while US carriers don't take texts from the seat's number: the company's registration is missing.",
      ),
  }),
  isStaff: z
    .boolean()
    .describe(
      "Whether the user is internal staff, by their verified email's domain or the list of exceptions.",
    ),
  impersonation: z
    .object({ id: Id, accountId: Id, expiresAt: Timestamp })
    .nullable()
    .describe(
      "Set while staff impersonate the user, which lasts until `expiresAt` and allows no changes. Null for the user's own sessions.",
    ),
  supportUserHash: z
    .string()
    .describe(
      'HMAC-SHA256 of `id` in hex, which identifies the user to the help chat. Empty while staff impersonate the user.',
    ),
  seat: z
    .object({
      id: Id,
      seatRole: SeatRole,
      seatType: SeatType.describe("A nonTexter doesn't get a number."),
      twilioNumber: PhoneNumber.nullable(),
      twilioNumberFormatted: PhoneNumberFormatted.nullable(),
      metadata: z.object({
        linkStatus: LinkStatus.nullable().describe('Null if the seat has no number.'),
        linkRejection: LinkRejection.nullable().describe('Set while the status is rejected.'),
        isLandline: z
          .boolean()
          .describe("Whether the number is the company's landline. Its calls stay with the phone company."),
      }),
    })
    .nullable()
    .describe('Null until the account has a plan.'),
});
export type User = z.infer<typeof User>;

export const getUser = route({
  method: 'GET',
  path: '/user',
  summary: 'Get the signed-in user.',
  auth: 'session',
  scope: 'any',
  beforeMfa: true,
  reply: User,
});

export const updateUser = route({
  method: 'PUT',
  path: '/user',
  summary: 'Change the signed-in user. Fields you leave out stay as they are.',
  auth: 'session',
  beforeMfa: true,
  body: z
    .object({
      firstName: FirstName,
      lastName: LastName,
      timezone: Timezone,
      phoneNumber: PhoneNumberInput.nullable(),
      undoSeconds: UndoSeconds,
      avatar: z.null().describe('Removes the picture. Set one with `uploadAvatar`.'),
      notifications: NotificationChoices.partial(),
      contactCard: NewContactCardChoices,
      automationReminder: User.shape.automationReminder,
      weeklyFigures: User.shape.weeklyFigures,
      opensWith: User.shape.opensWith.unwrap(),
      mfaEnabled: z
        .boolean()
        .describe(
          'On its own, this means codes by email, so verify the email before you turn it on. Before you turn it off, remove the authenticator app and passkeys, which takes the password.',
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
    "Set the signed-in user's picture (multipart field `file`; JPEG, PNG, WebP or GIF, up to 5 MB). We crop its center and redraw it at 256 x 256, from the first frame if it's animated. Nothing else in the file is kept.",
  auth: 'session',
  transport: 'multipart',
  reply: User,
  failures: ['too_large', 'unsupported_media_type'],
});

export const removeAvatar = route({
  method: 'DELETE',
  path: '/user/avatar',
  summary: "Remove the signed-in user's picture.",
  auth: 'session',
  reply: User,
});

export const updateCallForwardSettings = route({
  method: 'POST',
  path: '/user/updateCallForwardSettings',
  summary:
    'Forward calls to the business number to a phone in the 50 states or Canada, or in another country if staff have turned that on.',
  auth: 'session',
  body: z.object({
    callForwardingEnabled: z.boolean(),
    callForwardingNumber: z
      .string()
      .trim()
      .max(32, 'Must be a valid phone number')
      .nullable()
      .default(null)
      .describe('In any common format. Can be empty only while `callForwardingEnabled` is false.'),
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
  summary: "Set or change the password. Ends all of the user's other sessions.",
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
    'Get a new seed for an authenticator app. Nothing changes until you call `confirmAuthenticator`, within 30 minutes.',
  auth: 'session',
  beforeMfa: true,
  body: z.object({ password: OwnPassword }),
  reply: z.object({
    secret: z.string().describe('The seed in base32, for people who type it in.'),
    otpauthUrl: z.string().describe('The seed as a URL for a QR code.'),
  }),
  failures: ['authenticator_exists', 'sign_in_again'],
});

const RecoveryCodes = z.object({
  recoveryCodes: z
    .array(z.string())
    .describe(
      '10 codes, each good for one sign-in without the app. Shown only here. Earlier codes stop working.',
    ),
});

export const confirmAuthenticator = route({
  method: 'POST',
  path: '/user/authenticator/confirm',
  summary: 'Start using the authenticator app by entering a code it shows. Turns on `mfaEnabled`.',
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
    "Stop using the authenticator app. The user then gets codes by email, or needs no code while the email isn't verified.",
  auth: 'session',
  body: z.object({ password: OwnPassword }),
  reply: Ok,
  failures: ['not_found', 'mfa_kept', 'sign_in_again'],
});

export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/user/authenticator/recoveryCodes',
  summary: 'Replace the recovery codes with new ones.',
  auth: 'session',
  body: z.object({ password: OwnPassword }),
  reply: RecoveryCodes,
  failures: ['not_found', 'sign_in_again'],
});

export const UserSession = z.object({
  id: Id,
  isCurrent: z.boolean().describe("Whether it's the session you're asking with."),
  userAgent: z.string().nullable().describe("The browser's user agent at sign-in."),
  createdAt: Timestamp,
  expiresAt: Timestamp,
});
export type UserSession = z.infer<typeof UserSession>;

export const listSessions = route({
  method: 'GET',
  path: '/user/sessions',
  summary: 'List where the user is signed in, newest first.',
  auth: 'session',
  reply: z.array(UserSession),
});

export const endSession = route({
  method: 'DELETE',
  path: '/user/sessions/{id}',
  summary: 'Sign out of one browser.',
  auth: 'session',
  params: z.object({ id: Id }),
  reply: Ok,
});

export const endOtherSessions = route({
  method: 'DELETE',
  path: '/user/sessions',
  summary: 'Sign out of every other browser.',
  auth: 'session',
  reply: Ok,
});
