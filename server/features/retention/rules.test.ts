import { expect, it } from 'vitest';
import { isStricter } from '../../../contract/retention.ts';
import { dueBefore, nextPassAt, startsAt } from './rules.ts';

const days = (texts: number | null, media: number | null, candidates: number | null) => ({
  textsAfterDays: texts,
  mediaAfterDays: media,
  candidatesAfterDays: candidates,
});
const never = days(null, null, null);

it.each([
  ['nothing to nothing', never, never, false],
  ['a first rule', days(365, null, null), never, true],
  ['a lower one', days(90, null, null), days(365, null, null), true],
  ['a higher one', days(365, null, null), days(90, null, null), false],
  ['the same', days(90, 90, 90), days(90, 90, 90), false],
  ['taken back', never, days(90, 90, 90), false],
  ['one up, one down', days(400, 60, null), days(365, 90, null), true],
  ['candidates too', days(365, null, 400), days(365, null, null), true],
])('%s', (_, now, before, expected) => {
  expect(isStricter(now, before)).toBe(expected);
});

const at = (iso: string) => new Date(iso);

it('begins a day after it got stricter, and at once where more is kept', () => {
  const began = at('2026-01-05T10:00:00Z');
  const before = { ...days(90, null, null), startsAt: began };
  const now = at('2026-11-27T10:00:00Z');
  expect(startsAt(days(60, null, null), before, now)).toEqual(at('2026-11-28T10:00:00Z'));
  expect(startsAt(days(120, null, null), before, now)).toEqual(began);
  // One that waits goes on waiting.
  const waiting = at('2026-11-28T08:00:00Z');
  expect(startsAt(days(120, null, null), { ...before, startsAt: waiting }, now)).toEqual(waiting);
});

it('counts days of 24 hours', () => {
  expect(dueBefore(null, at('2026-11-27T10:00:00Z'))).toBeNull();
  expect(dueBefore(30, at('2026-11-27T10:00:00Z'))).toEqual(at('2026-10-28T10:00:00Z'));
  expect(nextPassAt(at('2026-11-27T10:00:00Z'))).toEqual(at('2026-11-28T06:00:00Z'));
});
