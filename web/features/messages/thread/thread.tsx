import { Button, Loader, Skeleton } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import type { Conversation } from '../../../../contract/conversations.ts';
import { candidateFirstName } from '../../../../contract/person-name.ts';
import type { User } from '../../../../contract/users.ts';
import { useNextPage } from '../../../lib/api/use-next-page.ts';
import { dayName } from '../../../lib/dates.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { discardArrived, keyOfRepeat, useOutbox, withoutArrived } from '../outbox.ts';
import { CallEntry } from './call-entry.tsx';
import { MessageBubble } from './message-bubble.tsx';
import { OutgoingBubble } from './outgoing-bubble.tsx';
import classes from './thread.module.css';
import { isIn, type ThreadLine, threadItems } from './thread-items.ts';
import { useThreadScroll } from './use-thread-scroll.ts';
import { useThreadTexts } from './use-thread-texts.ts';

export function Thread({
  conversation,
  user,
  lines,
  onSeen,
}: {
  conversation: Conversation;
  user: User;
  /** Oldest first. Those from before the oldest text that is loaded wait for it. */
  lines: readonly ThreadLine[];
  onSeen: (seen: boolean) => void;
}) {
  const { query, messages, range } = useThreadTexts(conversation.id);
  const outbox = useOutbox();
  const items = useMemo(() => {
    const shown = range ? lines.filter(({ at }) => isIn(range, at)) : [];
    return threadItems(messages, shown, user.timezone);
  }, [messages, lines, range, user.timezone]);
  useEffect(() => discardArrived(messages), [messages]);
  const outgoing = withoutArrived(
    outbox.filter((text) => text.thread === conversation.id),
    messages,
  );
  useNextPage(query, query.isSuccess && items.length === 0);
  const repeats = new Set([...outgoing.map(({ key }) => key), ...messages.map(({ clientKey }) => clientKey)]);
  const newest = items.findLast(({ kind }) => kind === 'message');
  const scroll = useThreadScroll({
    newestId: outgoing.at(-1)?.key ?? messages.at(-1)?.id,
    newestIsOwn: outgoing.length > 0 || messages.at(-1)?.direction === 'outbound',
    onSeen,
    loadOlder: () => {
      if (query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError)
        void query.fetchNextPage();
    },
  });

  if (query.isPending) return <ThreadSkeleton />;
  if (query.isError && !query.data) {
    return (
      <div className={classes.empty}>
        <LoadFailure what="The texts" retry={() => void query.refetch()} />
      </div>
    );
  }
  if (items.length === 0 && outgoing.length === 0 && !query.hasNextPage) {
    return (
      <div className={classes.empty}>
        <EmptyState
          title={`Your first text to ${candidateFirstName(conversation.candidate, 'this candidate')}`}
          text="Say who you are and what company you're with."
        />
      </div>
    );
  }
  return (
    <div className={classes.frame}>
      <div
        ref={scroll.scroller}
        className={classes.scroller}
        onScroll={scroll.onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label="Texts"
      >
        <div className={classes.items}>
          {query.isFetchingNextPage && (
            <div className={classes.older}>
              <Loader size="xs" aria-label="Loading older texts" />
            </div>
          )}
          {query.isFetchNextPageError && (
            <LoadFailure what="Older texts" retry={() => void query.fetchNextPage()} />
          )}
          {items.map((item) =>
            item.kind === 'day' ? (
              <div key={item.key} className={classes.day}>
                {dayName(item.at, user.timezone)}
              </div>
            ) : item.kind === 'line' ? (
              <div key={item.key} className={classes.line}>
                {item.line.node}
              </div>
            ) : item.kind === 'call' ? (
              <CallEntry
                key={item.key}
                message={item.message}
                call={item.call}
                timezone={user.timezone}
                own={conversation.seat.id === user.seat?.id}
                canTextBack={item.open && conversation.can.send}
              />
            ) : (
              <MessageBubble
                key={item.key}
                item={item}
                user={user}
                isRepeated={repeats.has(keyOfRepeat(item.message))}
                isNewest={item === newest}
              />
            ),
          )}
          {outgoing.map((text) => (
            <OutgoingBubble key={text.key} text={text} />
          ))}
        </div>
      </div>
      {scroll.unseen && (
        <Button
          className={classes.jump}
          size="compact-sm"
          radius="xl"
          leftSection={<IconArrowDown size={14} />}
          onClick={scroll.toNewest}
        >
          New texts
        </Button>
      )}
    </div>
  );
}

function ThreadSkeleton() {
  return (
    <div className={classes.frame} aria-busy="true" role="status" aria-label="Loading texts">
      <div className={classes.skeletons}>
        <Skeleton height={36} width="45%" radius="lg" />
        <Skeleton height={54} width="60%" radius="lg" ml="auto" />
        <Skeleton height={36} width="35%" radius="lg" />
        <Skeleton height={36} width="50%" radius="lg" ml="auto" />
      </div>
    </div>
  );
}
