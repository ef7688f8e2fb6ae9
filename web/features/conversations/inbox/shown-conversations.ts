import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { belongs, conversationsQuery } from '../../messages/conversation-cache.ts';
import { useInboxView } from './inbox-view.ts';

/** The list as it is shown: of the filter and search, each once. */
export function useShownConversations(openId: string | undefined) {
  const view = useInboxView();
  const list = useInfiniteQuery(conversationsQuery(view));
  const conversations = useMemo(() => {
    const byId = new Map(list.data?.pages.flatMap((page) => page.items.map((item) => [item.id, item])));
    // Read or answered while it was open, a conversation stays until another one is.
    return list.isPlaceholderData
      ? [...byId.values()]
      : [...byId.values()].filter((item) => item.id === openId || belongs(item, view));
  }, [list.data, list.isPlaceholderData, openId, view]);
  return { list, conversations };
}

export const idsOf = (conversations: { id: string }[]): string[] => conversations.map(({ id }) => id);
