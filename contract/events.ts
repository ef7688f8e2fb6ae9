import { z } from 'zod';
import { MAX_PAGE_SIZE } from './limits.ts';
import { MessageMedia } from './media.ts';
import { MessageDirection, MessageStatus } from './messages.ts';
import { Id, PhoneNumber, page, Timestamp } from './primitives.ts';

export const EventType = z.enum([
  'message.received',
  'message.queued',
  'message.sent',
  'message.delivered',
  'message.failed',
  'message.canceled',
  'conversation.created',
  'conversation.assigned',
  'conversation.archived',
  'conversation.unarchived',
  'candidate.created',
  'candidate.updated',
  'candidate.deleted',
  'candidate.merged',
  'consent.revoked',
  'consent.granted',
  'consent.held',
  'call.missed',
  'template.changed',
  'interview.created',
  'interview.updated',
  'interview.confirmed',
  'interview.canceled',
  'number.linked',
  'usage.threshold',
]);
export type EventType = z.infer<typeof EventType>;

/** For how long events are kept. */
export const EVENTS_DAYS = 30;

export const Event = z.object({
  id: Id.describe('A UUIDv7. IDs rise in the order of the log.'),
  type: z.string().describe(`One of: ${EventType.options.join(', ')}. There may be more in the future.`),
  createdAt: Timestamp,
  version: z.string().describe('The dated version of the data.'),
  data: z
    .looseObject({
      id: Id.describe('Of what it is about: the text, the conversation, the candidate and so on.'),
    })
    .describe('IDs and states, as they were then.'),
  cause: z.object({
    requestId: z.string().nullable().describe('`requestId` of the request that changed it.'),
    keyId: Id.nullable().describe('The API key that the request was sent with.'),
    userId: Id.nullable().describe('The person who sent the request. All three are null if none did.'),
  }),
});
export type Event = z.infer<typeof Event>;
export type EventCause = Event['cause'];

/** Of `message.*`. */
export const MessageEventData = z.object({
  id: Id,
  conversationId: Id,
  candidateId: Id,
  direction: MessageDirection,
  status: MessageStatus,
  errorCode: z.string().nullable(),
  segments: z.number().int(),
  from: PhoneNumber.nullable(),
  to: PhoneNumber.nullable(),
  sentBy: Id.nullable(),
  body: z.string().optional(),
  media: z.array(MessageMedia).optional(),
});
export type MessageEventData = z.infer<typeof MessageEventData>;

export const EventPage = page(Event);

const MOST_TYPES = 50;

export const EventQuery = z.object({
  after: Id.optional().describe(
    `The ID of the last event that you have. Returns those after it, oldest first. Events are kept for ${EVENTS_DAYS} days: an older ID is refused with \`events_gone\`. Without it, from the oldest that is kept.`,
  ),
  types: z
    .string()
    .max(1000)
    .optional()
    .transform((list, context) => {
      if (list === undefined) return undefined;
      const types = z.array(EventType).max(MOST_TYPES).safeParse(list.split(','));
      if (types.success) return types.data;
      context.addIssue({ code: 'custom', message: 'Name types of events, separated by commas' });
      return z.NEVER;
    })
    .describe('Only these, separated by commas.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_PAGE_SIZE)
    .default(MAX_PAGE_SIZE)
    .describe(`How many to return, 1 to ${MAX_PAGE_SIZE}.`),
});
export type EventQuery = z.output<typeof EventQuery>;
