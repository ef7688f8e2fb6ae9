import { useMemo } from 'react';
import { useMe } from '../../../lib/session/use-me.ts';
import { deletedTextsLine } from '../../messages/activity/deleted-texts-line.tsx';
import { useActivityLines } from '../../messages/activity/use-activity-lines.tsx';
import { useNoteLines } from '../../messages/notes/use-note-lines.tsx';
import type { LoadedRange, ThreadLine } from '../../messages/thread/thread-items.ts';

/**
 * What stands among the texts of a conversation, oldest first, each list under keys that no other has. It's loaded along
 * with the texts: as far back as their range, and not before there is one.
 */
export function useThreadLines(
  conversationId: string,
  range: LoadedRange | null,
  textsDeletedUntil: string | null,
): readonly ThreadLine[] {
  const { user } = useMe();
  const notes = useNoteLines(conversationId, user, range);
  const activity = useActivityLines(conversationId, user, range);
  return useMemo(
    () =>
      [
        ...(textsDeletedUntil === null ? [] : [deletedTextsLine(textsDeletedUntil, user.timezone)]),
        ...notes,
        ...activity,
      ].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)),
    [notes, activity, textsDeletedUntil, user.timezone],
  );
}
