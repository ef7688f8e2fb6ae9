import type { PlanType } from '../../../contract/accounts.ts';
import type { CallForwardingHours, CallOutcome } from '../../../contract/calls.ts';
import { wallClock } from '../../local-time.ts';
import { isWithin, type Settings } from '../out-of-office/rules.ts';
import { whyNotForwardable } from './forwardable.ts';

const DAY_MS = 24 * 3600 * 1000;
const HOUR_MS = 3600 * 1000;

/** Monday to Friday, 9 to 17. */
export function isBusinessHour(now: Date, timezone: string): boolean {
  const wall = wallClock(now.getTime(), timezone);
  const day = new Date(wall).getUTCDay();
  const hour = (wall % DAY_MS) / HOUR_MS;
  return day >= 1 && day <= 5 && hour >= 9 && hour < 17;
}

export interface CallFacts {
  /** Null: withheld. */
  caller: string | null;
  businessNumber: string;
  /** One of our numbers calls: a forwarded call that came back, or someone who pretends. */
  callerIsOurs: boolean;
  /** A call that rings right now has been forwarded, by someone's phone, back to where it came from. */
  comesBack: boolean;
  planType: PlanType;
  mayForwardAbroad: boolean;
  /** Of the person on the seat; null when it is empty. */
  person: {
    forwardingEnabled: boolean;
    forwardingNumber: string | null;
    /** Forwarding to one of our numbers would be forwarded again, and again. */
    forwardingNumberIsOurs: boolean;
    forwardingHours: CallForwardingHours;
    timezone: string;
    outOfOffice: Settings;
  } | null;
  now: Date;
}

export type CallDecision =
  | { kind: 'reject' }
  | { kind: 'forward'; to: string }
  | { kind: 'voicemail' }
  /** No one could call back or find the voicemail a thread. */
  | { kind: 'askForNumber' };

export function decideCall(facts: CallFacts): CallDecision {
  if (facts.callerIsOurs || facts.comesBack) return { kind: 'reject' };
  const to = forwardingNumberOf(facts);
  return to === null ? unanswered(facts) : { kind: 'forward', to };
}

/** When no one answers, or no one is supposed to. */
function unanswered({ caller }: { caller: string | null }): CallDecision {
  return caller === null ? { kind: 'askForNumber' } : { kind: 'voicemail' };
}

function forwardingNumberOf(facts: CallFacts): string | null {
  const { person, caller, businessNumber, now } = facts;
  if (facts.planType === 'free') return null;
  if (person === null || !person.forwardingEnabled || person.forwardingNumber === null) return null;
  const to = person.forwardingNumber;
  // The person calls their own business number, or the number would call itself.
  if (to === caller || to === businessNumber || person.forwardingNumberIsOurs) return null;
  // It may have been saved under other rules.
  if (whyNotForwardable(to, { abroad: facts.mayForwardAbroad }) !== null) return null;
  if (person.outOfOffice.enabled && isWithin(person.outOfOffice, now)) return null;
  if (person.forwardingHours === 'businessHours' && !isBusinessHour(now, person.timezone)) return null;
  return to;
}

export type CallStatus = 'ringing' | CallOutcome;

/** Webhooks come in any order and more than once, so the state of a call only moves forward. */
const rank: Record<CallStatus, number> = { ringing: 0, missed: 1, voicemail: 2, answered: 2 };

export function isNews(from: CallStatus, to: CallStatus): boolean {
  return rank[to] > rank[from];
}
