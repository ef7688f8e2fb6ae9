import { z } from 'zod';
import { Feature } from './features.ts';
import { Name } from './name.ts';
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
  name: z.string().describe("The company's name. Signs the replies to HELP and STOP."),
  type: AccountType,
  planType: PlanType,
  mfaRequired: z
    .boolean()
    .describe('Whether everyone who signs in without single sign-on needs a second step.'),
  seats: z.object({
    used: z.number().int().describe('Seats that someone has.'),
    pending: z.number().int().describe('Seats that someone is invited to.'),
    available: z.number().int(),
    total: z.number().int().describe('`used`, `pending` and `available` together.'),
  }),
  admins: z
    .array(z.object({ firstName: z.string(), lastName: z.string() }))
    .describe('Who to ask for what only an admin can do: the first three admins to join.'),
  metadata: z.object({
    totalTemplates: z.number().int().describe('Your own templates.'),
    totalTeamTemplates: z.number().int(),
    totalHiringManagerTemplates: z.number().int(),
    totalOnboardingTemplates: z.number().int(),
    featuresEnabled: z.array(Feature).describe('The features that staff have turned on for this account.'),
  }),
});
export type Account = z.infer<typeof Account>;

export const getAccount = route({
  method: 'GET',
  path: '/account',
  summary: "Get the signed-in user's account.",
  auth: 'session',
  beforeMfa: true,
  reply: Account,
});

export const updateAccount = route({
  method: 'PUT',
  path: '/account',
  summary: 'Rename the account, or require everyone to have a second step.',
  auth: 'session',
  may: { userType: 'admin' },
  body: z
    .object({
      name: Name('company name', MAX_COMPANY_NAME).min(1, 'The company name is required'),
      mfaRequired: z.boolean().describe('To turn this on, you need a second step yourself.'),
    })
    .partial(),
  reply: Account,
  failures: ['mfa_missing'],
});
