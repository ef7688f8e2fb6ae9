import type { Seat } from '../../contract/seats.ts';
import { makeId } from './make.ts';

const cannot: Seat['can'] = {
  removePerson: false,
  changeUserType: false,
  changeSeatType: false,
  transfer: false,
  resendInvitation: false,
  cancelInvitation: false,
  removeSeat: false,
  cover: false,
  changeNumber: false,
};

/** A seat with a person, to whom an admin can do everything; of a texter with a number. */
export function makeSeat(over: Partial<Seat> = {}): Seat {
  return {
    id: makeId(),
    status: 'used',
    seatRole: 'recruiter',
    seatType: 'texter',
    tags: [],
    userType: 'member',
    user: makeSeatUser(),
    pendingEmail: null,
    invitation: null,
    twilioNumber: '+14155550101',
    twilioNumberFormatted: '(415) 555-0101',
    linkStatus: 'linked',
    linkRejection: null,
    registered: true,
    replacementNumber: null,
    coveredBy: null,
    can: {
      ...cannot,
      removePerson: true,
      changeUserType: true,
      changeSeatType: true,
      changeNumber: true,
      transfer: over.seatRole === 'hiringManager',
    },
    ...over,
  };
}

export function makeSeatUser(over: Partial<NonNullable<Seat['user']>> = {}): NonNullable<Seat['user']> {
  return {
    id: makeId(),
    firstName: 'Marcus',
    lastName: 'Oyelaran',
    email: 'marcus@acme.example',
    avatar: null,
    lastActiveAt: null,
    isService: false,
    ...over,
  };
}

/** Without number and person. */
export function makeFreeSeat(over: Partial<Seat> = {}): Seat {
  return makeSeat({
    status: 'available',
    userType: null,
    user: null,
    twilioNumber: null,
    twilioNumberFormatted: null,
    linkStatus: null,
    linkRejection: null,
    registered: true,
    can: { ...cannot, cover: true, removeSeat: true, changeNumber: Boolean(over.twilioNumber) },
    ...over,
  });
}

export function makePendingSeat(pendingEmail: string, over: Partial<Seat> = {}): Seat {
  return makeFreeSeat({
    status: 'pendingInvitation',
    userType: 'member',
    pendingEmail,
    invitation: {
      firstName: null,
      lastName: null,
      sentAt: '2026-11-20T15:00:00.000Z',
      expiresAt: '2099-11-27T15:00:00.000Z',
    },
    can: { ...cannot, cover: true, resendInvitation: true, cancelInvitation: true },
    ...over,
  });
}
