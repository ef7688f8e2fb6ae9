import { describe, expect, test } from 'vitest';
import { makeCandidate, makeInterview } from '../../testing/make.ts';
import { aboutTime, bodyOf, problemsIn, type Values, valuesOf } from './interview-form.ts';
import { lengthInWords, spanIn, spanThere } from './interview-words.ts';

const here = 'America/New_York';
const candidate = makeCandidate({ zones: ['America/Chicago'] });
const values: Values = {
  ...valuesOf(null, candidate, here),
  date: '2026-12-01',
  start: '09:00',
};

describe('a new interview', () => {
  test.each<[string, string[], string]>([
    ["is in the candidate's time", ['America/Chicago'], 'America/Chicago'],
    ["of several, in the reader's", ['America/Chicago', here], here],
    ['or in the first of them', ['America/Denver', 'America/Chicago'], 'America/Denver'],
    ['where the browser knows none, in the reader’s', ['America/Atlantis'], here],
  ])('%s', (_, zones, expected) => {
    expect(valuesOf(null, makeCandidate({ zones }), here)).toMatchObject({
      timezone: expected,
      minutes: '30',
    });
  });

  test('is sent as an instant, with names one by one', () => {
    expect(bodyOf({ ...values, minutes: '45', interviewers: ' Mia Chen,, Bo ' }, candidate.id)).toMatchObject(
      {
        startsAt: '2026-12-01T15:00:00.000Z',
        endsAt: '2026-12-01T15:45:00.000Z',
        timezone: 'America/Chicago',
        interviewers: ['Mia Chen', 'Bo'],
      },
    );
  });
});

test('one that exists comes back as it was', () => {
  const interview = makeInterview({
    interviewers: ['Mia', 'Bo'],
    location: 'Room 3',
    endsAt: '2099-03-03T15:50:00.000Z',
  });
  const { candidateId, title, startsAt, endsAt, timezone, location, interviewers } = interview;
  const shown = valuesOf(interview, candidate, here);
  expect(shown).toMatchObject({ date: '2099-03-03', start: '09:00', minutes: '50' });
  expect(bodyOf(shown, candidateId)).toEqual({
    candidateId,
    title,
    startsAt,
    endsAt,
    timezone,
    location,
    videoUrl: '',
    interviewers,
  });
});

describe('what is wrong', () => {
  test.each<[string, Partial<Values>, Record<string, string>]>([
    ['nothing', {}, {}],
    ['no date and no time', { date: '', start: '' }, { date: 'Choose a date', start: 'Choose a time' }],
    [
      'a time that the clocks skip',
      { date: '2026-03-08', start: '02:30' },
      { start: 'The clocks go forward that day and skip this time. Choose another one.' },
    ],
    [
      'a year that no one means',
      { date: '0202-12-01' },
      { date: 'Choose a time between 2000 and two years from now' },
    ],
    [
      'a link that is none',
      { videoUrl: 'meet.example' },
      { videoUrl: 'Enter a link that starts with https://' },
    ],
    [
      'an endless name',
      { interviewers: `Mia, ${'x'.repeat(121)}` },
      { interviewers: 'The name is too long' },
    ],
  ])('%s', (_, over, expected) => {
    expect(problemsIn({ ...values, ...over }, candidate.id)).toEqual(expected);
  });
});

test.each<[string, Partial<Values>, string, string | null]>([
  ['the same here', {}, 'America/Chicago', null],
  ['another one here', {}, here, '10:00 AM your time.'],
  [
    'twice that night',
    { date: '2026-11-01', start: '01:30' },
    'America/Halifax',
    '2:30 AM your time. The clocks go back that day, and this time comes twice. This is the earlier one.',
  ],
  ['none yet', { date: '' }, here, null],
])('the time is %s', (_, over, reader, expected) => {
  expect(aboutTime({ ...values, ...over }, reader)).toBe(expected);
});

describe('in words', () => {
  const now = new Date('2099-02-01T00:00:00Z');
  const interview = makeInterview();
  test.each([
    [spanIn(interview, here, now), 'Tuesday, Mar 3, 10:00 AM to 10:30 AM'],
    [
      spanIn({ ...interview, endsAt: '2099-03-04T16:00:00.000Z' }, here, now),
      'Tuesday, Mar 3, 10:00 AM to Wednesday, Mar 4, 11:00 AM',
    ],
    [spanThere(interview, here), '9:00 AM to 9:30 AM their time'],
    [spanThere(interview, 'America/Chicago'), null],
    [
      spanThere({ ...interview, candidateTimezone: 'America/Denver' }, here),
      '9:00 AM to 9:30 AM Chicago time',
    ],
    [spanThere({ ...interview, timezone: null }, here), null],
    [lengthInWords(30), '30 minutes'],
    [lengthInWords(60), '1 hour'],
    [lengthInWords(150), '2 hours 30 minutes'],
  ])('%s', (words, expected) => {
    expect(words).toBe(expected);
  });

  test('on another day there, with the day', () => {
    expect(spanThere({ ...interview, timezone: 'Asia/Tokyo' }, here)).toMatch(
      /^Wednesday, Mar 4, 2099, 12:00 AM to 12:30 AM Tokyo time$/,
    );
  });
});
