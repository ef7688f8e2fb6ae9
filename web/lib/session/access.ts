import { type Missing, missingOf, type Restriction, seatTypeBy, type Who } from '../../../contract/access.ts';
import type { Account } from '../../../contract/accounts.ts';
import { personName } from '../../../contract/person-name.ts';
import type { User } from '../../../contract/users.ts';

/** Who may open a screen of the dashboard; part of its row in the table of screens. */
export interface ScreenRestriction extends Restriction {
  /** These people are sent to another screen, since there is no one to ask. */
  elsewhere?: { of: (who: Who) => boolean; to: string };
}

interface OfferedScreen {
  restriction?: ScreenRestriction | undefined;
  isOfUseTo?: ((user: User) => boolean) | undefined;
}

type Access =
  | { allowed: true }
  /** As if nothing were there. */
  | { allowed: false; hidden: true }
  | { allowed: false; elsewhere: string }
  | ({ allowed: false } & Missed);

/** What keeps the person out. */
export type Missed =
  | { missing: Exclude<Missing, 'plan' | 'staff'> }
  | { missing: 'plan'; plans: Restriction['plans'] };

/** Who can't open it, and why. */
export interface Denied {
  missed: Missed;
  user: User;
  account: Account;
}

const ALLOWED: Access = { allowed: true };

export function accessTo(restriction: ScreenRestriction, who: Who): Access {
  if (restriction.elsewhere?.of(who)) return { allowed: false, elsewhere: restriction.elsewhere.to };
  const missing = missingOf(restriction, who);
  if (missing === null) return ALLOWED;
  if (missing === 'staff') return { allowed: false, hidden: true };
  if (missing !== 'plan') return { allowed: false, missing };
  return { allowed: false, missing, plans: restriction.plans };
}

/** Whether a screen is offered to the person: they may open it, and it's of use to them. */
export function isOfferedTo(
  me: { user: User; account: Account } | null,
  { restriction, isOfUseTo }: OfferedScreen,
): boolean {
  if (me === null) return restriction === undefined && isOfUseTo === undefined;
  return (
    (restriction === undefined || accessTo(restriction, whoIs(me.user, me.account)).allowed) &&
    (isOfUseTo === undefined || isOfUseTo(me.user))
  );
}

export function whoIs(user: User, account: Account): Who {
  return {
    isStaff: user.isStaff,
    userType: user.userType,
    accountType: account.type,
    planType: account.planType,
    seatRole: user.seat?.seatRole ?? null,
    seatType: user.seat ? seatTypeBy(user.seat.metadata) : 'nonTexter',
  };
}

/** Whom to ask, in a sentence: "Dana Reed or Cem Okafor". */
export function adminsOf({ admins }: Account): string {
  const names = admins.map(personName).filter(Boolean);
  return names.length > 0
    ? new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
    : 'an admin at your company';
}
