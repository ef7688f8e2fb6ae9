import { UNLIMITED_PLANS } from '../../../contract/access.ts';
import type { Deps } from '../../deps.ts';
import { type Confirming, gateFacts, isUnconfirmedBy } from '../texting/conversations/gate-facts.ts';
import {
  type decideAutomatic,
  type GateFacts,
  type GateReason,
  reasonsAgainst,
} from '../texting/gate/gate.ts';
import type { TargetFacts } from '../texting/sending/accept-facts.ts';
import type { AutomaticFacts } from '../texting/sending/automatic-facts.ts';
import { quietReason } from './plan.ts';
import type { Reason } from './reasons.ts';

/** It waits until they are over. */
const PASSING: GateReason[] = ['in_conversation', 'reply_unread', 'too_many_cold_texts'];

export type Decision =
  | { kind: 'send' }
  /** It stays planned, for that time. */
  | { kind: 'wait'; until: Date; reason: Reason }
  | { kind: 'hold'; reason: Reason }
  | { kind: 'drop'; reason: Reason };

export interface Circumstances {
  now: Date;
  /** From then on it's no longer sent. */
  deadline: Date;
  automatic: AutomaticFacts;
  evenInConversation: boolean;
  /** When another cold text may go; null: now, or it isn't one. */
  coldUntil: Date | null;
  /** The person who sends it now, if one does. */
  by: Confirming | null;
}

/** What the gate asks about a text that is due. Null: no one sends it. */
export function gateFactsOf(
  deps: Deps,
  target: TargetFacts,
  { now, deadline, automatic, evenInConversation, coldUntil, by }: Circumstances,
): GateFacts | null {
  const { phoneNumber, planType } = target;
  if (phoneNumber === null || target.seatId === null) return null;
  const hasAutomations = UNLIMITED_PLANS.some((plan) => plan === planType);
  const known = { ...target, phoneNumber, planType: hasAutomations ? planType : ('free' as const) };
  return gateFacts(deps, known, {
    at: now,
    expiresAt: deadline,
    // It answers nothing, so the hour counts also if they have just written.
    answersMessageAt: null,
    // Accounts with automations needn't buy texts.
    hasTextsLeft: true,
    takesNoTexts: automatic.takesNoTexts,
    coldUntil,
    loops: { ...automatic, evenInConversation, answersAutomatic: false },
    ...(by === null
      ? { hasUnreadReply: target.hasUnreadReply }
      : { isNumberUnconfirmed: isUnconfirmedBy(by, known) }),
  });
}

/** What becomes of the text, given the gate's answer. */
export function decisionBy(
  decided: ReturnType<typeof decideAutomatic>,
  asked: GateFacts,
  target: TargetFacts,
): Decision {
  if (decided.kind === 'send') return decided;
  const { reason: code } = decided;
  if (decided.kind === 'drop') {
    const lasting = code === 'too_late' ? lastingReason(asked) : undefined;
    return lasting === undefined
      ? { kind: 'drop', reason: { code } }
      : { kind: 'hold', reason: { code: lasting === 'quiet_hours' ? 'no_legal_moment' : lasting } };
  }
  const { nextAt: until } = decided;
  if (until !== null && code === 'quiet_hours') {
    const place = { ...target, phoneNumber: target.phoneNumber ?? '' };
    return { kind: 'wait', until, reason: quietReason(until, place) };
  }
  if (until !== null && PASSING.some((passing) => passing === code))
    return { kind: 'wait', until, reason: { code } };
  return { kind: 'hold', reason: { code } };
}

/** What prevents it until it's too late. It isn't yet, and what it is about may still move. */
function lastingReason(asked: GateFacts): GateReason | undefined {
  const { at, expiresAt } = asked;
  if (expiresAt === null || at >= expiresAt) return;
  return reasonsAgainst(asked).find(({ nextAt }) => nextAt !== null && nextAt >= expiresAt)?.reason;
}
