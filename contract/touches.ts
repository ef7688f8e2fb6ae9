import { z } from 'zod';
import { ColdTouch } from './cold-texts.ts';
import { Id } from './primitives.ts';
import { route } from './route.ts';

/* Who of the company texted a phone number lately, whatever seat or candidate it was for. */

/** How far back the ledger looks, and how many texts it lists. */
export const TOUCHES = { days: 90, most: 50 };

export const Touch = ColdTouch.extend({
  answered: z.boolean().describe('Whether the candidate has written to that number of yours since.'),
  jobName: z
    .string()
    .nullable()
    .describe('The job that it names, or else the only job that the candidate is in. Null if there is none.'),
  conversationId: Id.nullable().describe("Null if you can't see the conversation."),
  body: z.string().nullable().describe("Null if you can't see the conversation."),
});
export type Touch = z.infer<typeof Touch>;

export const listTouches = route({
  method: 'GET',
  path: '/candidates/{id}/touches',
  summary: `List who of your company texted a candidate's phone number in the last ${TOUCHES.days} days, newest first: the last ${TOUCHES.most} texts from any seat, also to others who had the number. Automatic answers are left out.`,
  auth: 'session',
  scope: 'texts:read',
  params: z.object({ id: Id }),
  reply: z.array(Touch),
  failures: ['not_found'],
});
