import type { Candidate, Consent } from '../../../contract/candidates.ts';
import { formatPhone } from '../../phone.ts';
import type { CandidateRow } from './store.ts';

export function presentCandidate(row: CandidateRow, consent: Consent): Candidate {
  return {
    ...row,
    phoneNumberFormatted: formatPhone(row.phoneNumber),
    consent,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
