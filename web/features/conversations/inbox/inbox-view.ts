import { useParams } from '@tanstack/react-router';
import * as routes from '../../../../contract/routes.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { onSessionEnd } from '../../../lib/session/session.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import type { ListView } from '../../messages/conversation-cache.ts';
import { clearChosen } from './chosen.ts';

/** Which part of the inbox is shown; kept while a phone shows the thread instead of the list. */

export const WHOLE_INBOX: ListView = { filter: 'all', search: '', assignee: 'me', tags: [] };
const shown = createStore(WHOLE_INBOX);

onSessionEnd(() => shown.set(WHOLE_INBOX));

/** What was chosen in another part isn't changed unseen. */
export function showInbox(view: Partial<ListView>): void {
  clearChosen();
  shown.set({ ...shown.get(), ...view });
}

export const useInboxView = (): ListView => useStore(shown);

/** How many conversations are unread and waiting: the sidebar, the filters and the tab's title show it. */
export const inboxCountsQuery = () => ({
  ...routeQuery(routes.getInboxCounts),
  meta: { quiet: true } as const,
});

export function useOpenConversationId(): string | undefined {
  return useParams({ strict: false }).conversationId;
}
