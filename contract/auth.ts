import { z } from 'zod';
import { Email, Ok, Timezone } from './primitives.ts';
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

export const IdToken = z.object({
  id_token: z.string().describe('Send it as `Authorization: Bearer <id_token>`.'),
  expires_in: z.number().int().describe('Seconds until it expires.'),
});

export const signup = route({
  method: 'POST',
  path: '/auth/signup',
  summary: 'Create a user and an account of type none on the free plan.',
  auth: 'none',
  body: z.object({
    firstName: FirstName,
    lastName: LastName,
    email: Email,
    password: Password,
    timezone: Timezone.optional(),
  }),
  reply: IdToken,
  status: 201,
  failures: ['email_taken'],
});

export const login = route({
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in with e-mail and password.',
  auth: 'none',
  body: z.object({
    email: Email,
    password: z.string('The password is required').min(1, 'The password is required').max(200),
  }),
  reply: IdToken.extend({ mfaNeeded: z.literal(false) }),
  failures: ['wrong_credentials'],
});

export const logout = route({
  method: 'POST',
  path: '/auth/logout',
  summary: 'End this session on the server.',
  auth: 'session',
  reply: Ok,
});
