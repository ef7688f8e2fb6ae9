import { expect, test } from 'vitest';
import { byMonth, comparedInWords, lastMonths, monthInWords } from './text-figures.ts';

test.each([
  [12, 4, '8 more than in the 30 days before'],
  [1004, 4, '1,000 more than in the 30 days before'],
  [3, 4, '1 fewer than in the 30 days before'],
  [4, 4, 'As many as in the 30 days before'],
  [0, 0, 'None in the 30 days before either'],
])('%i after %i: %s', (now, then, words) => {
  expect(comparedInWords(now, then, 30)).toBe(words);
});

test.each([
  ['2026-11-26', 3, ['2026-11-01', '2026-10-01', '2026-09-01']],
  ['2026-01-31', 2, ['2026-01-01', '2025-12-01']],
])('the months up to %s', (today, count, first) => {
  expect(lastMonths(today, count)).toEqual(first);
});

test('a month is what came before the next, back to the first with a text', () => {
  const of = (totalSentMessages: number, totalReceivedMessages: number) => ({
    totalSentMessages,
    totalReceivedMessages,
  });
  const months = lastMonths('2026-11-26', 4);
  expect(byMonth(months, [of(3, 1), of(3, 1), of(10, 6), of(10, 6)])).toEqual([
    { month: '2026-11-01', ...of(3, 1) },
    { month: '2026-10-01', ...of(0, 0) },
    { month: '2026-09-01', ...of(7, 5) },
  ]);
  expect(byMonth(months, [of(0, 0), of(0, 0)])).toEqual([{ month: '2026-11-01', ...of(0, 0) }]);
  expect(monthInWords('2025-12-01')).toBe('December 2025');
});
