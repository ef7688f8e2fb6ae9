import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Locks } from './presence.ts';

export interface Loop {
  /** What it is in the middle of is finished. */
  close(): Promise<void>;
}

interface Work {
  lock: string;
  /** Returns how many milliseconds to rest. */
  turn: (closing: AbortSignal) => Promise<number>;
  /** Rests so long without the lock, and after a turn that failed. */
  restMs: number;
  /** What to log when a turn fails. */
  failed: string;
}

/** Takes turns for as long as the process runs, in one worker at a time. */
export function startLoop(log: Logger, locks: Locks, { lock, turn, restMs, failed }: Work): Loop {
  const closing = new AbortController();
  let held: AbortSignal | null = null;

  async function holdsLock(): Promise<boolean> {
    if (held !== null && !held.aborted) return true;
    const { lost } = locks;
    held = (await locks.tryLock([lock], 1)).length > 0 ? lost : null;
    return held !== null;
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const rest = await holdsLock()
        .then((holds) => (holds ? turn(closing.signal) : restMs))
        .catch((error: unknown) => {
          log.error({ err: error }, failed);
          return restMs;
        });
      if (rest > 0) await sleep(rest, undefined, { signal: closing.signal }).catch(() => {});
    }
    if (held !== null) await locks.unlock(lock);
  }

  const running = run();
  return {
    close: async () => {
      closing.abort();
      await running;
    },
  };
}
