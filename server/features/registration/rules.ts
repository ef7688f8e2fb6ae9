import type { RegistrationStage, RegistrationState } from '../../../contract/registration.ts';
import type { Review } from '../../adapters/registration/port.ts';
import { areaCodeOf, findAreaCode, isLongCode } from '../../area-codes.ts';
import type { Limit } from '../../http/rate-limits.ts';

export type RegistrationEvent =
  | 'submit'
  | 'brandApproved'
  | 'brandRejected'
  | 'campaignSubmitted'
  | 'campaignApproved'
  | 'campaignRejected'
  | 'suspended'
  | 'restored';

/** THE table of states: what may happen in each, and what it leads to. Anything else changes nothing. */
export const transitions: Record<RegistrationState, Partial<Record<RegistrationEvent, RegistrationState>>> = {
  draft: { submit: 'submitted' },
  submitted: { brandApproved: 'brandApproved', brandRejected: 'rejected', suspended: 'suspended' },
  brandApproved: {
    campaignSubmitted: 'campaignInReview',
    campaignRejected: 'rejected',
    suspended: 'suspended',
  },
  campaignInReview: {
    campaignApproved: 'approved',
    campaignRejected: 'rejected',
    suspended: 'suspended',
  },
  approved: { suspended: 'suspended', campaignRejected: 'rejected' },
  rejected: { submit: 'submitted' },
  // Settled between the company and the carrier, not by submitting the same again.
  suspended: {
    brandApproved: 'brandApproved',
    restored: 'approved',
    campaignRejected: 'rejected',
    brandRejected: 'rejected',
  },
};

export function nextState(state: RegistrationState, event: RegistrationEvent): RegistrationState | null {
  return transitions[state][event] ?? null;
}

/** What a review of the brand, or of the campaign, means for the state that it was asked for; null: nothing new. */
export function eventOf(
  state: RegistrationState,
  stage: RegistrationStage,
  review: Review,
): RegistrationEvent | null {
  switch (review.state) {
    case 'inReview':
      return null;
    case 'approved':
      if (stage === 'brand') return 'brandApproved';
      if (state === 'suspended') return 'restored';
      return state === 'approved' ? null : 'campaignApproved';
    case 'rejected':
      return stage === 'brand' ? 'brandRejected' : 'campaignRejected';
    case 'suspended':
      return state === 'suspended' ? null : 'suspended';
  }
}

/** What is in review must stay as it was submitted; what is approved is changed with the carrier. */
export const mayEdit = (state: RegistrationState): boolean => state === 'draft' || state === 'rejected';

export const maySubmit = (state: RegistrationState): boolean => nextState(state, 'submit') !== null;

/** An area code newer than the table counts as American. */
function isAmerican(phoneNumber: string): boolean {
  const areaCode = areaCodeOf(phoneNumber);
  if (areaCode === null) return false;
  const place = findAreaCode(areaCode);
  return place === null || place.state !== null;
}

/**
 * Whether the number has to wait for its registration before it may text this phone. US carriers ask Canadian numbers too;
 * Canada's own have no such registry.
 */
export function waitsForRegistration(
  deps: { registrar: object | null },
  number: { phoneNumber: string | null; registeredAt: Date | null },
  to: string,
): boolean {
  const { phoneNumber, registeredAt } = number;
  if (deps.registrar === null || phoneNumber === null || registeredAt !== null) return false;
  return isLongCode(phoneNumber) && (isAmerican(phoneNumber) || isAmerican(to));
}

const SOONEST_MS = 1000;
const SEEN_TO_BE_SLOW_MS = 30 * 60_000;

/** A brand takes minutes to days, a campaign up to three weeks; after that only a suspension is news. */
export function nextLookAt(
  registration: { state: RegistrationState; changedAt: Date },
  now: Date,
  registrar: { looksEveryMs: number } | null,
): Date | null {
  if (registrar === null) return null;
  switch (registration.state) {
    case 'draft':
    case 'rejected':
      return null;
    case 'approved':
      return new Date(now.getTime() + registrar.looksEveryMs);
    // Few are, and they wait for its end.
    case 'suspended':
      return new Date(now.getTime() + registrar.looksEveryMs / 6);
    default: {
      const age = now.getTime() - registration.changedAt.getTime();
      return new Date(now.getTime() + Math.min(SEEN_TO_BE_SLOW_MS, Math.max(SOONEST_MS, age / 6)));
    }
  }
}

/** Each looks at up to five pages that the account names. */
export const checksByAccount: Limit = { name: 'registration checks', points: 60, seconds: 15 * 60 };
