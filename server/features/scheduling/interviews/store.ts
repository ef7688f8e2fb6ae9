import { sql } from 'kysely';
import type { AtsType } from '../../../../contract/ats.ts';
import type { InterviewStatus } from '../../../../contract/interviews.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import type { Cursor } from '../../../http/page.ts';
import type { Session } from '../../../http/session.ts';
import { visibleTo } from '../../hiring/records/hidden.ts';

/* Writes what people entered. Interviews from systems are in the same table; `ats/interviews-store.ts` writes those. */

export interface InterviewFields {
  title: string;
  startsAt: Date;
  endsAt: Date;
  timezone: string | null;
  location: string | null;
  videoUrl: string | null;
  interviewers: string[];
  status: InterviewStatus;
  rescheduleRequestedAt: Date | null;
}

export interface InterviewRow extends InterviewFields {
  id: string;
  candidateId: string;
  atsType: AtsType | null;
  createdById: string | null;
  /** Null: they were erased since. */
  createdByFirstName: string | null;
  createdByLastName: string | null;
  candidateTimezone: string | null;
  candidateZipCode: string | null;
  candidateNumber: string;
}

/** Someone whom a system has without a phone is no candidate, and no one sees their interviews. */
const interviews = sql`
  select i.id, i.candidate_id as "candidateId", i.title, i.starts_at as "startsAt", i.ends_at as "endsAt", i.timezone,
         i.location, i.video_url as "videoUrl", i.interviewers, i.status, i.reschedule_requested_at as "rescheduleRequestedAt", i.ats_type as "atsType",
         i.created_by as "createdById", u.first_name as "createdByFirstName", u.last_name as "createdByLastName",
         c.timezone as "candidateTimezone", c.zip_code as "candidateZipCode", c.phone_number as "candidateNumber"
    from interviews i
    join candidates c on c.account_id = i.account_id and c.id = i.candidate_id
    left join users u on u.account_id = i.account_id and u.id = i.created_by`;

export async function findInterview(
  db: Db,
  accountId: string,
  id: string,
): Promise<InterviewRow | undefined> {
  const { rows } = await sql<InterviewRow>`
    ${interviews} where i.account_id = ${accountId} and i.id = ${id}`.execute(db);
  return rows[0];
}

/** The same, locked until the transaction ends. */
export async function lockInterview(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<InterviewRow | undefined> {
  const { rows } = await sql<InterviewRow>`
    ${interviews} where i.account_id = ${accountId} and i.id = ${id} for update of i`.execute(tx);
  return rows[0];
}

/** Of the candidates that the person sees. */
export async function listInterviews(
  db: Db,
  session: Session,
  asked: {
    candidateId: string | null;
    from: Date | null;
    to: Date | null;
    order: 'soonest' | 'latest';
    after: Cursor | null;
    limit: number;
  },
): Promise<InterviewRow[]> {
  const { candidateId, from, to, after, limit } = asked;
  const isVisible = visibleTo(session)?.(sql`i.candidate_id`) ?? sql`true`;
  const isSoonest = asked.order === 'soonest';
  const beyond = isSoonest ? sql`>` : sql`<`;
  const direction = isSoonest ? sql`asc` : sql`desc`;
  const { rows } = await sql<InterviewRow>`
    ${interviews}
     where i.account_id = ${session.accountId} and ${isVisible}
       and ${candidateId === null ? sql`true` : sql`i.candidate_id = ${candidateId}`}
       and ${from === null ? sql`true` : sql`i.starts_at >= ${from}`}
       and ${to === null ? sql`true` : sql`i.starts_at < ${to}`}
       and ${after === null ? sql`true` : sql`(i.starts_at, i.id) ${beyond} (${after.at}, ${after.id}::uuid)`}
     order by i.starts_at ${direction}, i.id ${direction} limit ${limit}`.execute(db);
  return rows;
}

export async function insertInterview(
  tx: Tx,
  accountId: string,
  {
    id,
    candidateId,
    createdById,
    at,
    ...fields
  }: InterviewFields & {
    id: string;
    candidateId: string;
    createdById: string;
    at: Date;
  },
): Promise<void> {
  await tx
    .insertInto('interviews')
    .values({
      ...columnsOf(fields),
      account_id: accountId,
      id,
      candidate_id: candidateId,
      created_by: createdById,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

/** The interview is locked. */
export async function updateInterview(
  tx: Tx,
  accountId: string,
  id: string,
  { at, ...fields }: InterviewFields & { at: Date },
): Promise<void> {
  await tx
    .updateTable('interviews')
    .set({ ...columnsOf(fields), updated_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

function columnsOf(fields: InterviewFields) {
  const {
    title,
    startsAt,
    endsAt,
    timezone,
    location,
    videoUrl,
    interviewers,
    status,
    rescheduleRequestedAt,
  } = fields;
  return {
    title,
    starts_at: startsAt,
    ends_at: endsAt,
    timezone,
    location,
    video_url: videoUrl,
    interviewers,
    status,
    reschedule_requested_at: rescheduleRequestedAt,
  };
}

/** The candidate's answer to an interview reminder. Systems may have the interview twice. False: nothing changed. */
export async function answerInterviews(
  tx: Tx,
  accountId: string,
  asked: { candidateId: string; startsAt: Date; answer: 'confirmed' | 'rescheduleRequested'; at: Date },
): Promise<boolean> {
  const { candidateId, startsAt, at } = asked;
  const isConfirmed = asked.answer === 'confirmed';
  const { numAffectedRows = 0n } = await sql`
    update interviews
       set ${isConfirmed ? sql`status = 'confirmed', reschedule_requested_at = null` : sql`reschedule_requested_at = ${at}`},
           updated_at = ${at}
     where account_id = ${accountId} and candidate_id = ${candidateId} and starts_at = ${startsAt} and status <> 'canceled'
       and ${isConfirmed ? sql`(status <> 'confirmed' or reschedule_requested_at is not null)` : sql`reschedule_requested_at is null`}`.execute(
    tx,
  );
  return numAffectedRows > 0n;
}

export type NextInterview = Pick<
  InterviewRow,
  'candidateId' | 'startsAt' | 'timezone' | 'location' | 'videoUrl' | 'interviewers'
>;

/** For each of the candidates, the next that isn't canceled. */
export async function findNextInterviews(
  db: Db,
  candidates: { accountId: string; candidateId: string }[],
  now: Date,
): Promise<Map<string, NextInterview>> {
  const { rows } = await sql<NextInterview>`
    select next.candidate_id as "candidateId", next.starts_at as "startsAt", next.timezone, next.location,
           next.video_url as "videoUrl", next.interviewers
      from unnest(${candidates.map((each) => each.accountId)}::uuid[],
                  ${candidates.map((each) => each.candidateId)}::uuid[]) as of(account_id, candidate_id)
     cross join lateral (
       select * from interviews i
        where i.account_id = of.account_id and i.candidate_id = of.candidate_id and i.starts_at > ${now}
          and i.status <> 'canceled'
        order by i.starts_at, i.id limit 1) as next`.execute(db);
  return new Map(rows.map((row) => [row.candidateId, row]));
}
