import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messagesQuery, threadOf } from '../message-cache.ts';
import type { LoadedRange } from './thread-items.ts';
import { useThreadPlace } from './thread-place.ts';

/** The texts of a thread that are loaded, oldest first. No range: none are yet. */
export function useThreadTexts(conversationId: string) {
  const place = useThreadPlace(conversationId);
  const query = useInfiniteQuery(messagesQuery(conversationId, place));
  const messages = useMemo(() => threadOf(query.data), [query.data]);
  const since = query.hasNextPage ? (messages[0]?.createdAt ?? null) : null;
  const until = query.hasPreviousPage ? (messages.at(-1)?.createdAt ?? null) : null;
  const isLoaded = query.data !== undefined;
  const range = useMemo(
    (): LoadedRange | null => (isLoaded ? { since, until } : null),
    [isLoaded, since, until],
  );
  return { query, messages, range, place };
}
