import type { Account } from '../../../contract/accounts.ts';
import type { Registration } from '../../../contract/registration.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';

export interface Step {
  name: string;
  /** On the link there. */
  action: string;
  to: string;
  isDone: boolean;
  /** Why it can't be taken yet. */
  waitsFor?: string;
}

/** What a new person still has to do before they text, in order; each sees only what is theirs to do. */
export function stepsFor(
  user: User,
  account: Account,
  /** Null for people who don't register the company. */
  registration: Pick<Registration, 'isRequired' | 'state'> | null,
): Step[] {
  const isAdmin = user.userType === 'admin';
  const hasPlan = account.planType !== 'free';
  const isTexter = user.seat === null || user.seat.seatType === 'texter';
  const number = user.seat?.twilioNumber ?? null;
  const { remainingTexts } = account.subscriptionInfo;
  /** Pay as you go comes without texts. */
  const buysTexts = isAdmin && account.planType === 'payg' && remainingTexts !== null;
  const needsTexts = buysTexts && remainingTexts <= 0 && !user.metadata.hasConversations;
  const isActive = user.seat?.metadata.linkStatus === 'linked';
  const steps: (Step | false)[] = [
    isAdmin && { name: 'Choose a plan', action: 'See plans', to: paths.planSelection, isDone: hasPlan },
    isTexter && {
      name: 'Get a number',
      action: 'Get a number',
      to: paths.getNumber,
      isDone: number !== null,
      ...(hasPlan ? {} : { waitsFor: 'Comes with a plan.' }),
    },
    buysTexts && {
      name: 'Buy a text package',
      action: 'See packages',
      to: paths.billing,
      isDone: !needsTexts,
    },
    registration?.isRequired === true && {
      name: 'Register your company with the carriers',
      action: 'Register',
      to: paths.registration,
      isDone: registration.state !== 'draft' && registration.state !== 'rejected',
    },
    isTexter && {
      name: 'Text your first candidate',
      action: 'New conversation',
      to: paths.newConversation,
      isDone: user.metadata.hasConversations,
      ...(!isActive
        ? { waitsFor: 'As soon as your number is active.' }
        : !user.metadata.numberRegistered
          ? { waitsFor: 'As soon as carriers have registered your company.' }
          : needsTexts
            ? { waitsFor: 'As soon as you have a text package.' }
            : {}),
    },
    {
      name: 'Turn on notifications',
      action: 'Choose notifications',
      to: paths.accountNotifications,
      isDone: user.notifications.browser || user.notifications.sound,
    },
    isAdmin &&
      account.type === 'team' && {
        name: 'Invite your team',
        action: 'Invite',
        to: paths.team,
        isDone: account.seats.used + account.seats.pending > 1,
      },
  ];
  return steps.filter((step) => step !== false);
}

/** The first that can be taken now. */
export const nextOf = (steps: Step[]): Step | undefined =>
  steps.find(({ isDone, waitsFor }) => !isDone && waitsFor === undefined);
