/**
 * What a call or a screen requires of a person. The server refuses calls by it and the web closes screens by it, so the
 * same words mean the same in both.
 */
export interface Restriction {
  /** Internal staff, known by the domain of their verified e-mail or by the list of exceptions. */
  staffOnly?: true;
  userType?: 'admin';
  /** A team account. Its members are refused too, unless `membersAllowed`. */
  accountType?: 'team';
  membersAllowed?: true;
  /** Admins pass. */
  seatRole?: 'recruiter';
  seatType?: 'nonTexter';
  plans?: readonly PaidPlan[];
}

export type PaidPlan = 'payg' | 'monthly' | 'annual';

/** The facts about a person that restrictions check. */
export interface Who {
  isStaff: boolean;
  userType: 'admin' | 'member';
  accountType: 'none' | 'personal' | 'team' | 'rectxt';
  planType: 'free' | PaidPlan;
  seatRole: 'recruiter' | 'hiringManager' | null;
  /** A texter has a number to text from, or has bought one. */
  seatType: 'texter' | 'nonTexter';
}

export type Missing = 'staff' | 'admin' | 'recruiterSeat' | 'teamAccount' | 'nonTexterSeat' | 'plan';

/**
 * Seat type by number. A rejected number, or a landline that isn't linked yet, doesn't keep a person from getting another
 * one.
 */
export function seatTypeBy(number: {
  linkStatus: 'linking' | 'linked' | 'rejected' | null;
  isLandline: boolean;
}): Who['seatType'] {
  const isOnItsWay = number.linkStatus === 'linking' && !number.isLandline;
  return number.linkStatus === 'linked' || isOnItsWay ? 'texter' : 'nonTexter';
}

/** The first thing that keeps the person out. What no one can give them comes before what someone can. */
export function missingOf(asked: Restriction, who: Who): Missing | null {
  const isAdmin = who.userType === 'admin';
  const turnsMembersAway = asked.accountType === 'team' && !asked.membersAllowed;
  if (asked.staffOnly && !who.isStaff) return 'staff';
  if (asked.userType === 'admin' && !isAdmin) return 'admin';
  if (asked.seatRole === 'recruiter' && who.seatRole !== 'recruiter' && !isAdmin) return 'recruiterSeat';
  if (asked.accountType === 'team' && who.accountType !== 'team') return 'teamAccount';
  if (turnsMembersAway && !isAdmin) return 'admin';
  if (asked.seatType === 'nonTexter' && who.seatType === 'texter') return 'nonTexterSeat';
  if (asked.plans && !asked.plans.some((plan) => plan === who.planType)) return 'plan';
  return null;
}

const planNames = {
  payg: 'pay as you go',
  monthly: 'a monthly plan',
  annual: 'an annual plan',
} satisfies Record<PaidPlan, string>;

/** What someone on `planType` needs for a feature of `plans`. */
export function planNeeded(plans: readonly PaidPlan[], planType: Who['planType']): string {
  const isUnlimited = UNLIMITED_PLANS.every((plan) => plans.includes(plan));
  const named = isUnlimited ? 'a monthly or annual plan' : plans.map((plan) => planNames[plan]).join(' or ');
  if (planType !== 'free') return `Your plan doesn't include this. Change to ${named} under Billing.`;
  return plans.length === PAID_PLANS.length ? 'Choose a plan first.' : `Choose ${named} first.`;
}

export const PAID_PLANS = ['payg', 'monthly', 'annual'] as const satisfies readonly PaidPlan[];
export const UNLIMITED_PLANS = ['monthly', 'annual'] as const satisfies readonly PaidPlan[];

/** Who keeps jobs, and moves candidates in them. */
export const JOBS = { plans: UNLIMITED_PLANS, seatRole: 'recruiter' } as const satisfies Restriction;

/** Who has calendar shortcuts, and can use them in texts. */
export const CALENDARS = { plans: UNLIMITED_PLANS, seatRole: 'recruiter' } as const satisfies Restriction;

/** Who invites people and adds services. */
export const TEAM_ADMINS = {
  userType: 'admin',
  accountType: 'team',
  plans: PAID_PLANS,
} as const satisfies Restriction;

/** Who has automations. */
export const AUTOMATIONS = { plans: UNLIMITED_PLANS, seatRole: 'recruiter' } as const satisfies Restriction;

/** Who texts many at once. */
export const BROADCASTS = { plans: PAID_PLANS, seatRole: 'recruiter' } as const satisfies Restriction;
export const BROADCAST_APPROVERS = { plans: PAID_PLANS, userType: 'admin' } as const satisfies Restriction;

/** Who sees Analytics. Members see only their own figures, and the team's totals. */
export const ANALYTICS = {
  accountType: 'team',
  seatRole: 'recruiter',
  membersAllowed: true,
} as const satisfies Restriction;
