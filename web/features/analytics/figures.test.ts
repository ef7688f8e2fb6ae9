import { describe, expect, it } from 'vitest';
import type { Figure, Figures } from '../../../contract/analytics.ts';
import { makeFigures } from '../../testing/make-analytics.ts';
import { changeOf, topFigures } from './figures.ts';
import { answerTimeInWords, minutesInWords, shareInWords } from './numbers-in-words.ts';

describe('the change against the days before', () => {
  const times = (median: number | null) => ({ answers: median === null ? 0 : 5, median, p90: median });
  it.each<[Figure, Partial<Figures>, Partial<Figures>, string | null]>([
    ['sent', { sent: 150 }, { sent: 100 }, 'up: 50%; 50% more than'],
    ['sent', { sent: 50 }, { sent: 100 }, 'down: 50%; 50% fewer than'],
    ['sent', { sent: 110 }, { sent: 10 }, 'up: 11x; 11 times as many as'],
    ['sent', { sent: 109 }, { sent: 10 }, 'up: 990%; 990% more than'],
    ['sent', { sent: 100 }, { sent: 100 }, 'same: No change; The same as'],
    ['sent', { sent: 100 }, { sent: 0, received: 0, failed: 0 }, null],
    ['failed', { failed: 2 }, { failed: 0 }, 'null: No earlier data; '],
    ['failed', { failed: 0 }, { failed: 0 }, 'same: No change; As many as'],
    [
      'answered',
      { started: 10, answered: 6 },
      { started: 10, answered: 5 },
      'up: 10 points; 10 points higher than',
    ],
    [
      'answered',
      { started: 100, answered: 49 },
      { started: 10, answered: 5 },
      'down: 1 point; 1 point lower than',
    ],
    ['answered', { started: 0, answered: 0 }, { started: 10, answered: 5 }, null],
    ['answered', { started: 2, answered: 1 }, { started: 0, answered: 0 }, 'null: No earlier data; '],
    [
      'ourAnswers',
      { ourAnswerTimes: times(15) },
      { ourAnswerTimes: times(90) },
      'down: 1 h 15 min; 1 h 15 min shorter than',
    ],
    [
      'ourAnswers',
      { ourAnswerTimes: times(15) },
      { ourAnswerTimes: times(10) },
      'up: 5 min; 5 min longer than',
    ],
    ['ourAnswers', { ourAnswerTimes: times(null) }, { ourAnswerTimes: times(10) }, null],
  ])('%s: %j after %j', (figure, now, before, expected) => {
    const top = topFigures.find((each) => each.figure === figure);
    if (!top) throw new Error(`${figure} is not shown`);
    const change = changeOf(top, makeFigures(now), makeFigures(before));
    expect(change && `${change.way}: ${change.short}; ${change.words}`).toBe(expected);
  });
});

it.each([
  [1, '1 min'],
  [59, '59 min'],
  [60, '1 h'],
  [75, '1 h 15 min'],
  [1440, '1 day'],
  [2160, '1.5 days'],
  [20_160, '14 days'],
])('%d minutes', (minutes, words) => {
  expect(minutesInWords(minutes)).toBe(words);
});

it('an answer that took longer than the last step is not shown with an exact time', () => {
  expect(answerTimeInWords(43_200)).toBe('30 days or more');
  expect(answerTimeInWords(null)).toBe('–');
  const ours = topFigures.find(({ figure }) => figure === 'ourAnswers');
  const slowest = (p90: number) =>
    ours?.second?.(makeFigures({ ourAnswerTimes: { answers: 5, median: 10, p90 } }))?.words;
  expect([slowest(1440), slowest(43_200)]).toEqual(['90% within 1 day', '10% took 30 days or more']);
});

it.each([
  [null, '–'],
  [0, '0%'],
  [0.126, '13%'],
  [1, '100%'],
])('a share of %s', (share, words) => {
  expect(shareInWords(share)).toBe(words);
});
