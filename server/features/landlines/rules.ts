import type { LandlineState } from '../../../contract/landlines.ts';
import type { LandlineProgress } from '../../adapters/carrier/port.ts';
import type { Limit } from '../../http/rate-limits.ts';

export const OPEN_STATES = ['verifying', 'signing', 'reviewing'] as const satisfies LandlineState[];
type OpenState = (typeof OPEN_STATES)[number];

export const isOpen = (state: LandlineState): state is OpenState =>
  (OPEN_STATES as readonly LandlineState[]).includes(state);

export type LandlineEvent = 'proven' | 'signed' | 'linked' | 'rejected' | 'withdrawn';

/** THE table of states: what may happen in each, and what it leads to. Anything else changes nothing. */
const transitions: Record<LandlineState, Partial<Record<LandlineEvent, LandlineState>>> = {
  // No one gets a number to text from before they have proven that it is theirs, whatever the carrier reports.
  verifying: { proven: 'signing', rejected: 'rejected', withdrawn: 'withdrawn' },
  signing: { signed: 'reviewing', rejected: 'rejected', withdrawn: 'withdrawn' },
  reviewing: { linked: 'linked', rejected: 'rejected', withdrawn: 'withdrawn' },
  linked: {},
  rejected: {},
  withdrawn: {},
};

export function nextState(state: LandlineState, event: LandlineEvent): LandlineState | null {
  return transitions[state][event] ?? null;
}

/** What the carrier's status means for an order; null: nothing new. */
export function eventOf(progress: LandlineProgress): LandlineEvent | null {
  switch (progress.progress) {
    case 'proven':
    case 'linked':
    case 'rejected':
      return progress.progress;
    case 'gone':
      return 'rejected';
    case 'waiting':
    case 'vendorLetter':
    case 'unknown':
      return null;
  }
}

/**
 * Whether someone else may set the number up although the carrier keeps this order. The next one would profit from an order that
 * was proven; otherwise, everybody has to prove it again.
 */
export function mayBeTriedAgain(order: { provenAt: Date | null }, progress: LandlineProgress): boolean {
  switch (progress.progress) {
    case 'rejected':
    case 'gone':
      return true;
    case 'waiting':
      return order.provenAt === null;
    default:
      return false;
  }
}

export const TRIES_PER_CODE = 5;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * An unproven claim must not keep a number from its owner for long; once it's proven, there is time to find who may sign.
 */
const LIFETIME_MS: Partial<Record<LandlineState, number>> = {
  verifying: 120 * MINUTE_MS,
  signing: 14 * DAY_MS,
};

export function hasLapsed(order: { state: LandlineState; changedAt: Date }, now: Date): boolean {
  const lifetime = LIFETIME_MS[order.state];
  return lifetime !== undefined && now.getTime() - order.changedAt.getTime() > lifetime;
}

const SOONEST_MS = 1500;
const LONGEST_MS: Record<OpenState, number> = {
  // Someone is at the phone and waits.
  verifying: MINUTE_MS,
  signing: 60 * MINUTE_MS,
  reviewing: 30 * MINUTE_MS,
};

/** When the carrier is asked next: soon after something has happened, then less and less often. */
export function nextLookAt(
  order: { state: OpenState; changedAt: Date; codeSentAt: Date | null },
  now: Date,
): Date {
  const since = Math.max(order.changedAt.getTime(), order.codeSentAt?.getTime() ?? 0);
  const age = now.getTime() - since;
  return new Date(now.getTime() + Math.min(LONGEST_MS[order.state], Math.max(SOONEST_MS, age / 6)));
}

const SERVABLE = /^\+1[2-9]\d{2}[2-9]\d{6}$/;

/**
 * Whether a number of the plan +1 can be in service at all: neither its area code nor its exchange begins with 0 or 1 (NANPA).
 * Elsewhere anything of the right length is accepted (`parsePhone`); here a typo would make a stranger's phone ring.
 */
export const mayBeInService = (phoneNumber: string): boolean =>
  !phoneNumber.startsWith('+1') || SERVABLE.test(phoneNumber);

const TOLL_FREE = /^\+18(00|33|44|55|66|77|88)\d{7}$/;

/** Toll-free numbers are verified by another process. */
export const isTollFree = (phoneNumber: string): boolean => TOLL_FREE.test(phoneNumber);

/** Each asks the carrier about a number that the person names. */
export const checksByAccount: Limit = { name: 'landline checks', points: 30, seconds: 3600 };

/** Each makes a phone ring that may be a stranger's. */
export const codesByNumber: Limit = { name: 'landline codes', points: 6, seconds: 24 * 3600 };
export const codesByAccount: Limit = { name: 'landline codes of account', points: 20, seconds: 24 * 3600 };
