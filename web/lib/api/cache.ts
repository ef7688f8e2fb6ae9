import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AnyRoute } from './api.ts';
import { keyOf } from './route-query.ts';

/**
 * Works something newly heard into whatever is cached under a key. A fetch that is under way may have asked before it
 * happened, and would put the old state back: there it is worked in once more when the answer has come.
 */
export function changeCached<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: (data: Data, key: QueryKey) => Data,
): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const apply = () =>
      queryClient.setQueryData<Data>(query.queryKey, (data) => data && change(data, query.queryKey));
    apply();
    if (query.state.fetchStatus !== 'fetching') continue;
    // The cache takes the answer first, since it waited first.
    query.promise?.then(apply, () => undefined);
  }
}

/**
 * What a change has answered is how things stand now. Something that is being fetched at that moment may have been asked for
 * before the change, and would put the old state back: it is asked for once more.
 */
export function putAnswer<Data>(queryClient: QueryClient, queryKey: QueryKey, answer: Data): void {
  const isAsking = queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching';
  queryClient.setQueryData<Data>(queryKey, answer);
  if (isAsking) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'all' });
}

/** What a change of one thing has answered, in whichever lists it is. */
export function putItem<Item extends { id: string }>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  answer: Item,
): void {
  changeCached<Item[]>(queryClient, queryKey, (items) =>
    items.map((item) => (item.id === answer.id ? answer : item)),
  );
}

/**
 * The one way to load again what has changed: all that is cached of these routes, or under these keys. Also what is being
 * loaded for the first time, which `invalidateQueries` lets finish: its answer may be older than the change.
 */
export async function loadAgain(
  queryClient: QueryClient,
  ...changed: (AnyRoute | QueryKey)[]
): Promise<void> {
  const keys = changed.map(keyOf);
  await Promise.all(
    keys.map((queryKey) => {
      const first = queryClient
        .getQueryCache()
        .findAll({ queryKey, fetchStatus: 'fetching' })
        .filter(({ state }) => state.data === undefined);
      const loaded = queryClient.invalidateQueries({ queryKey });
      for (const query of first) {
        const again = () => void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
        query.promise?.then(again, () => {});
      }
      return loaded;
    }),
  );
}

/** Lists of which only the first page is on the screen. */
const atTheirBeginning = new Set<string>();

/** Says so of a list in pages. */
export function useIsAtBeginning(queryKey: QueryKey, isThere: boolean): void {
  const hash = hashKey(queryKey);
  useEffect(() => {
    if (!isThere) return;
    atTheirBeginning.add(hash);
    return () => void atTheirBeginning.delete(hash);
  }, [hash, isThere]);
}

/** All that is cached. Of a list that no one reads further on, the first page: the others are loaded once they're wanted. */
export function loadEverythingAgain(queryClient: QueryClient): Promise<void> {
  for (const query of queryClient.getQueryCache().getAll()) {
    const { pages, pageParams } = (query.state.data ?? {}) as Partial<InfiniteData<unknown>>;
    if (!Array.isArray(pages) || !Array.isArray(pageParams) || pages.length < 2) continue;
    if (query.isActive() && !atTheirBeginning.has(query.queryHash)) continue;
    query.setData({ pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) });
  }
  return loadAgain(queryClient, []);
}

/** Puts something new where it belongs among what is loaded. Below the last of that it is left for its own page to bring. */
export function insertInto<Item, Page extends { items: Item[]; nextCursor: string | null }, Param>(
  data: InfiniteData<Page, Param>,
  item: Item,
  goesBefore: (other: Item) => boolean,
): InfiniteData<Page, Param> {
  const pages = [...data.pages];
  for (const [number, page] of pages.entries()) {
    const at = page.items.findIndex(goesBefore);
    const end = number === pages.length - 1 && page.nextCursor === null;
    if (at === -1 && !end) continue;
    const items = [...page.items];
    items.splice(at === -1 ? items.length : at, 0, item);
    pages[number] = { ...page, items };
    return { ...data, pages };
  }
  return data;
}
