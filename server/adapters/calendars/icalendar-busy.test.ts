import fc from 'fast-check';
import { expect, it } from 'vitest';
import { busyIn } from './icalendar-busy.ts';

const asked = {
  from: new Date('2026-11-02T05:00:00Z'),
  to: new Date('2026-11-16T05:00:00Z'),
  timezone: 'America/New_York',
  mostSpans: 20_000,
};
const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT'];
const busy = (...lines: string[]) =>
  busyIn([calendar(...lines)], asked).map(({ startsAt, endsAt }) =>
    [startsAt, endsAt].map((at) => at.toISOString().slice(5, 16)),
  );

/** Outlook's own name, and rules of the file. */
const OUTLOOK_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Central Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16011104T020000',
  'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0600',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010311T020000',
  'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
  'TZOFFSETFROM:-0600',
  'TZOFFSETTO:-0500',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];
const nine = ['DTSTART:20261103T090000Z', 'DTEND:20261103T100000Z'];

it.each<[string, string[], string[][]]>([
  [
    'a time without a zone is the person’s',
    event('DTSTART:20261103T090000', 'DURATION:PT30M'),
    [['11-03T14:00', '11-03T14:30']],
  ],
  ['a day without an end is one', event('DTSTART;VALUE=DATE:20261103'), [['11-03T05:00', '11-04T05:00']]],
  ['a time without an end takes none', event('DTSTART:20261103T090000Z'), []],
  [
    'a zone that only the file knows, before and after clocks change',
    [
      ...OUTLOOK_ZONE,
      ...event(
        'DTSTART;TZID=Central Standard Time:20261020T090000',
        'DTEND;TZID=Central Standard Time:20261020T100000',
        'RRULE:FREQ=WEEKLY;UNTIL=20261110T150000Z',
      ),
    ],
    [
      ['11-03T15:00', '11-03T16:00'],
      ['11-10T15:00', '11-10T16:00'],
    ],
  ],
  [
    'an unknown zone is the person’s',
    event('DTSTART;TZID=Nowhere:20261103T090000', 'DTEND;TZID=Nowhere:20261103T093000'),
    [['11-03T14:00', '11-03T14:30']],
  ],
  [
    'it begins in one zone and ends in another',
    event('DTSTART;TZID=America/New_York:20261103T090000', 'DTEND;TZID=America/Los_Angeles:20261103T090000'),
    [['11-03T14:00', '11-03T17:00']],
  ],
  [
    'every other day since years ago, until a day that counts',
    event('DTSTART:20200101T120000Z', 'DTEND:20200101T123000Z', 'RRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20261105'),
    [
      ['11-03T12:00', '11-03T12:30'],
      ['11-05T12:00', '11-05T12:30'],
    ],
  ],
  [
    'workdays, and those every second week',
    [
      ...event('DTSTART:20190107T080000Z', 'DTEND:20190107T081500Z', 'RRULE:FREQ=DAILY;BYDAY=MO,FR'),
      ...event(
        'DTSTART:20200107T200000Z',
        'DTEND:20200107T203000Z',
        'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH',
      ),
    ],
    [
      ['11-02T08:00', '11-02T08:15'],
      ['11-03T20:00', '11-03T20:30'],
      ['11-05T20:00', '11-05T20:30'],
      ['11-06T08:00', '11-06T08:15'],
      ['11-09T08:00', '11-09T08:15'],
      ['11-13T08:00', '11-13T08:15'],
    ],
  ],
  [
    'the last workday of a month, and the second Tuesday',
    [
      ...event('DTSTART:20200101T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;BYDAY=2TU'),
      ...event(
        'DTSTART:20200131T100000Z',
        'DURATION:PT1H',
        'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      ),
    ],
    [['11-10T10:00', '11-10T11:00']],
  ],
  [
    'whole days that repeat, but for one',
    event(
      'DTSTART;VALUE=DATE:20261001',
      'DTEND;VALUE=DATE:20261002',
      'RRULE:FREQ=WEEKLY',
      'EXDATE;VALUE=DATE:20261105',
    ),
    [['11-12T05:00', '11-13T05:00']],
  ],
  [
    'added dates, and excluded ones given in another zone',
    event(
      ...nine,
      'RRULE:FREQ=DAILY;COUNT=3',
      'RDATE:20261110T090000Z',
      'EXDATE;TZID=Europe/Berlin:20261104T100000',
    ),
    [
      ['11-03T09:00', '11-03T10:00'],
      ['11-05T09:00', '11-05T10:00'],
      ['11-10T09:00', '11-10T10:00'],
    ],
  ],
  [
    'an occurrence that was canceled',
    [
      ...event(...nine, 'RRULE:FREQ=DAILY;COUNT=2'),
      ...event(
        'RECURRENCE-ID:20261104T090000Z',
        'DTSTART:20261104T090000Z',
        'DTEND:20261104T100000Z',
        'STATUS:CANCELLED',
      ),
    ],
    [['11-03T09:00', '11-03T10:00']],
  ],
  ['what Outlook shows as free', event(...nine, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'), []],
  ['tasks', ['BEGIN:VTODO', 'UID:2', 'DTSTART:20261103T090000Z', 'DUE:20261103T100000Z', 'END:VTODO'], []],
  [
    'an event that can’t be read, beside one that can',
    [...event('DTSTART:tomorrow'), ...event('RECURRENCE-ID:never', 'DTSTART:20261103T'), ...event(...nine)],
    [['11-03T09:00', '11-03T10:00']],
  ],
  [
    'lines that are none',
    event(...nine, 'SUMMARY Broken', '=====', 'ATTACH;ENCODING=BASE64:AAAA'),
    [['11-03T09:00', '11-03T10:00']],
  ],
])('%s', (_name, lines, expected) => {
  expect(busy(...lines)).toEqual(expected);
});

it('counts on from years ago as it would from then on', () => {
  const rule = fc.record({
    freq: fc.constantFrom('DAILY', 'WEEKLY'),
    interval: fc.integer({ min: 1, max: 5 }),
    days: fc.subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']),
    start: fc.integer({ min: 0, max: 900 }),
  });
  fc.assert(
    fc.property(rule, ({ freq, interval, days, start }) => {
      const day = new Date(Date.UTC(2024, 0, 1 + start)).toISOString().slice(0, 10).replaceAll('-', '');
      const by = days.length > 0 ? `;BYDAY=${days.join(',')}` : '';
      const lines = (more: string) =>
        event(
          `DTSTART:${day}T090000Z`,
          'DURATION:PT1H',
          `RRULE:FREQ=${freq};INTERVAL=${interval}${by}${more}`,
        );
      // What has a count is counted from its start.
      expect(busy(...lines(''))).toEqual(busy(...lines(';COUNT=5000')));
    }),
    { numRuns: 60 },
  );
});
