import { describe, expect, it } from 'vitest';
import type { AnalyticsSearch } from './analytics-search.ts';
import { daysInWords, daysOf } from './days.ts';

const TODAY = '2026-11-23';

describe('the days of an address', () => {
  it.each<[AnalyticsSearch, string, string]>([
    [{}, '2026-10-25', TODAY],
    [{ range: 'today' }, TODAY, TODAY],
    [{ range: '7d' }, '2026-11-17', TODAY],
    [{ range: '90d' }, '2026-08-26', TODAY],
    [{ range: 'month' }, '2026-11-01', TODAY],
    [{ range: 'dates', from: '2026-01-31', to: '2026-03-01' }, '2026-01-31', '2026-03-01'],
    [{ range: 'dates', from: '2024-11-23', to: TODAY }, '2024-11-23', TODAY],
    // Dates of before don't matter once something else is chosen.
    [{ range: 'today', from: 'x', to: 'y' }, TODAY, TODAY],
  ])('%j', (search, date, enddate) => {
    expect(daysOf(search, TODAY)).toEqual({ date, enddate });
  });

  it.each<[AnalyticsSearch, object]>([
    [{}, { from: 'Enter the first day' }],
    [{ from: '2026-02-31', to: TODAY }, { from: 'Enter the first day' }],
    [{ from: '2026-11-24', to: '2026-11-25' }, { from: "The first day can't be in the future" }],
    [{ from: '2026-11-01' }, { to: 'Enter the last day' }],
    [{ from: '2026-11-01', to: '2026-10-31' }, { to: "The last day can't be before the first" }],
    [{ from: '2026-11-01', to: '2026-11-24' }, { to: "The last day can't be in the future" }],
    [{ from: '2024-11-22', to: TODAY }, { to: 'Choose at most two years' }],
  ])('%j', (search, problem) => {
    expect(daysOf({ range: 'dates', ...search }, TODAY)).toEqual({ problem });
  });
});

it.each([
  ['2026-11-03', '2026-11-03', 'Nov 3, 2026'],
  ['2026-10-25', '2026-11-23', 'Oct 25 – Nov 23, 2026'],
  ['2025-12-31', '2026-01-01', 'Dec 31, 2025 – Jan 1, 2026'],
])('%s to %s', (date, enddate, words) => {
  expect(daysInWords({ date, enddate })).toBe(words);
});
