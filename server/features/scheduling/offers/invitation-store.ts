import { sql } from 'kysely';
import { personName } from '../../../../contract/person-name.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import { formatPhone } from '../../../phone.ts';
import type { InterviewDetails } from './ics.ts';

export interface InvitationRow {
  accountId: string;
  interviewId: string;
  userId: string;
  candidateId: string;
  /** The candidate's when it was booked. Null: they get no mail. */
  email: string | null;
  sequence: number;
  /** Of the last one mailed to the candidate. Null: none was. */
  candidateSequence: number | null;
  details: InterviewDetails;
  isCanceled: boolean;
}

export const uidOf = (interviewId: string) => `${interviewId}@hiretext`;

export async function findInvitation(
  db: Db,
  accountId: string,
  interviewId: string,
  { lock = false } = {},
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select account_id as "accountId", interview_id as "interviewId", user_id as "userId", candidate_id as "candidateId",
           email, sequence, candidate_sequence as "candidateSequence", told as details, is_canceled as "isCanceled"
      from interview_invitations where account_id = ${accountId} and interview_id = ${interviewId}
      ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/** An address that was already chosen stays. */
export async function putInvitation(
  tx: Tx,
  invitation: Omit<InvitationRow, 'candidateSequence'>,
): Promise<void> {
  const { accountId, interviewId, userId, candidateId, email, sequence, details, isCanceled } = invitation;
  const columns = { sequence, told: JSON.stringify(details), is_canceled: isCanceled };
  await tx
    .insertInto('interview_invitations')
    .values({
      ...columns,
      account_id: accountId,
      interview_id: interviewId,
      user_id: userId,
      candidate_id: candidateId,
      email,
      // For the version before this one.
      to_candidate: email !== null,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'interview_id']).doUpdateSet(columns))
    .execute();
}

export async function markMailed(tx: Tx, { accountId, interviewId, sequence }: InvitationRow): Promise<void> {
  await tx
    .updateTable('interview_invitations')
    .set({ candidate_sequence: sequence })
    .where('account_id', '=', accountId)
    .where('interview_id', '=', interviewId)
    .execute();
}

interface People {
  candidateName: string;
  person: { name: string; email: string; timezone: string; isGone: boolean };
  companyName: string;
}

/** Undefined: the candidate was deleted. */
export async function findPeople(
  db: Db,
  { accountId, userId, candidateId }: Pick<InvitationRow, 'accountId' | 'userId' | 'candidateId'>,
): Promise<People | undefined> {
  const { rows } = await sql<{
    candidateFirstName: string;
    candidateLastName: string;
    candidateNumber: string;
    firstName: string;
    lastName: string;
    email: string;
    timezone: string;
    companyName: string;
    isGone: boolean;
  }>`
    select c.first_name as "candidateFirstName", c.last_name as "candidateLastName", c.phone_number as "candidateNumber",
           u.first_name as "firstName", u.last_name as "lastName", u.email, u.timezone,
           a.name as "companyName", u.deactivated_at is not null or u.deletes_at is not null as "isGone"
      from candidates c
      join accounts a on a.id = c.account_id
      join users u on u.account_id = c.account_id and u.id = ${userId}
     where c.account_id = ${accountId} and c.id = ${candidateId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { candidateFirstName: firstName, candidateLastName: lastName, email, timezone, isGone } = row;
  return {
    candidateName: personName({ firstName, lastName }) || formatPhone(row.candidateNumber),
    person: { name: personName(row), email, timezone, isGone },
    companyName: row.companyName,
  };
}
