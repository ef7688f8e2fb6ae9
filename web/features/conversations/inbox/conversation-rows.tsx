import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { Conversation } from '../../../../contract/conversations.ts';
import { userQuery } from '../../../lib/session/me.ts';
import { useNow } from '../../../lib/use-now.ts';
import classes from './conversation-list.module.css';
import { ConversationRow } from './conversation-row.tsx';
import { useArchiving } from './use-archiving.ts';

const ROW_HEIGHT = 72;
/** The next page is asked for so many rows before the end. */
const AHEAD = 15;

/**
 * The rows on the screen out of thousands. One of them is active, known by its id and not by its place, so it stays the
 * same conversation while live changes reorder the list.
 */
export function ConversationRows({
  conversations,
  openId,
  hasMore,
  loadMore,
}: {
  conversations: Conversation[];
  openId: string | undefined;
  hasMore: boolean;
  loadMore: () => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState(openId);
  const focusActive = useRef(false);
  const now = useNow();
  const { data: me } = useQuery(userQuery());
  const archiving = useArchiving();
  const virtual = useVirtualizer({
    count: conversations.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => conversations[index]?.id ?? index,
    overscan: 8,
    initialRect: { width: 320, height: 720 },
  });
  const rows = virtual.getVirtualItems();
  const lastShown = rows.at(-1)?.index ?? 0;
  const nearEnd = hasMore && lastShown >= conversations.length - AHEAD;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again only when the end comes near once more
  useEffect(() => {
    if (nearEnd) loadMore();
  }, [nearEnd, conversations.length]);

  useEffect(() => {
    if (openId) setActiveId(openId);
  }, [openId]);

  // Runs after each render: a row that was scrolled to may not have been in the page before.
  useEffect(() => {
    if (!focusActive.current || !activeId) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-id="${activeId}"]`);
    if (!row) return;
    focusActive.current = false;
    row.focus({ preventScroll: true });
  });

  function step(by: 1 | -1) {
    const at = conversations.findIndex((conversation) => conversation.id === activeId);
    const next = conversations[at === -1 ? 0 : at + by];
    if (!next) return;
    focusActive.current = true;
    setActiveId(next.id);
    virtual.scrollToIndex(conversations.indexOf(next), { align: 'auto' });
  }

  function archiveActive() {
    const conversation = conversations.find((other) => other.id === activeId);
    if (!conversation) return;
    step(1);
    archiving.toggle(conversation);
  }

  useHotkeys([
    ['j', () => step(1)],
    ['k', () => step(-1)],
    ['e', archiveActive],
  ]);

  const tabbable = conversations.some((conversation) => conversation.id === activeId)
    ? activeId
    : conversations[0]?.id;

  return (
    <div ref={scroller} className={classes.rows}>
      <ul className={classes.canvas} style={{ height: virtual.getTotalSize() }}>
        {rows.map((row) => {
          const conversation = conversations[row.index];
          if (!conversation) return null;
          return (
            <li
              key={row.key}
              className={classes.item}
              style={{ height: ROW_HEIGHT, transform: `translateY(${row.start}px)` }}
              aria-setsize={hasMore ? -1 : conversations.length}
              aria-posinset={row.index + 1}
            >
              <ConversationRow
                conversation={conversation}
                open={conversation.id === openId}
                tabbable={conversation.id === tabbable}
                ownId={me?.id}
                covers={me?.covers}
                timezone={me?.timezone ?? 'UTC'}
                now={now}
                onFocus={() => setActiveId(conversation.id)}
                onKeyDown={(event) => {
                  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
                  event.preventDefault();
                  step(event.key === 'ArrowDown' ? 1 : -1);
                }}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
