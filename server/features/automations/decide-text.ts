import { MAX_AUTOMATIC_TEXTS_A_DAY } from '../../../contract/automations.ts';
import type { Deps } from '../../deps.ts';
import { sendableFacts, type TargetFacts } from '../outbound/accept-facts.ts';
import { sendabilityReasons } from '../outbound/rules.ts';
import { quietReason } from './plan.ts';
import type { Reason } from './reasons.ts';

export type Decision =
  | { kind: 'send' }
  /** It stays due, at that time. */
  | { kind: 'wait'; until: Date; reason: Reason }
  | { kind: 'hold'; reason: Reason }
  | { kind: 'drop'; reason: Reason };

interface Circumstances {
  now: Date;
  /** From then on it isn't sent any more. */
  deadline: Date;
  hasPlan: boolean;
  /** Those that the candidate got in the last 24 hours. */
  automaticTexts: number;
  /** When the talk that is going on is over; null: none is, or it doesn't matter. */
  waitsUntil: Date | null;
}

/** Whether an automatic text may go now. */
export function decideText(
  deps: Deps,
  target: TargetFacts,
  { now, deadline, hasPlan, automaticTexts, waitsUntil }: Circumstances,
): Decision {
  const hold = (code: Reason['code']): Decision => ({ kind: 'hold', reason: { code } });
  if (now >= deadline) return { kind: 'drop', reason: { code: 'begun' } };
  if (target.phoneNumber === null || target.seatId === null) return hold('no_sender');
  if (target.isClosing) return hold('account_closing');
  if (!hasPlan) return hold('plan_required');
  const person = { timezone: target.timezone, phoneNumber: target.phoneNumber };
  const facts = sendableFacts(
    deps,
    // It answers nothing, so that the hour counts also if they have just written.
    { ...target, ...person, lastInboundAt: null },
    { at: now, hasTextsLeft: true },
  );
  const [first] = sendabilityReasons(facts);
  if (first === 'opted_out') return { kind: 'drop', reason: { code: first } };
  if (first !== undefined && first !== 'quiet_hours') return hold(first);
  if (automaticTexts >= MAX_AUTOMATIC_TEXTS_A_DAY) return hold('too_many_automatic_texts');
  if (first === 'quiet_hours' && facts.quietUntil !== null) {
    const reason = quietReason(facts.quietUntil, person);
    return facts.quietUntil < deadline
      ? { kind: 'wait', until: facts.quietUntil, reason }
      : { kind: 'hold', reason };
  }
  if (waitsUntil !== null) return { kind: 'wait', until: waitsUntil, reason: { code: 'in_conversation' } };
  return { kind: 'send' };
}
