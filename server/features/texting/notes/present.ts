import type { Note } from '../../../../contract/notes.ts';
import { personOrNull } from '../../../../contract/person-name.ts';
import type { NoteRow } from './store.ts';

/** For anyone who may see its conversation. */
export function presentNote(viewer: { userId: string }, row: NoteRow): Note {
  const mayChange = row.authorId === viewer.userId && !row.isOnHold;
  return {
    id: row.id,
    conversationId: row.conversationId,
    body: row.body,
    author: personOrNull(row.authorId, row.authorFirstName, row.authorLastName),
    mentionUserIds: row.mentionUserIds,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    can: { edit: mayChange, delete: mayChange },
  };
}
