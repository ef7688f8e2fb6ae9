import { z } from 'zod';
import { Id, PageQuery, PhoneNumberFormatted, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';

/* What people promised candidates in their texts, and who has waited longer than the company promises. */

const Person = z.object({ id: Id, firstName: z.string(), lastName: z.string() });
const Candidate = Person.extend({ phoneNumberFormatted: PhoneNumberFormatted });

export const FollowUp = z.object({
  id: Id,
  conversationId: Id,
  messageId: Id.describe('The text with the promise.'),
  candidate: Candidate,
  person: Person.describe('Who promised.'),
  body: z.string().describe('The beginning of the text.'),
  dueAt: Timestamp.describe('When the conversation comes back on top, unless it is done by then.'),
  doneAt: Timestamp.nullable(),
});
export type FollowUp = z.infer<typeof FollowUp>;

export const listFollowUps = route({
  method: 'GET',
  path: '/followUps',
  summary: 'List promises that are still to be kept, the one that is due first comes first.',
  auth: 'session',
  query: PageQuery.extend({
    assignee: z
      .enum(['me', 'all'])
      .default('me')
      .describe("`all`: everyone's, for admins only; with a conversation, everyone's in it."),
    conversationId: Id.optional().describe('Only those in this conversation.'),
  }),
  reply: page(FollowUp),
  failures: ['forbidden', 'not_found'],
});

export const createFollowUp = route({
  method: 'POST',
  path: '/conversations/{id}/followUps',
  summary: 'Remember a promise in a text that you wrote. Again for the same text changes when it is due.',
  auth: 'session',
  status: 201,
  params: z.object({ id: Id }),
  body: z.object({
    messageId: Id,
    dueAt: Timestamp.describe('At most a year ahead.'),
  }),
  reply: FollowUp,
  failures: ['not_found'],
});

export const updateFollowUp = route({
  method: 'PUT',
  path: '/followUps/{id}',
  summary: "Change when a promise is due, or say that it is kept. Your own; admins can change anyone's.",
  auth: 'session',
  params: z.object({ id: Id }),
  body: z
    .object({
      dueAt: Timestamp.describe('At most a year ahead.'),
      done: z.boolean().describe('`false` opens it again.'),
    })
    .partial(),
  reply: FollowUp,
  failures: ['not_found'],
});

export const OverdueReply = z.object({
  conversationId: Id,
  candidate: Candidate,
  assignee: Person.nullable(),
  waitingSince: Timestamp,
  workingMinutes: z.number().int().describe('How long the candidate has waited, in working time.'),
  minutesOver: z.number().int().describe('How much of that is over what the company promises.'),
});
export type OverdueReply = z.infer<typeof OverdueReply>;

export const getRadar = route({
  method: 'GET',
  path: '/radar',
  summary:
    'List candidates who have waited longer for a reply than the account promises (`replyPromiseHours`), the longest wait first. Working time is Monday to Friday, 9 AM to 5 PM without federal holidays, where the person is who has the conversation.',
  auth: 'session',
  may: { userType: 'admin' },
  query: PageQuery,
  reply: page(OverdueReply),
});
