import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core';
import { IconCalendarEvent, IconDots, IconGripVertical } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { BoardCard as Card } from '../../../contract/jobs.ts';
import { candidateName } from '../../../contract/person-name.ts';
import type { User } from '../../../contract/users.ts';
import { dayName, timeOfDay } from '../../lib/dates.ts';
import { paths } from '../../paths.ts';
import { previewOf } from '../messages/preview.ts';
import classes from './board.module.css';
import { timeInStage } from './time-in-stage.ts';
import type { StageOfBoard } from './use-move.ts';

export function BoardCard({
  card,
  stages,
  place,
  now,
  user: { id: ownId, timezone },
  isDragged,
  onGrab,
  onMove,
  onRemove,
}: {
  card: Card;
  stages: readonly StageOfBoard[];
  /** The place of its stage among them. */
  place: number;
  now: Date;
  user: Pick<User, 'id' | 'timezone'>;
  isDragged: boolean;
  onGrab: (event: PointerEvent<HTMLElement>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const { application, candidate, stageChangedAt, lastMessage, unreadCount, nextInterview } = card;
  const name = candidateName(candidate);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    onMove(event.key === 'ArrowLeft' ? place - 1 : place + 1);
  }
  return (
    <li
      className={classes.card}
      data-dragged={isDragged || undefined}
      data-movable={application.can.moveStage || undefined}
      onPointerDown={application.can.moveStage ? onGrab : undefined}
    >
      {application.can.moveStage && (
        <button
          type="button"
          className={classes.handle}
          data-handle={application.id}
          aria-label={`Move ${name}`}
          aria-describedby="move-card"
          onKeyDown={onKeyDown}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
      )}
      <div className={classes.what}>
        <div className={classes.who}>
          <Link
            className={classes.name}
            to={paths.newConversation}
            search={{ candidateId: candidate.id }}
            draggable={false}
          >
            {name}
          </Link>
          {unreadCount > 0 && (
            <span className={classes.unread}>
              {unreadCount > 99 ? '99+' : unreadCount}
              <VisuallyHidden> unread</VisuallyHidden>
            </span>
          )}
        </div>
        {lastMessage && (
          <div className={classes.last} data-unread={unreadCount > 0 || undefined}>
            {previewOf(lastMessage, ownId)}
          </div>
        )}
        {nextInterview && (
          <div className={classes.fact}>
            <IconCalendarEvent size={14} aria-hidden className={classes.icon} />
            <VisuallyHidden>Interview </VisuallyHidden>
            {dayName(nextInterview.startsAt, timezone, now)}, {timeOfDay(nextInterview.startsAt, timezone)}
          </div>
        )}
        <div className={classes.since}>{timeInStage(stageChangedAt, timezone, now)}</div>
      </div>
      {(application.can.moveStage || application.can.remove) && (
        <Menu position="bottom-end" width={208}>
          <Menu.Target>
            <ActionIcon
              className={classes.menu}
              variant="subtle"
              color="gray"
              size={32}
              aria-label={`More for ${name}`}
            >
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {stages.map(
              (stage, index) =>
                application.can.moveStage &&
                index !== place && (
                  <Menu.Item key={stage.id} onClick={() => onMove(index)}>
                    Move to {stage.name}
                  </Menu.Item>
                ),
            )}
            <Menu.Divider />
            {application.can.remove && (
              <Menu.Item c="var(--danger)" onClick={onRemove}>
                Remove from job
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
