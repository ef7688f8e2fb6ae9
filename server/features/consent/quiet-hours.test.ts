import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAreaCode, US_ZONES, zonesOfNumber } from '../../area-codes.ts';
import { isHoliday } from './holidays.ts';
import {
  leavesWeekdays,
  nextAllowed,
  nextSendAt,
  quietHoursAt,
  usTextingHours,
  zonesOf,
} from './quiet-hours.ts';

const NEW_YORK = { timezone: 'America/New_York', zipCode: null, phoneNumber: '+12125550123' };
const at = (iso: string) => new Date(iso);

describe('nextSendAt', () => {
  it.each([
    // 2026-11-20 is a Friday; New York is at -05:00.
    ['a minute to eight', NEW_YORK, '2026-11-20T12:59:00Z', '2026-11-20T13:00:00Z'],
    ['eight', NEW_YORK, '2026-11-20T13:00:00Z', null],
    ['a second to nine in the evening', NEW_YORK, '2026-11-21T01:59:59.999Z', null],
    ['nine in the evening', NEW_YORK, '2026-11-21T02:00:00Z', '2026-11-21T13:00:00Z'],
    ['midnight', NEW_YORK, '2026-11-21T05:00:00Z', '2026-11-21T13:00:00Z'],
    [
      'the stated zone, whatever the area code',
      { timezone: 'America/Los_Angeles', zipCode: null, phoneNumber: '+12125550123' },
      '2026-11-20T13:00:00Z',
      '2026-11-20T16:00:00Z',
    ],
    [
      'a stated zone that does not exist: the area code',
      { timezone: 'Mars/Olympus', zipCode: null, phoneNumber: '+14155550123' },
      '2026-11-20T15:00:00Z',
      '2026-11-20T16:00:00Z',
    ],
    [
      'an area code in two zones opens with the later one',
      { timezone: null, zipCode: null, phoneNumber: '+14235550123' },
      '2026-11-20T13:30:00Z',
      '2026-11-20T14:00:00Z',
    ],
    [
      'an area code in two zones closes with the earlier one',
      { timezone: null, zipCode: null, phoneNumber: '+14235550123' },
      '2026-11-21T02:30:00Z',
      '2026-11-21T14:00:00Z',
    ],
    [
      'Florida with two zones closes at eight Eastern',
      { timezone: null, zipCode: null, phoneNumber: '+18505550123' },
      '2026-11-21T01:00:00Z',
      '2026-11-21T14:00:00Z',
    ],
    [
      'Florida closes at eight',
      { timezone: null, zipCode: null, phoneNumber: '+13055550123' },
      '2026-11-21T01:00:00Z',
      '2026-11-21T13:00:00Z',
    ],
    [
      "a Florida number keeps Florida's hours in a stated zone",
      { timezone: 'America/New_York', zipCode: null, phoneNumber: '+13055550123' },
      '2026-11-21T01:00:00Z',
      '2026-11-21T13:00:00Z',
    ],
    [
      'Maryland closes at eight',
      { timezone: null, zipCode: null, phoneNumber: '+14105550123' },
      '2026-11-21T01:00:00Z',
      '2026-11-21T13:00:00Z',
    ],
    [
      'Oklahoma closes at eight',
      { timezone: null, zipCode: null, phoneNumber: '+14055550123' },
      '2026-11-21T02:00:00Z',
      '2026-11-21T14:00:00Z',
    ],
    [
      'Connecticut opens at nine',
      { timezone: null, zipCode: null, phoneNumber: '+18605550123' },
      '2026-11-20T13:00:00Z',
      '2026-11-20T14:00:00Z',
    ],
    [
      'Texas opens at nine',
      { timezone: null, zipCode: null, phoneNumber: '+12145550123' },
      '2026-11-20T14:00:00Z',
      '2026-11-20T15:00:00Z',
    ],
    [
      'Texas on Saturday night waits for Sunday noon',
      { timezone: null, zipCode: null, phoneNumber: '+12145550123' },
      '2026-11-22T03:00:00Z',
      '2026-11-22T18:00:00Z',
    ],
    [
      'Texas on Sunday morning',
      { timezone: null, zipCode: null, phoneNumber: '+12145550123' },
      '2026-11-22T16:00:00Z',
      '2026-11-22T18:00:00Z',
    ],
    [
      'Texas on Sunday night waits for Monday nine',
      { timezone: null, zipCode: null, phoneNumber: '+12145550123' },
      '2026-11-23T03:00:00Z',
      '2026-11-23T15:00:00Z',
    ],
    [
      'a toll-free number: open from Puerto Rico to Hawaii',
      { timezone: null, zipCode: null, phoneNumber: '+18005550123' },
      '2026-11-20T17:59:00Z',
      '2026-11-20T18:00:00Z',
    ],
    [
      'an unknown area code closes with Puerto Rico',
      { timezone: null, zipCode: null, phoneNumber: '+19995550123' },
      '2026-11-21T01:00:00Z',
      '2026-11-21T18:00:00Z',
    ],
    [
      'Phoenix has no summer time',
      { timezone: null, zipCode: null, phoneNumber: '+16025550123' },
      '2026-07-01T14:00:00Z',
      '2026-07-01T15:00:00Z',
    ],
    [
      'half an hour off',
      { timezone: 'Asia/Calcutta', zipCode: null, phoneNumber: '+12125550123' },
      '2026-11-20T02:00:00Z',
      '2026-11-20T02:30:00Z',
    ],
  ])('%s', (_name, person, now, expected) => {
    expect(nextSendAt(at(now), person)).toEqual(expected === null ? null : at(expected));
  });
});

describe('when clocks change', () => {
  it.each([
    // Spring: 2026-03-08 02:00 -05:00 becomes 03:00 -04:00.
    ['the night before spring', 'America/New_York', '2026-03-08T03:00:00Z', '2026-03-08T12:00:00Z'],
    ['the morning of spring', 'America/New_York', '2026-03-08T11:59:00Z', '2026-03-08T12:00:00Z'],
    // Autumn: 2026-11-01 02:00 -04:00 becomes 01:00 -05:00.
    ['the night before autumn', 'America/New_York', '2026-11-01T02:00:00Z', '2026-11-01T13:00:00Z'],
    ['the first of the two hours', 'America/New_York', '2026-11-01T05:30:00Z', '2026-11-01T13:00:00Z'],
    ['the second of the two hours', 'America/New_York', '2026-11-01T06:30:00Z', '2026-11-01T13:00:00Z'],
    ['half an hour of summer time', 'Australia/Lord_Howe', '2026-04-04T12:00:00Z', '2026-04-04T21:30:00Z'],
  ])('%s', (_name, zone, now, expected) => {
    expect(nextAllowed(at(now), [zone])).toEqual(at(expected));
  });

  const nightly = { everywhere: { from: 2.5, to: 4 }, rows: [] };

  it('opens at the jump when the opening hour is skipped', () => {
    expect(nextAllowed(at('2026-03-08T05:00:00Z'), ['America/New_York'], null, nightly)).toEqual(
      at('2026-03-08T07:00:00Z'),
    );
  });

  it('opens at either showing of an hour that comes twice', () => {
    const early = { everywhere: { from: 1, to: 1.5 }, rows: [] };
    const open = (iso: string) => quietHoursAt(at(iso), ['America/New_York'], null, early);
    expect(open('2026-11-01T05:15:00Z').isOpen).toBe(true);
    expect(open('2026-11-01T05:45:00Z').isOpen).toBe(false);
    expect(open('2026-11-01T06:15:00Z').isOpen).toBe(true);
  });
});

describe('quietHoursAt', () => {
  it('opens at once while it is open', () => {
    const now = at('2026-11-20T17:00:00Z');
    expect(quietHoursAt(now, ['America/New_York'])).toEqual({ isOpen: true, opensAt: now });
  });

  it('goes by the settings it is given', () => {
    const row = {
      state: 'NY',
      days: 'everyDay' as const,
      from: 10,
      to: 18,
      source: 'ours',
      checkedOn: '2026-11-01',
    };
    const settings = { ...usTextingHours, rows: [row, { ...row, from: 9, to: 22 }] };
    // The strictest of its rows, which can only narrow what is allowed everywhere.
    expect(nextSendAt(at('2026-11-20T14:00:00Z'), NEW_YORK, settings)).toEqual(at('2026-11-20T15:00:00Z'));
    expect(nextSendAt(at('2026-11-20T23:00:00Z'), { ...NEW_YORK, hours: [row] })).toEqual(
      at('2026-11-21T15:00:00Z'),
    );
    const wide = { ...row, from: 0, to: 24 };
    expect(nextSendAt(at('2026-11-20T12:59:00Z'), { ...NEW_YORK, hours: [wide] })).toEqual(
      at('2026-11-20T13:00:00Z'),
    );
  });

  it('has zones that are never open together, and states that never are, wait to be asked again', () => {
    const now = at('2026-11-20T14:00:00Z');
    const settings = { everywhere: { from: 8, to: 9 }, rows: [] };
    const never = {
      state: 'NY',
      days: 'everyDay' as const,
      from: 12,
      to: 12,
      source: 'x',
      checkedOn: '2026-11-01',
    };
    for (const opensAt of [
      quietHoursAt(now, ['America/New_York', 'Asia/Tokyo'], null, settings).opensAt,
      nextSendAt(now, { ...NEW_YORK, hours: [never] }),
    ])
      expect(opensAt?.getTime()).toBeGreaterThan(now.getTime() + 10 * 86_400_000);
    expect(leavesWeekdays([never], 'NY')).toBe(false);
    expect(leavesWeekdays([{ ...never, days: 'sunday' }], 'NY')).toBe(true);
  });
});

describe('Sundays and holidays', () => {
  it.each([
    // Alabama and Louisiana have none of either; 2026-11-26 is Thanksgiving, 2027-01-18 the third Monday.
    ['Saturday night waits for Monday', '+12055550123', '2026-11-22T03:00:00Z', '2026-11-23T14:00:00Z'],
    ['Thanksgiving waits for Friday', '+12055550123', '2026-11-26T18:00:00Z', '2026-11-27T14:00:00Z'],
    [
      'a Sunday before a holiday waits for Tuesday',
      '+15045550123',
      '2027-01-17T18:00:00Z',
      '2027-01-19T14:00:00Z',
    ],
    [
      'Christmas on a Saturday is observed on Friday',
      '+12055550123',
      '2027-12-24T18:00:00Z',
      '2027-12-27T14:00:00Z',
    ],
    ['Kentucky opens at ten', '+15025550123', '2026-11-20T14:00:00Z', '2026-11-20T15:00:00Z'],
    ['Rhode Island keeps holidays', '+14015550123', '2026-12-25T18:00:00Z', '2026-12-26T13:00:00Z'],
  ])('%s', (_name, phoneNumber, now, expected) => {
    expect(nextSendAt(at(now), { timezone: null, zipCode: null, phoneNumber })).toEqual(at(expected));
  });

  it('are those of the federal government', () => {
    const days = (year: number) =>
      Array.from({ length: 366 }, (_, day) => Date.UTC(year, 0, 1) + day * 86_400_000)
        .filter((midnight) => new Date(midnight).getUTCFullYear() === year && isHoliday(midnight))
        .map((midnight) => new Date(midnight).toISOString().slice(5, 10));
    // July 4 is a Saturday.
    expect(days(2026)).toEqual(
      '01-01 01-19 02-16 05-25 06-19 07-03 07-04 09-07 10-12 11-11 11-26 12-25'.split(' '),
    );
  });
});

describe('zonesOf', () => {
  it('is the stated zone, else those of the number', () => {
    expect(zonesOf(NEW_YORK)).toEqual(['America/New_York']);
    expect(zonesOf({ timezone: null, zipCode: null, phoneNumber: '+18505550123' })).toEqual([
      'America/Chicago',
      'America/New_York',
    ]);
    expect(zonesOf({ timezone: null, zipCode: null, phoneNumber: '+18885550123' })).toEqual(US_ZONES);
  });
});

describe('for any number and time', () => {
  const phoneNumber = fc.oneof(
    fc.integer({ min: 200, max: 999 }).map((code) => `+1${code}5550123`),
    fc.integer({ min: 20, max: 999 }).map((code) => `+${code}55501234`),
  );
  const instant = fc.date({
    min: at('2020-01-01T00:00:00Z'),
    max: at('2036-01-01T00:00:00Z'),
    noInvalidDate: true,
  });

  it('texting opens within five days, and is open then by every clock', () => {
    fc.assert(
      fc.property(phoneNumber, instant, (number, now) => {
        const person = { timezone: null, zipCode: null, phoneNumber: number };
        const next = nextSendAt(now, person) ?? now;
        expect(next.getTime()).toBeGreaterThanOrEqual(now.getTime());
        expect(next.getTime() - now.getTime()).toBeLessThan(5 * 86_400_000);
        expect(nextSendAt(next, person)).toBe(null);
        for (const zone of zonesOf(person)) {
          const hour = Number(
            next.toLocaleString('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }),
          );
          expect(hour).toBeGreaterThanOrEqual(8);
          expect(hour).toBeLessThan(21);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('no minute of waiting was open', () => {
    fc.assert(
      fc.property(
        phoneNumber,
        instant,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (number, now, share) => {
          const person = { timezone: null, zipCode: null, phoneNumber: number };
          const next = nextSendAt(now, person);
          if (next === null) return;
          const between = new Date(now.getTime() + (next.getTime() - now.getTime()) * share);
          expect(nextSendAt(between, person)).not.toBe(null);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('every area code has hours in common', () => {
    for (let code = 200; code < 1000; code += 1) {
      if (findAreaCode(String(code)) === null) continue;
      expect(zonesOfNumber(`+1${code}5550123`).length).toBeGreaterThan(0);
      nextSendAt(at('2026-11-21T03:00:00Z'), {
        timezone: null,
        zipCode: null,
        phoneNumber: `+1${code}5550123`,
      });
    }
  });
});

describe('where they may be', () => {
  const chicago = '+13125550123';
  it.each<[string, string | null, string | null, string[]]>([
    ['what they said', 'America/Denver', '10001', ['America/Denver']],
    ['else their ZIP code', null, '10001', ['America/New_York']],
    ['all zones of their ZIP code', null, '32401', ['America/New_York', 'America/Chicago']],
    ['else their number, also with a ZIP code that says nothing', null, '09012', ['America/Chicago']],
    ['else their number', null, null, ['America/Chicago']],
  ])('%s', (_, timezone, zipCode, zones) =>
    expect(zonesOf({ timezone, zipCode, phoneNumber: chicago })).toEqual(zones),
  );

  it('the hours are those of the state of the ZIP code', () => {
    // A Sunday morning in Texas, whose hours begin at noon then.
    const at = new Date('2026-11-29T16:00:00Z');
    expect(nextSendAt(at, { timezone: null, zipCode: null, phoneNumber: chicago })).toBe(null);
    expect(nextSendAt(at, { timezone: null, zipCode: '75201', phoneNumber: chicago })).toEqual(
      new Date('2026-11-29T18:00:00Z'),
    );
  });
});
