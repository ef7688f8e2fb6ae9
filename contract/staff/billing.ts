import { z } from 'zod';
import { Id, PageQuery, page, Timestamp } from '../primitives.ts';
import { route } from '../route.ts';
import { may } from './call.ts';

export const BillingDifferenceKind = z.enum(['plan', 'subscription', 'seats', 'invoice', 'texts']);
export type BillingDifferenceKind = z.infer<typeof BillingDifferenceKind>;

export const BillingDifference = z.object({
  id: Id,
  accountId: Id,
  accountName: z.string(),
  kind: BillingDifferenceKind,
  subject: z.string().describe("The gateway's ID of the subscription or invoice, or what else it is about."),
  here: z.string().describe('What Hiretext had.'),
  there: z.string().describe('What the payment gateway has.'),
  repaired: z.boolean().describe('Hiretext now has what the gateway has. Otherwise a person has to decide.'),
  foundAt: Timestamp,
});
export type BillingDifference = z.infer<typeof BillingDifference>;

export const listBillingDifferences = route({
  method: 'GET',
  path: '/staff/billing/differences',
  summary: 'List what last night showed to differ between Hiretext and the payment gateway, newest first.',
  auth: 'session',
  may,
  query: PageQuery,
  reply: page(BillingDifference),
});
