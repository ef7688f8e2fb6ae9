import { z } from 'zod';
import { inTransaction, type Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import { compose } from '../../../mail/compose.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import { outsideWords, takeOutsideMail } from '../../../mail/outside-mail.ts';
import { enqueue, jobKind } from '../../../queue/job.ts';
import { atInWords } from './compose-offer.ts';
import type { InterviewDetails } from './ics.ts';
import { invitationOf } from './ics.ts';
import { findInvitation, findPeople, type InvitationRow, markMailed, uidOf } from './invitation-store.ts';

/** Brings the candidate's mails up to what was sent last. */
export const mailCandidate = jobKind({
  name: 'mailCandidate',
  payload: z.object({ accountId: z.uuid(), interviewId: z.uuid() }),
  maxAttempts: 8,
});
type Payload = z.output<typeof mailCandidate.payload>;

/** At most one per interview waits, and it has the current state when it goes out. */
export function enqueueMailCandidate(db: Tx | Deps['db'], payload: Payload, runAt?: Date): Promise<void> {
  const key = `mailCandidate:${payload.interviewId}`;
  return enqueue(db, [{ kind: mailCandidate, payload, key, ...(runAt ? { runAt } : {}) }]);
}

export async function runMailCandidate(deps: Deps, payload: Payload): Promise<void> {
  const { accountId, interviewId } = payload;
  const due = await findInvitation(deps.db, accountId, interviewId);
  if (due === undefined || !isDue(due)) return;
  const waitSeconds = await secondsToWait(deps, due);
  if (waitSeconds > 0) {
    const runAt = new Date(Date.now() + waitSeconds * 1000);
    const isOver = Date.parse(due.details.endsAt) < deps.clock().getTime() + waitSeconds * 1000;
    deps.log.warn(
      { accountId, interviewId, waitSeconds, isOver },
      'a mail to a candidate is held: there were too many',
    );
    if (!isOver) await enqueueMailCandidate(deps.db, payload, runAt);
    return;
  }
  await inTransaction(deps.db, async (tx) => {
    const invitation = await findInvitation(tx, accountId, interviewId, { lock: true });
    if (invitation !== undefined && isDue(invitation)) await mail(tx, deps, invitation);
  });
}

/** A candidate who wasn't invited needn't hear that it was canceled. */
function isDue({ email, sequence, candidateSequence, isCanceled }: InvitationRow): boolean {
  return email !== null && sequence !== candidateSequence && !(candidateSequence === null && isCanceled);
}

async function secondsToWait(deps: Deps, { accountId, userId, interviewId }: InvitationRow): Promise<number> {
  try {
    await takeOutsideMail(deps, { kind: 'interview', accountId, userId, interviewId });
    return 0;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'rate_limited') throw error;
    return Number(error.details?.retryAfterSeconds ?? 60);
  }
}

async function mail(tx: Tx, deps: Deps, invitation: InvitationRow): Promise<void> {
  const { interviewId, sequence, candidateSequence, isCanceled, email } = invitation;
  const people = await findPeople(tx, invitation);
  if (people === undefined || email === null) return;
  const details = inOutsideWords(invitation.details);
  const person = { name: outsideWords(people.person.name), email: people.person.email };
  const candidate = { name: outsideWords(people.candidateName), email };
  const what = isCanceled ? 'Canceled' : candidateSequence === null ? 'Booked' : 'Changed';
  await enqueueMail(tx, deps, {
    to: email,
    replyTo: person.email,
    calendar: invitationOf(details, {
      uid: uidOf(interviewId),
      sequence,
      method: isCanceled ? 'CANCEL' : 'REQUEST',
      at: deps.clock(),
      organizer: person,
      attendees: [candidate, person],
    }),
    ...compose({
      subject: `${what}: ${details.title} with ${outsideWords(people.companyName)}`,
      paragraphs: [
        `${atInWords(new Date(details.startsAt), details.timezone)}.`,
        ...whereLines(details),
        `Questions? Reply to this email to reach ${person.name}.`,
      ],
    }),
  });
  await markMailed(tx, invitation);
}

/** They were invited to click the link of the video call. */
function inOutsideWords(details: InterviewDetails): InterviewDetails {
  return {
    ...details,
    title: outsideWords(details.title),
    location: details.location && outsideWords(details.location),
    interviewers: details.interviewers.map(outsideWords),
  };
}

export function whereLines({ location, videoUrl }: InterviewDetails): string[] {
  return [...(location ? [`Where: ${location}`] : []), ...(videoUrl ? [`Join: ${videoUrl}`] : [])];
}
