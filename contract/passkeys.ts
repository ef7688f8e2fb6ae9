import { z } from 'zod';
import { IdToken, OwnPassword, TrustBrowser } from './auth.ts';
import { Email, Id, Ok, Timestamp } from './primitives.ts';
import { route } from './route.ts';

/** How long a challenge can be answered; each is good once. */
export const PASSKEY_MINUTES = 10;
export const MOST_PASSKEYS = 20;

const Binary = z
  .string()
  .min(1)
  .max(8000)
  .regex(/^[\w-]+$/)
  .describe('Bytes in base64url.');

/** The longest that WebAuthn allows is 1023 bytes. */
const CredentialId = Binary.max(1364);

const answerOf = <Response extends z.ZodType>(response: Response) =>
  z.object({
    id: CredentialId,
    rawId: CredentialId,
    type: z.literal('public-key'),
    response,
    clientExtensionResults: z.looseObject({}).optional(),
    authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  });

const AddingAnswer = answerOf(
  z.object({
    clientDataJSON: Binary,
    attestationObject: Binary,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
).describe('What `navigator.credentials.create` answered, as its `toJSON` writes it.');

const SigningInAnswer = answerOf(
  z.object({
    clientDataJSON: Binary,
    authenticatorData: Binary,
    signature: Binary,
    userHandle: Binary.max(100).optional(),
  }),
).describe('What `navigator.credentials.get` answered, as its `toJSON` writes it.');

export type AddingAnswer = z.output<typeof AddingAnswer>;
export type SigningInAnswer = z.output<typeof SigningInAnswer>;

const Options = z.object({
  options: z
    .looseObject({ challenge: z.string() })
    .describe('For the browser: `publicKey` of `navigator.credentials`, as JSON of WebAuthn.'),
});

const PasskeyName = z
  .string('The name is required')
  .trim()
  .min(1, 'The name is required')
  .max(60, 'The name is too long')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are just what is refused
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'The name is invalid');

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable().describe('When somebody last signed in with it.'),
});
export type Passkey = z.infer<typeof Passkey>;

export const startPasskeySignIn = route({
  method: 'POST',
  path: '/auth/passkey/start',
  summary: 'A challenge for signing in with a passkey, in the browser that asks. Good once, for ten minutes.',
  auth: 'none',
  reply: Options,
  failures: ['passkeys_unavailable'],
});

export const finishPasskeySignIn = route({
  method: 'POST',
  path: '/auth/passkey/finish',
  summary:
    'Sign in with a passkey. It has checked its person, so it is both steps in one, and also the second one after a password.',
  auth: 'none',
  body: z.object({
    response: SigningInAnswer,
    email: Email.optional().describe(
      'Whose sign-in it finishes, after a `login` that needs a second step; only a passkey of that person is taken.',
    ),
    trustBrowser: TrustBrowser,
  }),
  reply: IdToken,
  failures: ['passkey_failed', 'passkeys_unavailable', 'sso_required'],
});

export const listPasskeys = route({
  method: 'GET',
  path: '/user/passkeys',
  summary: "The person's passkeys, oldest first.",
  auth: 'session',
  reply: z.array(Passkey),
});

export const startPasskey = route({
  method: 'POST',
  path: '/user/passkeys/start',
  summary: 'A challenge for making a passkey. Nothing changes before `addPasskey`, within ten minutes.',
  auth: 'session',
  beforeMfa: true,
  body: z.object({ password: OwnPassword }),
  reply: Options,
  failures: ['passkeys_unavailable', 'too_many_passkeys', 'sign_in_again'],
});

export const addPasskey = route({
  method: 'POST',
  path: '/user/passkeys',
  summary: 'Add the passkey that was made. Turns `mfaEnabled` on.',
  auth: 'session',
  beforeMfa: true,
  body: z.object({
    response: AddingAnswer,
    fallbackName: PasskeyName.optional().describe(
      'What to call it when it does not say where it is kept, e.g. "Firefox on Linux".',
    ),
  }),
  reply: Passkey,
  status: 201,
  failures: ['passkey_failed', 'passkeys_unavailable', 'too_many_passkeys'],
});

export const renamePasskey = route({
  method: 'PUT',
  path: '/user/passkeys/{id}',
  summary: 'Call a passkey something else.',
  auth: 'session',
  params: z.object({ id: Id }),
  body: z.object({ name: PasskeyName }),
  reply: Passkey,
  failures: ['not_found'],
});

export const removePasskey = route({
  method: 'POST',
  path: '/user/passkeys/{id}/remove',
  summary:
    'Nobody signs in with it any more. After the last one, without an authenticator app, codes come by mail, or none are asked for as long as the e-mail is not verified.',
  auth: 'session',
  params: z.object({ id: Id }),
  body: z.object({ password: OwnPassword }),
  reply: Ok,
  failures: ['not_found', 'mfa_kept', 'sign_in_again'],
});
