import { type InfiniteData, type QueryClient, useIsMutating, useQueryClient } from '@tanstack/react-query';
import type { BoardCard } from '../../../contract/jobs.ts';
import { candidateName } from '../../../contract/person-name.ts';
import type { ReplyOutput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useOptimistic } from '../../lib/api/use-optimistic.ts';
import { showFailure, showProblem } from '../../lib/notices.ts';
import { showUndo } from '../../ui/undo-notice.tsx';
import { columnQuery, jobQuery, jobsChanged } from './jobs-query.ts';

export interface StageOfBoard {
  id: string;
  name: string;
}

interface Move {
  card: BoardCard;
  from: StageOfBoard;
  to: StageOfBoard;
}

type Column = InfiniteData<ReplyOutput<typeof routes.listBoard>, string | undefined>;

const LOOK_MS = 30_000;
const movesOf = (jobId: string) => ['move', jobId];

/** Colleagues work on the same board. What is loaded while a move is under way would show it undone. */
export function useLookAgain(jobId: string): number | false {
  return useIsMutating({ mutationKey: movesOf(jobId) }) === 0 && LOOK_MS;
}

/** Moves are shown at once. */
export function useMove(jobId: string) {
  const queryClient = useQueryClient();
  const run = useOptimistic<Move>({
    key: movesOf(jobId),
    save: ({ card, from, to }) =>
      call(routes.moveStage, {
        params: { id: card.candidate.id },
        body: { applicationId: card.application.id, stageId: to.id, fromStageId: from.id },
      }),
    over: [routes.listBoard, routes.getJob],
    show: (queryClient, move) => shift(queryClient, jobId, move),
    changes: jobsChanged,
    onFailed: (error, move) => {
      shift(queryClient, jobId, { ...move, from: move.to, to: move.from });
      return tell(error, move.card);
    },
  });

  return (move: Move) => {
    const done = run(move);
    const hide = showUndo(`Moved ${candidateName(move.card.candidate)} to ${move.to.name}`, () => {
      void run({ ...move, from: move.to, to: move.from });
    });
    void done.then((moved) => {
      if (!moved) hide();
    });
  };
}

/** From one column to the top of another, with the counts. */
function shift(queryClient: QueryClient, jobId: string, { card, from, to }: Move): void {
  const { id } = card.application;
  const others = queryClient
    .getQueryData(jobQuery(jobId).queryKey)
    ?.stages.find((stage) => stage.id === to.id)?.candidates;
  queryClient.setQueryData<Column>(
    columnQuery(jobId, from.id).queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.filter(({ application }) => application.id !== id),
        })),
      },
  );
  const moved: BoardCard = {
    ...card,
    application: { ...card.application, stageId: to.id, stageName: to.name },
    stageChangedAt: new Date().toISOString(),
  };
  queryClient.setQueryData<Column>(columnQuery(jobId, to.id).queryKey, (data) => {
    // Of a column that isn't loaded yet, only an empty one is known.
    if (!data && others !== 0) return data;
    const [first = { items: [], nextCursor: null }, ...rest] = data?.pages ?? [];
    return {
      pageParams: data?.pageParams ?? [undefined],
      pages: [{ ...first, items: [moved, ...first.items] }, ...rest],
    };
  });
  queryClient.setQueryData(
    jobQuery(jobId).queryKey,
    (job) =>
      job && {
        ...job,
        stages: job.stages.map((stage) => ({
          ...stage,
          candidates: stage.candidates + Number(stage.id === to.id) - Number(stage.id === from.id),
        })),
      },
  );
}

/** If someone else was faster: where the candidate is now. */
async function tell(error: Error, { candidate, application }: BoardCard): Promise<void> {
  const isMoved = error instanceof ApiError && error.code === 'stage_moved';
  const now =
    isMoved && (await call(routes.getCandidate, { params: { id: candidate.id } }).catch(() => null));
  if (!now) return showFailure(error);
  const name = candidateName(candidate);
  const stage = now.applications.find(({ id }) => id === application.id)?.stageName;
  showProblem(
    stage ? `Someone just moved ${name} to ${stage}.` : `Someone just removed ${name} from this job.`,
  );
}
