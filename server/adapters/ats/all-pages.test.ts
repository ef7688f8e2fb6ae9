import { expect, it } from 'vitest';
import { allPages } from './all-pages.ts';
import { AtsUnavailable } from './failures.ts';

const pages =
  (named: Record<string, string | null>) =>
  async (cursor: string | null): Promise<{ items: string[]; next: string | null }> => ({
    items: [cursor ?? 'first'],
    next: named[cursor ?? 'first'] ?? null,
  });

it('reads on to the last page', async () => {
  expect(await allPages('list', pages({ first: 'b', b: 'c' }))).toEqual(['first', 'b', 'c']);
});

it.each([
  { first: 'b', b: 'b' },
  { first: 'b', b: 'c', c: 'b' },
])('ends where they begin again: %j', async (named) => {
  await expect(allPages('list', pages(named))).rejects.toThrow(AtsUnavailable);
});
