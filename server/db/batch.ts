import { currentSpan, type Span, within } from '../tracing/spans.ts';
import { causedBy } from './cause.ts';
import { isUnavailable } from './unavailable.ts';

/**
 * Group commit: while one run is under way, what arrives meanwhile waits and goes together in the next run. A lone call
 * is not delayed at all; under load one round trip and one commit serve many calls.
 *
 * `run` gets the items in the order of arrival and returns one result for each; an `Error` among the results rejects
 * just that call. When `run` itself fails, every item of it is tried alone, so that one bad item harms no other; unless
 * the database can't be reached at all.
 */
export function batched<Item, Result>(
  run: (items: Item[]) => Promise<(Result | Error)[]>,
  options: { max: number; parallel?: number },
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item;
    resolve(result: Result): void;
    reject(error: unknown): void;
    span: Span | undefined;
  }
  const waiting: Waiting[] = [];
  let running = 0;

  async function settle(batch: Waiting[]): Promise<void> {
    try {
      const results = await within(batch[0]?.span, () => run(batch.map((call) => call.item)));
      batch.forEach((call, index) => {
        const result = results[index];
        if (result instanceof Error) call.reject(result);
        else call.resolve(result as Result);
      });
    } catch (error) {
      // Nor would any of them alone get through to a database that is down.
      if (batch.length === 1 || isUnavailable(error)) for (const call of batch) call.reject(error);
      else for (const call of batch) await settle([call]);
    }
  }

  async function drain(): Promise<void> {
    running += 1;
    while (waiting.length > 0) await settle(waiting.splice(0, options.max));
    running -= 1;
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject, span: currentSpan() });
      // What one call has asked for isn't the cause of what others did.
      if (running < (options.parallel ?? 1)) void causedBy(null, drain);
    });
}
