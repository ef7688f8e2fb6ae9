import { describe, expect, test } from 'vitest';
import { makeFreeSeat, makePendingSeat, makeSeat, makeSeatUser } from '../../../testing/make-seat.ts';
import { alreadyUsed } from '../invite/parse-addresses.ts';
import { countSeats, findSeats, type SeatFilter, seatName, seatsFor } from './find-seats.ts';

const zoe = makeSeat({
  user: makeSeatUser({ firstName: 'Zoe', lastName: 'Hart', email: 'zoe@acme.example' }),
  tags: ['West coast'],
});
const ana = makeSeat({
  user: makeSeatUser({ firstName: 'ana', lastName: 'Lopez', email: 'a.lopez@acme.example' }),
  seatType: 'nonTexter',
  twilioNumber: null,
  twilioNumberFormatted: null,
});
const priya = makeSeat({
  seatRole: 'hiringManager',
  user: makeSeatUser({ firstName: 'Priya', lastName: 'Raman', email: 'priya@acme.example' }),
  twilioNumber: '+12125550188',
  twilioNumberFormatted: '(212) 555-0188',
});
const invited = makePendingSeat('new@acme.example');
const free = makeFreeSeat();
const freeWithNumber = makeFreeSeat({
  seatRole: 'hiringManager',
  twilioNumber: '+13125550199',
  twilioNumberFormatted: '(312) 555-0199',
});
const all = [free, freeWithNumber, invited, zoe, priya, ana];
const everything: SeatFilter = {};

test('a page has its own people by name, then invitations, then all free seats, those with a number first', () => {
  expect(seatsFor('recruiter', all)).toEqual([ana, zoe, invited, freeWithNumber, free]);
  expect(seatsFor('hiringManager', all)).toEqual([priya, freeWithNumber, free]);
});

describe('the filter', () => {
  test.each([
    [{}, all],
    [{ search: '  ZOE h' }, [zoe]],
    [{ search: 'a.lopez@' }, [ana]],
    [{ search: 'new@' }, [invited]],
    [{ search: 'west' }, [zoe]],
    [{ search: '(212) 555-01' }, [priya]],
    [{ search: '212.555' }, [priya]],
    [{ search: '+1 312' }, [freeWithNumber]],
    [{ search: 'nothing' }, []],
    [{ status: 'used' }, [zoe, priya, ana]],
    [{ status: 'available' }, [free, freeWithNumber]],
    [{ status: 'pendingInvitation' }, [invited]],
    [{ type: 'nonTexter' }, [ana]],
    [{ type: 'texter' }, [invited, zoe, priya]],
    [{ type: 'texter', status: 'used', search: 'example' }, [zoe, priya]],
  ] as [Partial<SeatFilter>, typeof all][])('%j', (filter, found) => {
    expect(findSeats(all, { ...everything, ...filter })).toEqual(found);
  });
});

test('counts are of the whole account', () => {
  expect(countSeats(all)).toEqual({ used: 3, pending: 1, available: 2, total: 6 });
});

test.each([
  [zoe, 'Zoe Hart'],
  [invited, 'new@acme.example'],
  [free, 'Available seat'],
  [{ ...free, status: 'rectxt' as const }, 'Internal seat'],
  [
    makePendingSeat('x@acme.example', {
      invitation: { firstName: 'Xi', lastName: null, sentAt: '', expiresAt: '' },
    }),
    'Xi',
  ],
])('a seat is named after the person who has it or is invited to it: $status', (seat, name) => {
  expect(seatName(seat)).toBe(name);
});

test.each([
  ['ZOE@acme.example ', { email: 'ZOE@acme.example already used' }],
  ['new@acme.example', { email: 'new@acme.example already used' }],
  ['other@acme.example', {}],
  ['', {}],
])('finds addresses that have a seat or an invitation: %s', (email, errors) => {
  expect(alreadyUsed(email, all)).toEqual(errors);
});
