import type { WorkerEvents } from 'graphile-worker';

/*
 * One slot looks at the queue at a time, so each knows how full every lane is, and skips the kinds of those that are full: a
 * job is flagged with the name of its kind (job.ts). Jobs of the schedule carry no flags and are never skipped.
 */

export interface Turns {
  /** Waits for the turn, which ends with the look at the queue. What to skip. */
  next(): Promise<string[]>;
  /** Counts as long as it runs. */
  run<T>(kind: string, work: () => Promise<T>): Promise<T>;
}

const LOOK_IS_OVER = ['job:start', 'worker:getJob:empty', 'worker:getJob:error'] as const;

export function createTurns(lanes: { slots: number; kinds: string[] }[], events: WorkerEvents): Turns {
  const running = new Map<string, number>();
  const count = (kind: string) => running.get(kind) ?? 0;
  const isFull = ({ slots, kinds }: { slots: number; kinds: string[] }) =>
    kinds.reduce((sum, kind) => sum + count(kind), 0) >= slots;
  let last = Promise.resolve();
  let end = () => {};
  for (const event of LOOK_IS_OVER) events.on(event, () => end());
  return {
    next: async () => {
      const before = last;
      const turn = Promise.withResolvers<void>();
      last = turn.promise;
      await before;
      end = turn.resolve;
      return lanes.filter(isFull).flatMap(({ kinds }) => kinds);
    },
    run: async (kind, work) => {
      running.set(kind, count(kind) + 1);
      try {
        return await work();
      } finally {
        running.set(kind, count(kind) - 1);
      }
    },
  };
}
