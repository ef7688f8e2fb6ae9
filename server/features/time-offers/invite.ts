import { sql } from 'kysely';
import { z } from 'zod';
import { personName } from '../../../contract/person-name.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { enqueue, jobKind } from '../../jobs/job.ts';
import { formatPhone } from '../../phone.ts';
import { compose } from '../mails/compose.ts';
import { enqueueMail } from '../mails/enqueue-mail.ts';
import { type Calendars, connectedCalendars } from './calendars.ts';
import { atInWords } from './compose-offer.ts';
import { descriptionOf, invitationOf, type Told } from './ics.ts';

/** Brings the person's calendars to what was told last. */
export const putInCalendar = jobKind({
  name: 'putInCalendar',
  payload: z.object({ accountId: z.uuid(), interviewId: z.uuid() }),
  maxAttempts: 12,
});

export interface InvitationRow {
  accountId: string;
  interviewId: string;
  userId: string;
  candidateId: string;
  toCandidate: boolean;
  sequence: number;
  told: Told;
  isCanceled: boolean;
}

export async function findInvitation(
  db: Db,
  accountId: string,
  interviewId: string,
  { lock = false } = {},
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select account_id as "accountId", interview_id as "interviewId", user_id as "userId", candidate_id as "candidateId",
           to_candidate as "toCandidate", sequence, told, is_canceled as "isCanceled"
      from interview_invitations where account_id = ${accountId} and interview_id = ${interviewId}
      ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/**
 * Keeps what is told now, and has mails and calendars follow: in the transaction that decides, so that each goes out once, and
 * none of something that didn't happen.
 */
export async function tellInvited(tx: Tx, deps: Deps, invitation: InvitationRow): Promise<void> {
  const { accountId, interviewId, userId, candidateId, toCandidate, sequence, told, isCanceled } = invitation;
  const columns = { sequence, told: JSON.stringify(told), is_canceled: isCanceled };
  await tx
    .insertInto('interview_invitations')
    .values({
      ...columns,
      account_id: accountId,
      interview_id: interviewId,
      user_id: userId,
      candidate_id: candidateId,
      to_candidate: toCandidate,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'interview_id']).doUpdateSet(columns))
    .execute();
  await mailInvited(tx, deps, invitation);
  const queue = `calendar:${interviewId}`;
  await enqueue(tx, [{ kind: putInCalendar, payload: { accountId, interviewId }, queue }]);
}

interface People {
  candidateFirstName: string;
  candidateLastName: string;
  candidateNumber: string;
  candidateEmail: string | null;
  firstName: string;
  lastName: string;
  email: string;
  timezone: string;
  companyName: string;
  isGone: boolean;
}

async function mailInvited(tx: Tx, deps: Deps, invitation: InvitationRow): Promise<void> {
  const { accountId, userId, candidateId, told, interviewId, sequence, isCanceled } = invitation;
  const { rows } = await sql<People>`
    select c.first_name as "candidateFirstName", c.last_name as "candidateLastName", c.phone_number as "candidateNumber",
           c.email as "candidateEmail", u.first_name as "firstName", u.last_name as "lastName", u.email, u.timezone,
           a.name as "companyName", u.deactivated_at is not null or u.deletes_at is not null as "isGone"
      from candidates c
      join accounts a on a.id = c.account_id
      join users u on u.account_id = c.account_id and u.id = ${userId}
     where c.account_id = ${accountId} and c.id = ${candidateId}`.execute(tx);
  const [people] = rows;
  if (people === undefined) return;
  const name =
    personName({ firstName: people.candidateFirstName, lastName: people.candidateLastName }) ||
    formatPhone(people.candidateNumber);
  const candidate =
    invitation.toCandidate && people.candidateEmail ? { name, email: people.candidateEmail } : null;
  const person = { name: personName(people), email: people.email };
  const calendar = invitationOf(told, {
    uid: uidOf(interviewId),
    sequence,
    method: isCanceled ? 'CANCEL' : 'REQUEST',
    at: deps.clock(),
    organizer: person,
    attendees: [...(candidate === null ? [] : [candidate]), person],
  });
  const what = subjectStart(invitation);
  const where = [
    ...(told.location ? [`Where: ${told.location}`] : []),
    ...(told.videoUrl ? [`Join: ${told.videoUrl}`] : []),
  ];
  const inZones = whenInZones(told, people.timezone);
  if (candidate !== null)
    await enqueueMail(tx, deps, {
      to: candidate.email,
      replyTo: person.email,
      calendar,
      ...compose({
        subject: `${what}: ${told.title} with ${people.companyName}`,
        paragraphs: [inZones.candidate, ...where, `Questions? Reply to this email to reach ${person.name}.`],
      }),
    });
  if (!people.isGone)
    await enqueueMail(tx, deps, {
      to: person.email,
      calendar,
      ...compose({
        subject: `${what}: ${told.title} with ${name}`,
        paragraphs: [...inZones.person, ...where],
      }),
    });
}

function subjectStart({ isCanceled, sequence }: InvitationRow): string {
  if (isCanceled) return 'Canceled';
  return sequence === 0 ? 'Booked' : 'Changed';
}

/** Both zones for the person, if they differ; the candidate is told their own. */
function whenInZones({ startsAt, timezone }: Told, own: string) {
  const at = new Date(startsAt);
  const candidate = `${atInWords(at, timezone)}.`;
  const mine = `${atInWords(at, own)}.`;
  return { candidate, person: mine === candidate ? [mine] : [mine, `For the candidate: ${candidate}`] };
}

export const uidOf = (interviewId: string) => `${interviewId}@hiretext`;

/** What was added before is taken out first: no calendar has to know how to move what it has. Doing it twice is harmless. */
export async function runPutInCalendar(
  deps: Deps,
  { accountId, interviewId }: z.output<typeof putInCalendar.payload>,
  calendars: Calendars = connectedCalendars,
): Promise<void> {
  const invitation = await findInvitation(deps.db, accountId, interviewId);
  if (invitation === undefined) return;
  const { userId, told, sequence, isCanceled } = invitation;
  const who = { accountId, userId };
  const uid = uidOf(interviewId);
  if (isCanceled || sequence > 0) await calendars.removeFromCalendars(deps, who, uid);
  if (isCanceled) return;
  await calendars.addToCalendars(deps, who, {
    uid,
    title: told.title,
    description: descriptionOf(told),
    location: told.location ?? told.videoUrl,
    startsAt: new Date(told.startsAt),
    endsAt: new Date(told.endsAt),
    timezone: told.timezone,
  });
}
