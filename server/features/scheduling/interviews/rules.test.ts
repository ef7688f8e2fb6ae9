import { describe, expect, it } from 'vitest';
import type { InterviewStatus } from '../../../../contract/interviews.ts';
import type { UserType } from '../../../../contract/seats.ts';
import { answerAfter, refusalToEdit, zoneOfCandidate } from './rules.ts';

const now = new Date('2026-11-23T16:00:00Z');
const later = new Date('2026-11-23T17:00:00Z');

describe('who may change an interview', () => {
  it.each<[string, UserType, { atsType: string | null; createdById: string | null }, string | null]>([
    ['who entered it', 'member', { atsType: null, createdById: 'me' }, null],
    ['an admin', 'admin', { atsType: null, createdById: 'colleague' }, null],
    ['an admin, when who entered it is erased', 'admin', { atsType: null, createdById: null }, null],
    ['a colleague', 'member', { atsType: null, createdById: 'colleague' }, 'interview_of_colleague'],
    ['no one what a system sent', 'admin', { atsType: 'lever', createdById: null }, 'interview_synced'],
  ])('%s', (_, userType, interview, refusal) => {
    expect(refusalToEdit({ userId: 'me', userType }, interview)).toBe(refusal);
  });
});

it.each<[string, InterviewStatus, Date, InterviewStatus | undefined, InterviewStatus]>([
  ['stays with the time', 'confirmed', now, undefined, 'confirmed'],
  ['is asked for again when it moves', 'confirmed', later, undefined, 'scheduled'],
  ['also a refusal', 'declined', later, undefined, 'scheduled'],
  ['of a canceled one is no more asked for', 'canceled', later, undefined, 'canceled'],
  ['is what someone sets', 'canceled', later, 'confirmed', 'confirmed'],
])('the answer of the candidate %s', (_, status, startsAt, asked, expected) => {
  const before = { startsAt: now, status, rescheduleRequestedAt: null };
  expect(answerAfter(before, { startsAt, status: asked }).status).toBe(expected);
});

it.each<[string, Date, InterviewStatus | undefined, Date | null]>([
  ['stays with the time', now, undefined, now],
  ['is met when it moves', later, undefined, null],
  ['is over when someone sets the answer', now, 'confirmed', null],
])("the candidate's wish for another time %s", (_, startsAt, asked, expected) => {
  const before = { startsAt: now, status: 'scheduled' as const, rescheduleRequestedAt: now };
  expect(answerAfter(before, { startsAt, status: asked }).rescheduleRequestedAt).toEqual(expected);
});

describe('the time that a candidate reads', () => {
  const chicago = '+13125550123';
  /** Florida's 850 has two zones. */
  const split = '+18505550123';
  const abroad = '+442079460123';
  const anywhere = '+18005550123';
  it.each<[string, string | null, string | null, string, string | null]>([
    ['is that of their zone', null, 'America/Denver', chicago, 'America/Denver'],
    ["is theirs, not the interview's", 'America/New_York', null, chicago, 'America/Chicago'],
    ['of several zones is that of the interview', 'America/Chicago', null, split, 'America/Chicago'],
    ['of several zones is not known', null, null, split, null],
    ['of several zones is not one of another', 'America/Denver', null, split, null],
    ['of several zones is that of one like them', 'America/Detroit', null, split, 'America/Detroit'],
    [
      'of a number without a place is that of the interview',
      'America/Denver',
      null,
      anywhere,
      'America/Denver',
    ],
    ['abroad is that of the interview', 'Europe/London', null, abroad, 'Europe/London'],
  ])('%s', (_, own, timezone, phoneNumber, expected) => {
    expect(zoneOfCandidate({ startsAt: now, timezone: own }, { timezone, zipCode: null, phoneNumber })).toBe(
      expected,
    );
  });
});
