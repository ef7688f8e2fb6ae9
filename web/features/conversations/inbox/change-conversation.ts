import type { QueryClient } from '@tanstack/react-query';
import type { Conversation } from '../../../../contract/conversations.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { keyOf } from '../../../lib/api/route-query.ts';
import { showFailure } from '../../../lib/show-failure.ts';
import { areTaken } from '../../messages/outbox.ts';
import { conversationQuery, putConversation, setPending } from '../conversation-cache.ts';

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
  { isHindered }: { isHindered?: (id: string) => Promise<boolean> } = {},
): Promise<boolean> {
  const { id } = conversation;
  const { queryKey } = conversationQuery(id);
  const put = (now: Conversation) => putConversation(queryClient, now, undefined);
  const isLast = () => running.get(id) === run;
  const takenBack = () => {
    const undone = Object.keys(becomes).map((key) => [key, conversation[key as keyof Conversation]]);
    return { ...(queryClient.getQueryData(queryKey) ?? conversation), ...Object.fromEntries(undone) };
  };
  setPending(id, becomes);
  put(conversation);
  const before = running.get(id);
  const run: Promise<boolean> = (async () => {
    await before;
    let reply: Conversation | null = null;
    try {
      if (await isHindered?.(id)) return false;
      reply = await call(route, { params: { id } });
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    } finally {
      if (isLast()) {
        running.delete(id);
        setPending(id, null);
        put(reply ?? takenBack());
      }
      void queryClient.invalidateQueries({ queryKey: keyOf(routes.getInboxCounts) });
    }
  })();
  running.set(id, run);
  return run;
}

/** After the texts that were sent in it before: a text brings its conversation back, and one that failed is to be seen. */
export const archive = (queryClient: QueryClient, conversation: Conversation) =>
  change(
    queryClient,
    conversation,
    routes.archiveConversation,
    { archivedAt: new Date().toISOString() },
    { isHindered: async (id) => !(await areTaken(id)) },
  );

export const unarchive = (queryClient: QueryClient, conversation: Conversation) =>
  change(queryClient, conversation, routes.unarchiveConversation, { archivedAt: null });

export const markUnread = (queryClient: QueryClient, conversation: Conversation) =>
  change(queryClient, conversation, routes.unreadConversation, { unreadCount: 1 });

export const markRead = (queryClient: QueryClient, conversation: Conversation) =>
  change(queryClient, conversation, routes.readConversation, { unreadCount: 0 });
