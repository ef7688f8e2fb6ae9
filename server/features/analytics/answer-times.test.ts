import { expect, it } from 'vitest';
import { answerTimesOf } from './answer-times.ts';

it.each([
  ['nothing', [], { answers: 0, median: null, p90: null }],
  ['steps without answers', [[5, 0]], { answers: 0, median: null, p90: null }],
  ['one', [[7, 1]], { answers: 1, median: 7, p90: 7 }],
  [
    'two: half is the first',
    [
      [9, 1],
      [3, 1],
    ],
    { answers: 2, median: 3, p90: 9 },
  ],
  [
    'three',
    [
      [1, 1],
      [2, 1],
      [60, 1],
    ],
    { answers: 3, median: 2, p90: 60 },
  ],
  [
    'ten: nine of them',
    [
      [1, 9],
      [60, 1],
    ],
    { answers: 10, median: 1, p90: 1 },
  ],
  [
    'twenty: eighteen of them',
    [
      [1, 17],
      [30, 1],
      [60, 2],
    ],
    { answers: 20, median: 1, p90: 30 },
  ],
] as const)('%s', (_, steps, expected) => {
  expect(answerTimesOf(steps.map(([minutes, answers]) => ({ minutes, answers })))).toEqual(expected);
});
