import { Skeleton } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import type { Conversation } from '../../../../contract/conversations.ts';
import { candidateFirstName } from '../../../../contract/person-name.ts';
import type { User } from '../../../../contract/users.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useNextPage } from '../../../lib/api/use-next-page.ts';
import { dayOf } from '../../../lib/dates.ts';
import { showProblem } from '../../../lib/notices.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { discardArrived, useOutbox, withoutArrived } from '../outbox.ts';
import classes from './thread.module.css';
import { isIn, type ThreadLine, threadItems } from './thread-items.ts';
import { useGoToPlace } from './thread-place.ts';
import { ThreadRows } from './thread-rows.tsx';
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
  const { query, messages, range, place } = useThreadTexts(conversation.id);
  const goTo = useGoToPlace(conversation.id);
  const outbox = useOutbox();
  const dayAt = useMemo(() => remembered((iso) => dayOf(iso, user.timezone)), [user.timezone]);
  const items = useMemo(() => {
    const shown = range ? lines.filter(({ at }) => isIn(range, at)) : [];
    return threadItems(messages, shown, dayAt);
  }, [messages, lines, range, dayAt]);
  useEffect(() => discardArrived(messages), [messages]);
  const outgoing = withoutArrived(
    outbox.filter((text) => text.thread === conversation.id),
    messages,
  );
  useNextPage(query, query.isSuccess && items.length === 0);
  const isGone = place !== null && query.error instanceof ApiError && query.error.status === 404;
  useEffect(() => {
    if (!isGone) return;
    showProblem('This text is no longer there.');
    goTo(null);
  }, [isGone, goTo]);

  if (query.isPending || isGone) return <ThreadSkeleton />;
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
    <ThreadRows
      // Another place is another list, with its own position.
      key={place?.message ?? place?.note ?? place?.at ?? ''}
      conversation={conversation}
      user={user}
      query={query}
      messages={messages}
      items={items}
      outgoing={outgoing}
      place={place}
      goTo={goTo}
      onSeen={onSeen}
    />
  );
}

/** Which day it is by a clock is asked for thousands of texts each time one comes. */
function remembered(dayAt: (iso: string) => string): (iso: string) => string {
  const days = new Map<string, string>();
  return (iso) => {
    const known = days.get(iso) ?? dayAt(iso);
    days.set(iso, known);
    return known;
  };
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
