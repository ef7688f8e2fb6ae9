import * as routes from '../../../../contract/routes.ts';
import type { Seat } from '../../../../contract/seats.ts';
import { INVITATION_DAYS } from '../../../../contract/team.ts';
import { call } from '../../../lib/api/api.ts';
import { oldNumber } from '../../numbers/old-number.ts';
import { type Notice, noticeOfInvitation, notices } from '../notices.ts';
import { seatName } from '../seats/find-seats.ts';
import type { SeatAction } from './seat-actions.ts';

/** An action that needs no more than a yes. */
export interface Confirmation {
  title: string;
  /** What will happen: to the person, to the number and the threads, to the bill. */
  points: string[];
  /** The seat that loses its number by it, and with it what is scheduled. */
  numberGoesFrom?: string;
  button: string;
  /** The label of the way out, if “Cancel” could be mistaken for the action. */
  back?: string;
  isFinal?: true;
  run: () => Promise<Notice>;
}

type Confirmed = Extract<
  SeatAction,
  'resendInvitation' | 'cancelInvitation' | 'userType' | 'seatType' | 'resetNumber' | 'signOut' | 'removeSeat'
>;

const SAME_BILL = 'The seat stays in your plan, so your bill stays the same.';

/** No one can have answered to a number that never texted. */
const givenUp = ({ linkStatus, twilioNumberFormatted: number }: Seat): string =>
  linkStatus === 'linked' ? oldNumber(number) : `${number} is no longer being set up.`;

const confirmations: Record<Confirmed, (seat: Seat) => Confirmation> = {
  resendInvitation: (seat) => ({
    title: 'Send the invitation again?',
    points: [
      `${seat.pendingEmail} gets a new link, valid for ${INVITATION_DAYS} days.`,
      'The old link stops working.',
      'The seat stays reserved for them; your bill stays the same.',
    ],
    button: 'Send again',
    run: async () => {
      const { status } = await call(routes.resendInvitation, { body: { email: seat.pendingEmail ?? '' } });
      return noticeOfInvitation(status);
    },
  }),
  cancelInvitation: (seat) => ({
    title: 'Cancel the invitation?',
    points: [
      `The link we sent to ${seat.pendingEmail} stops working.`,
      keepsNumber(seat, 'The seat becomes available again'),
      SAME_BILL,
    ],
    button: 'Cancel invitation',
    back: 'Keep it',
    isFinal: true,
    run: async () => {
      await call(routes.cancelInvitation, { body: { email: seat.pendingEmail ?? '' } });
      return notices.invitationCanceled;
    },
  }),
  userType: (seat) => {
    const name = seatName(seat);
    const userType = seat.userType === 'admin' ? 'member' : 'admin';
    return {
      ...(userType === 'admin'
        ? {
            title: `Make ${name} an admin?`,
            points: [
              'They can invite and remove people, change numbers, and choose the plan.',
              'Their number, their conversations and your bill stay the same.',
            ],
            button: 'Make admin',
          }
        : {
            title: `Make ${name} a member?`,
            points: [
              'They can no longer change the team, its numbers or the plan.',
              'Their number, their conversations and your bill stay the same.',
            ],
            button: 'Make member',
          }),
      run: async () => {
        await call(routes.changeUserType, { body: { userId: userIdOf(seat), userType } });
        return notices.userTypeChanged;
      },
    };
  },
  seatType: (seat) => {
    const name = seatName(seat);
    const isTexter = seat.seatType === 'texter';
    const number = seat.twilioNumberFormatted;
    return {
      ...(isTexter
        ? {
            title: `Make ${name} a non-texter?`,
            points: [
              number ? `They lose their number and can't text anymore.` : `They can no longer get a number.`,
              ...(number ? [givenUp(seat)] : []),
              'They keep their seat and can read their conversations.',
              SAME_BILL,
            ],
            ...(number ? { numberGoesFrom: seat.id } : {}),
            button: 'Make non-texter',
            isFinal: true as const,
          }
        : {
            title: `Make ${name} a texter?`,
            points: [
              seat.user?.isService
                ? 'You can choose a number for it, and it can text candidates from that number.'
                : 'They can choose a number and text candidates from it.',
              SAME_BILL,
            ],
            button: 'Make texter',
          }),
      run: async () => {
        const route = isTexter ? routes.updateUserToNonTexter : routes.updateUserToTexter;
        await call(route, { body: { userId: userIdOf(seat) } });
        return notices.seatTypeChanged;
      },
    };
  },
  resetNumber: (seat) => ({
    title: `Reset ${seat.twilioNumberFormatted}?`,
    points: [
      'The seat gets another number in the same area code or a nearby one.',
      oldNumber(seat.twilioNumberFormatted),
      'Conversations stay. Candidates see the new number starting with the next text.',
      'Your bill stays the same.',
    ],
    button: 'Reset number',
    isFinal: true,
    run: async () => {
      await call(routes.resetPhoneNumber, { body: { seatId: seat.id } });
      return notices.numberReset;
    },
  }),
  signOut: (seat) => ({
    title: `Sign ${seatName(seat)} out on all devices?`,
    points: [
      'Their browsers and phones are signed out right away, for example one that got lost.',
      'They can sign in again. Their scheduled texts go out, and their API keys and connected apps keep working.',
    ],
    button: 'Sign out',
    run: async () => {
      await call(routes.endSessionsOfUser, { body: { userId: userIdOf(seat) } });
      return notices.signedOut;
    },
  }),
  removeSeat: (seat) => ({
    title: 'Remove this seat?',
    points: [
      'Your plan will have one fewer seat.',
      ...(seat.twilioNumberFormatted ? [givenUp(seat)] : []),
      'Its past conversations are kept.',
      'If your plan has a price, the next renewal charges for one fewer seat.',
    ],
    ...(seat.twilioNumberFormatted ? { numberGoesFrom: seat.id } : {}),
    button: 'Remove seat',
    isFinal: true,
    run: async () => {
      await call(routes.removeSeat, { body: { seatId: seat.id } });
      return notices.seatRemoved;
    },
  }),
};

export const confirmationOf = (action: Confirmed, seat: Seat): Confirmation => confirmations[action](seat);

export const isConfirmed = (action: SeatAction): action is Confirmed => Object.hasOwn(confirmations, action);

const userIdOf = (seat: Seat): string => seat.user?.id ?? '';

function keepsNumber(seat: Seat, begin: string): string {
  const number = seat.twilioNumberFormatted;
  return number ? `${begin} and keeps ${number} and its conversations.` : `${begin}.`;
}
