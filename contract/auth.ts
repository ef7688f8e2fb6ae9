import { z } from 'zod';
import { MIN_PASSWORD_LENGTH } from './limits.ts';
import { Name } from './name.ts';
import { Email, Ok, Timestamp, Timezone } from './primitives.ts';
import { route } from './route.ts';

export const FirstName = Name('first name', 80).min(1, 'The first name is required');
export const LastName = Name('last name', 80).min(1, 'The last name is required');

export const Password = z
  .string('The password is required')
  .min(1, { error: 'The password is required', abort: true })
  .min(MIN_PASSWORD_LENGTH, `The password needs at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(200, 'The password is too long')
  .describe('At least 10 characters.');

/** The calls that ask for proof of a person, by their names. */
export const CaptchaAction = z
  .enum([
    'signup',
    'login',
    'sendMfaEmail',
    'sendResetPasswordEmail',
    'sendVerificationEmail',
    'sendMagicLink',
  ])
  .describe("The call you'll send the token with. No other call accepts it.");
export type CaptchaAction = z.infer<typeof CaptchaAction>;

export const CaptchaToken = z
  .string()
  .max(8000)
  .optional()
  .describe(
    'Proves that a person is asking: the base64 of the JSON `{ challenge, solution }`, with a challenge from `GET /auth/captchaChallenge`, or the Turnstile token if this server uses Turnstile. Every call that sends an email or creates a user needs it, unless the challenge is of type `off`; `login` needs it only after it answered `captcha_required`.',
  );

/** How long a code and a link live. */
export const CODE_MINUTES = 10;
export const LINK_HOURS = 24;

export const Code = z
  .string('The code is required')
  .trim()
  .min(1, 'The code is required')
  .max(40, 'The code is invalid')
  .describe(
    '6 digits from the email. Works once, within 10 minutes, with five tries in the browser that asked for it.',
  );

/** What the second step asks for: a code from a mail or the authenticator app, or a passkey. */
export const MfaMethod = z.enum(['email', 'authenticator', 'passkey']);
export type MfaMethod = z.infer<typeof MfaMethod>;

const MfaMethods = z
  .array(MfaMethod)
  .min(1)
  .describe('Every method the user can choose from. The first is `mfaMethod`.');

/** How long a browser can be trusted. */
export const TRUST_DAYS = 30;

export const TrustBrowser = z
  .boolean()
  .optional()
  .describe(
    'Skip the second step in this browser for 30 days. Sets a cookie, which is no use without the password.',
  );

const LinkToken = z
  .string('The link is invalid')
  .max(400, 'The link is invalid')
  .describe("`token` from the link's address.");

/** As it was once set, whatever the rules are now. */
const CurrentPassword = z.string('The password is required').min(1, 'The password is required').max(200);

/** How long a sign-in by single sign-on counts as the password of someone who has none. */
export const PROOF_MINUTES = 10;

export const OwnPassword = CurrentPassword.optional().describe(
  `Leave it out if the user has none (\`hasPassword\`). Their session must then have started with single sign-on within the last ${PROOF_MINUTES} minutes.`,
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
      .describe('The password is right. Continue with `verifyMfa` within 10 minutes; you have five tries.'),
    mfaMethod: MfaMethod.describe(
      "`email`: request the code with `sendMfaEmail`. `authenticator`: the code is in the user's app; we don't email one. `passkey`: continue with `startPasskeySignIn`.",
    ),
    mfaMethods: MfaMethods,
  }),
]);

const InviteToken = z
  .string('The invitation is invalid')
  .max(400, 'The invitation is invalid')
  .describe('`invite` from the address of the link in the email.');

export const getInvitation = route({
  method: 'GET',
  path: '/auth/invitation',
  summary: 'Read an invitation before you sign up with it.',
  auth: 'none',
  query: z.object({ token: InviteToken }),
  reply: z.object({
    companyName: z.string(),
    inviterFirstName: z.string(),
    email: Email.describe('The only address that can sign up with it.'),
    firstName: z.string().nullable().describe('As the person who sent the invitation entered it.'),
    lastName: z.string().nullable().describe('As the person who sent the invitation entered it.'),
    expiresAt: Timestamp,
  }),
  failures: ['invitation_invalid'],
});

export const signup = route({
  method: 'POST',
  path: '/auth/signup',
  summary:
    'Create a user and an account of type `none` on the free plan. With an `inviteToken`, create a user in the inviting account, in the invited seat.',
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
  summary: 'Sign in with an email and password.',
  auth: 'none',
  body: z.object({
    email: Email,
    password: CurrentPassword,
    captchaToken: CaptchaToken,
  }),
  reply: LoginReply,
  failures: ['wrong_credentials', 'captcha_required', 'captcha_invalid', 'sso_required', 'account_elsewhere'],
});

const AskForMail = z.object({ email: Email, captchaToken: CaptchaToken });

export const sendMfaEmail = route({
  method: 'POST',
  path: '/auth/sendMfaEmail',
  summary:
    'Email the code for a sign-in that needs one, within 10 minutes of a `login` that named `email`. The reply is always the same.',
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
    code: Code.describe('6 digits from the email or the authenticator app, or a recovery code. Works once.'),
    trustBrowser: TrustBrowser,
  }),
  reply: IdToken,
  failures: ['code_invalid', 'sso_required'],
});

export const sendResetPasswordEmail = route({
  method: 'POST',
  path: '/auth/sendResetPasswordEmail',
  summary: 'Email a code to set a new password, if we know the address. The reply is always the same.',
  auth: 'none',
  body: AskForMail,
  reply: Ok,
  failures: ['captcha_required', 'captcha_invalid', 'sso_required'],
});

export const resetPasswordUsingCode = route({
  method: 'POST',
  path: '/auth/resetPasswordUsingCode',
  summary: "Set a new password with the code from the email. Ends all of the user's sessions.",
  auth: 'none',
  body: z.object({ email: Email, code: Code, password: Password }),
  reply: Ok,
  failures: ['code_invalid', 'sso_required'],
});

export const sendVerificationEmail = route({
  method: 'POST',
  path: '/auth/sendVerificationEmail',
  summary:
    "Email a link that verifies the address, if we know it and it isn't verified yet. The reply is always the same.",
  auth: 'none',
  body: AskForMail,
  reply: Ok,
  failures: ['captcha_required', 'captcha_invalid'],
});

export const verifyEmail = route({
  method: 'POST',
  path: '/auth/verifyEmail',
  summary: 'Verify the address with the link from the email. Repeating the call changes nothing.',
  auth: 'none',
  body: z.object({ token: LinkToken }),
  reply: Ok,
  failures: ['link_invalid'],
});

export const sendMagicLink = route({
  method: 'POST',
  path: '/auth/sendMagicLink',
  summary: 'Email a sign-in link, if we know the address. The reply is always the same.',
  auth: 'none',
  body: AskForMail,
  reply: Ok,
  failures: ['captcha_required', 'captcha_invalid', 'sso_required'],
});

export const verifyMagicLink = route({
  method: 'POST',
  path: '/auth/verifyMagicLink',
  summary: 'Sign in with the link from the email. It works once.',
  auth: 'none',
  body: z.object({ token: LinkToken }),
  reply: z.discriminatedUnion('mfaNeeded', [
    IdToken.extend({ mfaNeeded: z.literal(false) }),
    z.object({
      mfaNeeded: z
        .literal(true)
        .describe(
          'The user needs a second step. Continue with `verifyMfa` within 10 minutes; you have five tries.',
        ),
      mfaMethod: MfaMethod.exclude(['email']),
      mfaMethods: MfaMethods,
      email: Email.describe('The address the link was sent to. Pass it to `verifyMfa`.'),
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
  summary: 'Get a proof-of-work challenge (ALTCHA), or the Turnstile site key.',
  auth: 'none',
  query: z.object({ action: CaptchaAction }),
  reply: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('altcha'),
      challenge: AltchaChallenge.describe(
        'For `solveChallenge` in altcha-lib. Works once, within 10 minutes.',
      ),
    }),
    z.object({
      type: z.literal('turnstile'),
      siteKey: z.string().describe('For a widget with the same `action` you asked for.'),
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
