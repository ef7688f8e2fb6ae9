import { Button, Loader, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconCalendar } from '@tabler/icons-react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Conversation } from '../../../../contract/conversations.ts';
import type { Message } from '../../../../contract/messages.ts';
import { candidateFirstName } from '../../../../contract/person-name.ts';
import type { User } from '../../../../contract/users.ts';
import { dayName } from '../../../lib/dates.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { keyOfRepeat } from '../outbox.ts';
import type { OutgoingText } from '../outgoing-text.ts';
import { CallEntry } from './call-entry.tsx';
import { MessageBubble } from './message-bubble.tsx';
import { OutgoingBubble } from './outgoing-bubble.tsx';
import classes from './thread.module.css';
import type { ThreadItem } from './thread-items.ts';
import { rowOfPlace, type ThreadPlace } from './thread-place.ts';
import { type ThreadRow, useThreadScroll } from './use-thread-scroll.ts';

const JumpToDate = lazy(() =>
  import('./jump-to-date.tsx').then((module) => ({ default: module.JumpToDate })),
);

/** The rows on the screen out of thousands. What the browser's own search finds is only these; Hiretext's finds all. */
export function ThreadRows({
  conversation,
  user,
  query,
  messages,
  items,
  outgoing,
  place,
  goTo,
  onSeen,
}: {
  conversation: Conversation;
  user: User;
  query: UseInfiniteQueryResult<InfiniteData<unknown>>;
  messages: Message[];
  items: ThreadItem[];
  outgoing: OutgoingText[];
  place: ThreadPlace | null;
  goTo: (place: ThreadPlace | null) => void;
  onSeen: (seen: boolean) => void;
}) {
  const [isChoosing, setIsChoosing] = useState(false);
  const rows: ThreadRow[] = [
    ...items,
    ...(query.hasPreviousPage
      ? []
      : outgoing.map((text) => ({ kind: 'outgoing' as const, key: text.key, text }))),
  ];
  const scroll = useThreadScroll({
    rows,
    messages,
    outgoing,
    query,
    conversationId: conversation.id,
    place,
    goTo,
    onSeen,
  });
  const repeats = new Set([...outgoing.map(({ key }) => key), ...messages.map(({ clientKey }) => clientKey)]);
  const shown = scroll.shown.flatMap(({ index }) => rows[index] ?? []);
  const stop = shown.findLast(({ kind }) => kind === 'message');

  function content(row: ThreadRow) {
    switch (row.kind) {
      case 'day':
        return <div className={classes.day}>{dayName(row.at, user.timezone)}</div>;
      case 'line':
        return row.line.node;
      case 'outgoing':
        return <OutgoingBubble text={row.text} />;
      case 'call':
        return (
          <CallEntry
            message={row.message}
            call={row.call}
            timezone={user.timezone}
            own={conversation.seat.id === user.seat?.id}
            canTextBack={row.open && conversation.can.send}
          />
        );
      case 'message':
        return (
          <MessageBubble
            item={row}
            user={user}
            isRepeated={repeats.has(keyOfRepeat(row.message))}
            isStop={row === stop}
          />
        );
    }
  }

  return (
    <div className={classes.frame}>
      <div
        ref={scroll.scroller}
        className={classes.scroller}
        onScroll={scroll.onScroll}
        onFocus={scroll.onFocus}
        onBlur={scroll.onBlur}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label="Texts"
        // What is scrolled into view is not news. What is, is said below.
        aria-live="off"
      >
        <div className={classes.canvas} style={{ height: scroll.height }}>
          {query.isFetchingNextPage && (
            <div className={classes.older}>
              <Loader size="xs" aria-label="Loading older texts" />
            </div>
          )}
          {scroll.shown.map(({ key, index, start }) => {
            const row = rows[index];
            return (
              row && (
                <div
                  key={key}
                  ref={scroll.measure}
                  data-index={index}
                  data-key={row.key}
                  data-found={row.key === scroll.foundKey || undefined}
                  tabIndex={row.key === rowOfPlace(place) ? -1 : undefined}
                  className={classes.row}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {content(row)}
                </div>
              )
            );
          })}
        </div>
      </div>
      <VisuallyHidden aria-live="polite">
        {scroll.news &&
          `${candidateFirstName(conversation.candidate, 'This candidate')}: ${scroll.news.body || 'Attachment'}`}
      </VisuallyHidden>
      {scroll.day && (
        <UnstyledButton
          className={classes.where}
          aria-label={`${dayName(scroll.day, user.timezone)}. Jump to a date`}
          aria-haspopup="dialog"
          onClick={() => setIsChoosing(true)}
        >
          {dayName(scroll.day, user.timezone)} <IconCalendar size={13} aria-hidden />
        </UnstyledButton>
      )}
      {(query.isFetchNextPageError || query.isFetchPreviousPageError) && (
        <div className={classes.failed}>
          {query.isFetchNextPageError ? (
            <LoadFailure what="Older texts" retry={() => void query.fetchNextPage()} />
          ) : (
            <LoadFailure what="Newer texts" retry={() => void query.fetchPreviousPage()} />
          )}
        </div>
      )}
      {scroll.isAway && (
        <Button
          className={classes.jump}
          size="compact-sm"
          radius="xl"
          leftSection={<IconArrowDown size={14} />}
          onClick={scroll.toNewest}
        >
          {scroll.unseen ? 'New texts' : 'Newest'}
        </Button>
      )}
      <Suspense>
        {isChoosing && (
          <JumpToDate
            timezone={user.timezone}
            shown={scroll.day}
            onClose={() => setIsChoosing(false)}
            onChoose={(at) => goTo({ at })}
          />
        )}
      </Suspense>
    </div>
  );
}
