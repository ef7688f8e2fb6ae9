import { describe, expect, it } from 'vitest';
import { type CallFacts, type CallStatus, decideCall, isBusinessHour, isNews } from './rules.ts';

const monday = new Date('2026-11-23T15:00:00Z'); // 10:00 in New York
const sunday = new Date('2026-11-22T15:00:00Z');
const present = { enabled: false, message: '', startsAt: null, endsAt: null, delegateUserId: null };

const usual: CallFacts = {
  caller: '+14155550150',
  businessNumber: '+14155550110',
  callerIsOurs: false,
  comesBack: false,
  planType: 'monthly',
  mayForwardAbroad: false,
  person: {
    forwardingEnabled: true,
    forwardingNumber: '+12065550142',
    forwardingNumberIsOurs: false,
    forwardingHours: 'always',
    timezone: 'America/New_York',
    outOfOffice: present,
  },
  now: sunday,
};
const withPerson = (change: Partial<NonNullable<CallFacts['person']>>, facts: Partial<CallFacts> = {}) =>
  ({ ...usual, ...facts, person: usual.person && { ...usual.person, ...change } }) satisfies CallFacts;

const forward = { kind: 'forward', to: '+12065550142' };
const voicemail = { kind: 'voicemail' };

describe('a call', () => {
  it.each<[string, CallFacts, object]>([
    ['rings where its person is', usual, forward],
    ['of a withheld number rings too', { ...usual, caller: null }, forward],
    ['goes to voicemail when forwarding is off', withPerson({ forwardingEnabled: false }), voicemail],
    ['goes to voicemail without a number to ring', withPerson({ forwardingNumber: null }), voicemail],
    ['goes to voicemail when the seat is empty', { ...usual, person: null }, voicemail],
    [
      'whose number is withheld has no voicemail',
      { ...usual, caller: null, person: null },
      { kind: 'askForNumber' },
    ],
    ['from one of our numbers is not taken', { ...usual, callerIsOurs: true }, { kind: 'reject' }],
    [
      'that was forwarded back to where it came from is not taken',
      { ...usual, comesBack: true },
      { kind: 'reject' },
    ],
    ['goes to voicemail when no one pays for its second half', { ...usual, planType: 'free' }, voicemail],
    [
      'never rings at a number that may cost a lot, whenever it was saved',
      withPerson({ forwardingNumber: '+18765550142' }),
      voicemail,
    ],
    [
      'rings in another country where staff have opened that for the account',
      withPerson({ forwardingNumber: '+442079460018' }, { mayForwardAbroad: true }),
      { kind: 'forward', to: '+442079460018' },
    ],
    [
      'rings there no longer once it is closed again',
      withPerson({ forwardingNumber: '+442079460018' }),
      voicemail,
    ],
    ['never rings at one of our numbers', withPerson({ forwardingNumberIsOurs: true }), voicemail],
    ['never rings at the number itself', withPerson({ forwardingNumber: '+14155550110' }), voicemail],
    ['never rings at the phone that calls', withPerson({ forwardingNumber: '+14155550150' }), voicemail],
    ['rings in business hours', withPerson({ forwardingHours: 'businessHours' }, { now: monday }), forward],
    ['does not ring outside them', withPerson({ forwardingHours: 'businessHours' }), voicemail],
    [
      'does not ring while the person is away',
      withPerson({ outOfOffice: { ...present, enabled: true } }),
      voicemail,
    ],
    [
      'rings until the person is away',
      withPerson({ outOfOffice: { ...present, enabled: true, startsAt: monday } }),
      forward,
    ],
    [
      'rings when the person is back',
      withPerson({ outOfOffice: { ...present, enabled: true, endsAt: sunday } }),
      forward,
    ],
  ])('%s', (_what, facts, decision) => {
    expect(decideCall(facts)).toEqual(decision);
  });
});

describe('business hours', () => {
  it.each<[string, string, boolean]>([
    ['2026-11-23T13:59:59Z', 'America/New_York', false], // Monday 8:59
    ['2026-11-23T14:00:00Z', 'America/New_York', true], // Monday 9:00
    ['2026-11-23T21:59:59Z', 'America/New_York', true], // Monday 16:59
    ['2026-11-23T22:00:00Z', 'America/New_York', false], // Monday 17:00
    ['2026-11-28T16:00:00Z', 'America/New_York', false], // Saturday
    ['2026-11-27T23:30:00Z', 'America/Los_Angeles', true], // Friday 15:30 there
    ['2026-11-22T23:30:00Z', 'Asia/Tokyo', false], // Monday 8:30 there
    ['2026-11-23T00:00:00Z', 'Asia/Tokyo', true], // Monday 9:00 there
    ['2026-07-06T13:00:00Z', 'America/New_York', true], // Monday 9:00 in summer
    ['2026-03-09T13:00:00Z', 'America/New_York', true], // Monday 9:00, the day after the clocks went forward
    ['2026-03-06T13:59:59Z', 'America/New_York', false], // Friday 8:59, before that
    ['2026-11-02T13:59:59Z', 'America/New_York', false], // Monday 8:59, the day after they went back
    ['2026-11-02T14:00:00Z', 'America/New_York', true],
    ['2026-11-23T03:30:00Z', 'Asia/Kolkata', true], // Monday 9:00, half an hour beside the others
  ])('at %s in %s: %s', (at, timezone, is) => {
    expect(isBusinessHour(new Date(at), timezone)).toBe(is);
  });
});

it('what is known of a call only becomes more', () => {
  const statuses: CallStatus[] = ['ringing', 'missed', 'voicemail', 'answered'];
  const news = statuses.flatMap((from) =>
    statuses.filter((to) => isNews(from, to)).map((to) => `${from} ${to}`),
  );
  expect(news).toEqual([
    'ringing missed',
    'ringing voicemail',
    'ringing answered',
    'missed voicemail',
    'missed answered',
  ]);
});
