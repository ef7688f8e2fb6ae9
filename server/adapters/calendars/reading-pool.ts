import { Worker } from 'node:worker_threads';
import { CalendarTooLarge, CalendarUnavailable } from './failures.ts';
import { FairQueue } from './fair-queue.ts';
import type { Answered, Reading } from './reading.ts';

/** However many people ask. */
export const THREADS = 2;
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

interface Job {
  /** When it's its turn, with the milliseconds that it may take. */
  begin(): { reading: Reading; ms: number };
  took(ms: number): void;
  signal: AbortSignal;
}

/**
 * Reads what calendars answered. It may be anyone's: rules can be written that never come to an end, and files that take all our
 * memory. So it is read beside everything else, and given up on.
 */
export class ReadingPool {
  readonly #queue: FairQueue;
  readonly #idle = new Set<Worker>();

  constructor(threads = THREADS) {
    this.#queue = new FairQueue(threads);
  }

  async read(person: string, job: Job): Promise<Answered> {
    try {
      return await this.#queue.run(person, () => this.#readNow(job), job.signal);
    } catch (error) {
      if (error !== job.signal.reason) throw error;
      throw new CalendarUnavailable('read the calendar: no turn in time');
    }
  }

  async #readNow({ begin, took, signal }: Job): Promise<Answered> {
    const { reading, ms } = begin();
    const [idle] = this.#idle;
    const worker = idle ?? (await start());
    this.#idle.delete(worker);
    const startedAt = performance.now();
    const answered = await answerOf(worker, reading, { ms, signal });
    took(performance.now() - startedAt);
    if (answered !== null) {
      worker.unref();
      this.#idle.add(worker);
      return answered;
    }
    await worker.terminate();
    if (signal.aborted) throw new CalendarUnavailable('read the calendar: not done in time');
    throw new CalendarTooLarge('read the calendar: it takes too much');
  }
}

async function start(): Promise<Worker> {
  const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
    resourceLimits: MEMORY,
    // What it says may be what is in the calendar.
    stdout: true,
    stderr: true,
  });
  await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  worker.on('error', () => {});
  return worker;
}

/** Null: it came to no end, or to its own. */
async function answerOf(
  worker: Worker,
  reading: Reading,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<Answered | null> {
  const ended = Promise.withResolvers<Answered | null>();
  const giveUp = () => ended.resolve(null);
  const timer = setTimeout(giveUp, ms);
  signal.addEventListener('abort', giveUp);
  worker.on('message', ended.resolve);
  worker.on('exit', giveUp);
  worker.ref();
  worker.postMessage(reading, [reading.bytes.buffer as ArrayBuffer]);
  const answered = await ended.promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', giveUp);
  worker.off('message', ended.resolve);
  worker.off('exit', giveUp);
  return answered;
}

/** The one of this process. */
export const readingPool = new ReadingPool();
