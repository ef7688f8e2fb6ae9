import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { loadAgain, putAnswer } from '../../../lib/api/cache.ts';
import { useOutbox } from '../outbox.ts';
import { createKeptDraft } from './kept-draft.ts';
import { keptDraftQuery, putListedDraft } from './kept-draft-query.ts';
import type { Writing } from './writing.ts';

/** While a conversation's composer is open. A first text has no conversation to be kept with. */
export function useKeptDraft(writing: Writing, userId: string, conversationId: string | undefined): void {
  const queryClient = useQueryClient();
  const id = conversationId ?? '';
  const { data, dataUpdatedAt } = useQuery({
    ...keptDraftQuery(id),
    enabled: conversationId !== undefined,
    // An answer from before could be older than what is here.
    gcTime: 0,
    meta: { quiet: true },
  });
  const sending = useOutbox().some(({ thread, failure }) => thread === conversationId && failure === null);
  const [draft, setDraft] = useState<ReturnType<typeof createKeptDraft>>();

  useEffect(() => {
    if (id === '') return;
    const { queryKey } = keptDraftQuery(id);
    const opened = createKeptDraft(writing, {
      userId,
      conversationId: id,
      onKept: (kept) => {
        putAnswer(queryClient, queryKey, kept);
        putListedDraft(queryClient, id, kept.body);
      },
    });
    setDraft(opened);
    return () => opened.close();
  }, [writing, userId, id, queryClient]);

  useEffect(() => {
    if (!draft || !sending) return;
    draft.sending(true);
    return () => {
      draft.sending(false);
      void loadAgain(queryClient, keptDraftQuery(id).queryKey);
    };
  }, [draft, sending, id, queryClient]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: also an answer that is the same as the last
  useEffect(() => {
    if (draft && data) draft.reconcile(data);
  }, [draft, data, dataUpdatedAt]);
}
