import { useParams } from '@tanstack/react-router';
import type { ConversationFilter } from '../../../../contract/conversations.ts';
import * as routes from '../../../../contract/routes.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { onSessionEnd } from '../../../lib/session/session.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import type { ListView } from '../../messages/conversation-cache.ts';

/** Which part of the inbox is shown; kept while a phone shows the thread instead of the list. */

const initial: ListView = { filter: 'all', search: '' };
const shown = createStore(initial);

onSessionEnd(() => shown.set(initial));

export function useInboxView() {
  return {
    view: useStore(shown),
    setFilter: (filter: ConversationFilter) => shown.set({ ...shown.get(), filter }),
    setSearch: (search: string) => shown.set({ ...shown.get(), search }),
  };
}

/** How many conversations are unread and waiting: the sidebar, the filters and the tab's title show it. */
export const inboxCountsQuery = () => ({
  ...routeQuery(routes.getInboxCounts),
  meta: { quiet: true } as const,
});

export function useOpenConversationId(): string | undefined {
  return useParams({ strict: false }).conversationId;
}
