import { LRUCache } from 'lru-cache';

const MOST_CONNECTIONS = 10_000;

/** Keeps the calls of each connection below what its system refuses. In this process only: elsewhere they count again. */
export interface AtsPacer {
  /** When the next call may go, or null when that's later than `latest`. What is answered is taken. */
  reserve(
    connectionId: string,
    pace: { calls: number; perMs: number },
    times: { now: number; latest: number },
  ): number | null;
  /** The system asked to be left alone until then. */
  hold(connectionId: string, until: number): void;
}

export function createAtsPacer(): AtsPacer {
  /** When the last calls went, oldest first. */
  const gone = new LRUCache<string, number[]>({ max: MOST_CONNECTIONS });
  const held = new LRUCache<string, number>({ max: MOST_CONNECTIONS });

  return {
    reserve: (connectionId, { calls, perMs }, { now, latest }) => {
      const last = gone.get(connectionId) ?? [];
      const before = last.at(-calls);
      const free = before === undefined ? now : before + perMs;
      const at = Math.max(now, free, last.at(-1) ?? 0, held.get(connectionId) ?? 0);
      if (at > latest) return null;
      gone.set(connectionId, [...last, at].slice(-calls));
      return at;
    },
    hold: (connectionId, until) => {
      held.set(connectionId, Math.max(until, held.get(connectionId) ?? 0));
    },
  };
}
