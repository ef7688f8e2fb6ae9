import { z } from 'zod';
import { MAX_NOTE_LENGTH } from './limits.ts';
import { readableText } from './name.ts';
import { AvatarUrl, Id, Ok, PageQuery, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';

/* Notes of the team in a conversation. Candidates never get one. */

const NoteBody = z
  .string('The note is required')
  .overwrite(readableText)
  .trim()
  .min(1, 'Write a note first')
  .max(MAX_NOTE_LENGTH, `Keep the note to ${MAX_NOTE_LENGTH.toLocaleString('en-US')} characters or fewer`);

const MentionUserIds = z
  .array(Id)
  .max(50, 'Mention at most 50 people')
  .describe('Colleagues who are named in the body. They have to be able to see the conversation.');

export const Note = z.object({
  id: Id,
  conversationId: Id,
  body: z.string(),
  author: z
    .object({ id: Id, firstName: z.string(), lastName: z.string() })
    .nullable()
    .describe('Null if that person was erased.'),
  mentionUserIds: z.array(Id),
  createdAt: Timestamp,
  editedAt: Timestamp.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
});
export type Note = z.infer<typeof Note>;

export const Colleague = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  avatar: AvatarUrl,
});
export type Colleague = z.infer<typeof Colleague>;

const InConversation = z.object({ id: Id });
const OneNote = z.object({ id: Id, noteId: Id });
const Written = z.object({ body: NoteBody, mentionUserIds: MentionUserIds.default([]) });

export const listNotes = route({
  method: 'GET',
  path: '/conversations/{id}/notes',
  summary: 'List the notes of your team in a conversation, newest first.',
  auth: 'session',
  scope: 'conversations:read',
  params: InConversation,
  query: PageQuery,
  reply: page(Note),
  failures: ['not_found'],
});

export const createNote = route({
  method: 'POST',
  path: '/conversations/{id}/notes',
  summary: 'Add a note for your team. It is never sent. People it mentions are notified.',
  auth: 'session',
  scope: 'conversations:write',
  params: InConversation,
  body: Written,
  reply: Note,
  status: 201,
  idempotent: true,
  failures: ['not_found'],
});

export const updateNote = route({
  method: 'PUT',
  path: '/conversations/{id}/notes/{noteId}',
  summary: 'Change your own note. People it newly mentions are notified.',
  auth: 'session',
  scope: 'conversations:write',
  params: OneNote,
  body: Written,
  reply: Note,
  failures: ['not_found', 'forbidden', 'legal_hold'],
});

export const deleteNote = route({
  method: 'DELETE',
  path: '/conversations/{id}/notes/{noteId}',
  summary: 'Delete your own note.',
  auth: 'session',
  scope: 'conversations:write',
  params: OneNote,
  reply: Ok,
  failures: ['not_found', 'forbidden', 'legal_hold'],
});

export const listWhoSees = route({
  method: 'GET',
  path: '/conversations/{id}/whoSees',
  summary: 'List the people of your team who can see a conversation, to mention them. At most 500.',
  auth: 'session',
  scope: 'conversations:read',
  params: InConversation,
  reply: z.array(Colleague),
  failures: ['not_found'],
});
