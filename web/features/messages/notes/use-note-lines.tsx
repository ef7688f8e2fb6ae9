import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { User } from '../../../../contract/users.ts';
import { itemsOf } from '../../../ui/paged-list.tsx';
import type { LoadedRange, ThreadLine } from '../thread/thread-items.ts';
import { keyOfNote } from '../thread/thread-place.ts';
import { useBackTo } from '../thread/use-back-to.ts';
import { NoteEntry } from './note-entry.tsx';
import { notesQuery } from './notes-query.ts';

/** The notes of a conversation as lines of its thread, oldest first: as far back as its texts are loaded. */
export function useNoteLines(
  conversationId: string,
  user: User,
  range: LoadedRange | null,
): readonly ThreadLine[] {
  const list = useInfiniteQuery({ ...notesQuery(conversationId), enabled: range !== null });
  const notes = useMemo(() => itemsOf(list.data) ?? [], [list.data]);
  useBackTo(list, notes.at(-1)?.createdAt, range);
  return useMemo(
    () =>
      notes
        .map((note) => ({
          key: keyOfNote(note.id),
          at: note.createdAt,
          node: <NoteEntry note={note} user={user} />,
        }))
        .reverse(),
    [notes, user],
  );
}
