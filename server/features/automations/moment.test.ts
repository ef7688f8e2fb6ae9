import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastSendAt, nextSendAt, zonesOf } from '../consent/quiet-hours.ts';
import { deadlineOf, legalMoment, momentOf } from './moment.ts';

const CHICAGO = { timezone: 'America/Chicago', zipCode: null, phoneNumber: '+13125550123' };
const at = (iso: string) => new Date(iso);
const rule = {
  type: 'interviewReminder',
  timing: 'before',
  offsetMinutes: 60,
  workingDaysOnly: false,
} as const;

describe('the last instant at which one may text', () => {
  it.each([
    ['open', CHICAGO, '2026-11-20T18:00:00Z', '2026-11-20T18:00:00Z'],
    ['before eight: the evening before', CHICAGO, '2026-11-20T13:59:00Z', '2026-11-20T02:59:00Z'],
    ['nine in the evening: a minute before', CHICAGO, '2026-11-21T03:00:00Z', '2026-11-21T02:59:00Z'],
    ['the last second is open', CHICAGO, '2026-11-21T02:59:59Z', '2026-11-21T02:59:59Z'],
    [
      'Texas on a Sunday morning',
      { ...CHICAGO, phoneNumber: '+12145550123' },
      '2026-11-22T17:00:00Z',
      '2026-11-22T02:59:00Z',
    ],
    [
      'two zones: the one that closes first',
      { timezone: null, zipCode: null, phoneNumber: '+14235550123' },
      '2026-11-21T02:30:00Z',
      '2026-11-21T01:59:00Z',
    ],
    ['the night of spring', CHICAGO, '2026-03-08T08:30:00Z', '2026-03-08T02:59:00Z'],
    ['the night of fall', CHICAGO, '2026-11-01T07:30:00Z', '2026-11-01T01:59:00Z'],
  ])('%s', (_, person, from, expected) => {
    expect(lastSendAt(at(from), person)).toEqual(at(expected));
  });

  it('is open, not later, and all between is closed', () => {
    const when = fc.date({
      min: at('2026-01-01T00:00:00Z'),
      max: at('2027-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    const who = fc.record({
      timezone: fc.constantFrom(null, 'America/New_York', 'America/Phoenix', 'Pacific/Honolulu'),
      zipCode: fc.constantFrom(null, '32401', '99546'),
      phoneNumber: fc.constantFrom(
        '+12125550123',
        '+12145550123',
        '+14235550123',
        '+18005550123',
        '+13055550123',
      ),
    });
    fc.assert(
      fc.property(when, who, fc.double({ min: 0, max: 1, noNaN: true }), (now, person, share) => {
        const last = lastSendAt(now, person);
        expect(last.getTime()).toBeLessThanOrEqual(now.getTime());
        expect(nextSendAt(last, person)).toBeNull();
        const gapMs = now.getTime() - last.getTime();
        if (gapMs <= 60_000) return;
        const between = new Date(last.getTime() + 60_000 + Math.floor(share * (gapMs - 60_000)));
        expect(nextSendAt(between, person)).not.toBeNull();
      }),
      { numRuns: 200 },
    );
  });
});

describe('the moment', () => {
  it.each([
    ['an hour before', {}, '2026-11-20T18:00:00Z', '2026-11-20T17:00:00Z'],
    ['on time', { timing: 'onTime', offsetMinutes: 0 }, '2026-11-20T18:00:00Z', '2026-11-20T18:00:00Z'],
    [
      'two days after',
      { timing: 'after', offsetMinutes: 2880 },
      '2026-11-20T18:00:00Z',
      '2026-11-22T18:00:00Z',
    ],
    ['eight weeks before', { offsetMinutes: 80_640 }, '2026-11-20T18:00:00Z', '2026-09-25T18:00:00Z'],
    [
      'a day before counts hours, also when clocks change',
      { offsetMinutes: 1440 },
      '2026-03-08T18:00:00Z',
      '2026-03-07T18:00:00Z',
    ],
    [
      'on working days, before',
      { offsetMinutes: 1440, workingDaysOnly: true },
      '2026-11-23T18:00:00Z',
      '2026-11-20T18:00:00Z',
    ],
    [
      'on working days, after',
      { timing: 'after', offsetMinutes: 1440, workingDaysOnly: true },
      '2026-11-20T18:00:00Z',
      '2026-11-23T18:00:00Z',
    ],
    [
      'a new stage on a Saturday',
      { type: 'stageMessage', timing: 'onTime', offsetMinutes: 0, workingDaysOnly: true },
      '2026-11-21T18:00:00Z',
      '2026-11-23T18:00:00Z',
    ],
  ] as const)('%s', (_, more, subjectAt, expected) => {
    expect(momentOf({ ...rule, ...more }, at(subjectAt), CHICAGO)).toEqual(at(expected));
  });

  const SEVEN_THIRTY = '2026-11-20T13:30:00Z';
  it.each([
    [
      'in the day it stays',
      rule,
      '2026-11-20T18:00:00Z',
      '2026-11-20T19:00:00Z',
      '2026-11-01T00:00:00Z',
      { sendAt: at('2026-11-20T18:00:00Z'), moved: null },
    ],
    [
      'at night: the evening before',
      rule,
      SEVEN_THIRTY,
      '2026-11-20T14:30:00Z',
      '2026-11-01T00:00:00Z',
      { sendAt: at('2026-11-20T02:59:00Z'), moved: 'earlier' },
    ],
    [
      'made after that: the morning, if there is time',
      rule,
      SEVEN_THIRTY,
      '2026-11-20T14:30:00Z',
      '2026-11-20T08:00:00Z',
      { sendAt: at('2026-11-20T14:00:00Z'), moved: 'later' },
    ],
    [
      'made after that, and no time',
      rule,
      '2026-11-20T12:30:00Z',
      '2026-11-20T13:30:00Z',
      '2026-11-20T08:00:00Z',
      { opensAt: at('2026-11-20T14:00:00Z') },
    ],
    [
      'after something: the morning',
      { ...rule, timing: 'after' },
      SEVEN_THIRTY,
      '2026-11-20T12:30:00Z',
      '2026-11-01T00:00:00Z',
      { sendAt: at('2026-11-20T14:00:00Z'), moved: 'later' },
    ],
    [
      'in a new stage: the morning',
      { ...rule, type: 'stageMessage', timing: 'onTime' },
      SEVEN_THIRTY,
      SEVEN_THIRTY,
      '2026-11-01T00:00:00Z',
      { sendAt: at('2026-11-20T14:00:00Z'), moved: 'later' },
    ],
  ] as const)('is legal: %s', (_, one, moment, subjectAt, knownSince, expected) => {
    const times = { moment: at(moment), subjectAt: at(subjectAt), knownSince: at(knownSince) };
    expect(legalMoment(one, times, CHICAGO)).toEqual(expected);
  });

  it.each([
    ['before', { type: 'interviewReminder', timing: 'before' }, '2026-11-20T18:00:00Z'],
    ['on time', { type: 'interviewReminder', timing: 'onTime' }, '2026-11-20T18:15:00Z'],
    ['after', { type: 'interviewReminder', timing: 'after' }, '2026-11-28T18:00:00Z'],
    ['a new stage', { type: 'stageMessage', timing: 'onTime' }, '2026-11-28T18:00:00Z'],
  ] as const)('has an end: %s', (_, one, expected) => {
    expect(deadlineOf(one, at('2026-11-20T18:00:00Z'), at('2026-11-21T18:00:00Z'))).toEqual(at(expected));
  });

  it("is moved by the company's texting hours", () => {
    const about = { subjectAt: at('2026-11-20T18:30:00Z'), knownSince: at('2026-11-01T00:00:00Z') };
    const moment = at('2026-11-20T17:30:00Z');
    expect(legalMoment(rule, { ...about, moment }, CHICAGO)).toEqual({ sendAt: moment, moved: null });
    const noon = {
      state: 'IL',
      days: 'everyDay',
      from: 12,
      to: 21,
      source: 'Us',
      checkedOn: '2026-01-01',
    } as const;
    expect(legalMoment(rule, { ...about, moment }, { ...CHICAGO, hours: [noon] })).toEqual({
      sendAt: at('2026-11-20T02:59:00Z'),
      moved: 'earlier',
    });
  });

  it('has a zone to take days by, whatever the number', () => {
    expect(zonesOf({ timezone: null, zipCode: null, phoneNumber: '+18005550123' }).length).toBeGreaterThan(1);
  });
});
