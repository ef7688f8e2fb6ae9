import { expect, test } from 'vitest';
import { fieldOf, instantOf } from './zoned-time.ts';

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
