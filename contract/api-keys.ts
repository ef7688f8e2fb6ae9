import { z } from 'zod';
import { Name } from './name.ts';
import { Id, Ok, PageQuery, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';
import { Scope } from './scopes.ts';

/* What other software calls the API with. */

/** How many keys an account can have, and from how many networks a key may be used. */
export const MOST_KEYS = 100;
export const MOST_NETWORKS = 20;
/** How long the secret before a rotation is still taken. */
export const ROTATION_HOURS = 24;

const ADDRESS = 'Enter an address, e.g. 203.0.113.7, or a range, e.g. 203.0.113.0/24';
const Network = z
  .union(
    [
      z.cidrv4(),
      z.cidrv6(),
      z.ipv4().transform((address) => `${address}/32`),
      z.ipv6().transform((address) => `${address}/128`),
    ],
    ADDRESS,
  )
  .describe('An IP address, or a range of them (CIDR), e.g. 203.0.113.0/24.');

export const KeyMode = z.enum(['live', 'test']).describe('`test`: it calls in the sandbox of your company.');
export type KeyMode = z.infer<typeof KeyMode>;

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  prefix: z.string().describe('How the secret begins, to know it by.'),
  scopes: z.array(Scope),
  mode: KeyMode,
  owner: z
    .object({ id: Id, firstName: z.string(), lastName: z.string(), isService: z.boolean() })
    .describe('The person or the service whose rights the key has, as they are at the time of the call.'),
  addresses: z.array(z.string()).describe('The ranges that it can be used from. Empty: anywhere.'),
  version: z.string().describe("The API's version that it gets without `Hiretext-Version`."),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable().describe('Null: it never expires.'),
  lastUsedAt: Timestamp.nullable().describe('To the minute. Null: never.'),
  rotatedUntil: Timestamp.nullable().describe('Until when the secret before the last rotation still works.'),
});
export type ApiKey = z.infer<typeof ApiKey>;

const NewApiKey = ApiKey.extend({
  secret: z.string().describe('Only in this reply. Store it where only your software can read it.'),
});
export type NewApiKey = z.infer<typeof NewApiKey>;

const admins = { userType: 'admin' } as const;
const KeyParams = z.object({ id: Id });

export const listApiKeys = route({
  method: 'GET',
  path: '/apiKeys',
  summary: 'List the API keys of your company, newest first.',
  auth: 'session',
  may: admins,
  query: PageQuery,
  reply: page(ApiKey),
});

// Not idempotent: the reply would be kept with the secret in it.
export const createApiKey = route({
  method: 'POST',
  path: '/apiKeys',
  summary: `Create an API key, at most ${MOST_KEYS} for a company. Its owner gets a mail, for a service all admins.`,
  auth: 'session',
  may: admins,
  body: z.object({
    name: Name('name', 60).min(1, 'The name is required').describe('What it is for.'),
    scopes: z
      .array(Scope)
      .min(1, 'Choose what the key may do')
      .max(Scope.options.length)
      .transform((scopes) => [...new Set(scopes)]),
    ownerId: Id.optional().describe(
      'Whose rights it has: yours by default, or those of a colleague or a service.',
    ),
    mode: KeyMode.optional().describe(
      'With `test`, the key calls in the sandbox of your company, which has its own candidates and texts no one. `live` by default.',
    ),
    expiresAt: Timestamp.nullable().optional(),
    addresses: z
      .array(Network)
      .max(MOST_NETWORKS, `Add at most ${MOST_NETWORKS} addresses`)
      .optional()
      .describe('Where it can be used from. Anywhere by default.'),
  }),
  reply: NewApiKey,
  status: 201,
  failures: ['keys_used_up', 'test_numbers_used_up'],
});

export const rotateApiKey = route({
  method: 'POST',
  path: '/apiKeys/{id}/rotate',
  summary: `Get a new secret for a key. The one before it works for ${ROTATION_HOURS} more hours; the one before that ends right away.`,
  auth: 'session',
  may: admins,
  params: KeyParams,
  reply: NewApiKey,
  failures: ['not_found'],
});

export const deleteApiKey = route({
  method: 'DELETE',
  path: '/apiKeys/{id}',
  summary: 'Delete a key. Calls with it are refused right away.',
  auth: 'session',
  may: admins,
  params: KeyParams,
  reply: Ok,
  failures: ['not_found'],
});
