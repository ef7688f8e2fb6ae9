import { describe, expect, it } from 'vitest';
import type { Figures } from '../../../contract/analytics.ts';
import { changesOf, hadTexts, weekToTell } from './weekly-rules.ts';

const NONE = { answers: 0, median: null, p90: null };
const figures = (over: Partial<Figures> = {}): Figures => ({
  sent: 0,
  automatic: 0,
  sentSegments: 0,
  delivered: 0,
  failed: 0,
  received: 0,
  receivedSegments: 0,
  started: 0,
  answered: 0,
  startedByCandidates: 0,
  optOuts: 0,
  candidateAnswerTimes: NONE,
  ourAnswerTimes: NONE,
  ...over,
});
const times = (median: number, answers = 40) => ({ answers, median, p90: median });

describe('last week is reported', () => {
  const [NEW_YORK, TOKYO, KIRITIMATI, KOLKATA, CHICAGO] = [
    'America/New_York',
    'Asia/Tokyo',
    'Pacific/Kiritimati',
    'Asia/Kolkata',
    'America/Chicago',
  ];
  const week = { date: '2026-11-16', enddate: '2026-11-22' };

  it.each([
    ['on Sunday', '2026-11-23T04:59:59Z', NEW_YORK, null],
    ['on Monday before 8:00', '2026-11-23T12:59:59Z', NEW_YORK, null],
    ['on Monday from 8:00', '2026-11-23T13:00:00Z', NEW_YORK, week],
    ['late on Monday', '2026-11-24T04:59:59Z', NEW_YORK, week],
    ['early on Tuesday, by a late worker', '2026-11-24T05:00:00Z', NEW_YORK, week],
    ['late on Tuesday', '2026-11-25T04:59:59Z', NEW_YORK, week],
    ['on Wednesday', '2026-11-25T05:00:00Z', NEW_YORK, null],
    ['where it is still Sunday in UTC', '2026-11-22T23:00:00Z', TOKYO, week],
    ['where a day begins first', '2026-11-22T18:00:00Z', KIRITIMATI, week],
    ['a quarter before, there', '2026-11-22T17:45:00Z', KIRITIMATI, null],
    ['where clocks are half an hour apart', '2026-11-23T02:30:00Z', KOLKATA, week],
    ['a minute before, there', '2026-11-23T02:29:00Z', KOLKATA, null],
    ['after clocks went back on Sunday', '2026-11-02T14:00:00Z', CHICAGO, ['2026-10-26', '2026-11-01']],
    ['an hour before, by the new clock', '2026-11-02T13:59:59Z', CHICAGO, null],
    ['after clocks went forward on Sunday', '2026-03-09T13:00:00Z', CHICAGO, ['2026-03-02', '2026-03-08']],
    ['an hour before, there', '2026-03-09T12:59:59Z', CHICAGO, null],
    ['across a year', '2027-01-04T13:00:00Z', NEW_YORK, ['2026-12-28', '2027-01-03']],
  ] as const)('%s', (_, now, zone, expected) => {
    const [date, enddate] =
      expected !== null && 'date' in expected ? [expected.date, expected.enddate] : (expected ?? []);
    expect(weekToTell(new Date(now), zone)).toEqual(expected && { date, enddate });
  });
});

describe('there is nothing to report', () => {
  it.each([
    ['of two weeks without a text', {}, {}, false],
    ['but of texts this week', { sent: 1 }, {}, true],
    ['but of texts the week before', {}, { received: 1 }, true],
    ['but of texts that all failed', { failed: 3 }, {}, true],
  ])('%s', (_, now, before, had) => {
    expect(hadTexts(figures(now), figures(before))).toBe(had);
  });
});

describe('what changed', () => {
  it.each<[string, Partial<Figures>, Partial<Figures>, string[]]>([
    ['more texts', { sent: 1412 }, { sent: 300 }, ['Texts sent: 1,412, up from 300']],
    ['fewer texts', { received: 30 }, { received: 41 }, ['Texts received: 30, down from 41']],
    ['nothing', { sent: 30 }, { sent: 30 }, []],
    [
      'faster answers',
      { ourAnswerTimes: times(12) },
      { ourAnswerTimes: times(90) },
      ['You answered in (median): 12 minutes, faster than 1 hour 30 minutes'],
    ],
    [
      'slower answers',
      { candidateAnswerTimes: times(3600) },
      { candidateAnswerTimes: times(61) },
      ['Candidates answered in (median): 2 days 12 hours, slower than 1 hour 1 minute'],
    ],
    [
      'answers that took a month or longer',
      { ourAnswerTimes: times(43_200) },
      { ourAnswerTimes: times(1) },
      ['You answered in (median): 30 days or more, slower than 1 minute'],
    ],
    ['the median of too few answers', { ourAnswerTimes: times(5, 4) }, { ourAnswerTimes: times(90) }, []],
    ['a median where there was none', { ourAnswerTimes: times(5) }, {}, []],
    [
      'a few texts beside many',
      { sent: 600, received: 3 },
      { sent: 400, received: 1 },
      ['Texts sent: 600, up from 400', 'Texts received: 3, up from 1'],
    ],
    [
      'up and down by as much, in a fixed order',
      { sent: 400, received: 800, started: 40 },
      { sent: 800, received: 400, started: 80 },
      [
        'Texts sent: 400, down from 800',
        'Texts received: 800, up from 400',
        'Conversations started: 40, down from 80',
      ],
    ],
    [
      'the five biggest of more',
      {
        sent: 110,
        received: 300,
        started: 0,
        startedByCandidates: 50,
        failed: 2,
        optOuts: 45,
        automatic: 60,
        ourAnswerTimes: times(10),
      },
      {
        sent: 100,
        received: 100,
        started: 40,
        startedByCandidates: 40,
        failed: 0,
        optOuts: 15,
        automatic: 58,
        ourAnswerTimes: times(25),
      },
      [
        'Conversations started: 0, down from 40',
        'Texts received: 300, up from 100',
        'Opt-outs: 45, up from 15',
        'You answered in (median): 10 minutes, faster than 25 minutes',
        'Conversations started by candidates: 50, up from 40',
      ],
    ],
    ['what still has time to be answered', { answered: 2 }, { answered: 40 }, []],
  ])('%s', (_, now, before, expected) => {
    expect(changesOf(figures(now), figures(before))).toEqual(expected);
  });
});
