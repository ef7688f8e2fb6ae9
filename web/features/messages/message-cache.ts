import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { isProgress } from '../../../contract/message-progress.ts';
import type { Message } from '../../../contract/messages.ts';
import type { ReplyOutput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { changeCached, insertInto } from '../../lib/api/cache.ts';
import type { ThreadPlace } from './thread/thread-place.ts';

/** The cached texts of a conversation, newest first, and how a new or changed one gets in, each at most once. */

type Page = ReplyOutput<typeof routes.listMessages>;
type Pages = InfiniteData<Page, string | undefined>;

const PAGE_SIZE = 40;
/** Who goes on reading reads much. */
const NEXT_PAGE_SIZE = 100;
const PART_SIZE = 12;

/** At its newest text, or around a place in it, from which it goes on in both directions. */
export const messagesQuery = (conversationId: string, place: ThreadPlace | null = null) =>
  infiniteQueryOptions({
    queryKey: place
      ? ([routes.listMessages.path, conversationId, place] as const)
      : ([routes.listMessages.path, conversationId] as const),
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      call(routes.listMessages, {
        params: { id: conversationId },
        query: pageParam
          ? { limit: NEXT_PAGE_SIZE, cursor: pageParam }
          : { limit: PAGE_SIZE, around: place?.message, at: place?.at },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    getPreviousPageParam: (page) => page.previousCursor,
  });

/** Its calls, or its texts with pictures: from the newest, or around one of them and on in both directions. */
export const partOfThreadQuery = (conversationId: string, only: 'calls' | 'pictures', around?: string) =>
  infiniteQueryOptions({
    queryKey: [
      routes.listMessages.path,
      only,
      conversationId,
      ...(around === undefined ? [] : [{ message: around }]),
    ] as const,
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      call(routes.listMessages, {
        params: { id: conversationId },
        query: { only, limit: PART_SIZE, ...(pageParam ? { cursor: pageParam } : { around }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    getPreviousPageParam: (page) => page.previousCursor,
  });

/**
 * `reply`: the answer to our own POST may come after the events that followed it, and must not turn the status back.
 * `event`: the stream is in order, so its word holds.
 */
export function putMessage(queryClient: QueryClient, message: Message, source: 'reply' | 'event'): void {
  changeCached<Pages>(queryClient, messagesQuery(message.conversationId).queryKey, (data) =>
    withMessage(data, message, source),
  );
}

/** The part of the thread that it belongs to, where it has to be loaded again. */
export function partWith({ conversationId, call, media }: Message): QueryKey | null {
  if (call) return partOfThreadQuery(conversationId, 'calls').queryKey;
  return media.length > 0 ? partOfThreadQuery(conversationId, 'pictures').queryKey : null;
}

function withMessage(data: Pages, message: Message, source: 'reply' | 'event'): Pages {
  let found = false;
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.map((known) => {
      if (known.id !== message.id) return known;
      found = true;
      return source === 'reply' && isProgress(message.status, known.status) ? known : message;
    }),
  }));
  if (found || isBeyond(data, message)) return { ...data, pages };
  return insertInto({ ...data, pages }, message, (known) => known.createdAt <= message.createdAt);
}

/** Newer than what is loaded around a place: its page will bring it. */
function isBeyond({ pages }: Pages, message: Message): boolean {
  const [newest] = pages;
  return Boolean(newest?.previousCursor) && message.createdAt >= (newest?.items[0]?.createdAt ?? '');
}

/** Oldest first, each once: two pages may overlap after texts arrived between loading them. */
export function threadOf(data: { pages: Page[] } | undefined): Message[] {
  const byId = new Map<string, Message>();
  for (const page of data?.pages ?? []) {
    for (const message of page.items) if (!byId.has(message.id)) byId.set(message.id, message);
  }
  return [...byId.values()].reverse();
}

/** The newest text of a conversation that is loaded here. Null: there is none. Undefined: they aren't loaded. */
export function newestSeen(queryClient: QueryClient, conversationId: string): string | null | undefined {
  const data = queryClient.getQueryData(messagesQuery(conversationId).queryKey);
  return data && (threadOf(data).at(-1)?.id ?? null);
}
