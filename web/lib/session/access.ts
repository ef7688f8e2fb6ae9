import {
  type Missing,
  missingOf,
  PAID_PLANS,
  type Restriction,
  seatTypeBy,
  UNLIMITED_PLANS,
  type Who,
} from '../../../contract/access.ts';
import type { Account } from '../../../contract/accounts.ts';
import { personName } from '../../../contract/person-name.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';

interface ScreenRestriction extends Restriction {
  /** Without the plan the screen says what the plan would bring. */
  paywall?: true;
  /** These people are sent to another screen, since there is no one to ask. */
  elsewhere?: { of: (who: Who) => boolean; to: string };
}

const hasUnlimitedPlan = (who: Who) => UNLIMITED_PLANS.some((plan) => plan === who.planType);

const ofTeamAdmins = { userType: 'admin', seatRole: 'recruiter', accountType: 'team' } as const;
const ofAdmins = { userType: 'admin', seatRole: 'recruiter' } as const;
const ofTeam = { seatRole: 'recruiter', accountType: 'team', membersAllowed: true } as const;
const withUnlimitedPlan = { seatRole: 'recruiter', plans: UNLIMITED_PLANS } as const;

/** THE table of the dashboard: who may open which screen, by the first part of its path, or the first two. */
export const restrictions = {
  account: {},
  'account/registration': { userType: 'admin' },
  'account/activity': { userType: 'admin' },
  'account/landline': { plans: PAID_PLANS },
  messages: {},
  candidates: {},
  team: ofTeamAdmins,
  'hiring-managers': ofTeamAdmins,
  analytics: ofTeam,
  'analytics-hiring-managers': ofTeam,
  templates: { ...withUnlimitedPlan, paywall: true },
  'team-templates': { ...withUnlimitedPlan, paywall: true },
  'hiring-manager-templates': withUnlimitedPlan,
  integrations: ofAdmins,
  billing: ofAdmins,
  automations: withUnlimitedPlan,
  calendars: withUnlimitedPlan,
  // A number comes with a plan; the API asks for one too.
  'get-number': { seatType: 'nonTexter', plans: PAID_PLANS },
  'plan-selection': {
    elsewhere: {
      of: (who) => who.userType === 'member' && who.accountType === 'team' && hasUnlimitedPlan(who),
      to: paths.account,
    },
  },
  'select-plan': {},
  staff: { staffOnly: true },
} as const satisfies Record<string, ScreenRestriction>;

export type DashboardScreen = keyof typeof restrictions;

export type Access =
  | { allowed: true }
  /** As if nothing were there. */
  | { allowed: false; hidden: true }
  | { allowed: false; elsewhere: string }
  | ({ allowed: false } & Missed);

/** What keeps the person out. */
export type Missed =
  | { missing: Exclude<Missing, 'plan' | 'staff'> }
  | { missing: 'plan'; plans: Restriction['plans']; paywall: boolean };

/** Who is kept out, and by what. */
export interface Denied {
  missed: Missed;
  user: User;
  account: Account;
}

const ALLOWED: Access = { allowed: true };

/** The restriction of a path of the dashboard; none for paths that lead nowhere. */
function restrictionOf(path: string): ScreenRestriction {
  if (!path.startsWith(`${paths.dashboard}/`)) return {};
  const [screen = '', part = ''] = path.split('/').slice(2);
  const named = [`${screen}/${part}`, screen].find((each) => Object.hasOwn(restrictions, each));
  return named === undefined ? {} : restrictions[named as DashboardScreen];
}

/** These need no signed-in person. */
export function isOpenToAll(path: string): boolean {
  return Object.keys(restrictionOf(path)).length === 0;
}

export function accessTo(path: string, who: Who): Access {
  const restriction = restrictionOf(path);
  if (restriction.elsewhere?.of(who)) return { allowed: false, elsewhere: restriction.elsewhere.to };
  const missing = missingOf(restriction, who);
  if (missing === null) return ALLOWED;
  if (missing === 'staff') return { allowed: false, hidden: true };
  if (missing !== 'plan') return { allowed: false, missing };
  return { allowed: false, missing, plans: restriction.plans, paywall: restriction.paywall ?? false };
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
