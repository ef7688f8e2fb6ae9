import { expect, test } from 'vitest';
import { movedIds, moveIn } from './move-in.ts';

test.each([
  [0, 1, 'bacd', 'ba'],
  [3, 1, 'adbc', 'dbc'],
  [0, 3, 'bcda', 'bcda'],
])('from %i to %i', (from, to, order, named) => {
  const items = [...'abcd'].map((id) => ({ id }));
  expect(
    moveIn(items, from, to)
      .map(({ id }) => id)
      .join(''),
  ).toBe(order);
  expect(movedIds(items, from, to).join('')).toBe(named);
});
