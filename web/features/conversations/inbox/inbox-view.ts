import { useParams } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { ConversationFilter } from '../../../../contract/conversations.ts';
import * as routes from '../../../../contract/routes.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { onSessionEnd } from '../../../lib/session/session.ts';
import type { ListView } from '../../messages/conversation-cache.ts';

/** Which part of the inbox is shown; kept while a phone shows the thread instead of the list. */

const initial: ListView = { filter: 'all', search: '' };
let view = initial;
const listeners = new Set<() => void>();

function change(next: ListView) {
  view = next;
  for (const listener of listeners) listener();
}

onSessionEnd(() => change(initial));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useInboxView() {
  return {
    view: useSyncExternalStore(subscribe, () => view),
    setFilter: (filter: ConversationFilter) => change({ ...view, filter }),
    setSearch: (search: string) => change({ ...view, search }),
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
