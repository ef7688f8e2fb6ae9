import { z } from 'zod';
import { Email, Ok, Timestamp, Timezone } from './primitives.ts';
import { route } from './route.ts';

export const MIN_PASSWORD_LENGTH = 10;

const PersonName = (label: string) =>
  z
    .string(`The ${label} is required`)
    .trim()
    .min(1, `The ${label} is required`)
    .max(80, `The ${label} is too long`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are just what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, `The ${label} is invalid`);

export const FirstName = PersonName('first name');
export const LastName = PersonName('last name');

export const Password = z
  .string('The password is required')
  .min(MIN_PASSWORD_LENGTH, `The password needs at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(200, 'The password is too long')
  .describe('At least 10 characters.');

/** The calls that ask for proof of a person, by their names. */
export const CaptchaAction = z
  .enum(['signup', 'sendMfaEmail', 'sendResetPasswordEmail', 'sendVerificationEmail', 'sendMagicLink'])
  .describe('The call that the token will be sent with. No other accepts it.');
export type CaptchaAction = z.infer<typeof CaptchaAction>;

export const CaptchaToken = z
  .string()
  .max(8000)
  .optional()
  .describe(
    'Proof that a person asks: base64 of the JSON of `{ challenge, solution }` with a challenge of `GET /auth/captchaChallenge`, or the token of Turnstile where that is set up. May be left out until `captcha_required` is answered.',
  );

/** How long a code and a link live. */
export const CODE_MINUTES = 10;
export const LINK_HOURS = 24;

export const Code = z
  .string('The code is required')
  .trim()
  .min(1, 'The code is required')
  .max(40, 'The code is invalid')
  .describe('6 digits from the mail; valid for 10 minutes, five tries, once.');

/** What the second step asks for: the code from a mail, the one of the authenticator app, or a passkey. */
export const MfaMethod = z.enum(['email', 'authenticator', 'passkey']);
export type MfaMethod = z.infer<typeof MfaMethod>;

const MfaMethods = z
  .array(MfaMethod)
  .min(1)
  .describe('All that would do, the first one being `mfaMethod`; the person may choose.');

/** How long a browser can be trusted. */
export const TRUST_DAYS = 30;

export const TrustBrowser = z
  .boolean()
  .optional()
  .describe(
    'Ask for no second step in this browser for 30 days: sets a cookie, which opens nothing without the password.',
  );

const LinkToken = z
  .string('The link is invalid')
  .max(400, 'The link is invalid')
  .describe('`token` in the address of the link.');

/** As it was once set, whatever rules hold by now. */
const CurrentPassword = z.string('The password is required').min(1, 'The password is required').max(200);

/** How long a sign-in by single sign-on stands in for the password of somebody who has none. */
export const PROOF_MINUTES = 10;

export const OwnPassword = CurrentPassword.optional().describe(
  `Left out by somebody without one (\`hasPassword\`): their session has to have been started by single sign-on, at most ${PROOF_MINUTES} minutes ago.`,
);

export const IdToken = z.object({
  id_token: z.string().describe('Send it as `Authorization: Bearer <id_token>`.'),
  expires_in: z.number().int().describe('Seconds until it expires.'),
});

export const LoginReply = z.discriminatedUnion('mfaNeeded', [
  IdToken.extend({ mfaNeeded: z.literal(false) }),
  z.object({
    mfaNeeded: z
      .literal(true)
      .describe('The password is right; go on with `verifyMfa` within ten minutes, five tries.'),
    mfaMethod: MfaMethod.describe(
      '`email`: ask for the code with `sendMfaEmail`. `authenticator`: the person has it in their app; none is mailed. `passkey`: go on with `startPasskeySignIn`.',
    ),
    mfaMethods: MfaMethods,
  }),
]);

const InviteToken = z
  .string('The invitation is invalid')
  .max(400, 'The invitation is invalid')
  .describe('`invite` in the address of the link in the mail.');

export const getInvitation = route({
  method: 'GET',
  path: '/auth/invitation',
  summary: 'What an invitation says, to be read before signing up with it.',
  auth: 'none',
  query: z.object({ token: InviteToken }),
  reply: z.object({
    companyName: z.string(),
    inviterFirstName: z.string(),
    email: Email.describe('The only address that can sign up with it.'),
    firstName: z.string().nullable().describe('As the inviter gave it.'),
    lastName: z.string().nullable().describe('As the inviter gave it.'),
    expiresAt: Timestamp,
  }),
  failures: ['invitation_invalid'],
});

export const signup = route({
  method: 'POST',
  path: '/auth/signup',
  summary:
    'Create a user and an account of type none on the free plan; or, with an inviteToken, a user in the account and the seat of the invitation.',
  auth: 'none',
  body: z.object({
    firstName: FirstName,
    lastName: LastName,
    email: Email,
    password: Password,
    timezone: Timezone.optional(),
    inviteToken: InviteToken.optional(),
    captchaToken: CaptchaToken,
  }),
  reply: IdToken,
  status: 201,
  failures: ['email_taken', 'captcha_required', 'captcha_invalid', 'invitation_invalid', 'sso_required'],
});

export const login = route({
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in with e-mail and password.',
  auth: 'none',
  body: z.object({
    email: Email,
    password: CurrentPassword,
  }),
  reply: LoginReply,
  failures: ['wrong_credentials', 'sso_required'],
});

const AskForMail = z.object({ email: Email, captchaToken: CaptchaToken });

export const sendMfaEmail = route({
  method: 'POST',
  path: '/auth/sendMfaEmail',
  summary:
    'Mail the code for a sign-in that needs one. Only within ten minutes of a `login` that named `email`; the answer never tells.',
  auth: 'none',
  body: AskForMail,
  reply: Ok,
  failures: ['captcha_required', 'captcha_invalid', 'sso_required'],
});

export const verifyMfa = route({
  method: 'POST',
  path: '/auth/verifyMfa',
  summary: 'Finish a sign-in that needs a code.',
  auth: 'none',
  body: z.object({
    email: Email,
    code: Code.describe(
      '6 digits from the mail or from the authenticator app, or a recovery code. Good once.',
    ),
    trustBrowser: TrustBrowser,
  }),
  reply: IdToken,
  failures: ['code_invalid', 'sso_required'],
});

export const sendResetPasswordEmail = route({
  method: 'POST',
  path: '/auth/sendResetPasswordEmail',
  summary: 'Mail a code for a new password, if the address is known. The answer never tells.',
  auth: 'none',
  body: AskForMail,
  reply: Ok,
  failures: ['captcha_required', 'captcha_invalid', 'sso_required'],
});

export const resetPasswordUsingCode = route({
  method: 'POST',
  path: '/auth/resetPasswordUsingCode',
  summary: 'Set a new password with the code from the mail. Ends every session of the person.',
  auth: 'none',
  body: z.object({ email: Email, code: Code, password: Password }),
  reply: Ok,
  failures: ['code_invalid', 'sso_required'],
});

export const sendVerificationEmail = route({
  method: 'POST',
  path: '/auth/sendVerificationEmail',
  summary: 'Mail a link that verifies the address, if it is known and not verified. The answer never tells.',
  auth: 'none',
  body: AskForMail,
  reply: Ok,
  failures: ['captcha_required', 'captcha_invalid'],
});

export const verifyEmail = route({
  method: 'POST',
  path: '/auth/verifyEmail',
  summary: 'Verify the address with the link from the mail. Doing it again is harmless.',
  auth: 'none',
  body: z.object({ token: LinkToken }),
  reply: Ok,
  failures: ['link_invalid'],
});

export const sendMagicLink = route({
  method: 'POST',
  path: '/auth/sendMagicLink',
  summary: 'Mail a link that signs in, if the address is known. The answer never tells.',
  auth: 'none',
  body: AskForMail,
  reply: Ok,
  failures: ['captcha_required', 'captcha_invalid', 'sso_required'],
});

export const verifyMagicLink = route({
  method: 'POST',
  path: '/auth/verifyMagicLink',
  summary: 'Sign in with the link from the mail; it works once.',
  auth: 'none',
  body: z.object({ token: LinkToken }),
  reply: z.discriminatedUnion('mfaNeeded', [
    IdToken.extend({ mfaNeeded: z.literal(false) }),
    z.object({
      mfaNeeded: z
        .literal(true)
        .describe(
          'The person has an authenticator app; go on with `verifyMfa` within ten minutes, five tries.',
        ),
      mfaMethod: MfaMethod.exclude(['email']),
      mfaMethods: MfaMethods,
      email: Email.describe('Whose link it was, for `verifyMfa`.'),
    }),
  ]),
  failures: ['link_invalid', 'sso_required'],
});

export const AltchaChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    expiresAt: z.number(),
    data: z.object({ action: z.string() }),
  }),
  signature: z.string(),
});

export const getCaptchaChallenge = route({
  method: 'GET',
  path: '/auth/captchaChallenge',
  summary: 'A challenge for the proof of work (ALTCHA), or the site key of Turnstile.',
  auth: 'none',
  query: z.object({ action: CaptchaAction }),
  reply: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('altcha'),
      challenge: AltchaChallenge.describe(
        'For `solveChallenge` of altcha-lib; may be used once, within ten minutes.',
      ),
    }),
    z.object({
      type: z.literal('turnstile'),
      siteKey: z.string().describe('For a widget whose `action` is the one asked with.'),
    }),
    z.object({ type: z.literal('off') }),
  ]),
});

export const logout = route({
  method: 'POST',
  path: '/auth/logout',
  summary: 'End this session on the server.',
  auth: 'session',
  beforeMfa: true,
  reply: Ok,
});
