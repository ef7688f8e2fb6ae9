import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LandlineState } from '../../../contract/landlines.ts';
import type { LandlineProgress } from '../../adapters/carrier/port.ts';
import {
  eventOf,
  hasLapsed,
  isOpen,
  isTollFree,
  type LandlineEvent,
  mayBeInService,
  mayBeTriedAgain,
  nextLookAt,
  nextState,
  OPEN_STATES,
} from './rules.ts';

const events: LandlineEvent[] = ['proven', 'signed', 'linked', 'rejected', 'withdrawn'];

describe('the states of an order', () => {
  it.each([
    ['verifying', 'proven', 'signing'],
    ['verifying', 'signed', null],
    ['verifying', 'linked', null],
    ['verifying', 'rejected', 'rejected'],
    ['verifying', 'withdrawn', 'withdrawn'],
    ['signing', 'proven', null],
    ['signing', 'signed', 'reviewing'],
    ['signing', 'linked', null],
    ['signing', 'rejected', 'rejected'],
    ['signing', 'withdrawn', 'withdrawn'],
    ['reviewing', 'proven', null],
    ['reviewing', 'signed', null],
    ['reviewing', 'linked', 'linked'],
    ['reviewing', 'rejected', 'rejected'],
    ['reviewing', 'withdrawn', 'withdrawn'],
  ] as const)('%s, %s: %s', (state, event, next) => {
    expect(nextState(state, event)).toBe(next);
  });

  it('end for good', () => {
    for (const state of LandlineState.options.filter((each) => !isOpen(each)))
      for (const event of events) expect(nextState(state, event)).toBeNull();
  });

  it('lead to a linked number only by way of proof and signature, whatever comes and in which order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 30 }), (happened) => {
        let state: LandlineState = 'verifying';
        const gone: LandlineEvent[] = [];
        for (const event of happened) {
          const next = nextState(state, event);
          if (next === null) continue;
          gone.push(event);
          state = next;
        }
        if (state === 'linked') expect(gone).toEqual(['proven', 'signed', 'linked']);
      }),
    );
  });
});

it.each<[LandlineProgress, LandlineEvent | null]>([
  [{ progress: 'waiting' }, null],
  [{ progress: 'vendorLetter' }, null],
  [{ progress: 'unknown', status: 'odd' }, null],
  [{ progress: 'proven' }, 'proven'],
  [{ progress: 'linked', carrierNumberId: 'PN1' }, 'linked'],
  [{ progress: 'rejected', reason: 'failed' }, 'rejected'],
  [{ progress: 'gone' }, 'rejected'],
])('what the carrier reports: %o means %s', (progress, event) => {
  expect(eventOf(progress)).toBe(event);
});

describe('time', () => {
  const start = new Date('2026-11-21T12:00:00Z');
  const minutesLater = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

  it.each([
    ['verifying', 119, false],
    ['verifying', 121, true],
    ['signing', 13 * 24 * 60, false],
    ['signing', 14 * 24 * 60 + 1, true],
    ['reviewing', 365 * 24 * 60, false],
  ] as const)('%s after %d minutes', (state, minutes, lapsed) => {
    expect(hasLapsed({ state, changedAt: start }, minutesLater(minutes))).toBe(lapsed);
  });

  it('asks soon after something has happened, and more and more rarely', () => {
    for (const state of OPEN_STATES) {
      const waits = [0, 1, 10, 100, 1000, 10_000].map((minutes) => {
        const now = minutesLater(minutes);
        const order = { state, changedAt: start, codeSentAt: null };
        return nextLookAt(order, now).getTime() - now.getTime();
      });
      expect(waits[0]).toBe(1500);
      expect(waits).toEqual(waits.toSorted((a, b) => a - b));
      expect(waits.at(-1)).toBeLessThanOrEqual(3600_000);
    }
    const ringing = { state: 'verifying' as const, changedAt: start, codeSentAt: minutesLater(60) };
    expect(nextLookAt(ringing, minutesLater(60)).getTime() - minutesLater(60).getTime()).toBe(1500);
  });
});

it.each([
  ['+18005551234', true],
  ['+18885551234', true],
  ['+18015551234', false],
  ['+12125551234', false],
])('%s is toll-free: %s', (phoneNumber, is) => {
  expect(isTollFree(phoneNumber)).toBe(is);
});

it.each([
  ['+12125557341', true],
  ['+11312320000', false],
  ['+10125557341', false],
  ['+12121557341', false],
  ['+12120557341', false],
  ['+442079460018', true],
])('%s may be in service: %s', (phoneNumber, expected) => {
  expect(mayBeInService(phoneNumber)).toBe(expected);
});

it.each([
  [{ progress: 'gone' }, true, true],
  [{ progress: 'rejected', reason: 'failed' }, true, true],
  [{ progress: 'waiting' }, true, false],
  [{ progress: 'proven' }, false, false],
  [{ progress: 'vendorLetter' }, false, false],
  [{ progress: 'unknown', status: 'x' }, false, false],
] satisfies [LandlineProgress, boolean, boolean][])(
  'an order that the carrier keeps at %o is no hindrance: %s, and once proven: %s',
  (progress, unproven, proven) => {
    expect(mayBeTriedAgain({ provenAt: null }, progress)).toBe(unproven);
    expect(mayBeTriedAgain({ provenAt: new Date() }, progress)).toBe(proven);
  },
);
