import { expect, it } from 'vitest';
import { interviewValues } from './interview-values.ts';
import { countSegments } from './segments.ts';

const interview = {
  startsAt: '2026-03-04T02:05:00.000Z',
  candidateTimezone: 'America/Chicago',
  location: '120 Main Street',
  videoUrl: 'https://meet.example.com/ana',
  interviewers: ['Mia Chen', 'Bo Li'],
};

it.each<[string, Parameters<typeof interviewValues>[0], (string | null)[]]>([
  [
    'one, in the time of the candidate',
    interview,
    ['Tuesday, March 3', '8:05 PM', '120 Main Street', 'https://meet.example.com/ana', 'Mia Chen and Bo Li'],
  ],
  [
    'one with hardly anything',
    { ...interview, candidateTimezone: null, location: null, videoUrl: null, interviewers: [] },
    [null, null, null, null, null],
  ],
  ['none', null, [null, null, null, null, null]],
])('%s', (_, given, expected) => {
  expect(Object.values(interviewValues(given))).toEqual(expected);
});

it('the time keeps a text in the cheap alphabet', () => {
  expect(countSegments(interviewValues(interview)['interview.time'] ?? '').encoding).toBe('GSM-7');
});
