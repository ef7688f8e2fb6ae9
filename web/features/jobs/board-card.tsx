import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconGripVertical } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { BoardCard as Card } from '../../../contract/jobs.ts';
import { candidateName } from '../../../contract/person-name.ts';
import { paths } from '../../paths.ts';
import classes from './board.module.css';
import { timeInStage } from './time-in-stage.ts';
import type { StageOfBoard } from './use-move.ts';

export function BoardCard({
  card,
  stages,
  place,
  now,
  timezone,
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
  timezone: string;
  isDragged: boolean;
  onGrab: (event: PointerEvent<HTMLButtonElement>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const { application, candidate, stageChangedAt } = card;
  const name = candidateName(candidate);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    onMove(event.key === 'ArrowLeft' ? place - 1 : place + 1);
  }
  return (
    <li className={classes.card} data-dragged={isDragged || undefined}>
      {application.can.moveStage && (
        <button
          type="button"
          className={classes.handle}
          data-handle={application.id}
          aria-label={`Move ${name}`}
          aria-describedby="move-card"
          onKeyDown={onKeyDown}
          onPointerDown={onGrab}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
      )}
      <div className={classes.what}>
        <Link
          className={classes.name}
          to={paths.newConversation}
          search={{ candidateId: candidate.id }}
          draggable={false}
        >
          {name}
        </Link>
        <div className={classes.since}>{timeInStage(stageChangedAt, timezone, now)}</div>
      </div>
      {(application.can.moveStage || application.can.remove) && (
        <Menu position="bottom-end" width={208}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={32} aria-label={`More for ${name}`}>
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
