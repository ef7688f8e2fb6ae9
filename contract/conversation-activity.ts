import { z } from 'zod';
import { Id, PageQuery, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';

/* What was done with a conversation, apart from texts and calls. */

export const ActivityType = z
  .enum(['assigned', 'unassigned', 'snoozed', 'unsnoozed', 'reminderSet', 'returned'])
  .describe('returned: a snooze or a reminder brought it back to the top.');
export type ActivityType = z.infer<typeof ActivityType>;

const Person = z.object({ id: Id, firstName: z.string(), lastName: z.string() });

export const ActivityReason = z.enum([
  'personLeft',
  'seatTaken',
  'seatCovered',
  'coverEnded',
  'handedOver',
  'snoozeOver',
  'answered',
  'noAnswer',
  'promiseDue',
]);
export type ActivityReason = z.infer<typeof ActivityReason>;

export const ConversationActivity = z.object({
  id: Id,
  type: ActivityType,
  actor: Person.nullable().describe('Who did it. Null if no person did, or that person was erased.'),
  details: z.object({
    userId: Id.nullable().describe(
      'assigned: who has it now. unassigned: who had it. Null for other types, and once that person was erased.',
    ),
    user: Person.nullable().describe('The same person, by name.'),
    reason: ActivityReason.nullable().describe(
      'Why, if no one chose it for this conversation. personLeft: the person was removed from the account or erased. seatTaken: someone got the seat. seatCovered, coverEnded: an admin chose who covers the seat. handedOver: an admin gave the conversations of a seat to a colleague.',
    ),
    until: Timestamp.nullable().describe('snoozed, reminderSet: when it comes back.'),
  }),
  at: Timestamp,
});
export type ConversationActivity = z.infer<typeof ConversationActivity>;

export const listConversationActivity = route({
  method: 'GET',
  path: '/conversations/{id}/activity',
  summary: 'List what was done with a conversation, such as assigning it, newest first.',
  auth: 'session',
  scope: 'conversations:read',
  params: z.object({ id: Id }),
  query: PageQuery,
  reply: page(ConversationActivity),
  failures: ['not_found'],
});
