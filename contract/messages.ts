import { z } from 'zod';
import { Call } from './calls.ts';
import { MAX_MEDIA_PER_MESSAGE, MessageMedia } from './media.ts';
import { AvatarUrl, Id, PhoneNumberInput, Timestamp } from './primitives.ts';
import { route } from './route.ts';
import { UndoSeconds } from './users.ts';

/** Carriers refuse more (Twilio 21617). */
export const MAX_BODY_LENGTH = 1600;

export const MessageStatus = z
  .enum([
    'scheduled',
    'queued',
    'sending',
    'sent',
    'delivered',
    'undelivered',
    'failed',
    'unknown',
    'canceled',
    'received',
  ])
  .describe(
    'scheduled: for later, or held back for undo. queued: waits for its turn. sending: handed to the carrier. sent, delivered, undelivered, failed: as the carrier says. unknown: the carrier was asked and its answer got lost; being looked into. canceled: undone; with an `errorCode`, canceled because its person or its number is gone. received: inbound.',
  );
export type MessageStatus = z.infer<typeof MessageStatus>;

export const MessageDirection = z.enum(['inbound', 'outbound']);
export type MessageDirection = z.infer<typeof MessageDirection>;

export const Message = z.object({
  id: Id,
  conversationId: Id,
  direction: MessageDirection,
  body: z.string(),
  status: MessageStatus,
  segments: z.number().int().describe('An estimate until the carrier has counted.'),
  media: z.array(MessageMedia),
  call: Call.nullable().describe('Set when the candidate called instead of texting; the body is empty then.'),
  sender: z
    .object({ id: Id, firstName: z.string(), lastName: z.string(), avatar: AvatarUrl })
    .nullable()
    .describe('Who wrote an outbound text; null for inbound and automatic ones.'),
  createdAt: Timestamp,
  scheduledAt: Timestamp.nullable(),
  sentAt: Timestamp.nullable(),
  deliveredAt: Timestamp.nullable(),
  errorCode: z.string().nullable(),
  errorText: z.string().nullable().describe('Why it was not delivered, in a sentence.'),
});
export type Message = z.infer<typeof Message>;

export const sendMessage = route({
  method: 'POST',
  path: '/messages',
  summary:
    'Text a candidate, by number, candidate or conversation. An unknown number becomes a candidate to be named.',
  auth: 'session',
  body: z
    .object({
      to: PhoneNumberInput.optional(),
      candidateId: Id.optional(),
      conversationId: Id.optional(),
      body: z.string().max(MAX_BODY_LENGTH, `A text has at most ${MAX_BODY_LENGTH} characters`).default(''),
      mediaIds: z
        .array(Id)
        .max(MAX_MEDIA_PER_MESSAGE, `At most ${MAX_MEDIA_PER_MESSAGE} attachments`)
        .optional(),
      scheduledAt: Timestamp.optional(),
      undoSeconds: UndoSeconds.default(0),
    })
    .refine((text) => [text.to, text.candidateId, text.conversationId].filter(Boolean).length === 1, {
      path: ['to'],
      message: 'Name one of to, candidateId and conversationId',
    })
    .refine((text) => text.body.trim() !== '' || (text.mediaIds?.length ?? 0) > 0, {
      path: ['body'],
      message: 'The body is required',
    }),
  reply: Message,
  status: 201,
  idempotent: true,
  failures: [
    'account_closing',
    'plan_required',
    'no_number',
    'number_not_linked',
    'number_not_registered',
    'opted_out',
    'conversation_held',
    'quiet_hours',
    'not_found',
  ],
});

export const cancelMessage = route({
  method: 'DELETE',
  path: '/messages/{id}',
  summary: 'Undo a text that is still scheduled or held back.',
  auth: 'session',
  params: z.object({ id: Id }),
  reply: Message,
  failures: ['not_found', 'message_not_cancelable'],
});
