import type { Consent } from '../../../contract/candidates.ts';

export function presentConsent(facts: { optedOutAt: Date | null; hasWritten: boolean }): Consent {
  if (facts.optedOutAt) return { status: 'optedOut', changedAt: facts.optedOutAt.toISOString() };
  return { status: facts.hasWritten ? 'implied' : 'none', changedAt: null };
}
