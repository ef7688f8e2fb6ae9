import type { Interview } from '../../../../contract/interviews.ts';
import type { Viewer } from '../../texting/conversations/rules.ts';
import { refusalToEdit, zoneOfCandidate } from './rules.ts';
import type { InterviewRow } from './store.ts';

/** As the person sees it. */
export function presentInterview(viewer: Viewer, row: InterviewRow): Interview {
  const candidateTimezone = zoneOfCandidate(row, {
    timezone: row.candidateTimezone,
    zipCode: row.candidateZipCode,
    phoneNumber: row.candidateNumber,
  });
  return {
    id: row.id,
    candidateId: row.candidateId,
    title: row.title,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    timezone: row.timezone ?? candidateTimezone,
    candidateTimezone,
    location: row.location,
    videoUrl: row.videoUrl,
    interviewers: row.interviewers,
    atsType: row.atsType,
    status: row.status,
    rescheduleRequestedAt: row.rescheduleRequestedAt?.toISOString() ?? null,
    createdBy:
      row.createdById === null || row.createdByFirstName === null
        ? null
        : {
            id: row.createdById,
            firstName: row.createdByFirstName,
            lastName: row.createdByLastName ?? '',
          },
    can: { edit: refusalToEdit(viewer, row) === null },
  };
}
