import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { paths } from '../../../paths.ts';

/** Where in a thread one reads, as the address says: at a text, or from a moment on (ISO). */
export type ThreadPlace = { message: string; at?: undefined } | { at: string; message?: undefined };

/** Without one, the thread is read at its newest text. */
export function useThreadPlace(conversationId: string): ThreadPlace | null {
  const { message, at } = useSearch({ strict: false });
  const isOpen = useParams({ strict: false }).conversationId === conversationId;
  return useMemo(() => {
    if (!isOpen) return null;
    return message ? { message } : at ? { at } : null;
  }, [isOpen, message, at]);
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
