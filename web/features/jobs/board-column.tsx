import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type PointerEvent, useId, useMemo } from 'react';
import type { BoardCard as Card, JobWithStages } from '../../../contract/jobs.ts';
import type { User } from '../../../contract/users.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import classes from './board.module.css';
import { BoardCard } from './board-card.tsx';
import { columnQuery } from './jobs-query.ts';
import { useLookAgain } from './use-move.ts';

export function BoardColumn({
  job,
  place,
  now,
  user,
  draggedId,
  isOver,
  onGrab,
  onMove,
  onRemove,
}: {
  job: JobWithStages;
  /** Of its stage, among those of the job. */
  place: number;
  now: Date;
  user: Pick<User, 'id' | 'timezone'>;
  draggedId: string | undefined;
  /** Where the card that is dragged would go. */
  isOver: boolean;
  onGrab: (event: PointerEvent<HTMLElement>, card: Card) => void;
  onMove: (card: Card, to: number) => void;
  onRemove: (card: Card) => void;
}) {
  const stage = job.stages[place];
  const isEmpty = stage?.candidates === 0;
  const column = useInfiniteQuery({
    ...columnQuery(job.id, stage?.id ?? ''),
    enabled: !isEmpty,
    refetchInterval: useLookAgain(job.id),
  });
  const titleId = useId();
  // One that came in between moves the rest down by one, but no one is shown twice.
  const cards = useMemo(() => {
    if (isEmpty) return [];
    const items = column.data?.pages.flatMap((page) => page.items) ?? [];
    return [...new Map(items.map((card) => [card.application.id, card])).values()];
  }, [column.data, isEmpty]);
  if (!stage) return null;
  return (
    <section className={classes.column} aria-labelledby={titleId} data-over={isOver || undefined}>
      <h2 id={titleId} className={classes.stage}>
        <span>{stage.name}</span> <span className={classes.count}>{stage.candidates}</span>
      </h2>
      {isEmpty ? (
        <p className={classes.empty}>No one here</p>
      ) : column.isPending ? (
        <div role="status" aria-busy="true" aria-label={`Loading ${stage.name}`} className={classes.cards}>
          <Skeleton height={64} />
          <Skeleton height={64} />
        </div>
      ) : column.isError && !column.data ? (
        <LoadFailure what="These candidates" retry={() => void column.refetch()} />
      ) : (
        <ul className={classes.cards} aria-labelledby={titleId}>
          {cards.map((card) => (
            <BoardCard
              key={card.application.id}
              card={card}
              stages={job.stages}
              place={place}
              now={now}
              user={user}
              isDragged={card.application.id === draggedId}
              onGrab={(event) => onGrab(event, card)}
              onMove={(to) => onMove(card, to)}
              onRemove={() => onRemove(card)}
            />
          ))}
        </ul>
      )}
      {column.hasNextPage && !isEmpty && (
        <Button
          variant="subtle"
          size="xs"
          fullWidth
          loading={column.isFetchingNextPage}
          onClick={() => void column.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  );
}
