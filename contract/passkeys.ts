import { z } from 'zod';
import { IdToken, OwnPassword, TrustBrowser } from './auth.ts';
import { Name } from './name.ts';
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
  .describe('Bytes, encoded as base64url.');

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
).describe('What `navigator.credentials.create` returned, as its `toJSON` writes it.');

const SigningInAnswer = answerOf(
  z.object({
    clientDataJSON: Binary,
    authenticatorData: Binary,
    signature: Binary,
    userHandle: Binary.max(100).optional(),
  }),
).describe('What `navigator.credentials.get` returned, as its `toJSON` writes it.');

export type AddingAnswer = z.output<typeof AddingAnswer>;
export type SigningInAnswer = z.output<typeof SigningInAnswer>;

const Options = z.object({
  options: z
    .looseObject({ challenge: z.string() })
    .describe('For the browser: `publicKey` for `navigator.credentials`, as WebAuthn JSON.'),
});

const PasskeyName = Name('name', 60).min(1, 'The name is required');

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable().describe('When it was last used to sign in.'),
});
export type Passkey = z.infer<typeof Passkey>;

export const startPasskeySignIn = route({
  method: 'POST',
  path: '/auth/passkey/start',
  summary: 'Get a challenge to sign in with a passkey. Works once, in the same browser, within 10 minutes.',
  auth: 'none',
  reply: Options,
  failures: ['passkeys_unavailable'],
});

export const finishPasskeySignIn = route({
  method: 'POST',
  path: '/auth/passkey/finish',
  summary:
    'Sign in with a passkey, alone or as the second step after a password. On its own it counts as both steps, because it has already checked who is using it.',
  auth: 'none',
  body: z.object({
    response: SigningInAnswer,
    email: Email.optional().describe(
      "After a `login` that needs a second step: whose sign-in this finishes. Only that user's passkeys work.",
    ),
    trustBrowser: TrustBrowser,
  }),
  reply: IdToken,
  failures: ['passkey_failed', 'passkeys_unavailable', 'sso_required', 'account_elsewhere'],
});

export const listPasskeys = route({
  method: 'GET',
  path: '/user/passkeys',
  summary: "List the signed-in user's passkeys, oldest first.",
  auth: 'session',
  reply: z.array(Passkey),
});

export const startPasskey = route({
  method: 'POST',
  path: '/user/passkeys/start',
  summary:
    'Get a challenge to create a passkey. Nothing changes until you call `addPasskey`, within 10 minutes.',
  auth: 'session',
  beforeMfa: true,
  body: z.object({ password: OwnPassword }),
  reply: Options,
  failures: ['passkeys_unavailable', 'too_many_passkeys', 'sign_in_again'],
});

export const addPasskey = route({
  method: 'POST',
  path: '/user/passkeys',
  summary: 'Add the passkey you created. Turns on `mfaEnabled`.',
  auth: 'session',
  beforeMfa: true,
  body: z.object({
    response: AddingAnswer,
    fallbackName: PasskeyName.optional().describe(
      `The name to use if the passkey doesn't say where it's stored, e.g. "Firefox on Linux".`,
    ),
  }),
  reply: Passkey,
  status: 201,
  failures: ['passkey_failed', 'passkeys_unavailable', 'too_many_passkeys'],
});

export const renamePasskey = route({
  method: 'PUT',
  path: '/user/passkeys/{id}',
  summary: 'Rename a passkey.',
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
    "Remove a passkey, so no one can sign in with it. If it was the last one and there is no authenticator app, the user gets codes by email, or needs no code while the email isn't verified.",
  auth: 'session',
  params: z.object({ id: Id }),
  body: z.object({ password: OwnPassword }),
  reply: Ok,
  failures: ['not_found', 'mfa_kept', 'sign_in_again'],
});
