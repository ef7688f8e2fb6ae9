import { describe, expect, it, test } from 'vitest';
import { decide, type Hire, type Present, startOf } from './rules.ts';

const now = new Date('2026-11-23T16:00:00Z');

describe('a start', () => {
  const chicago = '+13125550123';
  /** Florida's 850 has two zones. */
  const split = '+18505550123';
  it.each<[string, string, string | null, string, string]>([
    ['is 9:00 AM where they are', '2026-12-01', 'America/Denver', chicago, '2026-12-01T16:00:00.000Z'],
    ['is 9:00 AM where their number is', '2026-12-01', null, chicago, '2026-12-01T15:00:00.000Z'],
    ['of two zones is 9:00 AM in the later one', '2026-12-01', null, split, '2026-12-01T15:00:00.000Z'],
    ['on the day the clocks go forward', '2027-03-14', null, chicago, '2027-03-14T14:00:00.000Z'],
    ['on the day they go back', '2026-11-01', null, chicago, '2026-11-01T15:00:00.000Z'],
    ['far east', '2026-12-01', 'Pacific/Auckland', chicago, '2026-11-30T20:00:00.000Z'],
    ['with a time is that', '2026-12-01T12:30:00.000Z', null, chicago, '2026-12-01T12:30:00.000Z'],
  ])('%s', (_, given, timezone, phoneNumber, expected) => {
    expect(startOf(given, { timezone, zipCode: null, phoneNumber }).toISOString()).toBe(expected);
  });
});

describe('what a system reports', () => {
  const hire = (over: Partial<Hire> = {}): Hire => {
    const startsOn = over.startsOn ?? '2026-12-01';
    return {
      candidateId: 'ana',
      startsOn,
      startsAt: new Date(`${startsOn}T15:00:00Z`),
      source: { externalId: 'h1' },
      ...over,
    };
  };
  const present = (over: Partial<Present> = {}): Present => ({
    id: 'o1',
    candidateId: 'ana',
    externalId: 'h1',
    applicationId: null,
    reportedStartsOn: '2026-12-01',
    startsAt: new Date('2026-12-01T15:00:00Z'),
    status: 'active',
    ...over,
  });
  const byHand = { externalId: null, reportedStartsOn: null };
  const ofApplication = { externalId: null, applicationId: 'a1', reportedStartsOn: '2026-11-23' };
  const later = hire({ startsOn: '2026-12-07' });

  test.each<[string, Hire[], Present[], string]>([
    ['starts one', [hire()], [], 'start 2026-12-01'],
    ['starts one, however often it is said at once', [hire(), hire()], [], 'start 2026-12-01'],
    [
      'starts one for two hires of a candidate',
      [hire(), hire({ source: { externalId: 'h2' } })],
      [],
      'start 2026-12-01',
    ],
    ['changes nothing the second time', [hire()], [present()], ''],
    ['moves it', [later], [present()], 'change o1 2026-12-07'],
    ['moves a paused one', [later], [present({ status: 'paused' })], 'change o1 2026-12-07'],
    ['leaves the time to a person who moved it', [hire()], [present({ startsAt: now })], ''],
    ['of one that ended changes nothing', [later], [present({ status: 'ended' })], ''],
    ["leaves a person's own alone", [later], [present(byHand)], ''],
    ['of someone who is not joining changes nothing', [later], [present({ ...byHand, status: 'ended' })], ''],
    [
      'starts another one for who comes back',
      [hire()],
      [present({ ...byHand, status: 'ended', startsAt: new Date('2025-01-01T15:00:00Z') })],
      'start 2026-12-01',
    ],
    ['starts none that is long over, as in a first sync', [hire({ startsOn: '2026-09-01' })], [], ''],
    ['starts none in a year that no one means', [hire({ startsOn: '2926-09-01' })], [], ''],
    ['takes over what an application began', [hire()], [present(ofApplication)], 'change o1 2026-12-01 h1'],
    ['moves with the candidate', [hire({ candidateId: 'bo' })], [present()], 'change o1 2026-12-01'],
    [
      'does not move to a candidate who has one',
      [hire({ candidateId: 'bo' })],
      [present(), present({ id: 'o2', candidateId: 'bo', ...byHand })],
      '',
    ],
    ['of an application starts one', [hire({ source: { applicationId: 'a1' } })], [], 'start 2026-12-01'],
    [
      'of an application that is hired once more changes nothing',
      [hire({ source: { applicationId: 'a1' }, startsOn: '2026-11-25' })],
      [present(ofApplication)],
      '',
    ],
  ])('%s', (_, hires, there, expected) => {
    const { start, change } = decide(hires, there, now);
    const words = [
      ...start.map(({ startsOn }) => `start ${startsOn}`),
      ...change.map(({ id, startsOn, externalId }) => `change ${id} ${startsOn} ${externalId ?? ''}`.trim()),
    ];
    expect(words.join(', ')).toBe(expected);
  });
});
