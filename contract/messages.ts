import { z } from 'zod';
import { Call, CallOutcome } from './calls.ts';
import { EvenIfTooMany } from './cold-texts.ts';
import { HeldReason } from './held-reason.ts';
import { MediaIds, MessageMedia } from './media.ts';
import { ConfirmedNumber } from './number-change.ts';
import {
  AvatarUrl,
  Id,
  PageQuery,
  PhoneNumberFormatted,
  PhoneNumberInput,
  page,
  Timestamp,
} from './primitives.ts';
import { route } from './route.ts';
import { notAccepted } from './sendability-reason.ts';
import { TextBody } from './text-body.ts';
import { UndoSeconds } from './users.ts';

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
    "scheduled: for later, or within its undo time. queued: waiting its turn. sending: handed to the carrier. sent, delivered, undelivered, failed: what the carrier reports. unknown: the carrier's answer got lost, and we're finding out. canceled: undone, or, with an `errorCode`, canceled for the reason that it names. received: inbound.",
  );
export type MessageStatus = z.infer<typeof MessageStatus>;

export const MessageDirection = z.enum(['inbound', 'outbound']);
export type MessageDirection = z.infer<typeof MessageDirection>;

export const Message = z.object({
  id: Id,
  conversationId: Id,
  direction: MessageDirection,
  body: z
    .string()
    .describe('Empty when a key without `texts:read` changes or cancels a text, and so is `media`.'),
  status: MessageStatus,
  segments: z.number().int().describe('An estimate until the carrier reports its count.'),
  media: z.array(MessageMedia),
  call: Call.nullable().describe('Set when the candidate called instead of texting. The body is then empty.'),
  sender: z
    .object({ id: Id, firstName: z.string(), lastName: z.string(), avatar: AvatarUrl })
    .nullable()
    .describe('Who wrote an outbound text. Null for inbound and automatic texts.'),
  clientKey: z
    .string()
    .nullable()
    .describe('The `Idempotency-Key` that it was sent with, so that who sent it knows it again.'),
  via: z
    .object({ id: Id, name: z.string().nullable() })
    .nullable()
    .optional()
    .describe('The API key that it was sent with, and its name while it exists. Null: none.'),
  number: PhoneNumberFormatted.nullable().describe(
    "The business number it goes from or came to. Null if it's no longer yours.",
  ),
  templateId: Id.nullable().describe('The template it was written with. It may have been deleted since.'),
  broadcastId: Id.nullable().describe(
    'The broadcast that an outbound text is of, or that an inbound text is the first answer to.',
  ),
  answer: z
    .object({
      kind: z.enum(['confirmed', 'rescheduleRequested']),
      interviewId: Id,
      title: z.string().describe("The interview's."),
      startsAt: Timestamp.describe('When the interview started, as the candidate knew.'),
    })
    .nullable()
    .describe('What we read it as: the answer to the reminder of an interview. Null: nothing.'),
  createdAt: Timestamp,
  scheduledAt: Timestamp.nullable(),
  cancelIfAnswered: z
    .boolean()
    .describe("Of a text that's scheduled for later: it's canceled if the candidate texts first."),
  heldReason: HeldReason.nullable().describe(
    "Why a scheduled text may no longer go out. It's held until its author edits, sends or cancels it.",
  ),
  sentAt: Timestamp.nullable(),
  deliveredAt: Timestamp.nullable(),
  errorCode: z.string().nullable(),
  errorText: z.string().nullable().describe("Why it wasn't delivered, in a sentence."),
});
export type Message = z.infer<typeof Message>;

/** What a list shows of the last text or call. */
export const LastMessage = z.object({
  id: Id,
  direction: MessageDirection,
  sender: z
    .object({ id: Id, firstName: z.string() })
    .nullable()
    .describe("Who at the company wrote it. Null for the candidate's own texts and for automatic texts."),
  body: z
    .string()
    .nullable()
    .describe('At most 160 characters of it. Null for an API key without `texts:read`.'),
  hasMedia: z.boolean(),
  hasContactCard: z.boolean().describe('Whether one of its attachments is a contact card.'),
  callOutcome: CallOutcome.nullable().describe('Set when this is a call, not a text.'),
  status: MessageStatus,
  createdAt: Timestamp,
  scheduledAt: Timestamp.nullable(),
  isHeld: z.boolean().describe('It was scheduled, and may no longer go out.'),
});
export type LastMessage = z.infer<typeof LastMessage>;

const CancelIfAnswered = z.boolean().optional();

export const sendMessage = route({
  method: 'POST',
  path: '/messages',
  summary:
    "Text a candidate, by phone number, candidate or conversation. A number you haven't texted before becomes a new candidate without a name.",
  auth: 'session',
  scope: 'texts:send',
  body: z
    .object({
      to: PhoneNumberInput.optional(),
      candidateId: Id.optional(),
      conversationId: Id.optional(),
      from: PhoneNumberInput.optional().describe(
        'The number of a seat that a first text goes from; yours by default. For numbers of colleagues you have to be an admin. Conversations keep their number, so leave it out with `conversationId`.',
      ),
      body: TextBody()
        .default('')
        .describe(
          'Merge attributes, e.g. `{{candidate.firstName|there}}`, and your calendar shortcuts, e.g. `#intro`, are filled in when the text is accepted.',
        ),
      mediaIds: MediaIds,
      scheduledAt: Timestamp.optional().describe('When it goes out: at most a year ahead.'),
      cancelIfAnswered: CancelIfAnswered.describe(
        'With `scheduledAt`: cancel it if the candidate texts first. Default: true.',
      ),
      undoSeconds: UndoSeconds.default(0),
      templateId: Id.optional().describe(
        'The template that the text was written with, for counting its use.',
      ),
      confirmedNumber: ConfirmedNumber,
      evenIfTooMany: EvenIfTooMany,
      lastSeenMessageId: Id.nullable()
        .optional()
        .describe(
          "The newest text of the conversation that the sender has seen; null: there was none. If a colleague's text came after it, yours isn't sent: `crossed`, with that text in `details.message`. Leave it out to send in any case.",
        ),
      evenIfCrossed: z
        .boolean()
        .optional()
        .describe("Send it even though a colleague's text came in between."),
      draftId: Id.optional().describe(
        'The draft of yours that the text began from, for the log that admins review. Ignored if it is gone or was made in another conversation.',
      ),
    })
    .refine((text) => [text.to, text.candidateId, text.conversationId].filter(Boolean).length === 1, {
      path: ['to'],
      message: 'Give exactly one of to, candidateId and conversationId',
    })
    .refine((text) => text.from === undefined || text.conversationId === undefined, {
      path: ['from'],
      message: 'A conversation keeps its number. Leave out from',
    })
    .refine((text) => text.body.trim() !== '' || (text.mediaIds?.length ?? 0) > 0, {
      path: ['body'],
      message: 'The body is required',
    }),
  reply: Message,
  status: 201,
  idempotent: true,
  failures: [
    ...notAccepted,
    'too_many_cold_texts',
    'unknown_attribute',
    'missing_attributes',
    'crossed',
    'not_found',
  ],
});

/** A text, and when it changed. */
const ChangedMessage = Message.extend({
  candidateId: Id,
  updatedAt: Timestamp.describe('When anything about it changed last, its status included.'),
});

export const listChangedMessages = route({
  method: 'GET',
  path: '/messages',
  summary:
    'List texts of all conversations that you can see, in the order in which they changed, oldest change first. A page can be short, or empty, before the end.',
  auth: 'session',
  scope: 'texts:read',
  query: PageQuery.extend({
    updatedSince: Timestamp.optional().describe(
      'Only what changed at or after this time. When you ask again, begin a minute before the last `updatedAt` that you have, since a change can be committed late.',
    ),
  }),
  reply: page(ChangedMessage),
});

export const sendContactCard = route({
  method: 'POST',
  path: '/conversations/{id}/contactCard',
  summary:
    "Text the candidate your contact card: a vCard with your name, company and number, and what `contactCard` of your user adds. In a colleague's conversation too, the number on it is your own.",
  auth: 'session',
  scope: 'texts:send',
  params: z.object({ id: Id }),
  reply: Message,
  status: 201,
  idempotent: true,
  failures: [...notAccepted, 'too_many_cold_texts', 'not_found', 'pictures_unsent', 'uploads_used_up'],
});

export const cancelMessage = route({
  method: 'DELETE',
  path: '/messages/{id}',
  summary: "Cancel a text that's still scheduled or within its undo time.",
  auth: 'session',
  scope: 'texts:send',
  params: z.object({ id: Id }),
  reply: Message,
  failures: ['not_found', 'message_not_cancelable'],
});

/** A scheduled text, and who it's for. */
export const ScheduledMessage = Message.extend({
  candidate: z.object({
    id: Id,
    firstName: z.string(),
    lastName: z.string(),
    phoneNumberFormatted: PhoneNumberFormatted,
    timezone: z
      .string()
      .nullable()
      .describe('Whose clock its time goes by: theirs, or a guess from the number. Null if unknown.'),
  }),
});
export type ScheduledMessage = z.infer<typeof ScheduledMessage>;

export const listScheduledMessages = route({
  method: 'GET',
  path: '/messages/scheduled',
  summary: 'List the texts that you have scheduled: those that are held, then what is due first.',
  auth: 'session',
  scope: 'texts:read',
  query: PageQuery,
  reply: page(ScheduledMessage),
});

const notScheduled = [
  ...notAccepted,
  'too_many_cold_texts',
  'forbidden',
  'not_found',
  'message_not_scheduled',
] as const;

export const updateMessage = route({
  method: 'PUT',
  path: '/messages/{id}',
  summary:
    "Change a text of yours that's still scheduled. What you leave out stays. With a new time, a held text is scheduled again. `number_changed` says in `details.numberChange` what changed.",
  auth: 'session',
  scope: 'texts:send',
  params: z.object({ id: Id }),
  body: z.object({
    body: TextBody().optional(),
    mediaIds: MediaIds,
    scheduledAt: Timestamp.optional(),
    cancelIfAnswered: CancelIfAnswered,
    confirmedNumber: ConfirmedNumber,
    evenIfTooMany: EvenIfTooMany,
  }),
  reply: Message,
  failures: [...notScheduled, 'unknown_attribute', 'missing_attributes'],
});

export const sendMessageNow = route({
  method: 'POST',
  path: '/messages/{id}/sendNow',
  summary:
    "Send a text of yours now that's still scheduled, or held. `number_changed` says in `details.numberChange` what changed.",
  auth: 'session',
  scope: 'texts:send',
  params: z.object({ id: Id }),
  body: z.object({ confirmedNumber: ConfirmedNumber, evenIfTooMany: EvenIfTooMany }).optional(),
  reply: Message,
  failures: [...notScheduled],
});
