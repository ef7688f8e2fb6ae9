import { sql } from 'kysely';
import type { AtsType } from '../../../contract/ats.ts';
import type { InterviewStatus } from '../../../contract/interviews.ts';
import type { OnboardingStatus } from '../../../contract/onboardings.ts';
import type { TextingHours } from '../../../contract/texting-hours.ts';
import type { Db } from '../../db/connection.ts';
import { peopleOf } from '../hiring/records/people.ts';
import { listStageEntries, type StageEntry } from '../hiring/records/stage-entries.ts';
import { type Named, recruiterOf, type SeatHolder } from './recruiter.ts';

/* What the planner knows of candidates. */

export interface CandidateFacts {
  id: string;
  firstName: string;
  lastName: string;
  /** E.164. */
  phoneNumber: string;
  timezone: string | null;
  zipCode: string | null;
  /** The texting hours of the company; null: the defaults. */
  hours: TextingHours[] | null;
  email: string | null;
  jobTitle: string | null;
  optedOut: boolean;
  /** Null: no one with a seat. */
  recruiter: { userId: string; seatId: string } | null;
  seatOf: (userId: string) => string | null;
  lastInboundAt: Date | null;
  interviews: {
    id: string;
    title: string;
    startsAt: Date;
    timezone: string | null;
    location: string | null;
    videoUrl: string | null;
    interviewers: string[];
    status: InterviewStatus;
    rescheduleRequestedAt: Date | null;
    /** Null: it came from a system. */
    createdById: string | null;
    /** Null: someone entered it. */
    system: TellingSystem | null;
    applicationExternalId: string | null;
    createdAt: Date;
    updatedAt: Date;
  }[];
  onboardings: {
    id: string;
    startsAt: Date;
    status: OnboardingStatus;
    /** Null: the candidate's recruiter. */
    userId: string | null;
    createdAt: Date;
  }[];
  entries: StageEntry[];
}

/** The system that an interview comes from. */
export interface TellingSystem {
  type: AtsType;
  generation: string;
  /** When it was last asked and reported it. Null: never, or it no longer reports it. */
  listedAt: Date | null;
  /** It can't be asked now: paused, or not answering. */
  isAway: boolean;
}

/** This long after what they count from, no text goes out anymore: eight weeks, plus the longest wait. */
const REMEMBERED_MS = 70 * 24 * 3600_000;

/** Those of the candidates that exist. */
export async function findCandidateFacts(
  db: Db,
  accountId: string,
  candidateIds: string[],
  now: Date,
): Promise<CandidateFacts[]> {
  if (candidateIds.length === 0) return [];
  const since = new Date(now.getTime() - REMEMBERED_MS);
  const [candidates, seats, interviews, onboardings, entries] = await Promise.all([
    findCandidates(db, accountId, candidateIds),
    findSeats(db, accountId),
    findInterviews(db, accountId, candidateIds, since),
    findOnboardings(db, accountId, candidateIds, since),
    listStageEntries(db, accountId, candidateIds),
  ]);
  const seatByUser = new Map(seats.map(({ seatId, userId }) => [userId, seatId]));
  const seatOf = (userId: string) => seatByUser.get(userId) ?? null;
  const interviewsOf = Map.groupBy(interviews, ({ candidateId }) => candidateId);
  const onboardingsOf = Map.groupBy(onboardings, ({ candidateId }) => candidateId);
  const entriesOf = Map.groupBy(entries, ({ candidateId }) => candidateId);
  return candidates.map((row) => ({
    ...row,
    recruiter: recruiterOf(seats, row),
    seatOf,
    interviews: interviewsOf.get(row.id) ?? [],
    onboardings: onboardingsOf.get(row.id) ?? [],
    entries: entriesOf.get(row.id) ?? [],
  }));
}

type CandidateRow = Omit<CandidateFacts, 'recruiter' | 'seatOf' | 'interviews' | 'onboardings' | 'entries'> &
  Named;

async function findCandidates(db: Db, accountId: string, candidateIds: string[]): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select c.id, c.first_name as "firstName", c.last_name as "lastName", c.phone_number as "phoneNumber", c.timezone,
           c.zip_code as "zipCode", (select a.texting_hours from accounts a where a.id = c.account_id) as hours,
           c.email, c.job_title as "jobTitle", c.added_by as "addedBy",
           exists (select from opt_outs o
                    where o.account_id = c.account_id and o.phone_number = c.phone_number) as "optedOut",
           threads.assignee_id as "assigneeId", threads.last_inbound_at as "lastInboundAt",
           (select a.recruiter_email from (${peopleOf(sql`c.account_id`, sql`c.id`)}) as those
              join ats_applications a on a.account_id = c.account_id and a.ats_type = those.ats_type
                   and a.person_external_id = those.external_id
             where a.status = 'active' and a.recruiter_email is not null
             order by a.stage_changed_at desc limit 1) as "recruiterEmail",
           (select k.reminder_user_id from (${peopleOf(sql`c.account_id`, sql`c.id`)}) as those
              join ats_connections k on k.account_id = c.account_id and k.ats_type = those.ats_type
             where k.reminder_user_id is not null
             order by k.connected_at, k.ats_type limit 1) as "reminderUserId"
      from candidates c
     cross join lateral (
       -- All of the candidate's, which are few: the latest of the account would be looked through for theirs.
       select (array_agg(coalesce(k.assignee_id, s.user_id) order by k.last_message_at desc))[1] as assignee_id,
              max(k.last_inbound_at) as last_inbound_at
         from conversations k
         join seats s on s.account_id = k.account_id and s.id = k.seat_id
        where k.account_id = c.account_id and k.candidate_id = c.id) as threads
     where c.account_id = ${accountId} and c.id = any(${candidateIds}::uuid[])`.execute(db);
  return rows;
}

/** Of people who have one. */
async function findSeats(db: Db, accountId: string) {
  const { rows } = await sql<SeatHolder>`
    select s.id as "seatId", s.user_id as "userId", u.email, s.seat_role = 'recruiter' as "isRecruiter" from seats s
      join users u on u.account_id = s.account_id and u.id = s.user_id
     where s.account_id = ${accountId} and s.status = 'used'
     order by s.id`.execute(db);
  return rows;
}

type InterviewRow = Omit<CandidateFacts['interviews'][number], 'system'> &
  Omit<TellingSystem, 'type' | 'generation'> & {
    candidateId: string;
    atsType: AtsType | null;
    generation: string | null;
  };

async function findInterviews(db: Db, accountId: string, candidateIds: string[], since: Date) {
  const { rows } = await sql<InterviewRow>`
    select id, candidate_id as "candidateId", title, starts_at as "startsAt", timezone, location, video_url as "videoUrl",
           interviewers, status, reschedule_requested_at as "rescheduleRequestedAt", created_by as "createdById",
           created_at as "createdAt", updated_at as "updatedAt", application_external_id as "applicationExternalId",
           k.ats_type as "atsType", k.generation, case when missed_at is null then told_at end as "listedAt",
           not k.enabled or k.sync_state = 'failed' as "isAway"
      from interviews i
      left join ats_connections k on k.account_id = i.account_id and k.ats_type = i.ats_type
     where i.account_id = ${accountId} and candidate_id = any(${candidateIds}::uuid[]) and starts_at > ${since}`.execute(
    db,
  );
  return rows.map(({ atsType, generation, listedAt, isAway, ...interview }) => ({
    ...interview,
    system: atsType === null || generation === null ? null : { type: atsType, generation, listedAt, isAway },
  }));
}

async function findOnboardings(db: Db, accountId: string, candidateIds: string[], since: Date) {
  const { rows } = await sql<CandidateFacts['onboardings'][number] & { candidateId: string }>`
    select id, candidate_id as "candidateId", starts_at as "startsAt", status, user_id as "userId",
           created_at as "createdAt"
      from onboardings
     where account_id = ${accountId} and candidate_id = any(${candidateIds}::uuid[]) and starts_at > ${since}`.execute(
    db,
  );
  return rows;
}
