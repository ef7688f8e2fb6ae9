import { describe, expect, it } from 'vitest';
import { countDays, daysBefore, offsetsOf, pointsOf, spanOf, todayIn, unitOf } from './range.ts';

const day = (date: string) => ({ date, enddate: date });
const lastOf = (days: number) => ({
  date: '2026-01-01',
  enddate: new Date(Date.UTC(2026, 0, days)).toISOString().slice(0, 10),
});

describe('a day of a zone', () => {
  it.each([
    ['UTC', '2026-03-08', '2026-03-08T00:00Z', 24],
    ['America/New_York', '2026-03-07', '2026-03-07T05:00Z', 24],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00Z', 23],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00Z', 25],
    ['Asia/Kolkata', '2026-06-01', '2026-05-31T18:30Z', 24],
    ['Asia/Kathmandu', '2026-06-01', '2026-05-31T18:15Z', 24],
    ['Pacific/Kiritimati', '2026-06-01', '2026-05-31T10:00Z', 24],
    ['Etc/GMT+12', '2026-06-01', '2026-06-01T12:00Z', 24],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00Z', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30Z', 23.5],
    // Its midnight was skipped.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00Z', 23],
    ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00Z', 25],
    ['Asia/Beirut', '2021-03-28', '2021-03-27T22:00Z', 23],
    // It had two midnights.
    ['America/Havana', '2025-11-02', '2025-11-02T04:00Z', 25],
    // There was no such day.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00Z', 0],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00Z', 24],
  ])('%s, %s', (zone, date, from, hours) => {
    const span = spanOf(day(date), zone);
    expect(span.from).toEqual(new Date(from));
    expect((span.to.getTime() - span.from.getTime()) / 3_600_000).toBe(hours);
  });

  it.each(['America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'America/Santiago', 'Asia/Kathmandu'])(
    'in %s begins where the one before ends, for years',
    (zone) => {
      let date = '2023-01-01';
      let end: Date | undefined;
      for (let count = 0; count < 1200; count += 1) {
        const span = spanOf(day(date), zone);
        if (end !== undefined) expect(span.from, date).toEqual(end);
        end = span.to;
        date = todayIn('UTC', new Date(Date.parse(date) + 86_400_000));
      }
    },
  );

  it.each([
    ['America/New_York', '2026-11-23T04:59Z', '2026-11-22'],
    ['America/New_York', '2026-11-23T05:00Z', '2026-11-23'],
    ['Pacific/Kiritimati', '2026-11-23T10:00Z', '2026-11-24'],
  ])('is today in %s at %s', (zone, now, today) => {
    expect(todayIn(zone, new Date(now))).toBe(today);
  });
});

it('has as many days before as there are', () => {
  expect(daysBefore({ date: '2026-03-01', enddate: '2026-03-07' })).toEqual({
    date: '2026-02-22',
    enddate: '2026-02-28',
  });
  expect(daysBefore(day('2026-01-01'))).toEqual(day('2025-12-31'));
  expect(countDays({ date: '2024-01-01', enddate: '2024-12-31' })).toBe(366);
});

describe('the series', () => {
  it.each([
    [1, 'hour'],
    [2, 'hour'],
    [3, 'day'],
    [92, 'day'],
    [93, 'week'],
    [400, 'week'],
    [401, 'month'],
  ] as const)('of %i days is by %s', (days, unit) => {
    expect(unitOf(lastOf(days))).toBe(unit);
  });

  it.each([
    ['America/New_York', '2026-03-07', 24],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Asia/Kathmandu', '2026-11-01', 24],
    // An hour of 30 minutes more, and one fewer half.
    ['Australia/Lord_Howe', '2026-04-05', 25],
    ['Australia/Lord_Howe', '2026-10-04', 24],
  ])('has the hours of %s on %s', (zone, date, count) => {
    const points = pointsOf(day(date), zone);
    expect(points).toHaveLength(count);
    const { from, to } = spanOf(day(date), zone);
    expect(points[0]).toEqual(from);
    expect(points.every((point, index) => index === 0 || Number(point) > Number(points[index - 1]))).toBe(
      true,
    );
    expect(Number(points.at(-1))).toBeLessThan(to.getTime());
  });

  it('has each day, also across a change of the clocks', () => {
    const points = pointsOf({ date: '2026-03-07', enddate: '2026-03-10' }, 'America/New_York');
    expect(points.map((point) => point.toISOString())).toEqual([
      '2026-03-07T05:00:00.000Z',
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T04:00:00.000Z',
      '2026-03-10T04:00:00.000Z',
    ]);
  });

  it('has the first day and each Monday after', () => {
    const points = pointsOf({ date: '2026-01-01', enddate: '2026-04-06' }, 'UTC');
    expect(points).toHaveLength(15);
    expect(points.slice(0, 3).map((point) => point.toISOString().slice(0, 10))).toEqual([
      '2026-01-01',
      '2026-01-05',
      '2026-01-12',
    ]);
    expect(points.at(-1)).toEqual(new Date('2026-04-06'));
  });

  it('has the first day and each first of a month after', () => {
    const points = pointsOf({ date: '2024-12-15', enddate: '2026-02-01' }, 'UTC');
    expect(points).toHaveLength(15);
    expect(points[0]).toEqual(new Date('2024-12-15'));
    expect(points[1]).toEqual(new Date('2025-01-01'));
    expect(points.at(-1)).toEqual(new Date('2026-02-01'));
  });

  it('leaves out a day that there was not', () => {
    expect(pointsOf({ date: '2011-12-28', enddate: '2012-01-01' }, 'Pacific/Apia')).toHaveLength(4);
  });
});

it.each([
  ['UTC', [['2026-01-01T00:00Z', 0]]],
  [
    'America/New_York',
    [
      ['2026-01-01T05:00Z', -5],
      ['2026-03-08T07:00Z', -4],
      ['2026-11-01T06:00Z', -5],
    ],
  ],
  [
    'Australia/Lord_Howe',
    [
      ['2025-12-31T13:00Z', 11],
      ['2026-04-04T15:00Z', 10.5],
      ['2026-10-03T15:30Z', 11],
    ],
  ],
] as const)('the clock of %s changes', (zone, expected) => {
  const span = spanOf({ date: '2026-01-01', enddate: '2026-12-31' }, zone);
  expect(offsetsOf(span, zone)).toEqual(
    expected.map(([from, hours]) => ({ from: new Date(from), seconds: hours * 3600 })),
  );
});
