import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import {
  defaultRangeExtractor,
  measureElement,
  type Range,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Message } from '../../../../contract/messages.ts';
import { useIsAtBeginning } from '../../../lib/api/cache.ts';
import { useNextPage } from '../../../lib/api/use-next-page.ts';
import { messagesQuery } from '../message-cache.ts';
import type { OutgoingText } from '../outgoing-text.ts';
import type { ThreadItem } from './thread-items.ts';
import { rowOfPlace, type ThreadPlace } from './thread-place.ts';

export type ThreadRow = ThreadItem | { kind: 'outgoing'; key: string; text: OutgoingText };

/** Still counts as the bottom, in px. */
const NEAR = 60;
/** How many rows before an end more are loaded. */
const AHEAD = 20;
/** Above the first row, for the day and what is loading; in px. */
const TOP = 44;
const BOTTOM = 16;
const VIEW = { width: 640, height: 720 };
const FOUND_MS = 2500;

/**
 * Where one is in a thread of which only the rows on the screen are in the page. It holds on to the newest text as long as that
 * is in view, and otherwise to what is being read: neither older texts nor pictures that load above move it.
 */
export function useThreadScroll({
  rows,
  messages,
  outgoing,
  query,
  conversationId,
  place,
  goTo,
  onSeen,
}: {
  rows: ThreadRow[];
  messages: Message[];
  outgoing: OutgoingText[];
  query: UseInfiniteQueryResult<InfiniteData<unknown>>;
  conversationId: string;
  place: ThreadPlace | null;
  goTo: (place: ThreadPlace | null) => void;
  onSeen: (seen: boolean) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const isAtBottom = useRef(place === null);
  const focused = useRef<string | undefined>(undefined);
  const [unseen, setUnseen] = useState(false);
  const [isAway, setIsAway] = useState(false);
  const [foundKey, setFoundKey] = useState<string>();
  const [news, setNews] = useState<Message>();
  const hasNewer = query.hasPreviousPage;

  const latest = useRef(rows);
  latest.current = rows;
  const edges = `${rows.length} ${rows[0]?.key} ${rows.at(-1)?.key}`;
  // Another function has everything measured again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows change with their ends
  const getItemKey = useCallback((index: number) => latest.current[index]?.key ?? index, [edges]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey,
    estimateSize: (index) => heightOf(rows[index]),
    measureElement: measureShown,
    overscan: 10,
    paddingStart: TOP,
    paddingEnd: BOTTOM,
    scrollPaddingStart: TOP,
    anchorTo: 'end',
    scrollEndThreshold: NEAR,
    initialRect: VIEW,
    initialOffset: () => offsetOf(rows, place),
    // The row with the focus stays, wherever the others are.
    rangeExtractor: (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      const kept = focused.current === undefined ? -1 : rows.findIndex(({ key }) => key === focused.current);
      if (kept === -1 || indexes.includes(kept)) return indexes;
      return [...indexes, kept].sort((a, b) => a - b);
    },
  });
  const shown = virtual.getVirtualItems();
  const range = virtual.range;

  // The place that was asked for is shown once, as soon as it's there; a note may come after the texts of its time.
  const isPlaced = useRef(false);
  const isFound = useRef(false);
  const wanted = rowOfPlace(place);
  const target = indexOf(rows, place);
  useLayoutEffect(() => {
    const isThere = wanted === undefined || rows[target]?.key === wanted;
    if (isFound.current || (isPlaced.current && !isThere)) return;
    isPlaced.current = true;
    isFound.current = isThere;
    if (place === null) return virtual.scrollToEnd();
    virtual.scrollToIndex(target, { align: wanted ? 'center' : 'start' });
    if (isThere) setFoundKey(wanted);
  });
  useEffect(() => {
    if (foundKey === undefined) return;
    scroller.current?.querySelector<HTMLElement>(`[data-key="${foundKey}"]`)?.focus({ preventScroll: true });
    const timer = setTimeout(() => setFoundKey(undefined), FOUND_MS);
    return () => clearTimeout(timer);
  }, [foundKey]);

  // One after the other: the second would cancel the first.
  const isReady = range !== null && isPlaced.current;
  const wantsOlder = isReady && range.startIndex < AHEAD && query.hasNextPage && !query.isFetchNextPageError;
  const isFetchingNextPage = query.isFetchingNextPage || query.isFetchingPreviousPage;
  useNextPage({ ...query, isFetchingNextPage }, wantsOlder);
  useNextPage(
    {
      hasNextPage: hasNewer,
      isFetchingNextPage,
      isFetchNextPageError: query.isFetchPreviousPageError,
      isPlaceholderData: query.isPlaceholderData,
      fetchNextPage: query.fetchPreviousPage,
    },
    isReady && range.endIndex > rows.length - AHEAD && !wantsOlder,
  );

  const newest = messages.at(-1);
  const ownKey = outgoing.at(-1)?.key;
  const newestId = ownKey ?? newest?.id;
  const isOwn = ownKey !== undefined || newest?.direction === 'outbound';
  const lastKey = rows.at(-1)?.key;
  const before = useRef({ newestId, ownKey, lastKey, hasNewer });
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { newestId, ownKey, lastKey, hasNewer };
    // One's own text is where the newest are.
    if (hasNewer && ownKey !== undefined && ownKey !== was.ownKey) return goTo(null);
    // Pages of newer texts are read on, not jumped over.
    if (hasNewer || was.hasNewer) return;
    const isNew = was.newestId !== undefined && was.newestId !== newestId;
    if (isNew && newest && !isOwn) setNews(newest);
    if (isAtBottom.current ? was.lastKey !== lastKey : isNew && isOwn) virtual.scrollToEnd();
    else if (isNew && !isAtBottom.current) setUnseen(true);
  });

  const [isBottom, setIsBottom] = useState(place === null);
  const seen = isBottom && newestId !== undefined && !hasNewer;
  useEffect(() => onSeen(seen), [onSeen, seen]);

  function onScroll() {
    if (!scroller.current) return;
    isAtBottom.current = below(scroller.current) < NEAR;
    setIsBottom(isAtBottom.current);
    if (isAtBottom.current && !hasNewer) setUnseen(false);
    setIsAway(isFarAbove(scroller.current));
  }

  // A place at the very top is shown without scrolling.
  const height = virtual.getTotalSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is below grows with the height
  useEffect(() => {
    if (scroller.current) setIsAway(isFarAbove(scroller.current));
  }, [height]);

  function toNewest() {
    setUnseen(false);
    if (place) return goTo(null);
    virtual.scrollToEnd();
  }

  useIsAtBeginning(messagesQuery(conversationId).queryKey, place === null && !isAway && !unseen);

  const top = virtual.getVirtualItemForOffset((virtual.scrollOffset ?? 0) + TOP);
  const isLong = height > (virtual.scrollRect ?? VIEW).height;
  return {
    scroller,
    measure: virtual.measureElement,
    shown,
    height,
    foundKey,
    news,
    unseen,
    isAway: isAway || unseen || hasNewer,
    /** The day of what stands at the top. Undefined: all of the thread is in view. */
    day: isLong && top ? timeOf(rows[top.index]) : undefined,
    toNewest,
    onScroll,
    onFocus: ({ target }: FocusEvent<Element>) => {
      focused.current = target.closest<HTMLElement>('[data-key]')?.dataset.key;
    },
    onBlur: () => {
      focused.current = undefined;
    },
  };
}

const below = ({ scrollHeight, clientHeight, scrollTop }: Element) => scrollHeight - clientHeight - scrollTop;

const isFarAbove = (scroller: Element) => below(scroller) > scroller.clientHeight;

/** What isn't laid out, as on a phone that shows something else, keeps the height that it has. */
function measureShown(
  element: Element,
  entry: ResizeObserverEntry | undefined,
  virtual: Virtualizer<HTMLDivElement, Element>,
) {
  const height = measureElement(element, entry, virtual);
  if (height > 0) return height;
  const index = virtual.indexFromElement(element);
  return virtual.itemSizeCache.get(virtual.options.getItemKey(index)) ?? virtual.options.estimateSize(index);
}

const LETTERS_IN_LINE = 60;

/** About, in px: it's measured once it's shown. */
function heightOf(row: ThreadRow | undefined): number {
  if (row === undefined || row.kind === 'day' || row.kind === 'line' || row.kind === 'call') return 38;
  const { body, media } = row.kind === 'outgoing' ? row.text : row.message;
  const meta = row.kind === 'outgoing' || row.last ? 20 : 0;
  const lines = Math.ceil(body.length / LETTERS_IN_LINE);
  return (
    (row.kind === 'message' && row.joined ? 3 : 12) + (lines && 14 + 23 * lines) + 200 * media.length + meta
  );
}

function timeOf(row: ThreadRow | undefined): string | undefined {
  if (row === undefined || row.kind === 'outgoing') return undefined;
  if (row.kind === 'day') return row.at;
  return row.kind === 'line' ? row.line.at : row.message.createdAt;
}

function indexOf(rows: readonly ThreadRow[], place: ThreadPlace | null): number {
  const wanted = rowOfPlace(place);
  const found = wanted === undefined ? -1 : rows.findIndex(({ key }) => key === wanted);
  if (found !== -1) return found;
  const from = place?.at;
  const near = from === undefined ? -1 : rows.findIndex((row) => (timeOf(row) ?? '9') >= from);
  return near === -1 ? rows.length - 1 : near;
}

/** Where to begin, so that nothing else is shown first, nor loaded. */
function offsetOf(rows: readonly ThreadRow[], place: ThreadPlace | null): number {
  const until = place === null ? rows.length : indexOf(rows, place);
  const above = rows.slice(0, until).reduce((sum, row) => sum + heightOf(row), TOP);
  return Math.max(0, above - (place === null ? VIEW.height : VIEW.height / 2));
}
