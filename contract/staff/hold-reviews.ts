import { z } from 'zod';
import { HoldKind } from '../conversations.ts';
import { Id, PageQuery, page, Timestamp } from '../primitives.ts';
import { route } from '../route.ts';
import { may } from './call.ts';

export const HoldReview = z.object({
  id: Id,
  account: z.object({ id: Id, name: z.string() }),
  wording: z.string().describe('The text that was held.'),
  kind: HoldKind,
  weighed: z
    .array(z.string())
    .describe(
      "The words that weighed most for a refusal, the weightiest first; of today's model, at most 5.",
    ),
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
