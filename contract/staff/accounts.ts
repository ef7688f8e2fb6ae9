import { z } from 'zod';
import { AccountType, PlanType } from '../accounts.ts';
import { Feature } from '../features.ts';
import { Id, PageQuery, page, Timestamp } from '../primitives.ts';
import { route } from '../route.ts';
import { may, Reason } from './call.ts';

export const StaffAccount = z.object({
  id: Id,
  name: z.string(),
  type: AccountType,
  planType: PlanType,
  createdAt: Timestamp,
  deletesAt: Timestamp.nullable().describe('When the account will be erased, if its admin asked for that.'),
  people: z.number().int().describe('How many users can sign in.'),
});
export type StaffAccount = z.infer<typeof StaffAccount>;

export const listStaffAccounts = route({
  method: 'GET',
  path: '/staff/accounts',
  summary: 'List all accounts, newest first.',
  auth: 'session',
  may,
  query: PageQuery.extend({
    search: z
      .string()
      .trim()
      .max(254)
      .optional()
      .describe('Finds accounts with a name, user email or number that starts with this.'),
  }),
  reply: page(StaffAccount),
});

export const StaffAccountDetails = StaffAccount.extend({
  mfaRequired: z.boolean(),
  seats: z.object({
    used: z.number().int(),
    available: z.number().int(),
    pendingInvitation: z.number().int(),
  }),
  features: z
    .array(z.object({ name: Feature, enabled: z.boolean() }))
    .describe("Every feature, and whether it's on for this account."),
  recentFailures: z
    .array(
      z.object({
        messageId: Id,
        createdAt: Timestamp,
        status: z.enum(['undelivered', 'failed', 'unknown']),
        errorCode: z.string().nullable(),
      }),
    )
    .describe('The latest ten texts that failed, without their content or recipient.'),
});
export type StaffAccountDetails = z.infer<typeof StaffAccountDetails>;

export const getStaffAccount = route({
  method: 'GET',
  path: '/staff/accounts/{id}',
  summary: 'Get an account.',
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  reply: StaffAccountDetails,
});

export const switchFeature = route({
  method: 'PUT',
  path: '/staff/accounts/{id}/features',
  summary: 'Turn a feature on or off for an account (`metadata.featuresEnabled` in `getAccount`).',
  auth: 'session',
  may,
  params: z.object({ id: Id }),
  body: z.object({ feature: Feature, enabled: z.boolean(), reason: Reason }),
  reply: StaffAccountDetails,
});
