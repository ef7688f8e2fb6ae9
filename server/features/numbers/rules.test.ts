import { expect, it } from 'vitest';
import { settleNumber, UNKNOWN_PURCHASE_MS } from './rules.ts';

const now = new Date('2026-03-04T12:00:00Z');
const bought = (msAgo: number, carrierNumberId: string | null) => ({
  carrierNumberId,
  createdAt: new Date(now.getTime() - msAgo),
});
const owned = (linkStatus: 'linking' | 'linked' | 'rejected') => ({
  phoneNumber: '+14155550100',
  carrierNumberId: 'PN1',
  linkStatus,
  rejection: linkStatus === 'rejected' ? ('cannotText' as const) : null,
});
const LONG = UNKNOWN_PURCHASE_MS + 1;

it.each([
  [
    'of an unanswered purchase that the carrier does not know yet',
    bought(UNKNOWN_PURCHASE_MS, null),
    null,
    'wait',
  ],
  ['of one that it has not known for long', bought(LONG, null), null, 'remove'],
  ['of a number that was certainly bought and is not listed', bought(LONG * 1000, 'PN1'), null, 'wait'],
  ['of one that is known and still linking', bought(LONG, 'PN1'), owned('linking'), 'wait'],
])('nothing is kept %s, but what becomes of it is clear', (_, number, answer, decision) => {
  expect(settleNumber(number, answer, now)).toBe(decision);
});

it('an unanswered purchase that turns up is known by its id from then on, also while it is linking', () => {
  expect(settleNumber(bought(LONG, null), owned('linking'), now)).toEqual({
    linkStatus: 'linking',
    carrierNumberId: 'PN1',
    rejection: null,
  });
});

it.each(['linked', 'rejected'] as const)('what the carrier has %s is so', (linkStatus) => {
  for (const known of ['PN1', null])
    expect(settleNumber(bought(0, known), owned(linkStatus), now)).toMatchObject({ linkStatus });
});
