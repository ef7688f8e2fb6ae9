import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { Conversation } from '../../../../contract/conversations.ts';
import { candidateName } from '../../../../contract/person-name.ts';
import { useIsAtBeginning } from '../../../lib/api/cache.ts';
import { type PagedQuery, useNextPage } from '../../../lib/api/use-next-page.ts';
import { focusScreen, isOnScreen } from '../../../lib/focus-screen.ts';
import { isImpersonating } from '../../../lib/session/session.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { useNow } from '../../../lib/use-now.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { useAssigneeOf } from '../../assign/assignees.ts';
import { listedDraftsQuery } from '../../messages/composer/kept-draft-query.ts';
import { conversationsQuery } from '../../messages/conversation-cache.ts';
import { useOutbox } from '../../messages/outbox.ts';
import { chooseUpTo, toggleChosen } from './chosen.ts';
import classes from './conversation-list.module.css';
import { ConversationRow } from './conversation-row.tsx';
import { useInboxView } from './inbox-view.ts';
import { focusSettled, select, useSelection } from './selection.ts';
import { idsOf } from './shown-conversations.ts';
import { usePressRows } from './use-press-rows.ts';

const ROW_HEIGHT = 60;
/** How many rows before the end the next page is loaded. */
const AHEAD = 15;

/** The rows on the screen out of thousands. */
export function ConversationRows({
  conversations,
  openId,
  list,
  firstPage,
  step,
  extend,
  isSearch,
  chosen,
}: {
  conversations: Conversation[];
  openId: string | undefined;
  list: PagedQuery;
  /** How many its first page has. */
  firstPage: number;
  /** To the next row or the one before. */
  step: (by: 1 | -1) => void;
  /** The same, with what is selected. */
  extend: (by: 1 | -1) => void;
  isSearch: boolean;
  /** What a bulk is about. */
  chosen: ReadonlySet<string>;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const { id: selectedId, wantsFocus } = useSelection();
  const now = useNow();
  const { user: me } = useMe();
  const assigneeOf = useAssigneeOf(conversations);
  const unsent = new Set(useOutbox().flatMap(({ thread, failure }) => (failure ? [thread] : [])));
  const { data: listed = [] } = useQuery(listedDraftsQuery());
  const drafts = new Map(listed.map(({ conversationId, body }) => [conversationId, body]));
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
  useNextPage(list, lastShown >= conversations.length - AHEAD);
  const openAt = conversations.findIndex(({ id }) => id === openId);
  useIsAtBeginning(conversationsQuery(useInboxView()).queryKey, Math.max(lastShown, openAt) < firstPage);

  // Runs after each render: a row that is scrolled to may not have been in the page before.
  useEffect(() => {
    if (!wantsFocus || !selectedId) return;
    const index = conversations.findIndex(({ id }) => id === selectedId);
    if (index === -1) return;
    // What was scrolled out of sight has been left on purpose.
    if (wantsFocus === 'anyway') virtual.scrollToIndex(index, { align: 'auto' });
    const row = scroller.current?.querySelector<HTMLElement>(`[data-id="${selectedId}"]`);
    if (!row) return;
    focusSettled();
    if (wantsFocus === 'if back' && !isOnScreen()) return;
    // Not out of a field in which someone has begun to write.
    if (document.activeElement?.matches('input, textarea')) return;
    row.focus({ preventScroll: true });
    // On a phone the list is not there while a thread is.
    if (document.activeElement !== row) focusScreen();
  });

  const canChoose = !isImpersonating();
  const press = usePressRows(conversations, chosen.size > 0);

  const tabbable = conversations.some((conversation) => conversation.id === selectedId)
    ? selectedId
    : conversations[0]?.id;

  return (
    <div ref={scroller} className={classes.rows} data-choosing={chosen.size > 0 || undefined} {...press}>
      <ul className={classes.canvas} style={{ height: virtual.getTotalSize() }}>
        {rows.map((row) => {
          const conversation = conversations[row.index];
          if (!conversation) return null;
          return (
            <li
              key={row.key}
              className={classes.item}
              data-chosen={chosen.has(conversation.id) || undefined}
              style={{ height: ROW_HEIGHT, transform: `translateY(${row.start}px)` }}
              aria-setsize={list.hasNextPage ? -1 : conversations.length}
              aria-posinset={row.index + 1}
            >
              <ConversationRow
                conversation={conversation}
                open={conversation.id === openId}
                tabbable={conversation.id === tabbable}
                ownId={me.id}
                covers={me.covers}
                assignee={assigneeOf(conversation)}
                timezone={me.timezone}
                now={now}
                selected={conversation.id === selectedId}
                isUnsent={unsent.has(conversation.id)}
                keptDraft={drafts.get(conversation.id)}
                isSearch={isSearch}
                onFocus={() => {
                  if (!openId) select(conversation.id);
                }}
                onKeyDown={(event) => {
                  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
                  event.preventDefault();
                  if (event.shiftKey) return extend(event.key === 'ArrowDown' ? 1 : -1);
                  step(event.key === 'ArrowDown' ? 1 : -1);
                }}
              />
              {canChoose && (
                <button
                  type="button"
                  className={classes.check}
                  aria-pressed={chosen.has(conversation.id)}
                  aria-label={`Select ${candidateName(conversation.candidate)}`}
                  tabIndex={conversation.id === tabbable ? 0 : -1}
                  onClick={(event) => {
                    if (event.shiftKey) chooseUpTo(conversation.id, idsOf(conversations));
                    else toggleChosen(conversation.id);
                  }}
                >
                  <span className={classes.box}>
                    {chosen.has(conversation.id) ? (
                      <IconSquareCheckFilled size={20} />
                    ) : (
                      <IconSquare size={20} />
                    )}
                  </span>
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {list.isFetchNextPageError && (
        <LoadFailure what="More conversations" retry={() => void list.fetchNextPage()} />
      )}
    </div>
  );
}
