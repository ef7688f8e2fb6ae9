import type { CalendarBudget } from './api.ts';
import { CalendarTooLarge, CalendarUnavailable } from './failures.ts';
import { FairQueue } from './fair-queue.ts';
import type { Answer } from './reading.ts';
import { type ReadingPool, readingPool } from './reading-pool.ts';

/** What all calendars of one ask may use up together. */
export const ASK_LIMITS = {
  bytes: 12_000_000,
  /** Occurrences of events. */
  spans: 20_000,
  readingMs: 6000,
  /** With everything that is waited for. */
  ms: 15_000,
};
type AskLimits = typeof ASK_LIMITS;

const FAILURES = { broken: CalendarUnavailable, tooLarge: CalendarTooLarge };

/** Asks on their way in this process, which bounds the memory that their answers take. */
const MOST_ASKS = 24;
const asks = new FairQueue(MOST_ASKS);

/** When it is their turn, with what their calendars may use up: one budget for each. */
export function inTurn<T>(
  person: string,
  calendars: number,
  work: (budgets: CalendarBudget[]) => Promise<T>,
): Promise<T> {
  return asks.run(person, () => work(newBudgets(person, calendars)));
}

/** Half is shared out evenly, so that no calendar takes it all from the others. The other half is for those that need more. */
class Purse {
  #common: number;
  readonly #share: number;

  constructor(total: number, parts: number) {
    this.#common = total / 2;
    this.#share = total / 2 / parts;
  }

  part() {
    let own = this.#share;
    return {
      left: () => own + this.#common,
      /** False: there was less, and it is gone. What was set apart for the others isn't. */
      take: (amount: number): boolean => {
        const isThere = amount <= own + this.#common;
        this.#common = Math.max(0, this.#common - Math.max(0, amount - own));
        own = Math.max(0, own - amount);
        return isThere;
      },
    };
  }
}

/** For a call that is no part of an ask. */
export function newBudget(person: string, limits: Partial<AskLimits> = {}): CalendarBudget {
  const [budget] = newBudgets(person, 1, limits);
  if (budget === undefined) throw new Error('There is no budget');
  return budget;
}

export function newBudgets(
  person: string,
  calendars = 1,
  limits: Partial<AskLimits> = {},
  pool: ReadingPool = readingPool,
): CalendarBudget[] {
  const { bytes, spans, readingMs, ms } = { ...ASK_LIMITS, ...limits };
  const signal = AbortSignal.timeout(ms);
  const purses = {
    bytes: new Purse(bytes, calendars),
    spans: new Purse(spans, calendars),
    readingMs: new Purse(readingMs, calendars),
  };
  return Array.from({ length: calendars }, () => {
    const left = {
      bytes: purses.bytes.part(),
      spans: purses.spans.part(),
      readingMs: purses.readingMs.part(),
    };
    return {
      signal,
      takeBytes: (count) => {
        if (!left.bytes.take(count)) throw new CalendarTooLarge('ask the calendar: it answers too much');
      },
      read: async (reading) => {
        const answered = await pool.read(person, {
          signal,
          begin: () => {
            const ms = left.readingMs.left();
            if (ms <= 0) throw new CalendarTooLarge('read the calendar: it takes too much');
            return { ms, reading: { ...reading, mostSpans: Math.floor(left.spans.left()) } };
          },
          took: left.readingMs.take,
        });
        if ('failed' in answered) throw new FAILURES[answered.failed]("read the calendar: it can't be read");
        left.spans.take(answered.spans);
        return answered.answer as Answer<typeof reading>;
      },
    };
  });
}
