import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { Conversation, ConversationFilter } from '../../../contract/conversations.ts';
import type { ReplyOutput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { call } from '../../lib/api/api.ts';
import { changeCached, insertInto } from '../../lib/api/cache.ts';
import { keyOf, routeQuery } from '../../lib/api/route-query.ts';
import { userQuery } from '../../lib/session/me.ts';
import { onSessionEnd } from '../../lib/session/session.ts';

/** The cached inbox and how a live change finds its place in it. */

export interface ListView {
  filter: ConversationFilter;
  search: string;
  /** Whose: `me`, `none`, `all` or the ID of a person. */
  assignee: string;
  /** On all of them, or on their candidates. */
  tags: readonly string[];
}

type Page = ReplyOutput<typeof routes.listConversations>;
type Pages = InfiniteData<Page, string | undefined>;

const PAGE_SIZE = 50;

export const conversationsQuery = ({ filter, search, assignee, tags }: ListView) =>
  infiniteQueryOptions({
    queryKey: [routes.listConversations.path, { filter, search, assignee, tags }] as const,
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      call(routes.listConversations, {
        query: { filter, search, assignee, tag: [...tags], limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

export const conversationQuery = (id: string) => routeQuery(routes.getConversation, { params: { id } });

/** Changes made here that the server hasn't answered yet, and its last state, which doesn't undo them. */
const pending = new Map<string, { latest: Conversation; change: Partial<Conversation> }>();
onSessionEnd(() => pending.clear());

/** Shows a change at once, over everything the server sends until it ends. */
export function beginChange(
  queryClient: QueryClient,
  conversation: Conversation,
  change: Partial<Conversation>,
): void {
  const { id } = conversation;
  const before = pending.get(id);
  const latest = before?.latest ?? conversation;
  pending.set(id, { latest, change: { ...before?.change, ...change } });
  putConversation(queryClient, latest, undefined);
}

/** The server's last state, while changes are shown over it. */
export const latestOf = (id: string): Conversation | undefined => pending.get(id)?.latest;

/** Shows the server's last state. */
export function endChange(queryClient: QueryClient, id: string): void {
  const latest = latestOf(id);
  pending.delete(id);
  if (latest) putConversation(queryClient, latest, undefined);
}

/** Puts a changed conversation wherever it is, or now belongs. `openId` stays visible though it no longer matches. */
export function putConversation(
  queryClient: QueryClient,
  latest: Conversation,
  openId: string | undefined,
): void {
  const open = pending.get(latest.id);
  if (open) open.latest = latest;
  const conversation = { ...latest, ...open?.change };
  const { queryKey } = conversationQuery(conversation.id);
  const state = queryClient.getQueryState(queryKey);
  // One that wasn't found may have been restored.
  if (state === undefined || (state.status === 'error' && state.fetchStatus === 'idle'))
    queryClient.setQueryData(queryKey, conversation);
  else changeCached<Conversation>(queryClient, queryKey, () => conversation);
  changeCached<Pages>(queryClient, keyOf(routes.listConversations), (pages, key) => {
    const view = key[1] as ListView;
    // Known once a list is loaded, and perhaps not yet when the conversation was heard of.
    const user = queryClient.getQueryData(userQuery().queryKey);
    const isMine = user !== undefined && isInInboxOf(user, conversation, view.assignee);
    return place(pages, conversation, view, { openId, isMine });
  });
}

/** A deleted conversation leaves the lists. If it's open, it's loaded again and found to be gone. */
export function dropConversation(queryClient: QueryClient, id: string): void {
  changeCached<Pages>(queryClient, keyOf(routes.listConversations), (pages) => without(pages, id));
  void queryClient.resetQueries({ queryKey: conversationQuery(id).queryKey });
}

/** Admins hear of their colleagues' conversations too; these are not in their own inbox. */
export function isInInboxOf(
  { id, covers }: Pick<User, 'id' | 'covers'>,
  { assigneeId }: Pick<Conversation, 'assigneeId'>,
  assignee = 'me',
): boolean {
  if (assignee === 'all') return true;
  if (assignee === 'none') return assigneeId === null;
  if (assignee !== 'me') return assigneeId === assignee;
  return assigneeId === id || covers.some(({ userId }) => userId === assigneeId);
}

export function place(
  data: Pages,
  conversation: Conversation,
  view: ListView,
  { openId, isMine }: { openId: string | undefined; isMine: boolean },
): Pages {
  const isIt = (other: Conversation) => other.id === conversation.id;
  const present = data.pages.some((page) => page.items.some(isIt));
  const inPlace = () => ({
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      items: page.items.map((other) => (isIt(other) ? conversation : other)),
    })),
  });
  // Only the server knows what a search finds.
  if (view.search) return present ? inPlace() : data;
  if (!isMine || !belongs(conversation, view)) {
    if (present && conversation.id === openId) return inPlace();
    return present ? without(data, conversation.id) : data;
  }
  return insertInto(without(data, conversation.id), conversation, (other) =>
    isBefore(conversation, other, view.filter),
  );
}

/** Whether a list of tags has this one, in upper or lower case. */
export const hasTag = (tags: readonly string[], tag: string): boolean =>
  tags.some((other) => other.toLowerCase() === tag.toLowerCase());

export function belongs(conversation: Conversation, { filter, search, tags }: ListView): boolean {
  const own = [...conversation.tags, ...conversation.candidate.tags];
  if (!tags.every((tag) => hasTag(own, tag))) return false;
  // A search in all of it finds what is archived too.
  if (search && filter === 'all') return true;
  if (filter === 'archived') return conversation.archivedAt !== null;
  if (conversation.archivedAt !== null) return false;
  if (filter === 'snoozed') return conversation.snoozedUntil !== null;
  if (filter === 'all') return conversation.snoozedUntil === null;
  if (filter === 'unread') return conversation.unreadCount > 0;
  return conversation.waitingSince !== null;
}

function without(data: Pages, id: string): Pages {
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, items: page.items.filter((other) => other.id !== id) })),
  };
}

const latest = (conversation: Conversation) => conversation.lastMessage?.createdAt ?? '';

/** As the server sorts: latest first, after those that came back; of those who wait or are snoozed, the oldest time. */
function isBefore(one: Conversation, other: Conversation, filter: ConversationFilter): boolean {
  if (filter === 'waiting') return (one.waitingSince ?? '') < (other.waitingSince ?? '');
  if (filter === 'snoozed') return (one.snoozedUntil ?? '') < (other.snoozedUntil ?? '');
  if (filter === 'all' && (one.returned || other.returned))
    return (one.returned?.at ?? '') >= (other.returned?.at ?? '');
  return latest(one) >= latest(other);
}
