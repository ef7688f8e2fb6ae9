import { z } from 'zod';
import { CallOutcome } from './calls.ts';
import { Consent } from './candidates.ts';
import { Message, MessageDirection, MessageStatus } from './messages.ts';
import { Id, PageQuery, PhoneNumber, PhoneNumberFormatted, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';

/** Why a text to this conversation can't go out now. */
export const SendabilityReason = z.enum([
  'plan_required',
  'no_number',
  'number_not_linked',
  'number_not_registered',
  'opted_out',
  'conversation_held',
  'quiet_hours',
]);
export type SendabilityReason = z.infer<typeof SendabilityReason>;

const Sendability = z.object({
  canTextNow: z.boolean(),
  reasons: z.array(SendabilityReason),
  nextSendAt: Timestamp.nullable().describe('With quiet_hours: when texting is allowed again.'),
});

export const Conversation = z.object({
  id: Id,
  candidate: z.object({
    id: Id,
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: PhoneNumber,
    phoneNumberFormatted: PhoneNumberFormatted,
    jobTitle: z.string().nullable(),
    consent: Consent,
  }),
  seat: z.object({ id: Id }),
  lastMessage: z
    .object({
      id: Id,
      direction: MessageDirection,
      sender: z
        .object({ id: Id, firstName: z.string() })
        .nullable()
        .describe('Who of the company wrote it; null for what the candidate wrote and for automatic texts.'),
      /** At most 160 characters of it. */
      body: z.string(),
      hasMedia: z.boolean(),
      callOutcome: CallOutcome.nullable().describe('Set when it is no text but a call.'),
      status: MessageStatus,
      createdAt: Timestamp,
    })
    .nullable(),
  unreadCount: z.number().int(),
  waitingSince: Timestamp.nullable().describe(
    'Since when the candidate waits for a reply; null when they do not.',
  ),
  assigneeId: Id.nullable(),
  archivedAt: Timestamp.nullable(),
  hold: z
    .object({ messageId: Id, since: Timestamp })
    .nullable()
    .describe(
      'The candidate wrote something that may mean stop; nothing is sent until a person has reviewed it.',
    ),
  can: z.object({
    send: z.boolean(),
    archive: z.boolean(),
    reviewHold: z.boolean(),
  }),
});
export type Conversation = z.infer<typeof Conversation>;

export const ConversationFilter = z.enum(['all', 'unread', 'waiting', 'archived']);
export type ConversationFilter = z.infer<typeof ConversationFilter>;

const ConversationParams = z.object({ id: Id });

export const listConversations = route({
  method: 'GET',
  path: '/conversations',
  summary: 'The inbox, latest first. `all` leaves out the archived ones.',
  auth: 'session',
  query: PageQuery.extend({
    filter: ConversationFilter.default('all'),
    assignee: z
      .union([z.literal('me'), z.literal('all'), Id])
      .default('me')
      .describe('me (default); admins also `all` or a user id.'),
    search: z
      .string()
      .trim()
      .max(100)
      .optional()
      .describe("Beginnings of words of the candidate's name, phone or e-mail."),
  }),
  reply: page(Conversation),
  failures: ['forbidden'],
});

export const getInboxCounts = route({
  method: 'GET',
  path: '/conversations/counts',
  summary: 'How many of your conversations are unread and waiting for a reply; counting stops at 1000.',
  auth: 'session',
  reply: z.object({ unread: z.number().int(), waiting: z.number().int() }),
});

export const getConversation = route({
  method: 'GET',
  path: '/conversations/{id}',
  summary: 'One conversation.',
  auth: 'session',
  params: ConversationParams,
  reply: Conversation,
  failures: ['not_found'],
});

export const listMessages = route({
  method: 'GET',
  path: '/conversations/{id}/messages',
  summary: 'The texts of a conversation, newest first.',
  auth: 'session',
  params: ConversationParams,
  query: PageQuery,
  reply: page(Message),
  failures: ['not_found'],
});

export const getSendability = route({
  method: 'GET',
  path: '/conversations/{id}/sendability',
  summary: 'Whether a text could go out now, and if not, why.',
  auth: 'session',
  params: ConversationParams,
  reply: Sendability,
  failures: ['not_found'],
});

const changeOf = (verb: string, summary: string) =>
  route({
    method: 'POST',
    path: `/conversations/{id}/${verb}`,
    summary,
    auth: 'session',
    params: ConversationParams,
    reply: Conversation,
    failures: ['not_found'],
  });

export const readConversation = changeOf('read', 'Mark as read.');
export const archiveConversation = changeOf(
  'archive',
  'Move out of the inbox until the candidate writes again.',
);
export const unarchiveConversation = changeOf('unarchive', 'Move back into the inbox.');

export const reviewHold = route({
  method: 'POST',
  path: '/conversations/{id}/reviewHold',
  summary:
    'Say whether the held text was an opt-out. `optOut: true` records it; `false` lets the conversation go on.',
  auth: 'session',
  params: ConversationParams,
  body: z.object({ optOut: z.boolean() }),
  reply: Conversation,
  failures: ['not_found', 'not_held'],
});
