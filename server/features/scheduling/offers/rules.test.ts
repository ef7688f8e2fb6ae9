import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAYS, USUAL_HOURS } from '../../../../contract/time-offers.ts';
import { bookedText, goneText, offerText, zoneForTexts } from './compose-offer.ts';
import { freeOf, freeTimes, isDaytime, type Span, spanOf } from './free-times.ts';
import { readChoice } from './read-choice.ts';

const LA = 'America/Los_Angeles';
const times = [
  // Tuesday, December 1, at 10:00 AM and 2:30 PM; Thursday, December 3, at 10:00 AM, there.
  { number: 1, startsAt: new Date('2026-12-01T18:00:00Z') },
  { number: 2, startsAt: new Date('2026-12-01T22:30:00Z') },
  { number: 3, startsAt: new Date('2026-12-03T18:00:00Z') },
];

describe('an answer', () => {
  it.each<[string, number | 'none' | null]>([
    ['2', 2],
    ['2)', 2],
    ['#2', 2],
    [' 2. ', 2],
    ['(2)', 2],
    ['Option two', 2],
    ['option 3 works for me!', 3],
    ['The second', 2],
    ['the first one please', 1],
    ['2nd', 2],
    ['dos', 2],
    ['La segunda, gracias', 2],
    ['Opción 3', 3],
    ["I'll take 1, thanks", 1],
    ['Yes, 3', 3],
    ['Thursday at 10 works', 3],
    ['Thursday', 3],
    ['thurs 10am', 3],
    ['Tue, Dec 1 at 2:30 PM', 2],
    ['Dec 1 at 10', 1],
    ['12/3', 3],
    ['2:30pm', 2],
    ['none', 'none'],
    ['No.', 'none'],
    ['No, thanks', 'none'],
    ['None of these work for me', 'none'],
    ['ninguna', 'none'],
    ['4', null],
    ['10', null],
    ['Tuesday', null],
    ['Tuesday at 11', null],
    ['Tuesday or Thursday', null],
    ['10am', null],
    ['1 or 2', null],
    ['not 2', null],
    ['2?', null],
    ['2 people will come', null],
    ['Tuesday at 10, but can we do it by phone?', null],
    ['the second week would be better', null],
    ['Yes', null],
    ['', null],
    ['👍', null],
  ])('%j is %j', (body, expected) => {
    expect(readChoice(body, times, LA, { isAskedSince: false })).toBe(expected);
  });

  it.each<[string, number | null]>([
    ['2', null],
    ['the first', null],
    ['no', null],
    ['Thursday works', 3],
  ])('%j is %j once something else was asked', (body, expected) => {
    expect(readChoice(body, times, LA, { isAskedSince: true })).toBe(expected);
  });
});

it.each<[string, number | null]>([
  ['the 1st', null],
  ['the 3rd works', 3],
  ['the first', 1],
])('%j is %j when the 1st and the 3rd are days that were offered', (body, expected) => {
  const days = [
    { number: 1, startsAt: new Date('2026-11-30T18:00:00Z') },
    { number: 2, startsAt: new Date('2026-12-01T18:00:00Z') },
    { number: 3, startsAt: new Date('2026-12-03T18:00:00Z') },
  ];
  expect(readChoice(body, days, LA, { isAskedSince: false })).toBe(expected);
});

describe('what the candidate gets', () => {
  it('is the times in their zone, and how to answer', () => {
    expect(offerText('', times, LA)).toBe(
      'When would you like to talk?\n1) Tue, Dec 1 at 10:00 AM\n2) Tue, Dec 1 at 2:30 PM\n3) Thu, Dec 3 at 10:00 AM\nReply 1, 2 or 3 (Pacific time).',
    );
    expect(offerText('Hi Ben', times.slice(0, 1), 'America/New_York')).toBe(
      'Hi Ben\n1) Tue, Dec 1 at 1:00 PM\nReply 1 (Eastern time).',
    );
  });
  it('is what is left, by the same numbers', () => {
    expect(goneText([...times.slice(0, 1), ...times.slice(2)], LA)).toMatch(
      /gone[\s\S]*\n1\) [\s\S]*\n3\) [\s\S]*Reply 1 or 3 \(Pacific time\)\.$/,
    );
  });
  it('is what was booked, and where', () => {
    const startsAt = new Date('2026-12-01T18:00:00Z');
    expect(bookedText({ startsAt, location: null, videoUrl: null }, LA)).toBe(
      "You're booked: Tuesday, December 1 at 10:00 AM (Pacific time).",
    );
    expect(bookedText({ startsAt, location: '1 Main St', videoUrl: 'https://meet.example/a' }, LA)).toMatch(
      /\nWhere: 1 Main St\nJoin: https:\/\/meet\.example\/a$/,
    );
  });
  it.each<[string, string | null, string, string]>([
    ['their own', 'America/Denver', '+13125550123', 'America/Denver'],
    ["their number's", null, '+13125550123', 'America/Chicago'],
    ["the person's where their number has none", null, '+18005550123', 'America/New_York'],
  ])('is in a zone: %s', (_, timezone, phoneNumber, expected) => {
    expect(
      zoneForTexts(
        new Date('2026-12-01T18:00:00Z'),
        { timezone, zipCode: null, phoneNumber },
        'America/New_York',
      ),
    ).toBe(expected);
  });
});

describe('free times', () => {
  const monday = new Date('2026-11-30T08:00:00Z');
  const asked = {
    now: monday,
    from: monday,
    to: new Date('2026-12-01T08:00:00Z'),
    minutes: 30,
    hours: {
      days: [{ day: 'monday' as const, from: '09:00', to: '12:00' }],
      minutesBetween: 15,
      earliestHours: 0,
    },
    zone: LA,
    candidateZones: [LA],
    busy: [],
  };
  const shown = (more: Partial<Parameters<typeof freeTimes>[0]> = {}) =>
    freeTimes({ ...asked, ...more }).map(({ startsAt }) => startsAt.toISOString().slice(11, 16));

  it('are on the quarter hour within working hours', () => {
    expect(shown()).toEqual([
      '17:00',
      '17:15',
      '17:30',
      '17:45',
      '18:00',
      '18:15',
      '18:30',
      '18:45',
      '19:00',
      '19:15',
      '19:30',
    ]);
    expect(shown({ minutes: 180 })).toEqual(['17:00']);
    expect(shown({ minutes: 181 })).toEqual([]);
  });
  it('keep away from what is busy', () => {
    const busy = [{ startsAt: new Date('2026-11-30T18:00:00Z'), endsAt: new Date('2026-11-30T18:30:00Z') }];
    expect(shown({ busy })).toEqual(['17:00', '17:15', '18:45', '19:00', '19:15', '19:30']);
    expect(shown({ busy, hours: { ...asked.hours, minutesBetween: 0 } })).toContain('18:30');
  });
  it('keep away from it as if each span was looked at for each time', () => {
    const minute = fc.integer({ min: -120, max: 360 });
    const spans = fc.array(fc.record({ from: minute, lasts: fc.integer({ min: 1, max: 90 }) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(spans, fc.integer({ min: 0, max: 60 }), minute, (busy, minutesBetween, at) => {
        const from = (minutes: number) => new Date(monday.getTime() + minutes * 60_000);
        const asked = spanOf(from(at), 30);
        const isFree = busy.every(
          (span) =>
            from(span.from - minutesBetween) >= asked.endsAt ||
            from(span.from + span.lasts + minutesBetween) <= asked.startsAt,
        );
        const all = busy.map((span) => spanOf(from(span.from), span.lasts));
        expect(freeOf(all, minutesBetween)(asked)).toBe(isFree);
      }),
    );
  });
  it('of many days and with thousands of busy spans are found at once', () => {
    const days = DAYS.map((day) => ({ day, from: '00:00', to: '24:00' }));
    const to = new Date(monday.getTime() + 31 * 24 * 3600_000);
    const spans = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        startsAt: new Date(to.getTime() - 3600_000 - index * 60),
        endsAt: new Date(to.getTime() + index),
      }));
    const took = (busy: Span[]) => {
      const startedAt = performance.now();
      freeTimes({ ...asked, to, busy, hours: { ...asked.hours, days } });
      return performance.now() - startedAt;
    };
    const best = (busy: Span[]) => Math.min(...Array.from({ length: 3 }, () => took(busy)));
    const without = best([]);
    // Each span with each time would be sixty million comparisons.
    expect(best(spans(20_000))).toBeLessThan(3 * without + 200);
  });
  it('are not too soon', () => {
    expect(shown({ hours: { ...asked.hours, earliestHours: 11 } })).toEqual(['19:00', '19:15', '19:30']);
  });
  it('are by day for the candidate', () => {
    expect(shown({ candidateZones: ['Pacific/Honolulu'] })).toEqual([
      '18:00',
      '18:15',
      '18:30',
      '18:45',
      '19:00',
      '19:15',
      '19:30',
    ]);
    expect(shown({ candidateZones: ['Asia/Tokyo'] })).toEqual([]);
  });
  it('are all those of a day, in order', () => {
    const all = shown({ hours: { ...asked.hours, days: USUAL_HOURS.days } });
    expect(all.slice(0, 4)).toEqual(['17:00', '17:15', '17:30', '17:45']);
    expect(all.at(-1)).toBe('00:30');
    expect(all).toHaveLength(31);
  });
  it('keep to the clock when it changes', () => {
    const night = { day: 'sunday' as const, from: '01:00', to: '04:00' };
    const hours = { ...asked.hours, days: [night] };
    const range = { from: new Date('2027-03-14T08:00:00Z'), to: new Date('2027-03-15T07:00:00Z') };
    // There is no 2 to 3 in that night.
    expect(shown({ ...range, hours, candidateZones: [] })).toEqual([
      '09:00',
      '09:15',
      '09:30',
      '09:45',
      '10:00',
      '10:15',
      '10:30',
    ]);
  });
  it('are not through the night', () => {
    expect(isDaytime(spanOf(new Date('2026-12-02T04:00:00Z'), 60), [LA])).toBe(true);
    expect(isDaytime(spanOf(new Date('2026-12-02T04:15:00Z'), 60), [LA])).toBe(false);
    expect(isDaytime(spanOf(new Date('2026-12-01T16:00:00Z'), 24 * 60), [LA])).toBe(false);
  });
});
