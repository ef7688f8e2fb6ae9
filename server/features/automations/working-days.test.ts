import { expect, it } from 'vitest';
import { isWorkingDay, onWorkingDay } from './working-days.ts';

/** 5 U.S.C. 6103, as the Office of Personnel Management lists them; those that are kept on another day. */
const HOLIDAYS = [
  // 2021 and 2022: Juneteenth, Independence Day and Christmas at weekends; New Year's Day 2022 in the year before.
  '2021-01-01 2021-01-18 2021-02-15 2021-05-31 2021-06-18 2021-07-05 2021-09-06 2021-10-11 2021-11-11 2021-11-25',
  '2021-12-24 2021-12-31',
  '2022-01-17 2022-02-21 2022-05-30 2022-06-20 2022-07-04 2022-09-05 2022-10-10 2022-11-11 2022-11-24 2022-12-26',
  '2023-01-02 2023-01-16 2023-02-20 2023-05-29 2023-06-19 2023-07-04 2023-09-04 2023-10-09 2023-11-10 2023-11-23 2023-12-25',
  '2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25',
].flatMap((line) => line.split(' '));

it.each([2021, 2022, 2023, 2026])('federal holidays of %i', (year) => {
  const days: string[] = [];
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += 24 * 3600_000) {
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    if (!isWeekend && !isWorkingDay(day)) days.push(new Date(day).toISOString().slice(0, 10));
  }
  expect(days).toEqual(HOLIDAYS.filter((day) => day.startsWith(String(year))));
});

it.each([
  ['a Wednesday stays', '2026-11-18T15:00:00Z', 'before', '2026-11-18T15:00:00Z'],
  ['a Sunday, before: Friday', '2026-11-22T15:00:00Z', 'before', '2026-11-20T15:00:00Z'],
  ['a Sunday, after: Monday', '2026-11-22T15:00:00Z', 'after', '2026-11-23T15:00:00Z'],
  ['Thanksgiving, after: Friday', '2026-11-26T15:00:00Z', 'after', '2026-11-27T15:00:00Z'],
  ['the day is that of the zone', '2026-11-21T03:00:00Z', 'after', '2026-11-21T03:00:00Z'],
  // Clocks go forward on Sunday, March 8, 2026, and back on November 1.
  ['the time of day stays in spring', '2026-03-08T15:00:00Z', 'before', '2026-03-06T16:00:00Z'],
  ['the time of day stays in fall', '2026-10-31T15:00:00Z', 'after', '2026-11-02T16:00:00Z'],
] as const)('%s', (_, at, direction, expected) => {
  expect(onWorkingDay(new Date(at), 'America/Chicago', direction)).toEqual(new Date(expected));
});
