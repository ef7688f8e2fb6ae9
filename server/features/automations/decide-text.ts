import { UNLIMITED_PLANS } from '../../../contract/access.ts';
import type { Deps } from '../../deps.ts';
import { gateFacts, type TargetFacts } from '../outbound/accept-facts.ts';
import type { AutomaticFacts } from '../outbound/automatic-facts.ts';
import type { decideAutomatic, GateFacts } from '../outbound/gate.ts';
import { quietReason } from './plan.ts';
import type { Reason } from './reasons.ts';

export type Decision =
  | { kind: 'send' }
  /** It stays planned, for that time. */
  | { kind: 'wait'; until: Date; reason: Reason }
  | { kind: 'hold'; reason: Reason }
  | { kind: 'drop'; reason: Reason };

export interface Circumstances {
  now: Date;
  /** From then on it isn't sent any more. */
  deadline: Date;
  automatic: AutomaticFacts;
  evenInConversation: boolean;
}

/** What the gate asks about a text that is due. Null: nobody sends it. */
export function gateFactsOf(
  deps: Deps,
  target: TargetFacts,
  { now, deadline, automatic, evenInConversation }: Circumstances,
): GateFacts | null {
  const { phoneNumber, planType } = target;
  if (phoneNumber === null || target.seatId === null) return null;
  const hasAutomations = UNLIMITED_PLANS.some((plan) => plan === planType);
  return gateFacts(
    deps,
    { ...target, phoneNumber, planType: hasAutomations ? planType : 'free' },
    {
      at: now,
      expiresAt: deadline,
      // It answers nothing, so the hour counts also if they have just written.
      answersMessageAt: null,
      // Whoever has automations needn't buy texts.
      hasTextsLeft: true,
      takesNoTexts: automatic.takesNoTexts,
      loops: { ...automatic, evenInConversation, answersAutomatic: false },
    },
  );
}

/** What becomes of the text by what the gate says. */
export function decisionBy(
  said: ReturnType<typeof decideAutomatic>,
  target: TargetFacts,
  { now, deadline }: Pick<Circumstances, 'now' | 'deadline'>,
): Decision {
  if (said.kind === 'send') return said;
  const { reason: code } = said;
  if (said.kind === 'drop') {
    // It may still move to another time.
    if (code === 'too_late' && now < deadline) return { kind: 'hold', reason: { code: 'no_legal_moment' } };
    return { kind: 'drop', reason: { code } };
  }
  const { nextAt: until } = said;
  if (until !== null && code === 'quiet_hours') {
    const { timezone, phoneNumber } = target;
    return { kind: 'wait', until, reason: quietReason(until, { timezone, phoneNumber: phoneNumber ?? '' }) };
  }
  if (until !== null && code === 'in_conversation') return { kind: 'wait', until, reason: { code } };
  return { kind: 'hold', reason: { code } };
}
