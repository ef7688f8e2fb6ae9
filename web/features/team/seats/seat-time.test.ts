import { expect, test } from 'vitest';
import { lastActive } from './seat-time.ts';

const now = new Date('2026-11-21T18:00:00.000Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();

test.each([
  [null, 'Never active'],
  [ago(0), 'Active now'],
  [ago(5), 'Active now'],
  [ago(6), 'Active 6 min ago'],
  [ago(59), 'Active 59 min ago'],
  [ago(60), 'Active 1 h ago'],
  [ago(23 * 60 + 59), 'Active 23 h ago'],
  [ago(24 * 60), 'Active 1 day ago'],
  [ago(6 * 24 * 60), 'Active 6 days ago'],
  [ago(7 * 24 * 60), 'Active November 14'],
  ['2025-03-04T12:00:00.000Z', 'Active March 4, 2025'],
])('%s: %s', (at, words) => {
  expect(lastActive(at, 'America/New_York', now)).toBe(words);
});
