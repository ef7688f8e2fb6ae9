import { expect, it } from 'vitest';
import type { Analytics } from '../../../contract/analytics.ts';
import { hourInWords, namePoints } from './points.ts';

const HOUR_MS = 3_600_000;

type Range = Analytics['range'];
const range = (unit: Range['unit'], date: string, enddate = date): Range => ({
  unit,
  date,
  enddate,
  timezone: 'America/New_York',
});

/** Hours of a day there, however many it has. */
function hoursFrom(start: string, count: number) {
  const first = Date.parse(start);
  return Array.from({ length: count }, (_, hour) => ({
    startsAt: new Date(first + hour * HOUR_MS).toISOString(),
  }));
}

const full = (series: { startsAt: string }[], of: Range) =>
  namePoints(series, of).map((name) => name.full.replaceAll('\u202f', ' '));

it.each([
  ['an ordinary day', '2026-11-23', '2026-11-23T05:00:00Z', 24, ['12 AM', '1 AM', '2 AM', '3 AM']],
  ['a day of 25 hours', '2026-11-01', '2026-11-01T04:00:00Z', 25, ['12 AM', '1 AM EDT', '1 AM EST', '2 AM']],
  ['a day of 23 hours', '2026-03-08', '2026-03-08T05:00:00Z', 23, ['12 AM', '1 AM', '3 AM', '4 AM']],
])('%s', (_, date, start, hours, names) => {
  const found = full(hoursFrom(start, hours), range('hour', date));
  expect(found.slice(0, 4)).toEqual(names);
  expect(found.at(-1)).toBe('11 PM');
  expect(new Set(found).size).toBe(hours);
});

it.each<[Range, string, string, string]>([
  [range('day', '2026-10-25', '2026-11-23'), '2026-11-01T04:00:00Z', 'Nov 1', 'Sun, Nov 1'],
  [range('day', '2025-12-25', '2026-01-03'), '2026-01-01T05:00:00Z', 'Jan 1', 'Thu, Jan 1, 2026'],
  [range('week', '2026-06-01', '2026-11-23'), '2026-11-02T05:00:00Z', 'Nov 2', 'Week of Nov 2'],
  [range('month', '2026-01-01', '2026-11-23'), '2026-11-01T04:00:00Z', 'Nov', 'November 2026'],
  [range('month', '2025-01-01', '2026-11-23'), '2026-11-01T04:00:00Z', 'Nov 2026', 'November 2026'],
])('%j: %s', (of, startsAt, short, name) => {
  expect(namePoints([{ startsAt }], of)).toEqual([{ short, full: name }]);
});

it.each([
  [0, '12 AM'],
  [11, '11 AM'],
  [12, '12 PM'],
  [23, '11 PM'],
])('hour %d', (hour, words) => {
  expect(hourInWords(hour)).toBe(words);
});
