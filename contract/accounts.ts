import { z } from 'zod';
import { Id } from './primitives.ts';
import { route } from './route.ts';

export const AccountType = z.enum(['none', 'personal', 'team', 'rectxt']);
export const PlanType = z.enum(['free', 'payg', 'monthly', 'annual']);
export type AccountType = z.infer<typeof AccountType>;
export type PlanType = z.infer<typeof PlanType>;

/** A team plan has at least this many recruiters. */
export const MIN_TEAM_RECRUITERS = 3;

export const Account = z.object({
  id: Id,
  name: z.string().describe('The company. It signs the answers to HELP and STOP.'),
  type: AccountType,
  planType: PlanType,
  seats: z.object({
    used: z.number().int(),
    available: z.number().int(),
    total: z.number().int(),
  }),
  admins: z
    .array(z.object({ firstName: z.string(), lastName: z.string() }))
    .describe('Whom to ask for what only an admin can do: up to three, those who came first.'),
});
export type Account = z.infer<typeof Account>;

export const getAccount = route({
  method: 'GET',
  path: '/account',
  summary: "The signed-in person's account.",
  auth: 'session',
  reply: Account,
});

export const updateAccount = route({
  method: 'PUT',
  path: '/account',
  summary: 'Rename the account.',
  auth: 'session',
  may: { userType: 'admin' },
  body: z
    .object({
      name: z.string().trim().min(1, 'The company name is required').max(120, 'The company name is too long'),
    })
    .partial(),
  reply: Account,
});
