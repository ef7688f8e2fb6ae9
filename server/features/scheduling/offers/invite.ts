import { z } from 'zod';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { compose } from '../../../mail/compose.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import { enqueue, jobKind } from '../../../queue/job.ts';
import { type Calendars, connectedCalendars } from './calendars.ts';
import { atInWords } from './compose-offer.ts';
import { descriptionOf, type InterviewDetails, invitationOf } from './ics.ts';
import { findInvitation, findPeople, type InvitationRow, putInvitation, uidOf } from './invitation-store.ts';
import { enqueueMailCandidate, whereLines } from './mail-candidate.ts';

/** Brings the person's calendars to what was sent last. */
export const putInCalendar = jobKind({
  name: 'putInCalendar',
  payload: z.object({ accountId: z.uuid(), interviewId: z.uuid() }),
  maxAttempts: 12,
});

type Invitation = Omit<InvitationRow, 'candidateSequence'>;

/**
 * Keeps what is sent now, and has mails and calendars follow: in the transaction that decides, so that each goes out once, and
 * none about something that didn't happen.
 */
export async function tellInvited(tx: Tx, deps: Deps, invitation: Invitation): Promise<void> {
  const { accountId, interviewId, email } = invitation;
  await putInvitation(tx, invitation);
  await mailPerson(tx, deps, invitation);
  if (email !== null) await enqueueMailCandidate(tx, { accountId, interviewId });
  const queue = `calendar:${interviewId}`;
  await enqueue(tx, [{ kind: putInCalendar, payload: { accountId, interviewId }, queue }]);
}

async function mailPerson(tx: Tx, deps: Deps, invitation: Invitation): Promise<void> {
  const { details, interviewId, sequence, isCanceled, email } = invitation;
  const people = await findPeople(tx, invitation);
  if (people === undefined || people.person.isGone) return;
  const { candidateName: name, person } = people;
  const what = isCanceled ? 'Canceled' : sequence === 0 ? 'Booked' : 'Changed';
  await enqueueMail(tx, deps, {
    to: person.email,
    calendar: invitationOf(details, {
      uid: uidOf(interviewId),
      sequence,
      method: isCanceled ? 'CANCEL' : 'REQUEST',
      at: deps.clock(),
      organizer: person,
      attendees: [...(email === null ? [] : [{ name, email }]), person],
    }),
    ...compose({
      subject: `${what}: ${details.title} with ${name}`,
      paragraphs: [...whenInZones(details, person.timezone), ...whereLines(details)],
    }),
  });
}

/** In both zones, if they differ. */
function whenInZones({ startsAt, timezone }: InterviewDetails, own: string): string[] {
  const at = new Date(startsAt);
  const candidate = `${atInWords(at, timezone)}.`;
  const mine = `${atInWords(at, own)}.`;
  return mine === candidate ? [mine] : [mine, `For the candidate: ${candidate}`];
}

/** The previous entry is removed first: no calendar has to know how to move one. Doing it twice is harmless. */
export async function runPutInCalendar(
  deps: Deps,
  { accountId, interviewId }: z.output<typeof putInCalendar.payload>,
  calendars: Calendars = connectedCalendars,
): Promise<void> {
  const invitation = await findInvitation(deps.db, accountId, interviewId);
  if (invitation === undefined) return;
  const { userId, details, sequence, isCanceled } = invitation;
  const who = { accountId, userId };
  const uid = uidOf(interviewId);
  if (isCanceled || sequence > 0) await calendars.removeFromCalendars(deps, who, uid);
  if (isCanceled) return;
  await calendars.addToCalendars(deps, who, {
    uid,
    title: details.title,
    description: descriptionOf(details),
    location: details.location ?? details.videoUrl,
    startsAt: new Date(details.startsAt),
    endsAt: new Date(details.endsAt),
    timezone: details.timezone,
  });
}
