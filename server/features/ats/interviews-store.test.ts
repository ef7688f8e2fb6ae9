import { expect, it } from 'vitest';
import { isDoubtful } from './interviews-store.ts';

it.each([
  { known: 0, told: 0, doubtful: false },
  { known: 1, told: 0, doubtful: false },
  { known: 2, told: 0, doubtful: true },
  { known: 2, told: 1, doubtful: false },
  { known: 4, told: 1, doubtful: false },
  { known: 5, told: 1, doubtful: true },
  { known: 5, told: 2, doubtful: false },
  { known: 6, told: 2, doubtful: false },
  { known: 300, told: 99, doubtful: true },
  { known: 300, told: 100, doubtful: false },
])('$told of $known interviews: doubtful is $doubtful', ({ doubtful, ...counts }) => {
  expect(isDoubtful(counts)).toBe(doubtful);
});
