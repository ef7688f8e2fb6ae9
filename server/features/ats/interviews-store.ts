import { type RawBuilder, sql } from 'kysely';
import type { AtsInterview, InterviewsPage } from '../../adapters/ats/port.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { recordset } from '../../db/recordset.ts';
import type { Deps } from '../../deps.ts';
import { line, lineOrNull, urlOf, zoneOf } from './clean.ts';
import type { Of } from './people-store.ts';

/** For systems that answer by application, the most that are asked for at once. */
const MOST_APPLICATIONS = 1000;

/** Active ones of candidates here, or of one of them, the latest activity first. */
export async function listActiveApplications(
  db: Db,
  { accountId, atsType }: Of,
  personExternalId: string | null = null,
): Promise<string[]> {
  const isAsked = personExternalId === null ? sql`true` : sql`a.person_external_id = ${personExternalId}`;
  const { rows } = await sql<{ externalId: string }>`
    select a.external_id as "externalId"
      from ats_applications a
     where a.account_id = ${accountId} and a.ats_type = ${atsType} and a.status = 'active' and ${isAsked}
       and (select p.candidate_id from ats_people p
             where p.account_id = a.account_id and p.ats_type = a.ats_type
               and p.external_id = a.person_external_id) is not null
     order by a.stage_changed_at desc, a.id desc limit ${MOST_APPLICATIONS}`.execute(db);
  return rows.map(({ externalId }) => externalId);
}

/** What a candidate has answered stays, unless the interview is moved. */
export async function saveInterviews(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  { accountId, atsType }: Of,
  sent: AtsInterview[],
): Promise<void> {
  if (sent.length === 0) return;
  const at = deps.clock();
  const interviews = [...new Map(sent.map((interview) => [interview.externalId, interview])).values()].map(
    (interview) => ({
      ...interview,
      id: deps.newId(),
      title: line(interview.title, 200) || 'Interview',
      timezone: zoneOf(interview.timezone),
      location: lineOrNull(interview.location, 500),
      videoUrl: urlOf(interview.videoUrl),
      interviewers: interview.interviewers.map((name) => line(name, 120)).filter((name) => name !== ''),
      status: interview.canceled ? 'canceled' : 'scheduled',
    }),
  );
  await sql`
    insert into interviews as present
           (account_id, id, candidate_id, ats_type, external_id, person_external_id, application_external_id, title,
            starts_at, ends_at, timezone, location, video_url, interviewers, status, created_at, updated_at)
    select ${accountId}::uuid, i.id, p.candidate_id, ${atsType}, i.external_id,
           coalesce(i.person_external_id, a.person_external_id), i.application_external_id, i.title, i.starts_at,
           i.ends_at, i.timezone, i.location, i.video_url, i.interviewers, i.status, ${at}::timestamptz,
           ${at}::timestamptz
      from ${recordset('i', interviews, { uuid: ['id'], text: ['externalId', 'personExternalId', 'applicationExternalId', 'title', 'timezone', 'location', 'videoUrl', 'status'], timestamptz: ['startsAt', 'endsAt'], 'text[]': ['interviewers'] })}
      left join lateral (
        select person_external_id from ats_applications a
         where a.account_id = ${accountId} and a.ats_type = ${atsType}
           and a.external_id = i.application_external_id limit 1) as a on true
      left join lateral (
        select candidate_id from ats_people p
         where p.account_id = ${accountId} and p.ats_type = ${atsType}
           and p.external_id = coalesce(i.person_external_id, a.person_external_id) limit 1) as p on true
        on conflict (account_id, ats_type, external_id) do update
       set candidate_id = excluded.candidate_id, person_external_id = excluded.person_external_id,
           application_external_id = excluded.application_external_id, title = excluded.title,
           starts_at = excluded.starts_at, ends_at = excluded.ends_at, timezone = excluded.timezone,
           location = excluded.location, video_url = excluded.video_url, interviewers = excluded.interviewers,
           status = case when excluded.status = 'canceled' or present.status = 'canceled'
                           or present.starts_at <> excluded.starts_at
                         then excluded.status else present.status end,
           reschedule_requested_at = case when present.status = 'canceled' or present.starts_at <> excluded.starts_at
                                          then null else present.reschedule_requested_at end,
           updated_at = excluded.updated_at
     where (present.candidate_id, present.person_external_id, present.application_external_id, present.title,
            present.starts_at, present.ends_at, present.timezone, present.location, present.video_url,
            present.interviewers, present.status = 'canceled')
           is distinct from
           (excluded.candidate_id, excluded.person_external_id, excluded.application_external_id, excluded.title,
            excluded.starts_at, excluded.ends_at, excluded.timezone, excluded.location, excluded.video_url,
            excluded.interviewers, excluded.status = 'canceled')`.execute(tx);
}

/** As they were when the system was asked. */
export async function markListed(
  tx: Tx,
  { accountId, atsType }: Of,
  listed: Pick<AtsInterview, 'externalId'>[],
  at: Date,
): Promise<void> {
  if (listed.length === 0) return;
  await sql`
    update interviews set told_at = ${at}, missed_at = null
     where account_id = ${accountId} and ats_type = ${atsType} and (told_at is null or told_at < ${at})
       and external_id = any(${listed.map(({ externalId }) => externalId)}::text[])`.execute(tx);
}

/**
 * All upcoming ones were reported since then: the rest are gone, except what couldn't be read. While something that couldn't be
 * read may be any of them, none is taken for gone.
 */
export function cancelUnlisted(
  tx: Tx,
  of: Of,
  { listedFrom, ...when }: { startsAfter: Date; listedFrom: Date; at: Date },
): Promise<void> {
  return cancelMissing(tx, of, {
    ...when,
    isAsked: sql`not exists (
      select from ats_set_aside s
       where s.account_id = i.account_id and s.ats_type = i.ats_type and s.kind = 'interview'
         and (s.key = i.external_id or (s.seen_at >= ${listedFrom} and not exists (
               select from interviews known
                where known.account_id = s.account_id and known.ats_type = s.ats_type and known.external_id = s.key))))`,
    isListed: sql`coalesce(told_at >= ${listedFrom}, false)`,
  });
}

/** For some applications a page lists all upcoming interviews: any others of theirs are gone. */
export async function cancelGone(
  tx: Tx,
  of: Of,
  { interviews, completeFor = [] }: Pick<InterviewsPage, 'interviews' | 'completeFor'>,
  when: { startsAfter: Date; at: Date },
): Promise<void> {
  if (completeFor.length === 0) return;
  await cancelMissing(tx, of, {
    ...when,
    isAsked: sql`application_external_id = any(${completeFor}::text[])`,
    isListed: sql`external_id = any(${interviews.map(({ externalId }) => externalId)}::text[])`,
  });
}

/** A doubtful answer cancels only what was missing in an earlier one. */
async function cancelMissing(
  tx: Tx,
  { accountId, atsType }: Of,
  {
    startsAfter,
    at,
    isAsked,
    isListed,
  }: { startsAfter: Date; at: Date; isAsked: RawBuilder<unknown>; isListed: RawBuilder<unknown> },
): Promise<void> {
  const isComing = sql`
    i.account_id = ${accountId} and i.ats_type = ${atsType} and starts_at > ${startsAfter} and status <> 'canceled'
    and ${isAsked}`;
  const { rows } = await sql<{ known: number; listed: number }>`
    select count(*)::int as known, count(*) filter (where ${isListed})::int as listed from interviews i
     where ${isComing}`.execute(tx);
  const isSure = !rows.some(isDoubtful);
  const missedBefore = new Date(at.getTime() - CONFIRMED_AFTER_MS);
  await sql`
    update interviews i set status = 'canceled', missed_at = null, updated_at = ${at}
     where ${isComing} and not ${isListed} and (${isSure} or missed_at <= ${missedBefore})`.execute(tx);
  if (!isSure)
    await sql`
      update interviews i set missed_at = ${at}
       where ${isComing} and not ${isListed} and missed_at is null`.execute(tx);
}

/** A system that reports so few at once has more likely lost a right than canceled the others: it has to report it twice. */
export function isDoubtful({ known, listed }: { known: number; listed: number }): boolean {
  return (listed === 0 && known >= 2) || (known >= 5 && listed * 3 < known);
}

/** Later than this, the same answer counts. The next sync is, a second webhook or reminder may not be. */
export const CONFIRMED_AFTER_MS = 3 * 60_000;
