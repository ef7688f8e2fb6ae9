import { Worker } from 'node:worker_threads';
import { CalendarUnavailable } from './failures.ts';
import type { BusyTime, TimeRange } from './port.ts';

const TIME_LIMIT_MS = 5000;
const MOST_MEMORY_MB = 256;

/**
 * Busy times in iCalendar files that may be anyone's: rules can be written that never come to an end, and files that take all our
 * memory. So they are read beside everything else, and given up on.
 */
export function readBusy(
  texts: readonly string[],
  asked: TimeRange & { timezone: string },
  { timeLimitMs = TIME_LIMIT_MS } = {},
): Promise<BusyTime[]> {
  const { from, to, timezone } = asked;
  const worker = new Worker(new URL('./icalendar-worker.ts', import.meta.url), {
    workerData: { texts, asked: { from, to, timezone } },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    // What it says may be what is in the calendar.
    stdout: true,
    stderr: true,
  });
  return new Promise<BusyTime[]>((resolve, reject) => {
    const giveUp = () => reject(new CalendarUnavailable('read the calendar: it takes too long'));
    const timer = setTimeout(giveUp, timeLimitMs);
    worker.on('message', resolve);
    worker.on('error', () => reject(new CalendarUnavailable("read the calendar: it can't be read")));
    worker.on('exit', () => {
      clearTimeout(timer);
      giveUp();
    });
  }).finally(() => worker.terminate());
}
