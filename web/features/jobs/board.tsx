import { useLayoutEffect, useRef, useState } from 'react';
import type { BoardCard as Card, JobWithStages } from '../../../contract/jobs.ts';
import { candidateName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { useNow } from '../../lib/use-now.ts';
import { showUndo } from '../../ui/undo-notice.tsx';
import classes from './board.module.css';
import { BoardColumn } from './board-column.tsx';
import { jobsChanged } from './jobs-query.ts';
import { useDrag } from './use-drag.ts';
import { useMove } from './use-move.ts';

/** A column for each stage. Cards are dragged, or moved by the arrow keys of their handle or by their menu. */
export function Board({ job, user }: { job: JobWithStages; user: User }) {
  const now = useNow(60_000);
  const move = useMove(job.id);
  const remove = useRemove();
  const grabbed = useRef<Card | null>(null);
  const [said, setSaid] = useState('');
  const refocused = useRef<string | null>(null);
  const moveTo = (card: Card, from: number, to: number) => {
    const [source, target] = [job.stages[from], job.stages[to]];
    if (!source || !target) return;
    refocused.current = card.application.id;
    setSaid(`${candidateName(card.candidate)} is now in ${target.name}.`);
    move({ card, from: source, to: target });
  };
  const { board, drag, grab } = useDrag(
    (_, from, to) => grabbed.current && moveTo(grabbed.current, from, to),
  );
  // A card in another column is another element.
  useLayoutEffect(() => {
    const handle = board.current?.querySelector<HTMLElement>(`[data-handle="${refocused.current}"]`);
    if (refocused.current === null || !handle) return;
    handle.focus();
    refocused.current = null;
  });
  return (
    <>
      <p id="move-card" hidden>
        Use the left and right arrow keys to move it.
      </p>
      <output className={classes.said}>{said}</output>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and may have nothing else to focus */}
      <section ref={board} className={classes.board} aria-label="Stages" tabIndex={0}>
        {job.stages.map((stage, place) => (
          <BoardColumn
            key={stage.id}
            job={job}
            place={place}
            now={now}
            user={user}
            draggedId={drag?.id}
            isOver={drag?.over === place}
            onGrab={(event, card) => {
              grabbed.current = card;
              grab(event, card.application.id, place);
            }}
            onMove={(card, to) => moveTo(card, place, to)}
            onRemove={(card) => remove(job.id, card)}
          />
        ))}
      </section>
      {drag && grabbed.current && (
        <div
          className={classes.ghost}
          style={{ left: `min(${drag.x}px, 100vw - 216px)`, top: drag.y }}
          aria-hidden
        >
          {candidateName(grabbed.current.candidate)}
        </div>
      )}
    </>
  );
}

/** Offers to put them back where they were. */
function useRemove() {
  const putBack = useSave({
    save: (body: { candidateId: string; jobId: string; stageId: string }) =>
      call(routes.createApplication, { body }),
    inTurn: 'put back',
    changes: jobsChanged,
  });
  const remove = useSave({
    save: ({ card: { application } }: { jobId: string; card: Card }) =>
      call(routes.deleteApplication, { params: { id: application.id } }),
    inTurn: 'remove',
    onDone: (_, { jobId, card: { candidate, application } }) =>
      showUndo(`Removed ${candidateName(candidate)} from this job`, () =>
        putBack.run({ candidateId: candidate.id, jobId, stageId: application.stageId ?? '' }),
      ),
    changes: jobsChanged,
  });
  return (jobId: string, card: Card) => remove.run({ jobId, card });
}
