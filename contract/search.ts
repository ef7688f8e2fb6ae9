import { z } from 'zod';
import { Conversation } from './conversations.ts';
import { Id, PageQuery, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';

const Yes = z.enum(['true', 'false']).transform((value) => value === 'true');

export const SearchResult = z.object({
  conversationId: Id,
  messageId: Id.nullable().describe('The text. Null for a note.'),
  noteId: Id.nullable().describe('The note of your team. Null for a text.'),
  candidate: Conversation.shape.candidate.pick({
    id: true,
    firstName: true,
    lastName: true,
    phoneNumber: true,
    phoneNumberFormatted: true,
  }),
  snippet: z
    .array(
      z.object({
        text: z.string(),
        match: z.boolean().describe('Whether this part is what was searched for.'),
      }),
    )
    .describe('The part of the text or note around the first match. Empty for a text without words.'),
  createdAt: Timestamp,
});
export type SearchResult = z.infer<typeof SearchResult>;

export const search = route({
  method: 'GET',
  path: '/search',
  summary:
    'Find texts, and notes of your team, in the conversations that you can see, newest first. Each word you pass begins a word of the text; phone numbers match in any format. Without filters, candidates found by name, number, email, job title or tag come first, each with the last text of their conversation. A page can have fewer texts than `limit`, or none, while `nextCursor` is set. A key without `conversations:read` finds no notes.',
  auth: 'session',
  scope: 'texts:read',
  query: PageQuery.extend({
    q: z
      .string()
      .trim()
      .max(100)
      .default('')
      .describe('Words, part of a phone number, or both. Empty: every text and note that the filters leave.'),
    personId: Id.optional().describe(
      'Only texts and notes that this person wrote, and texts that came to their number then.',
    ),
    from: Timestamp.optional().describe('Only at or after this time.'),
    to: Timestamp.optional().describe('Only before this time.'),
    hasAttachment: Yes.optional().describe('Only texts with a picture or file; `false`: only those without.'),
    failed: Yes.optional().describe("Only texts that weren't delivered; `false`: leaves them out."),
  }),
  reply: page(SearchResult),
});
