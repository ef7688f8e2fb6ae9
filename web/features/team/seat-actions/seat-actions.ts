import type { Seat } from '../../../../contract/seats.ts';

/** Actions on a seat and the person who has it, in the order of the menu. */
const seatActions = [
  'invite',
  'cover',
  'resendInvitation',
  'rename',
  'tags',
  'outOfOffice',
  'userType',
  'seatType',
  'newNumber',
  'resetNumber',
  'transfer',
  'signOut',
  'cancelInvitation',
  'removePerson',
  'removeSeat',
] as const;
export type SeatAction = (typeof seatActions)[number];

/** The server reports most of it; the rest follows from the seat's state. */
export function isPossible(action: SeatAction, { status, user, twilioNumber, can }: Seat): boolean {
  switch (action) {
    case 'invite':
      return status === 'available';
    case 'cover':
      return can.cover;
    case 'resendInvitation':
      return can.resendInvitation;
    case 'rename':
      return user?.isService === true;
    case 'tags':
      return status !== 'rectxt';
    case 'outOfOffice':
      return status === 'used' && user !== null;
    case 'userType':
      return can.changeUserType;
    case 'seatType':
      return can.changeSeatType;
    case 'newNumber':
      return can.changeNumber;
    case 'resetNumber':
      return can.changeNumber && twilioNumber !== null;
    case 'transfer':
      return can.transfer;
    case 'cancelInvitation':
      return can.cancelInvitation;
    case 'signOut':
      return can.removePerson && user?.isService === false;
    case 'removePerson':
      return can.removePerson;
    case 'removeSeat':
      return can.removeSeat;
  }
}

export const actionsOf = (seat: Seat): SeatAction[] =>
  seatActions.filter((action) => isPossible(action, seat));

/**
 * What an action is done to. Where it is no longer the same, the action would be another one: the button that made someone
 * an admin would make them a member, and the person removed would be someone else. Tags stay with the seat, whatever becomes of it.
 */
export function subjectOf(action: SeatAction, seat: Seat): string {
  if (action === 'tags') return '';
  const { user, pendingEmail, twilioNumber } = seat;
  return [actionLabel(action, seat), user?.id, pendingEmail, twilioNumber].join(' ');
}

/** In the menu, after a line and in red. */
export const isFinal = (action: SeatAction): boolean =>
  action === 'cancelInvitation' || action === 'removePerson' || action === 'removeSeat';

export function actionLabel(action: SeatAction, seat: Seat): string {
  switch (action) {
    case 'invite':
      return 'Invite to this seat';
    case 'cover':
      return 'Cover this seat';
    case 'resendInvitation':
      return 'Send invitation again';
    case 'rename':
      return 'Rename';
    case 'tags':
      return 'Edit tags';
    case 'outOfOffice':
      return 'Out of office';
    case 'userType':
      return seat.userType === 'admin' ? 'Make member' : 'Make admin';
    case 'seatType':
      return seat.seatType === 'texter' ? 'Make non-texter' : 'Make texter';
    case 'newNumber':
      return seat.twilioNumber === null ? 'Get number' : 'Get new number';
    case 'resetNumber':
      return 'Reset number';
    case 'transfer':
      return 'Transfer seat';
    case 'cancelInvitation':
      return 'Cancel invitation';
    case 'signOut':
      return 'Sign out';
    case 'removePerson':
      return 'Remove from seat';
    case 'removeSeat':
      return 'Remove seat';
  }
}
