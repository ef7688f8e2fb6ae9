import { z } from 'zod';
import { Id, PageQuery, page, Timestamp } from '../primitives.ts';
import { route } from '../route.ts';
import { may } from './call.ts';

export const HoldReview = z.object({
  id: Id,
  account: z.object({ id: Id, name: z.string() }),
  wording: z.string().describe('The text that was held.'),
  optedOut: z.boolean().describe('False: it was ordinary, and the conversation went on.'),
  reviewedAt: Timestamp,
  reviewedBy: z.object({ id: Id, name: z.string() }).nullable().describe('Null: that person is erased.'),
});
export type HoldReview = z.infer<typeof HoldReview>;

export const listHoldReviews = route({
  method: 'GET',
  path: '/staff/holds',
  summary: 'List what people decided on texts that might mean stop, in all accounts, newest first.',
  auth: 'session',
  may,
  query: PageQuery,
  reply: page(HoldReview),
});
