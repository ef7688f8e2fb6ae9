import { expect, test } from 'vitest';
import { clockTime, fieldOf, firstTimeFrom, instantOf } from './zoned-time.ts';

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

const HOUR_MS = 3600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const YEAR = { from: Date.parse('2026-01-01T00:00:00Z'), until: Date.parse('2027-01-08T00:00:00Z') };
const wallOf = (at: number, zone: string) => Date.parse(`${fieldOf(new Date(at).toISOString(), zone)}Z`);
const aheadBy = (at: number, zone: string) => wallOf(at, zone) - at;

/** Every change of the clocks within a year, to the minute. */
function changesOf(zone: string): number[] {
  const found: number[] = [];
  for (let week = YEAR.from; week < YEAR.until; week += WEEK_MS) {
    let [before, after] = [week, week + WEEK_MS];
    if (aheadBy(before, zone) === aheadBy(after, zone)) continue;
    const then = aheadBy(after, zone);
    while (after - before > 60_000) {
      const middle = before + Math.floor((after - before) / 120_000) * 60_000;
      if (aheadBy(middle, zone) === then) after = middle;
      else before = middle;
    }
    found.push(after);
  }
  return found;
}

test('around every change of the clocks, in every zone: after what is skipped, and the earlier of what comes twice', () => {
  let changes = 0;
  for (const zone of Intl.supportedValuesOf('timeZone'))
    for (const at of changesOf(zone)) {
      changes += 1;
      const step = aheadBy(at, zone) - aheadBy(at - 60_000, zone);
      const from = wallOf(at - 60_000, zone) + 60_000;
      const field = (wall: number) => new Date(wall).toISOString().slice(0, 16);
      const sent = (wall: number) => Date.parse(firstTimeFrom(field(wall), zone) ?? '');
      expect([zone, sent(from - 60_000)]).toEqual([zone, at - 60_000]);
      if (step > 0) {
        for (const wall of [from, from + step / 2, from + step - 60_000])
          expect([zone, sent(wall)]).toEqual([zone, at]);
        expect([zone, sent(from + step)]).toEqual([zone, at]);
      } else {
        // The clocks show it before the change, too.
        expect([zone, sent(from + step)]).toEqual([zone, at + step]);
        expect([zone, sent(from)]).toEqual([zone, at - step]);
      }
    }
  expect(changes).toBeGreaterThan(100);
});
