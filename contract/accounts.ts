import { z } from 'zod';
import { Feature } from './features.ts';
import { Id } from './primitives.ts';
import { route } from './route.ts';

export const AccountType = z.enum(['none', 'personal', 'team', 'rectxt']);
export const PlanType = z.enum(['free', 'payg', 'monthly', 'annual']);
export type AccountType = z.infer<typeof AccountType>;
export type PlanType = z.infer<typeof PlanType>;

/** A team plan has at least this many recruiters. */
export const MIN_TEAM_RECRUITERS = 3;

export const MAX_COMPANY_NAME = 120;

export const Account = z.object({
  id: Id,
  name: z.string().describe('The company. It signs the answers to HELP and STOP.'),
  type: AccountType,
  planType: PlanType,
  mfaRequired: z
    .boolean()
    .describe('Everyone who does not come by single sign-on has to have a second step.'),
  seats: z.object({
    used: z.number().int(),
    available: z.number().int(),
    total: z.number().int(),
  }),
  admins: z
    .array(z.object({ firstName: z.string(), lastName: z.string() }))
    .describe('Whom to ask for what only an admin can do: up to three, those who came first.'),
  metadata: z.object({
    featuresEnabled: z.array(Feature).describe('What staff have switched on for this account.'),
  }),
});
export type Account = z.infer<typeof Account>;

export const getAccount = route({
  method: 'GET',
  path: '/account',
  summary: "The signed-in person's account.",
  auth: 'session',
  beforeMfa: true,
  reply: Account,
});

export const updateAccount = route({
  method: 'PUT',
  path: '/account',
  summary: 'Rename the account, or require a second step of everyone.',
  auth: 'session',
  may: { userType: 'admin' },
  body: z
    .object({
      name: z
        .string('The company name is required')
        .trim()
        .min(1, 'The company name is required')
        .max(MAX_COMPANY_NAME, 'The company name is too long'),
      mfaRequired: z.boolean().describe('Can be turned on by somebody who has a second step themself.'),
    })
    .partial(),
  reply: Account,
  failures: ['mfa_missing'],
});
