import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import { onceInAWhile } from '../once-in-a-while.ts';
import { isImpersonating, onSessionEnd, sessionToken } from '../session/session.ts';
import { ApiError } from './api-error.ts';
import { forgetAnswers, isFromBefore, KEPT, KEPT_IN } from './what-is-kept.ts';

/*
 * The last answers of a few calls, in a cache of this browser that belongs to one session and one build: its name is made of
 * both, so no one else's page finds it, nor one that would read it wrongly.
 */

const PAUSE_MS = 1_000;
const LONGEST_MS = 7 * 24 * 60 * 60_000;

interface Kept {
  at: number;
  data: unknown;
}

type AnyQuery = Pick<Query, 'queryKey' | 'queryHash' | 'state' | 'setState'>;

const build = [...document.querySelectorAll('script[type="module"]')]
  .map((script) => script.getAttribute('src'))
  .join();

async function nameFor(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${token}\n${build}`));
  return KEPT_IN + [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What staff see as someone else is never kept. */
const ownToken = () => ('caches' in window && !isImpersonating() ? sessionToken() : null);

/** No request ever goes there: it's only what the cache knows it by. */
const addressOf = ({ queryKey, queryHash }: Pick<AnyQuery, 'queryKey' | 'queryHash'>) =>
  `/kept?${new URLSearchParams({ path: String(queryKey[0]), hash: queryHash })}`;

export async function keptAnswer(query: AnyQuery): Promise<unknown> {
  const token = ownToken();
  if (token === null || !isWorthKeeping(query.queryKey)) return null;
  const cache = await caches.open(await nameFor(token));
  const kept = (await (await cache.match(addressOf(query)))?.json()) as Kept | undefined;
  if (!kept || kept.at < Date.now() - LONGEST_MS) return null;
  // It's as old as it is, which is set once the library has taken it for a new one.
  setTimeout(() => query.setState({ dataUpdatedAt: kept.at, isInvalidated: true }));
  return kept.data;
}

/** Keeps what is loaded, and what live events make of it, for as long as the session lasts. */
export function keepAnswers(queryClient: QueryClient): () => void {
  const token = ownToken();
  if (token === null) return () => {};
  const opened = nameFor(token).then(async (name) => {
    await forgetAnswers(name);
    return caches.open(name);
  });
  const { soon, stop } = onceInAWhile(PAUSE_MS);

  const write = async (query: AnyQuery) => {
    const { data, dataUpdatedAt: at } = query.state;
    const cache = await opened;
    // It may have ended meanwhile, in another tab too.
    if (ownToken() !== token || data === undefined || isFromBefore(at)) return;
    const kept: Kept = { at, data: withoutLaterPages(data) };
    await cache.put(addressOf(query), new Response(JSON.stringify(kept)));
    await dropOldest(cache, String(query.queryKey[0]));
  };
  const drop = async (query: AnyQuery) => {
    await (await opened).delete(addressOf(query));
  };
  const later = (query: AnyQuery, work: (query: AnyQuery) => Promise<void>) => {
    if (isWorthKeeping(query.queryKey)) soon(query.queryHash, () => void work(query).catch(() => {}));
  };

  const queries = queryClient.getQueryCache();
  for (const query of queries.getAll()) later(query, write);
  const unsubscribe = queries.subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'success') later(event.query, write);
    if (event.action.type === 'error' && isRefusal(event.action.error)) later(event.query, drop);
  });
  const end = () => {
    stop();
    unsubscribe();
  };
  const unwatch = onSessionEnd(end);
  return () => {
    end();
    unwatch();
  };
}

/** It was deleted, or is no longer for the person's eyes. */
const isRefusal = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.status);

export async function forgetAbout(conversationId: string): Promise<void> {
  const token = ownToken();
  if (token === null) return;
  const cache = await caches.open(await nameFor(token));
  for (const { url } of await cache.keys()) if (url.includes(conversationId)) await cache.delete(url);
}

/** Not what a search has found, nor a part of a thread far from its end. */
function isWorthKeeping([path, input, ...rest]: QueryKey): boolean {
  if (typeof path !== 'string' || !KEPT.has(path)) return false;
  if (path === routes.listConversations.path) return !(input as { search?: string }).search;
  return path !== routes.listMessages.path || (typeof input === 'string' && rest.length === 0);
}

function withoutLaterPages(data: unknown): unknown {
  const { pages, pageParams } = data as Partial<InfiniteData<unknown>>;
  return pages && pageParams ? { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) } : data;
}

/** Caches list what they have in the order in which it came. */
async function dropOldest(cache: Cache, path: string): Promise<void> {
  const addresses = (await cache.keys()).map(({ url }) => url);
  const same = addresses.filter((url) => new URL(url).searchParams.get('path') === path);
  for (const url of same.slice(0, -(KEPT.get(path) ?? 1))) await cache.delete(url);
}
