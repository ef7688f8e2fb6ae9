import { expect, it } from 'vitest';
import { workingMinutes, workingMinutesBefore } from './working-time.ts';

const NEW_YORK = 'America/New_York';

it.each([
  ['within a morning', '2026-03-10T13:30:00Z', '2026-03-10T15:00:00Z', NEW_YORK, 90],
  ['over a night', '2026-03-10T20:00:00Z', '2026-03-11T14:00:00Z', NEW_YORK, 120],
  [
    'over a weekend in which the clocks change',
    '2026-03-06T21:00:00Z',
    '2026-03-09T14:00:00Z',
    NEW_YORK,
    120,
  ],
  ['over Thanksgiving', '2026-11-25T21:00:00Z', '2026-11-27T15:00:00Z', NEW_YORK, 120],
  ['at night', '2026-03-11T01:00:00Z', '2026-03-11T09:00:00Z', NEW_YORK, 0],
  ['somewhere else', '2026-03-10T13:30:00Z', '2026-03-10T16:30:00Z', 'America/Los_Angeles', 30],
])('working time %s', (_, from, until, zone, minutes) => {
  expect(workingMinutes(new Date(from), new Date(until), zone)).toBe(minutes);
});

it('the moment before which a wait is too long is where that much working time begins', () => {
  for (const until of [
    '2026-03-09T14:00:00Z',
    '2026-03-08T14:00:00Z',
    '2026-11-02T15:00:00Z',
    '2026-11-27T15:00:00Z',
  ])
    for (const minutes of [30, 240, 481, 2400]) {
      const before = workingMinutesBefore(new Date(until), minutes, NEW_YORK);
      expect(workingMinutes(before, new Date(until), NEW_YORK)).toBe(minutes);
      expect(workingMinutes(new Date(before.getTime() + 60_000), new Date(until), NEW_YORK)).toBe(
        minutes - 1,
      );
    }
});
