import { z } from 'zod';
import { Consent } from './candidates.ts';
import { MOST_IN_BULK, MOST_TAGS_OF_VIEW } from './limits.ts';
import { LastMessage, Message } from './messages.ts';
import { Colleague } from './notes.ts';
import { NumberChange } from './number-change.ts';
import {
  Id,
  MOST_TAGS_EACH,
  Ok,
  PageQuery,
  PhoneNumber,
  PhoneNumberFormatted,
  PhoneNumberInput,
  page,
  Tag,
  Tags,
  Timestamp,
} from './primitives.ts';
import { route } from './route.ts';
import { SendabilityReason } from './sendability-reason.ts';

export const HoldKind = z
  .enum(['hold', 'ask'])
  .describe(
    "`hold`: nothing is sent until someone reviews the text. `ask`: we can't tell; automatic texts wait until someone says what it means, or answers it by typing.",
  );
export type HoldKind = z.infer<typeof HoldKind>;

const ConsentRequest = z.object({
  askedAt: Timestamp.nullable().describe('When they were last asked. Null: never.'),
  canAsk: z
    .boolean()
    .describe('Whether you can ask now: for the first time, or once more, a day after the first.'),
  body: z.string().describe('The text that asks them.'),
});

const Sendability = z.object({
  canTextNow: z.boolean(),
  reasons: z
    .array(SendabilityReason)
    .describe(
      '`not_textable` is advice: the last text failed because the number, perhaps a landline, takes none. You can still try.',
    ),
  numberChange: NumberChange.nullable().describe(
    'With `number_changed`: what someone else changed since the last text.',
  ),
  nextSendAt: Timestamp.nullable().describe('With `quiet_hours`: when you can text again.'),
  consentRequest: ConsentRequest.optional().describe('With `no_consent`: how you can ask for it.'),
  timezone: z
    .string()
    .nullable()
    .describe(
      "The candidate's time zone, which `nextSendAt` goes by; the latest clock of several. Null: unknown.",
    ),
});
export type Sendability = z.infer<typeof Sendability>;

export const ReturnReason = z
  .enum(['snoozeOver', 'answered', 'noAnswer', 'promiseDue'])
  .describe(
    "`answered`: the candidate texted or called while it was snoozed. `noAnswer`: they didn't until the time of a reminder. `promiseDue`: someone promised them an answer by now.",
  );
export type ReturnReason = z.infer<typeof ReturnReason>;

export const Conversation = z.object({
  id: Id,
  candidate: z.object({
    id: Id,
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: PhoneNumber,
    phoneNumberFormatted: PhoneNumberFormatted,
    jobTitle: z.string().nullable(),
    tags: z.array(z.string()),
    consent: Consent,
  }),
  seat: z.object({ id: Id }),
  lastMessage: LastMessage.nullable().describe(
    'The last text or call. Canceled texts and automatic answers, such as those while someone is out of office, leave what was there before.',
  ),
  unreadCount: z.number().int(),
  waitingSince: Timestamp.nullable().describe(
    "When the candidate started waiting for a reply. Null when they aren't waiting.",
  ),
  assigneeId: Id.nullable(),
  tags: z.array(z.string()).describe('Its own tags. `candidate.tags` are those of the candidate.'),
  archivedAt: Timestamp.nullable(),
  snoozedUntil: Timestamp.nullable().describe(
    "Out of the inbox until then, or until the candidate answers. Null when it isn't snoozed.",
  ),
  snoozedUntilAnswer: z
    .boolean()
    .describe('Whether it was snoozed without a time: `snoozedUntil` is then a year ahead.'),
  textsDeletedUntil: Timestamp.nullable().describe(
    "When the last text was written that the company's retention rule has deleted. Null when it has all of its texts.",
  ),
  remindAt: Timestamp.nullable().describe('When it comes back unless the candidate answers first.'),
  returned: z
    .object({ reason: ReturnReason, at: Timestamp })
    .nullable()
    .describe(
      'On top of the inbox, because Hiretext brought it back. Ends when someone texts the candidate, says that no reply is needed, archives it, snoozes it or calls `unsnooze`.',
    ),
  hold: z
    .object({
      messageId: Id,
      since: Timestamp,
      kind: HoldKind,
    })
    .nullable()
    .describe('Set when the candidate wrote something that might mean "stop".'),
  can: z.object({
    send: z
      .boolean()
      .describe(
        "False when a text would be refused, for any reason but the hour. The conversation's sendability says why.",
      ),
    archive: z.boolean(),
    assign: z.boolean().describe('Give it to a colleague, to yourself or to no one.'),
    reviewHold: z.boolean(),
  }),
});
export type Conversation = z.infer<typeof Conversation>;

export const ConversationFilter = z.enum(['all', 'unread', 'waiting', 'snoozed', 'archived']);
export type ConversationFilter = z.infer<typeof ConversationFilter>;

/** For how long a bulk can be undone. */
export const UNDO_BULK_MINUTES = 60;
/** How many conversations are looked at for their tags. */
export const TAGGED_CONVERSATIONS = 5000;
export const PresenceState = z
  .enum(['viewing', 'typing', 'left'])
  .describe('viewing: has it open. typing: writes a text or a note.');
export type PresenceState = z.infer<typeof PresenceState>;

const ConversationParams = z.object({ id: Id });

export const listConversations = route({
  method: 'GET',
  path: '/conversations',
  summary:
    'List the conversations in the inbox, latest first; with `waiting`, the longest wait first; with `snoozed`, the next to come back first. `all` begins with those that came back, and leaves out snoozed and archived ones, unless you search.',
  auth: 'session',
  scope: 'conversations:read',
  query: PageQuery.extend({
    filter: ConversationFilter.default('all'),
    assignee: z
      .union([z.literal('me'), z.literal('none'), z.literal('all'), Id])
      .default('me')
      .describe(
        '`me` by default. `none`: those that no one has; of your seat, or for admins of all. Admins can also pass `all` or a user ID.',
      ),
    search: z
      .string()
      .trim()
      .max(100)
      .optional()
      .describe(
        'Finds candidates by any part of a name, phone number, email, job title or tag, or of the name of a job they are in. The first page also has the conversations with a tag that begins so.',
      ),
    tag: z
      .union([Tag, z.array(Tag).max(MOST_TAGS_OF_VIEW)])
      .optional()
      .describe(
        'Only those with this tag, in upper or lower case, on the conversation or its candidate. Repeat it for those with all of several tags. A page can be short, or empty, before the end.',
      ),
  }),
  reply: page(Conversation),
  failures: ['forbidden'],
});

export const getInboxCounts = route({
  method: 'GET',
  path: '/conversations/counts',
  summary: 'Count your unread conversations and those waiting for a reply. Counting stops at 1,000.',
  auth: 'session',
  scope: 'conversations:read',
  reply: z.object({
    unread: z.number().int(),
    waiting: z.number().int(),
    unassigned: z
      .number()
      .int()
      .optional()
      .describe('Conversations in the inbox that no one has; of your seat, or for admins of all.'),
    uncovered: z
      .number()
      .int()
      .optional()
      .describe(
        "For admins: unread conversations that no one has, because their seat is free and isn't covered.",
      ),
  }),
});

export const getConversation = route({
  method: 'GET',
  path: '/conversations/{id}',
  summary: 'Get a conversation.',
  auth: 'session',
  scope: 'conversations:read',
  params: ConversationParams,
  reply: Conversation,
  failures: ['not_found'],
});

export const listMessages = route({
  method: 'GET',
  path: '/conversations/{id}/messages',
  summary: 'List the texts in a conversation, newest first.',
  auth: 'session',
  scope: 'texts:read',
  params: ConversationParams,
  query: PageQuery.extend({
    only: z
      .enum(['pictures', 'calls'])
      .optional()
      .describe('Leave out texts without pictures, or everything but calls.'),
    around: Id.optional().describe(
      'Start at this text: half of the page is newer, the rest is the text and what is older. Ignored with `cursor`.',
    ),
    at: Timestamp.optional().describe(
      'As `around`, starting at a moment: half of the page is from then on, the rest older. Ignored with `around` or `cursor`.',
    ),
  }),
  reply: page(Message).extend({
    previousCursor: z
      .string()
      .nullable()
      .optional()
      .describe(
        'With `around` or `at`, and on the pages that lead on from it: pass it as `cursor` to get the newer texts just before this page. Null when there are none.',
      ),
  }),
  failures: ['not_found'],
});

export const getSendability = route({
  method: 'GET',
  path: '/conversations/{id}/sendability',
  summary: 'Check whether a text could go out now, and if not, why.',
  auth: 'session',
  scope: 'conversations:read',
  params: ConversationParams,
  reply: Sendability,
  failures: ['not_found'],
});

export const getSendabilityTo = route({
  method: 'GET',
  path: '/sendability',
  summary:
    'Check whether a first text to a candidate or a phone number could go out from your number now, and if not, why.',
  auth: 'session',
  scope: 'conversations:read',
  query: z
    .object({ candidateId: Id.optional(), to: PhoneNumberInput.optional() })
    .refine(({ candidateId, to }) => [candidateId, to].filter(Boolean).length === 1, {
      path: ['to'],
      message: 'Give exactly one of to and candidateId',
    }),
  reply: Sendability,
  failures: ['not_found'],
});

const changeOf = (verb: string, summary: string) =>
  route({
    method: 'POST',
    path: `/conversations/{id}/${verb}`,
    summary,
    auth: 'session',
    scope: 'conversations:write',
    params: ConversationParams,
    reply: Conversation,
    failures: ['not_found'],
  });

export const readConversation = changeOf('read', 'Mark a conversation as read.');
export const unreadConversation = changeOf('unread', 'Mark a conversation as unread.');
export const archiveConversation = changeOf(
  'archive',
  'Move a conversation out of the inbox until the candidate texts again.',
);
export const unarchiveConversation = changeOf('unarchive', 'Move a conversation back to the inbox.');

export const listAssignees = route({
  method: 'GET',
  path: '/conversations/assignees',
  summary: 'List who can have conversations: the people of your company with a seat, you included, by name.',
  auth: 'session',
  scope: 'conversations:read',
  reply: z.array(Colleague),
});

export const assignConversation = route({
  method: 'POST',
  path: '/conversations/{id}/assign',
  summary:
    'Give a conversation to a colleague with a seat or to yourself, or to no one. You may not see it anymore afterwards.',
  auth: 'session',
  scope: 'conversations:write',
  params: ConversationParams,
  body: z.object({ userId: Id.nullable().describe('Null: no one.') }),
  reply: Conversation,
  failures: ['not_found'],
});

export const sendPresence = route({
  method: 'POST',
  path: '/conversations/{id}/presence',
  summary:
    'Show colleagues that you have a conversation open, or write in it. It ends automatically after 15 seconds: send it again while it is true.',
  auth: 'session',
  params: ConversationParams,
  body: z.object({ state: PresenceState }),
  reply: Ok,
  failures: ['not_found'],
});

export const endWait = changeOf(
  'noReplyNeeded',
  'Say that the candidate waits for no reply. Their next text starts a new wait.',
);
export const resumeWait = changeOf(
  'replyNeeded',
  'Undo `noReplyNeeded`: the candidate has waited since their first text that no one has answered.',
);

export const listConversationTags = route({
  method: 'GET',
  path: '/conversations/tags',
  summary: `List the tags of the latest ${TAGGED_CONVERSATIONS.toLocaleString('en-US')} conversations in your inbox, most used first. Admins get those of everyone's.`,
  auth: 'session',
  scope: 'conversations:read',
  reply: z.array(
    z.object({
      tag: z.string(),
      conversations: z.number().int().describe('How many of them have it.'),
    }),
  ),
});

export const updateConversationTags = route({
  method: 'PUT',
  path: '/conversations/{id}/tags',
  summary:
    'Add and remove tags of a conversation, in upper or lower case. A tag that it already has, or lacks, changes nothing.',
  auth: 'session',
  scope: 'conversations:write',
  params: ConversationParams,
  body: z.object({ add: Tags.default([]), remove: Tags.default([]) }),
  reply: Conversation,
  failures: ['not_found', 'too_many_tags'],
});

export const BulkAction = z.enum(['archive', 'assign', 'tag', 'read']);
export type BulkAction = z.infer<typeof BulkAction>;

export const changeConversations = route({
  method: 'POST',
  path: '/conversations/bulk',
  summary: `Archive, assign or tag several conversations, or mark them as read. All of it happens, or nothing. You can undo it for ${UNDO_BULK_MINUTES} minutes.`,
  auth: 'session',
  scope: 'conversations:write',
  body: z
    .object({
      ids: z
        .array(Id)
        .min(1, 'Name at least one conversation')
        .max(MOST_IN_BULK, `Name at most ${MOST_IN_BULK.toLocaleString('en-US')} conversations`)
        .describe("Those that you can't see, or that are gone, are left out."),
      action: BulkAction,
      tag: Tag.optional().describe(
        `With \`tag\`: the tag to add. Conversations that already have ${MOST_TAGS_EACH} get no more.`,
      ),
      userId: Id.nullable()
        .optional()
        .describe('With `assign`: a colleague with a seat, or you. Null: no one.'),
    })
    .superRefine(({ action, tag, userId }, context) => {
      if (action === 'assign' && userId === undefined)
        context.addIssue({ code: 'custom', path: ['userId'], message: 'Say who gets them' });
      if (action === 'tag' && tag === undefined)
        context.addIssue({ code: 'custom', path: ['tag'], message: 'The tag is required' });
    }),
  reply: z.object({
    changed: z.number().int().describe('How many were not so before.'),
    undoId: Id,
  }),
  failures: ['not_found'],
});

export const undoBulk = route({
  method: 'POST',
  path: '/conversations/bulk/{undoId}/undo',
  summary:
    'Undo what you changed in bulk. Conversations that changed again since stay as they are. Again, it does nothing.',
  auth: 'session',
  scope: 'conversations:write',
  params: z.object({ undoId: Id }),
  reply: z.object({ changed: z.number().int().describe('How many are as they were before.') }),
  failures: ['not_found'],
});

export const snoozeConversation = route({
  method: 'POST',
  path: '/conversations/{id}/snooze',
  summary:
    'Take a conversation out of the inbox until a time, or until the candidate answers. Snoozing again changes the time.',
  auth: 'session',
  scope: 'conversations:write',
  params: ConversationParams,
  body: z.object({
    until: Timestamp.nullable().describe(
      'At most a year ahead. Null: until they answer. An answer always brings it back.',
    ),
  }),
  reply: Conversation,
  failures: ['not_found'],
});

export const unsnoozeConversation = changeOf(
  'unsnooze',
  'End the snooze, or take a conversation that came back from the top of the inbox.',
);

export const remindConversation = route({
  method: 'POST',
  path: '/conversations/{id}/remind',
  summary: 'Bring a conversation back at a time, unless the candidate answers first.',
  auth: 'session',
  scope: 'conversations:write',
  params: ConversationParams,
  body: z.object({ at: Timestamp.nullable().describe('At most a year ahead. Null: cancel the reminder.') }),
  reply: Conversation,
  failures: ['not_found'],
});

export const reviewHold = route({
  method: 'POST',
  path: '/conversations/{id}/reviewHold',
  summary:
    'Say whether the held text was an opt-out. `true` records the opt-out; `false` lets you text again.',
  auth: 'session',
  scope: 'consent:write',
  params: ConversationParams,
  body: z.object({
    optOut: z.boolean(),
    undoSeconds: z
      .number()
      .int()
      .min(0)
      .max(30)
      .default(0)
      .describe('How many seconds you can undo an opt-out (0 to 30). No one can text the number meanwhile.'),
  }),
  reply: Conversation,
  failures: ['not_found', 'not_held'],
});

export const undoReview = route({
  method: 'POST',
  path: '/conversations/{id}/undoReview',
  summary: 'Undo the opt-out that you recorded with `undoSeconds`. The held text waits for a review again.',
  auth: 'session',
  scope: 'consent:write',
  params: ConversationParams,
  reply: Conversation,
  failures: ['not_found', 'review_final'],
});
