import { expect, it } from 'vitest';
import { isDoubtful } from './interviews-store.ts';

it.each([
  { known: 0, listed: 0, doubtful: false },
  { known: 1, listed: 0, doubtful: false },
  { known: 2, listed: 0, doubtful: true },
  { known: 2, listed: 1, doubtful: false },
  { known: 4, listed: 1, doubtful: false },
  { known: 5, listed: 1, doubtful: true },
  { known: 5, listed: 2, doubtful: false },
  { known: 6, listed: 2, doubtful: false },
  { known: 300, listed: 99, doubtful: true },
  { known: 300, listed: 100, doubtful: false },
])('$listed of $known interviews: doubtful is $doubtful', ({ doubtful, ...counts }) => {
  expect(isDoubtful(counts)).toBe(doubtful);
});
