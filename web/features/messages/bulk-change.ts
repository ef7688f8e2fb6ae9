import { notifyManager, type QueryClient } from '@tanstack/react-query';
import type { Conversation } from '../../../contract/conversations.ts';
import type { BodyInput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { showDone, showFailure } from '../../lib/notices.ts';
import { showUndo } from '../../ui/undo-notice.tsx';
import {
  beginChange,
  conversationQuery,
  endChange,
  hasTag,
  latestOf,
  putConversation,
} from './conversation-cache.ts';
import { areTaken } from './outbox.ts';

type Action = Omit<BodyInput<typeof routes.changeConversations>, 'ids'>;

/** A conversation, and what of it differs after the change. */
interface Changed {
  conversation: Conversation;
  change: Partial<Conversation>;
}

/** Null: it is so already. */
function changeOf(
  conversation: Conversation,
  { action, tag = '', userId = null }: Action,
): Partial<Conversation> | null {
  switch (action) {
    case 'archive':
      return conversation.archivedAt === null ? { archivedAt: new Date().toISOString() } : null;
    case 'read':
      return conversation.unreadCount > 0 ? { unreadCount: 0 } : null;
    case 'assign':
      return conversation.assigneeId === userId ? null : { assigneeId: userId };
    case 'tag':
      return hasTag(conversation.tags, tag) ? null : { tags: [...conversation.tags, tag] };
  }
}

/** Shown at once; what the server refuses is taken back. With one undo for all of them. */
export async function changeAll(
  queryClient: QueryClient,
  conversations: readonly Conversation[],
  action: Action,
  words: (changed: number) => string,
): Promise<void> {
  const all = conversations.flatMap((conversation): Changed[] => {
    const change = changeOf(conversation, action);
    return change ? [{ conversation, change }] : [];
  });
  if (all.length === 0) return showDone('Nothing to change: it was so for all of them');
  await run(queryClient, all, async () => {
    // A text that is on its way brings its conversation back, and one that fails is to be seen.
    const isTaken = await Promise.all(
      all.map(({ conversation: { id } }) => action.action !== 'archive' || areTaken(id)),
    );
    const ids = all.filter((_, at) => isTaken[at]).map(({ conversation }) => conversation.id);
    if (ids.length === 0) return 0;
    const { changed, undoId } = await call(routes.changeConversations, { body: { ids, ...action } });
    if (changed > 0) showUndo(words(changed), () => void undoAll(queryClient, all, undoId));
    else showDone('Nothing to change: it was so for all of them');
    return changed;
  });
}

/** Back to what they were, those that are still as the change left them. */
async function undoAll(queryClient: QueryClient, all: Changed[], undoId: string): Promise<void> {
  const back = all.flatMap(({ conversation, change }): Changed[] => {
    const now = queryClient.getQueryData(conversationQuery(conversation.id).queryKey);
    const keys = Object.keys(change) as (keyof Conversation)[];
    const isSame =
      now !== undefined &&
      keys.every((key) => key === 'archivedAt' || String(now[key]) === String(change[key]));
    const before = Object.fromEntries(keys.map((key) => [key, conversation[key]]));
    return isSame ? [{ conversation: now, change: before }] : [];
  });
  await run(queryClient, back, async () => (await call(routes.undoBulk, { params: { undoId } })).changed);
}

async function run(queryClient: QueryClient, all: Changed[], save: () => Promise<number>): Promise<void> {
  notifyManager.batch(() => {
    for (const { conversation, change } of all) beginChange(queryClient, conversation, change);
  });
  let changed = 0;
  try {
    changed = await save();
  } catch (error) {
    showFailure(error);
  }
  notifyManager.batch(() => {
    for (const { conversation, change } of all) {
      const latest = latestOf(conversation.id);
      if (changed > 0 && latest) putConversation(queryClient, { ...latest, ...change }, undefined);
      endChange(queryClient, conversation.id);
    }
  });
  // The server left some as they were, since it knew better.
  if (changed !== all.length) void loadAgain(queryClient, routes.listConversations);
  void loadAgain(queryClient, routes.getInboxCounts);
}
