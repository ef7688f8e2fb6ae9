import type { QueryClient } from '@tanstack/react-query';
import type { Conversation } from '../../../../contract/conversations.ts';
import { routes } from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { keyOf } from '../../../lib/api/route-query.ts';
import { showFailure } from '../../../lib/show-failure.ts';
import { putConversation } from '../conversation-cache.ts';

type Change = typeof routes.archiveConversation;

const running = new Map<string, Promise<boolean>>();

/**
 * Shown at once, and taken back if the server refuses; answers whether it took it. Changes of one conversation run one after
 * the other, and the answer to the last one stands.
 */
function change(
  queryClient: QueryClient,
  conversation: Conversation,
  route: Change,
  becomes: Partial<Conversation>,
): Promise<boolean> {
  const { id } = conversation;
  const put = (now: Conversation) => putConversation(queryClient, now, undefined);
  const isLast = () => running.get(id) === run;
  put({ ...conversation, ...becomes });
  const before = running.get(id);
  const run: Promise<boolean> = (async () => {
    await before;
    try {
      const reply = await call(route, { params: { id } });
      if (isLast()) put(reply);
      return true;
    } catch (error) {
      if (isLast()) put(conversation);
      showFailure(error);
      return false;
    } finally {
      if (isLast()) running.delete(id);
      void queryClient.invalidateQueries({ queryKey: keyOf(routes.getInboxCounts) });
    }
  })();
  running.set(id, run);
  return run;
}

export const archive = (queryClient: QueryClient, conversation: Conversation) =>
  change(queryClient, conversation, routes.archiveConversation, { archivedAt: new Date().toISOString() });

export const unarchive = (queryClient: QueryClient, conversation: Conversation) =>
  change(queryClient, conversation, routes.unarchiveConversation, { archivedAt: null });

export const markUnread = (queryClient: QueryClient, conversation: Conversation) =>
  change(queryClient, conversation, routes.unreadConversation, { unreadCount: 1 });

export const markRead = (queryClient: QueryClient, conversation: Conversation) =>
  change(queryClient, conversation, routes.readConversation, { unreadCount: 0 });
