import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../../deps.ts';
import type { Locks } from '../../../queue/presence.ts';
import { findNumbersToSend, type NumberToSend } from './find-numbers-to-send.ts';
import { sendTexts } from './send-texts.ts';

/** How many numbers send side by side in one process. */
const SLOTS = 10;
/** Some of these may be another worker's right now. */
const LOOK_AT = 100;
/** One look finds what becomes due within this time. */
const LOOK_EVERY_MS = 20;
/** With thousands of numbers a look takes longer; at most one part in this many of the time goes into it. */
const LOOKING_SHARE = 5;
/** Nothing is lost without a notification: a text is then found this much later. */
const POLL_MS = 1000;
const LONGEST_REST_MS = 60_000;

/**
 * Finds the numbers that have something to send and gives each its turn, for as long as the process runs. A lock makes one
 * worker the sender of a number, which keeps its texts in order and at the carrier's pace; it ends with the worker.
 */
export function startDispatcher(deps: Deps, locks: Locks): { close(): Promise<void> } {
  const turns = new Map<string, Promise<void>>();
  /** Numbers whose turn broke off. */
  const resting = new Map<string, { until: number; times: number }>();
  const closing = new AbortController();
  let wake = () => {};
  let isAwake = true;

  const look = () => {
    isAwake = true;
    wake();
  };

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const startedAt = Date.now();
      isAwake = false;
      const waitMs = await dispatch().catch((error: unknown) => {
        deps.log.error({ err: error }, 'texts that are due could not be looked for');
        return POLL_MS;
      });
      const pauseMs = Math.max(LOOK_EVERY_MS, (Date.now() - startedAt) * LOOKING_SHARE);
      if (!isAwake) await rest(waitMs);
      await sleep(Math.max(0, startedAt + pauseMs - Date.now()));
    }
  }

  /** Returns in how many milliseconds there is more to do. */
  async function dispatch(): Promise<number> {
    const free = SLOTS - turns.size;
    if (free === 0) return POLL_MS;
    const { lost } = locks;
    const found = await findNumbersToSend(deps, { except: [...turns.keys(), ...tired()], limit: LOOK_AT });
    const now = deps.clock();
    const due = found.filter(({ at }) => at <= now);
    const locked = new Set(await locks.tryLock(due.map(lockOf), free));
    for (const number of due) if (locked.has(lockOf(number))) give(number, lost);
    const next = found.find(({ at }) => at > now);
    return next === undefined ? POLL_MS : Math.min(POLL_MS, next.at.getTime() - now.getTime());
  }

  function give(number: NumberToSend, lost: AbortSignal): void {
    const { numberId } = number;
    const turn = sendTexts(deps, number, AbortSignal.any([lost, closing.signal]))
      .then(() => resting.delete(numberId))
      .catch((error: unknown) => {
        const times = (resting.get(numberId)?.times ?? 0) + 1;
        resting.set(numberId, { until: Date.now() + Math.min(LONGEST_REST_MS, 1000 * 2 ** times), times });
        deps.log.error({ err: error, numberId, times }, 'sending the texts of a number broke off');
      })
      .then(async () => {
        await locks.unlock(lockOf(number));
        turns.delete(numberId);
        look();
      });
    turns.set(numberId, turn);
  }

  const tired = () => {
    const now = Date.now();
    return [...resting].flatMap(([numberId, { until }]) => (until > now ? [numberId] : []));
  };

  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const off = deps.signals.on('messages', look);
  const running = run();
  return {
    close: async () => {
      off();
      closing.abort();
      look();
      await running;
      await Promise.all(turns.values());
    },
  };
}

/** Who has it is the number's only sender. */
export function lockOf({ numberId }: Pick<NumberToSend, 'numberId'>): string {
  return `number ${numberId}`;
}
