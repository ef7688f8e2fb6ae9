import { sql } from 'kysely';
import type { AtsInterview, InterviewsPage } from '../../adapters/ats/port.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { line, lineOrNull, urlOf, zoneOf } from './clean.ts';
import type { Of } from './people-store.ts';

/** Systems that answer for each application are asked for no more at once. */
const MOST_APPLICATIONS = 1000;

/** Active ones of candidates here, or of one of them, of whom something happened last first. */
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
export async function workInInterviews(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  { accountId, atsType }: Of,
  told: AtsInterview[],
): Promise<void> {
  if (told.length === 0) return;
  const at = deps.clock();
  const interviews = [...new Map(told.map((interview) => [interview.externalId, interview])).values()].map(
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
    select ${accountId}::uuid, i.id, p.candidate_id, ${atsType}, i."externalId",
           coalesce(i."personExternalId", a.person_external_id), i."applicationExternalId", i.title, i."startsAt",
           i."endsAt", i.timezone, i.location, i."videoUrl", i.interviewers, i.status, ${at}::timestamptz,
           ${at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(interviews)}::jsonb) as i(
           id uuid, "externalId" text, "personExternalId" text, "applicationExternalId" text, title text,
           "startsAt" timestamptz, "endsAt" timestamptz, timezone text, location text, "videoUrl" text,
           interviewers text[], status text)
      left join lateral (
        select person_external_id from ats_applications a
         where a.account_id = ${accountId} and a.ats_type = ${atsType}
           and a.external_id = i."applicationExternalId" limit 1) as a on true
      left join lateral (
        select candidate_id from ats_people p
         where p.account_id = ${accountId} and p.ats_type = ${atsType}
           and p.external_id = coalesce(i."personExternalId", a.person_external_id) limit 1) as p on true
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

/** A page says of some applications that it has all of their coming interviews: others of theirs are gone. */
export async function cancelGone(
  tx: Tx,
  { accountId, atsType }: Of,
  { interviews, completeFor = [] }: Pick<InterviewsPage, 'interviews' | 'completeFor'>,
  { startsAfter, at }: { startsAfter: Date; at: Date },
): Promise<void> {
  if (completeFor.length === 0) return;
  const told = interviews.map(({ externalId }) => externalId);
  await sql`
    update interviews set status = 'canceled', updated_at = ${at}
     where account_id = ${accountId} and ats_type = ${atsType} and starts_at > ${startsAfter} and status <> 'canceled'
       and application_external_id = any(${completeFor}::text[]) and external_id <> all(${told}::text[])`.execute(
    tx,
  );
}
