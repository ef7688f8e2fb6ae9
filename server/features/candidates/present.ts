import type { Candidate, Consent } from '../../../contract/candidates.ts';
import { formatPhone } from '../../phone.ts';
import type { CandidateRow } from './store.ts';

export function presentConsent(facts: { optedOutAt: Date | null; hasWritten: boolean }): Consent {
  if (facts.optedOutAt) return { status: 'optedOut', changedAt: facts.optedOutAt.toISOString() };
  return { status: facts.hasWritten ? 'implied' : 'none', changedAt: null };
}

export function presentCandidate(row: CandidateRow, consent: Consent): Candidate {
  return {
    ...row,
    phoneNumberFormatted: formatPhone(row.phoneNumber),
    consent,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
