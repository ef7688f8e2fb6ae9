import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { paths } from '../../../paths.ts';

/** Where in a thread one reads, as the address says: at a text, or from a moment on (ISO), or at a note of that moment. */
export type ThreadPlace =
  | { message: string; at?: undefined; note?: undefined }
  | { at: string; note?: string | undefined; message?: undefined };

export const keyOfNote = (id: string) => `note ${id}`;

/** The key of the row that is looked for. */
export const rowOfPlace = (place: ThreadPlace | null): string | undefined =>
  place?.message ?? (place?.note && keyOfNote(place.note));

/** Without one, the thread is read at its newest text. */
export function useThreadPlace(conversationId: string): ThreadPlace | null {
  const { message, at, note } = useSearch({ strict: false });
  const isOpen = useParams({ strict: false }).conversationId === conversationId;
  return useMemo(() => {
    if (!isOpen) return null;
    return message ? { message } : at ? { at, note } : null;
  }, [isOpen, message, at, note]);
}

export function useGoToPlace(conversationId: string) {
  const navigate = useNavigate();
  return useCallback(
    (place: ThreadPlace | null) =>
      void navigate({
        to: paths.conversation,
        params: { conversationId },
        search: place ?? {},
        replace: true,
      }),
    [navigate, conversationId],
  );
}
