import type { TargetFacts } from './accept-facts.ts';

/** A place that a text was proposed for: where it goes, from where, and what had been said there. */
export interface BoundTo {
  /** E.164. */
  candidateNumber: string;
  numberId: string;
  lastMessageId: string | null;
  lastInboundAt: Date | null;
}

/** Null where no text could go: without a number. */
export function boundTo({
  phoneNumber,
  numberId,
  lastMessageId,
  lastInboundAt,
}: TargetFacts): BoundTo | null {
  if (phoneNumber === null || numberId === null) return null;
  return { candidateNumber: phoneNumber, numberId, lastMessageId, lastInboundAt };
}

/** Nothing was texted in between, in or out, it's the same number on both sides, and the candidate hasn't said stop. */
export function isAsBound(bound: BoundTo, facts: TargetFacts): boolean {
  return (
    facts.phoneNumber === bound.candidateNumber &&
    facts.numberId === bound.numberId &&
    facts.lastMessageId === bound.lastMessageId &&
    // One that was sent earlier but came late isn't the last.
    facts.lastInboundAt?.getTime() === bound.lastInboundAt?.getTime() &&
    !facts.optedOut &&
    facts.hold === null
  );
}
