import { describe, expect, test } from 'vitest';
import { dayName, elapsed, shortDateTime, shortTime, upcomingTime } from './dates.ts';

const newYork = 'America/New_York';
/** Saturday, 11:00 in New York. */
const now = new Date('2026-11-21T16:00:00.000Z');

describe('days are those of the timezone', () => {
  test.each([
    ['2026-11-21T05:00:00.000Z', 'Today'],
    // Still the evening before over there, though the date in UTC is today's.
    ['2026-11-21T04:59:59.000Z', 'Yesterday'],
    ['2026-11-17T16:00:00.000Z', 'Tuesday'],
    ['2026-11-03T16:00:00.000Z', 'November 3'],
    ['2025-11-03T16:00:00.000Z', 'November 3, 2025'],
    ['2026-11-22T16:00:00.000Z', 'Tomorrow'],
  ])('%s is %s', (iso, name) => expect(dayName(iso, newYork, now)).toBe(name));
});

describe('a narrow column', () => {
  test.each([
    ['2026-11-21T15:59:30.000Z', 'now'],
    ['2026-11-21T15:56:00.000Z', '4 min'],
    ['2026-11-21T13:05:00.000Z', '8:05 AM'],
    ['2026-11-17T16:00:00.000Z', 'Tue'],
    ['2026-11-03T16:00:00.000Z', 'Nov 3'],
    ['2025-11-03T16:00:00.000Z', '11/3/25'],
  ])('%s is %s', (iso, text) => expect(shortTime(iso, newYork, now)).toBe(text));
});

test.each([
  ['2026-11-21T15:59:30.000Z', '1 minute'],
  ['2026-11-21T13:00:00.000Z', '3 hours'],
  ['2026-11-18T16:00:00.000Z', '3 days'],
])('from %s it is %s', (iso, text) => expect(elapsed(iso, now)).toBe(text));

test.each([
  ['2026-11-21T20:00:00.000Z', '3:00 PM'],
  ['2026-11-22T13:00:00.000Z', '8:00 AM tomorrow'],
  ['2026-11-23T13:00:00.000Z', '8:00 AM on Monday, Nov 23'],
])('what comes at %s comes at %s', (iso, text) => expect(upcomingTime(iso, newYork, now)).toBe(text));

test.each([
  ['2026-11-24T22:00:00.000Z', 'Nov 24, 5:00 PM'],
  ['2027-01-01T04:59:00.000Z', 'Dec 31, 11:59 PM'],
  ['2027-01-04T14:00:00.000Z', 'Jan 4, 2027 9:00 AM'],
])('%s in few words is %s', (iso, words) => expect(shortDateTime(iso, newYork, now)).toBe(words));
