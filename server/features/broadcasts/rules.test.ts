import { describe, expect, it } from 'vitest';
import { planFlights } from './flight-plan.ts';
import {
  broadcastsUntil,
  decideTrial,
  hasConsent,
  portionOf,
  stopReason,
  type Tally,
  verdictOf,
  warningOf,
} from './rules.ts';

const at = (iso: string) => new Date(`2026-11-${iso}Z`);
const NOON = at('25T18:00:00');

const none: Tally = {
  written: 0,
  lastWrittenAt: null,
  unsettled: 0,
  delivered: 0,
  undelivered: 0,
  failed: 0,
  filtered: 0,
  optedOut: 0,
};

describe('what the gate says means for a broadcast', () => {
  it.each([
    [{ kind: 'send' }, { kind: 'go' }],
    [
      { kind: 'drop', reason: 'opted_out' },
      { kind: 'leaveOut', reason: 'opted_out' },
    ],
    [
      { kind: 'hold', reason: 'no_consent', nextAt: null },
      { kind: 'leaveOut', reason: 'no_consent' },
    ],
    [
      { kind: 'hold', reason: 'too_many_broadcasts', nextAt: NOON },
      { kind: 'leaveOut', reason: 'too_many_broadcasts' },
    ],
    [
      { kind: 'hold', reason: 'quiet_hours', nextAt: NOON },
      { kind: 'wait', reason: 'quiet_hours', until: NOON },
    ],
    [
      { kind: 'hold', reason: 'no_number', nextAt: null },
      { kind: 'pause', reason: 'no_number' },
    ],
    [
      { kind: 'hold', reason: 'no_texts_left', nextAt: null },
      { kind: 'pause', reason: 'no_texts_left' },
    ],
  ] as const)('%j: %j', (decision, verdict) => {
    expect(verdictOf(decision)).toEqual(verdict);
  });
});

it.each<[number, number, number, string | null, string | null]>([
  // Delivered, opted out, filtered; stops, warns.
  [199, 50, 0, null, null],
  [200, 1, 0, null, null],
  [200, 2, 0, null, 'opt_outs'],
  [200, 3, 0, 'opt_outs', 'opt_outs'],
  [1000, 14, 0, null, 'opt_outs'],
  [1000, 15, 0, 'opt_outs', 'opt_outs'],
  [150, 0, 49, null, null],
  [150, 0, 50, 'filtered', 'filtered'],
  [990, 0, 10, null, 'filtered'],
])(
  '%i delivered, %i opted out, %i filtered: stops %s, warns %s',
  (delivered, optedOut, filtered, stops, warns) => {
    const tally = { ...none, delivered, optedOut, filtered, undelivered: filtered };
    expect(stopReason(tally)).toBe(stops);
    expect(warningOf(tally)).toBe(warns);
  },
);

it.each<[string, Partial<Tally>, number, string]>([
  ['all are settled', { delivered: 25 }, 0, 'go'],
  ['some are not settled', { delivered: 20, unsettled: 5 }, 60, 'wait'],
  ['some never are', { delivered: 20, unsettled: 5 }, 200, 'go'],
  ['one was blocked, and others may follow', { delivered: 24, filtered: 1 }, 200, 'wait'],
  ['one was blocked, and no other', { delivered: 24, filtered: 1 }, 400, 'go'],
  ['two were blocked', { delivered: 23, filtered: 2 }, 0, 'filtered'],
  ['two opted out', { delivered: 25, optedOut: 2 }, 0, 'opt_outs'],
])('of the first 25 %s', (_, tally, seconds, becomes) => {
  const lastWrittenAt = new Date(NOON.getTime() - seconds * 1000 - 25_000);
  expect(decideTrial({ ...none, written: 25, lastWrittenAt, ...tally }, NOON, { segmentsPerSecond: 1 })).toBe(
    becomes,
  );
});

it.each([
  [1, 25],
  [10, 100],
  [1000, 200],
])('at %i segments a second, %i texts are in the queue', (segmentsPerSecond, portion) => {
  expect(portionOf({ segmentsPerSecond })).toBe(portion);
});

it('those who wrote within a year may be texted; others if the account wants it', () => {
  const lately = { hasGranted: false, lastWroteAt: at('01T12:00:00') };
  const long = { hasGranted: false, lastWroteAt: new Date('2025-11-01T12:00:00Z') };
  expect(hasConsent({ consent: 'express' }, lately, NOON)).toBe(true);
  expect(hasConsent({ consent: 'express' }, long, NOON)).toBe(false);
  expect(hasConsent({ consent: 'express' }, { hasGranted: false, lastWroteAt: null }, NOON)).toBe(false);
  expect(hasConsent({ consent: 'express' }, { ...long, hasGranted: true }, NOON)).toBe(true);
  expect(hasConsent({ consent: 'any' }, { hasGranted: false, lastWroteAt: null }, NOON)).toBe(true);
});

it('a number gets so many a week', () => {
  const limits = { consent: 'any', perWeek: 2 } as const;
  expect(broadcastsUntil([at('24T12:00:00')], limits, NOON)).toBeNull();
  expect(broadcastsUntil([at('24T12:00:00'), at('20T12:00:00')], limits, NOON)).toEqual(at('27T12:00:00'));
  expect(broadcastsUntil([at('24T12:00:00'), at('18T12:00:00')], limits, NOON)).toBeNull();
});

describe('the flight plan', () => {
  const plan = (
    flights: Parameters<typeof planFlights>[0],
    from = NOON,
    daily: Parameters<typeof planFlights>[1]['daily'] = null,
  ) => planFlights(flights, { from, segmentsPerSecond: 2, quietHours: true, daily });
  const to = (timezone: string, count: number, segments = 1) =>
    Array.from({ length: count }, () => ({
      phoneNumber: '+13125550123',
      timezone,
      zipCode: null,
      segments,
      at: NOON,
    }));

  it('takes the pace of the number, two minutes for the outcome of the first 25, and what is ahead', () => {
    expect(plan(to('America/Chicago', 25, 2))).toEqual({ startsAt: NOON, finishesAt: at('25T18:00:25') });
    expect(plan(to('America/Chicago', 100, 2))).toEqual({ startsAt: NOON, finishesAt: at('25T18:03:40') });
    const from = at('25T18:10:00');
    expect(plan(to('America/Chicago', 2), from)).toEqual({ startsAt: from, finishesAt: at('25T18:10:01') });
    expect(plan([])).toEqual({ startsAt: null, finishesAt: null });
  });

  it('leaves those for later whose hours are over, and puts no one behind them who could go', () => {
    const flights = [...to('Asia/Tokyo', 1), ...to('America/Chicago', 2)];
    // Eight in the morning in Tokyo.
    expect(plan(flights)).toEqual({ startsAt: NOON, finishesAt: at('25T23:00:00.500') });
    const last = {
      phoneNumber: '+13125550123',
      timezone: 'America/Chicago',
      zipCode: null,
      segments: 1,
      at: at('26T15:00:00'),
    };
    expect(plan([...flights, last]).finishesAt).toEqual(at('26T15:00:00.500'));
  });

  it('goes on the next day with what did not fit', () => {
    const evening = at('26T02:59:50');
    const flights = to('America/Chicago', 30).map((flight) => ({ ...flight, at: evening }));
    // 20 in ten seconds, the others from eight in the morning.
    expect(plan(flights, evening)).toEqual({ startsAt: evening, finishesAt: at('26T14:02:05') });
  });

  it('goes on at midnight in California, or in the morning, with what carriers take no more today', () => {
    const flights = to('America/Chicago', 20);
    expect(plan(flights, NOON, { segments: 15, today: 5 })).toEqual({
      startsAt: NOON,
      // Midnight there is two in Chicago, where it's quiet until eight.
      finishesAt: at('26T14:00:05'),
    });
    // Eight in Berlin is 23 o'clock in California, of the day before.
    const berlin = to('Europe/Berlin', 20).map((flight) => ({ ...flight, at: at('26T07:30:00') }));
    expect(plan(berlin, NOON, { segments: 15, today: 5 }).finishesAt).toEqual(at('26T08:00:05'));
    expect(plan(flights, NOON, { segments: 15, today: 15 }).startsAt).toEqual(at('26T14:00:00'));
  });
});
