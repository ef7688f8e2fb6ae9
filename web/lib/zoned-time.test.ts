import { expect, test } from 'vitest';
import { clockTime, fieldOf, instantOf } from './zoned-time.ts';

test.each([
  ['2026-11-23T09:00', 'America/New_York', '2026-11-23T14:00:00.000Z'],
  ['2026-07-23T09:00', 'America/New_York', '2026-07-23T13:00:00.000Z'],
  ['2026-11-23T00:30', 'Pacific/Honolulu', '2026-11-23T10:30:00.000Z'],
  ['2026-11-23T23:59', 'Asia/Kolkata', '2026-11-23T18:29:00.000Z'],
  // The morning after the clocks were set back.
  ['2026-11-01T06:00', 'America/Chicago', '2026-11-01T12:00:00.000Z'],
])('%s in %s is %s', (field, zone, iso) => {
  expect(instantOf(field, zone)).toBe(iso);
  expect(fieldOf(iso, zone)).toBe(field);
});

test('nothing is nothing', () => {
  expect(instantOf('', 'America/New_York')).toBeNull();
  expect(instantOf('soon', 'America/New_York')).toBeNull();
  expect(fieldOf(null, 'America/New_York')).toBe('');
});

test.each([
  ['an ordinary day', '2026-11-23T09:00', 'America/New_York', '2026-11-23T14:00:00.000Z', false],
  ['before the clocks go forward', '2026-03-08T01:59', 'America/Chicago', '2026-03-08T07:59:00.000Z', false],
  ['skipped', '2026-03-08T02:30', 'America/Chicago', null, false],
  ['after the clocks went forward', '2026-03-08T03:00', 'America/Chicago', '2026-03-08T08:00:00.000Z', false],
  ['before the clocks go back', '2026-11-01T00:59', 'America/Chicago', '2026-11-01T05:59:00.000Z', false],
  ['twice', '2026-11-01T01:30', 'America/Chicago', '2026-11-01T06:30:00.000Z', true],
  ['after the clocks went back', '2026-11-01T02:00', 'America/Chicago', '2026-11-01T08:00:00.000Z', false],
  ['twice, half an hour apart', '2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z', true],
  ['unfinished', '2026-11', 'America/Chicago', null, false],
])('the clock: %s', (_, field, zone, instant, isTwice) => {
  expect(clockTime(field, zone)).toEqual({ instant, isTwice });
});
