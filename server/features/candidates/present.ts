import type { Application } from '../../../contract/ats.ts';
import type { Candidate, Consent, DeletedCandidate } from '../../../contract/candidates.ts';
import { personOrNull } from '../../../contract/person-name.ts';
import { formatPhone } from '../../phone.ts';
import { zonesOf } from '../consent/quiet-hours.ts';
import type { DeletedRow } from './deleted-store.ts';
import { erasesAt } from './rules.ts';
import type { CandidateRow } from './store.ts';

export function presentCandidate(
  row: CandidateRow,
  { consent, applications, can }: { consent: Consent; applications: Application[]; can: Candidate['can'] },
): Candidate {
  return {
    ...row,
    applications,
    phoneNumberFormatted: formatPhone(row.phoneNumber),
    zones: zonesOf(row),
    consent,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    can,
  };
}

export function presentDeleted(row: DeletedRow): DeletedCandidate {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    phoneNumber: row.phoneNumber,
    phoneNumberFormatted: formatPhone(row.phoneNumber),
    conversations: row.conversations,
    deletedBy: personOrNull(row.deletedById, row.deletedByFirstName, row.deletedByLastName),
    byRule: row.byRule,
    deletedAt: row.deletedAt.toISOString(),
    erasesAt: erasesAt(row.deletedAt).toISOString(),
    can: { restore: !row.isBack },
  };
}
