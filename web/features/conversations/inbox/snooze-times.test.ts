import { expect, test } from 'vitest';
import { snoozeTimes } from './snooze-times.ts';

const NEW_YORK = 'America/New_York';

test.each([
  [
    'a Tuesday morning',
    '2026-11-24T15:00:00.000Z',
    [
      ['Later today, 1:00 PM', '2026-11-24T18:00:00.000Z'],
      ['Tomorrow, 9:00 AM', '2026-11-25T14:00:00.000Z'],
      ['Monday, 9:00 AM', '2026-11-30T14:00:00.000Z'],
      ['Until they answer', null],
      ["In 2 days if they don't answer", '2026-11-26T15:00:00.000Z'],
    ],
  ],
  [
    'a Sunday night, when tomorrow is Monday and it is too late for today',
    '2026-11-30T03:30:00.000Z',
    [
      ['Tomorrow, 9:00 AM', '2026-11-30T14:00:00.000Z'],
      ['Until they answer', null],
      ["In 2 days if they don't answer", '2026-12-02T03:30:00.000Z'],
    ],
  ],
  [
    'the day before the clocks go forward',
    '2026-03-07T15:00:00.000Z',
    [
      ['Later today, 1:00 PM', '2026-03-07T18:00:00.000Z'],
      ['Tomorrow, 9:00 AM', '2026-03-08T13:00:00.000Z'],
      ['Monday, 9:00 AM', '2026-03-09T13:00:00.000Z'],
      ['Until they answer', null],
      ["In 2 days if they don't answer", '2026-03-09T15:00:00.000Z'],
    ],
  ],
])('on %s', (_, now, times) => {
  expect(snoozeTimes(new Date(now), NEW_YORK).map(({ label, at }) => [label, at])).toEqual(times);
});
