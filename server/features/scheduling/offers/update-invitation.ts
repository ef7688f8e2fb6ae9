import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { zoneOfCandidate } from '../interviews/rules.ts';
import type { interviewChanged } from '../interviews/save-interview.ts';
import { findInterview, type InterviewRow } from '../interviews/store.ts';
import type { InterviewDetails } from './ics.ts';
import { findInvitation } from './invitation-store.ts';
import { tellInvited } from './invite.ts';

/** Sends what has become of an interview that was booked here, if it isn't what was sent last. */
export async function runInterviewChanged(
  deps: Deps,
  { accountId, interviewId }: z.output<typeof interviewChanged.payload>,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const invitation = await findInvitation(tx, accountId, interviewId, { lock: true });
    const interview = await findInterview(tx, accountId, interviewId);
    if (invitation === undefined || interview === undefined) return;
    const details = detailsOf(interview, invitation.details.timezone);
    const isCanceled = interview.status === 'canceled' || interview.status === 'declined';
    if (
      isCanceled === invitation.isCanceled &&
      (isCanceled || isDeepStrictEqual(details, invitation.details))
    )
      return;
    await tellInvited(tx, deps, { ...invitation, details, isCanceled, sequence: invitation.sequence + 1 });
  });
}

export function detailsOf(interview: InterviewRow, otherwise: string): InterviewDetails {
  const { title, location, videoUrl, interviewers, startsAt, endsAt } = interview;
  const timezone = zoneOfCandidate(interview, {
    timezone: interview.candidateTimezone,
    zipCode: interview.candidateZipCode,
    phoneNumber: interview.candidateNumber,
  });
  return {
    title,
    location,
    videoUrl,
    interviewers,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    timezone: timezone ?? otherwise,
  };
}
