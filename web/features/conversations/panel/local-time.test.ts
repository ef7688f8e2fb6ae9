import { expect, test } from 'vitest';
import { localTime } from './local-time.ts';

const now = new Date('2026-11-20T20:05:00.000Z');
const here = 'America/New_York';

test.each([
  [['America/Chicago'], '2:05 PM their time'],
  [['America/Boise', 'America/Denver', 'America/Los_Angeles'], '1:05 PM or 12:05 PM their time'],
  [['Pacific/Guam'], 'Saturday 6:05 AM their time'],
  [['Mars/Olympus', 'America/Chicago'], '2:05 PM their time'],
  [['America/New_York', 'America/Chicago', 'America/Denver'], 'Not known'],
  [[], 'Not known'],
])('%j: %s', (zones, words) => {
  expect(localTime(zones, now, here)).toBe(words);
});
