import { expect, test } from 'vitest';
import { makeAutomation } from '../../testing/make-automations.ts';
import {
  dayHeading,
  momentIn,
  offsetInWords,
  sentenceOf,
  splitOffset,
  theirTime,
} from './automation-words.ts';

const names = {
  stage: (id: string) => `Stage ${id}`,
  sender: (id: string | null) => (id === null ? "from the candidate's recruiter" : 'from you'),
};

test.each([
  [{}, "1 day before the interview, from the candidate's recruiter"],
  [{ timing: 'onTime', offsetMinutes: 0 }, "When the interview starts, from the candidate's recruiter"],
  [
    { timing: 'after', offsetMinutes: 120, senderSeatId: 'me', workingDaysOnly: true },
    '2 hours after the interview starts, on working days, from you',
  ],
  [
    { jobStageIds: ['1', '2'] },
    "1 day before the interview, for candidates in Stage 1 or Stage 2, from the candidate's recruiter",
  ],
  [
    { type: 'onboardingMessage', offsetMinutes: 20_160 },
    "2 weeks before the start date, from the candidate's recruiter",
  ],
  [
    { type: 'onboardingMessage', timing: 'onTime', offsetMinutes: 0 },
    "On the start date, from the candidate's recruiter",
  ],
  [
    { type: 'stageMessage', timing: 'onTime', offsetMinutes: 0, jobStageIds: ['1'] },
    "As soon as a candidate enters Stage 1, from the candidate's recruiter",
  ],
  [
    { type: 'stageMessage', timing: 'after', offsetMinutes: 90, jobStageIds: ['1', '2', '3'] },
    "90 minutes after a candidate enters Stage 1 or 2 other stages, from the candidate's recruiter",
  ],
] as const)('%j reads', (over, sentence) => {
  expect(
    sentenceOf(
      makeAutomation({ ...over, jobStageIds: [...('jobStageIds' in over ? over.jobStageIds : [])] }),
      names,
    ),
  ).toBe(sentence);
});

test.each([
  [1, 1, 'minutes', '1 minute'],
  [60, 1, 'hours', '1 hour'],
  [90, 90, 'minutes', '90 minutes'],
  [4320, 3, 'days', '3 days'],
  [10_080, 1, 'weeks', '1 week'],
  [80_640, 8, 'weeks', '8 weeks'],
])('%d minutes', (minutes, amount, unit, words) => {
  expect(splitOffset(minutes)).toEqual({ amount, unit });
  expect(offsetInWords(minutes)).toBe(words);
});

test.each([
  [
    'America/Los_Angeles',
    'America/New_York',
    'Tuesday, December 1 at 9:00 AM their time',
    '9:00 AM their time',
  ],
  ['America/New_York', 'America/New_York', 'Tuesday, December 1 at 12:00 PM their time', null],
  [
    'Asia/Tokyo',
    'America/New_York',
    'Wednesday, December 2 at 2:00 AM their time',
    'Wednesday 2:00 AM their time',
  ],
  [null, 'America/New_York', 'Tuesday, December 1 at 12:00 PM your time', null],
  ['Moon/Base', 'America/New_York', 'Tuesday, December 1 at 12:00 PM your time', null],
])('a moment in %s, seen from %s', (there, here, moment, theirs) => {
  const at = '2026-12-01T17:00:00.000Z';
  expect(momentIn(at, there, here)).toBe(moment);
  expect(theirTime(at, there, here)).toBe(theirs);
});

test.each([
  ['2026-11-23T23:00:00.000Z', 'Today'],
  ['2026-11-24T23:00:00.000Z', 'Tomorrow'],
  ['2026-12-01T17:00:00.000Z', 'Tuesday, December 1'],
  ['2026-11-20T17:00:00.000Z', 'Friday'],
  ['2027-01-04T17:00:00.000Z', 'Monday, January 4, 2027'],
])('the day of %s', (at, heading) => {
  expect(dayHeading(at, 'America/New_York', new Date('2026-11-23T15:00:00.000Z'))).toBe(heading);
});
