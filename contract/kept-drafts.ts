import { z } from 'zod';
import { MAX_MEDIA_PER_MESSAGE, MessageMedia } from './media.ts';
import { Id, Timestamp } from './primitives.ts';
import { route } from './route.ts';

/* What a person has begun to write in a conversation. */

/** More than a text can have: what is too long can still be shortened. */
const MAX_KEPT_LENGTH = 20_000;

export const KeptDraft = z.object({
  body: z.string(),
  mediaIds: z.array(Id),
  media: z.array(MessageMedia).describe('The attachments of `mediaIds`.'),
  version: z.number().int().describe('Goes up with every change. 0: nothing was kept yet.'),
  updatedAt: Timestamp.nullable(),
});
export type KeptDraft = z.infer<typeof KeptDraft>;

/** Of the body, in a list. */
export const DRAFT_BEGINNING = 160;

const ListedDraft = z.object({
  conversationId: Id,
  body: z.string().describe(`Its first ${DRAFT_BEGINNING} characters.`),
});
export type ListedDraft = z.infer<typeof ListedDraft>;

const InConversation = z.object({ id: Id });

export const listKeptDrafts = route({
  method: 'GET',
  path: '/conversations/drafts',
  summary: 'List what you have begun to write, in all conversations, the latest first. At most 200.',
  auth: 'session',
  reply: z.array(ListedDraft),
});

export const getKeptDraft = route({
  method: 'GET',
  path: '/conversations/{id}/draft',
  summary: 'Get what you have begun to write in a conversation. Without any, the body is empty.',
  auth: 'session',
  params: InConversation,
  reply: KeptDraft,
  failures: ['not_found'],
});

export const saveKeptDraft = route({
  method: 'PUT',
  path: '/conversations/{id}/draft',
  summary:
    'Keep what you have begun to write in a conversation, for your other devices. Sending a text there empties it.',
  auth: 'session',
  params: InConversation,
  body: z.object({
    body: z.string().max(MAX_KEPT_LENGTH, `Keep it to ${MAX_KEPT_LENGTH.toLocaleString('en-US')} characters`),
    mediaIds: z
      .array(Id)
      .max(MAX_MEDIA_PER_MESSAGE)
      .default([])
      .describe('Your uploads that are in no text yet. Any others are left out.'),
    baseVersion: z
      .number()
      .int()
      .min(0)
      .max(2_000_000_000)
      .optional()
      .describe(
        'The version that you changed. If there is a newer one by now, nothing is kept, and `details.current` has it.',
      ),
  }),
  reply: KeptDraft,
  failures: ['not_found', 'draft_changed'],
});
