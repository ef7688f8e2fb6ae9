import { ApiError } from '../../lib/api/api-error.ts';

const AT_ONCE = 4;
/** How many can be changed together. */
export const MOST_AT_ONCE = 100;

export interface Each<Item, Answer> {
  done: { item: Item; answer: Answer }[];
  failed: { item: Item; reason: string }[];
}

/** Does something to each of several, a few at a time. What fails for one is done for the others all the same. */
export async function runEach<Item, Answer>(
  items: readonly Item[],
  run: (item: Item) => Promise<Answer>,
): Promise<Each<Item, Answer>> {
  const left = [...items];
  const each: Each<Item, Answer> = { done: [], failed: [] };
  const next = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift())
      try {
        each.done.push({ item, answer: await run(item) });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        each.failed.push({ item, reason: error.message });
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return each;
}
