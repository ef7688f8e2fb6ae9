import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { startServiceWorker } from '../../lib/service-worker.ts';

/** What the next page needs if it opens without a network. Nothing on the screen waits for it. */
export function useKeptAnswers(userId: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return;
    startServiceWorker();
    let stop: (() => void) | undefined;
    let isOver = false;
    void import('../../lib/api/kept-answers.ts')
      .then(({ keepAnswers }) => {
        if (!isOver) stop = keepAnswers(queryClient);
      })
      .catch(() => {});
    return () => {
      isOver = true;
      stop?.();
    };
  }, [queryClient, userId]);
}
