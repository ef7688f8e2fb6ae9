import type { Deps } from '../../deps.ts';
import { type Loop, startLoop } from '../../queue/loop.ts';
import type { Locks } from '../../queue/presence.ts';
import { sequenceEvents } from './sequence.ts';

/** How long an event waits for its place in the log, at most. A look that finds nothing takes a tenth of a millisecond. */
const LOOK_EVERY_MS = 200;

/** Keeps the log of events up to date, for as long as the process runs; a lock makes one worker do it. */
export function startSequencer({ db, log, clock }: Pick<Deps, 'db' | 'log' | 'clock'>, locks: Locks): Loop {
  /** That are there. */
  const days = new Set<number>();
  return startLoop(log, locks, {
    lock: 'events',
    turn: async () => {
      try {
        return (await sequenceEvents(db, clock(), days)) ? 0 : LOOK_EVERY_MS;
      } catch (error) {
        // Of another database than before, if a copy took over.
        days.clear();
        throw error;
      }
    },
    restMs: LOOK_EVERY_MS,
    failed: 'events could not be put into the log',
  });
}
