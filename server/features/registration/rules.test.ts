import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RegistrationState } from '../../../contract/registration.ts';
import type { Review } from '../../adapters/registration/port.ts';
import {
  eventOf,
  mayEdit,
  maySubmit,
  nextLookAt,
  nextState,
  type RegistrationEvent,
  transitions,
  waitsForRegistration,
} from './rules.ts';

const states = RegistrationState.options;
const events: RegistrationEvent[] = [
  'submit',
  'brandApproved',
  'brandRejected',
  'campaignSubmitted',
  'campaignApproved',
  'campaignRejected',
  'suspended',
  'restored',
];

describe('states', () => {
  const anyWay = fc.array(fc.constantFrom(...events), { maxLength: 40 });
  function follow(way: RegistrationEvent[]): RegistrationState[] {
    let state: RegistrationState = 'draft';
    const trail: RegistrationState[] = [state];
    for (const event of way) {
      state = nextState(state, event) ?? state;
      trail.push(state);
    }
    return trail;
  }

  it('no one is approved who was not submitted, confirmed and offered a campaign since', () => {
    fc.assert(
      fc.property(anyWay, (way) => {
        const trail = follow(way).filter((state, index, all) => state !== all[index - 1]);
        trail.forEach((state, index) => {
          const isRestored = trail[index - 1] === 'suspended';
          if (state !== 'approved' || isRestored) return;
          // A suspension may come in between at any time.
          const before = trail.slice(0, index).filter((each) => each !== 'suspended');
          const begun = Math.max(before.lastIndexOf('draft'), before.lastIndexOf('rejected')) + 1;
          expect(before[begun]).toBe('submitted');
          expect(before.slice(-2)).toEqual(['brandApproved', 'campaignInReview']);
        });
      }),
    );
  });

  it('what is in review can not be changed or submitted again', () => {
    for (const state of states) expect(mayEdit(state) && !maySubmit(state)).toBe(false);
    expect(states.filter(mayEdit)).toEqual(['draft', 'rejected']);
  });

  it('every state is reached, and each but the last has a way on', () => {
    const reached = new Set(['draft', ...states.flatMap((state) => Object.values(transitions[state]))]);
    expect([...reached].sort()).toEqual([...states].sort());
    for (const state of states) expect(Object.keys(transitions[state])).not.toEqual([]);
  });
});

describe('what a review means', () => {
  it.each<[RegistrationState, Review['state'], RegistrationEvent | null]>([
    ['submitted', 'inReview', null],
    ['submitted', 'approved', 'brandApproved'],
    ['submitted', 'rejected', 'brandRejected'],
    ['submitted', 'suspended', 'suspended'],
    // Suspended before there was a campaign: only the company is approved by that.
    ['suspended', 'inReview', null],
    ['suspended', 'suspended', null],
    ['suspended', 'approved', 'brandApproved'],
    ['suspended', 'rejected', 'brandRejected'],
  ])('%s, and the carrier reports %s for the brand: %s', (state, review, event) => {
    const answer = { state: review, problems: [] } as Review;
    expect(eventOf(state, 'brand', answer)).toBe(event);
    if (event !== null) expect(nextState(state, event)).not.toBeNull();
  });

  it.each<[RegistrationState, Review['state'], RegistrationEvent | null]>([
    ['campaignInReview', 'inReview', null],
    ['campaignInReview', 'approved', 'campaignApproved'],
    ['campaignInReview', 'rejected', 'campaignRejected'],
    ['campaignInReview', 'suspended', 'suspended'],
    ['approved', 'approved', null],
    ['approved', 'inReview', null],
    ['approved', 'suspended', 'suspended'],
    ['approved', 'rejected', 'campaignRejected'],
    ['suspended', 'suspended', null],
    ['suspended', 'approved', 'restored'],
    ['suspended', 'rejected', 'campaignRejected'],
  ])('%s, and the carrier reports %s for the campaign: %s', (state, review, event) => {
    const answer = { state: review, problems: [] } as Review;
    expect(eventOf(state, 'campaign', answer)).toBe(event);
    if (event !== null) expect(nextState(state, event)).not.toBeNull();
  });
});

describe('numbers', () => {
  const us = '+14155550100';
  const toronto = '+14165550100';
  it.each([
    [us, '+12125550100', true],
    [us, toronto, true],
    [us, '+447700900123', true],
    // US carriers ask Canadian numbers too, Canadian carriers none.
    [toronto, us, true],
    [toronto, '+16045550100', false],
    ['+18005550100', us, false],
    ['+18885550100', us, false],
    ['+447700900123', us, false],
  ])('%s waits for its registration before it texts %s: %s', (phoneNumber, to, waits) => {
    const number = { phoneNumber, registeredAt: null };
    expect(waitsForRegistration({ registrar: {} }, number, to)).toBe(waits);
    expect(waitsForRegistration({ registrar: null }, number, to)).toBe(false);
    expect(waitsForRegistration({ registrar: {} }, { ...number, registeredAt: new Date() }, to)).toBe(false);
  });

  it('that are none wait for nothing', () => {
    expect(waitsForRegistration({ registrar: {} }, { phoneNumber: null, registeredAt: null }, us)).toBe(
      false,
    );
  });
});

describe('the next look', () => {
  const changedAt = new Date('2026-11-21T12:00:00Z');
  const after = (state: RegistrationState, ageMs: number) => {
    const now = new Date(changedAt.getTime() + ageMs);
    const at = nextLookAt({ state, changedAt }, now, { looksEveryMs: 6 * 3600_000 });
    return at === null ? null : at.getTime() - now.getTime();
  };

  it.each<[RegistrationState, number, number | null]>([
    ['draft', 0, null],
    ['rejected', 0, null],
    ['submitted', 0, 1000],
    ['submitted', 60_000, 10_000],
    ['campaignInReview', 24 * 3600_000, 30 * 60_000],
    ['approved', 0, 6 * 3600_000],
    ['suspended', 0, 3600_000],
  ])('%s for %d ms: in %d ms', (state, age, wait) => {
    expect(after(state, age)).toBe(wait);
  });
});
