import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { Failure } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { peopleOf } from './people.ts';

/*
 * Hiring managers see the candidates of their jobs, and those they have a conversation with. If no system assigns a job, or
 * it has no owner, everybody sees its candidates.
 */

type Viewer = Pick<Session, 'accountId' | 'userId' | 'userType' | 'seatId' | 'seatRole'>;

/** Admins and recruiters see everybody. */
export function seesEverybody({ userType, seatRole }: Pick<Viewer, 'userType' | 'seatRole'>): boolean {
  return userType === 'admin' || seatRole !== 'hiringManager';
}

/** SQL: the verified address of the viewer; empty without one. */
const emailOf = ({ accountId, userId }: Viewer) => sql<string>`
  coalesce((select lower(me.email) from users me
             where me.account_id = ${accountId} and me.id = ${userId} and me.email_verified_at is not null), '')`;

/** SQL: whether the candidate is hidden from a hiring manager. */
export function hiddenFrom(viewer: Viewer, candidateId: RawBuilder<unknown>): RawBuilder<boolean> {
  const { accountId, userId, seatId } = viewer;
  const account = sql`${accountId}::uuid`;
  return sql<boolean>`(
    coalesce((
      select bool_and(coalesce(j.hiring_manager_emails, '{}') <> '{}'
                      and ${emailOf(viewer)} <> all(j.hiring_manager_emails))
        from (${peopleOf(account, candidateId)}) as those
        join ats_applications a on a.account_id = ${account} and a.ats_type = those.ats_type
             and a.person_external_id = those.external_id
        left join ats_jobs j on j.account_id = a.account_id and j.ats_type = a.ats_type
             and j.external_id = a.job_external_id), false)
    and not exists (
      select from conversations theirs
       where theirs.account_id = ${account} and theirs.candidate_id = ${candidateId}
         and (theirs.assignee_id = ${userId} or theirs.seat_id = ${seatId}::uuid
              or theirs.assignee_id in (
                   select away.user_id from out_of_office away
                    where away.account_id = ${account} and away.delegate_user_id = ${userId} and away.enabled))))`;
}

/** SQL: whether the person sees a candidate. Undefined: they see everybody. */
export function visibleTo(viewer: Viewer) {
  if (seesEverybody(viewer)) return undefined;
  return (candidateId: RawBuilder<unknown>) => sql<boolean>`not ${hiddenFrom(viewer, candidateId)}`;
}

/** Throws `not_found` for a candidate that the person doesn't see. */
export async function requireVisible(db: Db, viewer: Viewer, candidateId: string): Promise<void> {
  if (seesEverybody(viewer)) return;
  const { rows } = await sql<{ isHidden: boolean }>`
    select ${hiddenFrom(viewer, sql`${candidateId}::uuid`)} as "isHidden"`.execute(db);
  if (rows[0]?.isHidden) throw new Failure('not_found');
}

/** Whether the viewer manages the hiring for a job. */
export async function managesJob(
  db: Db,
  viewer: Viewer,
  job: { atsType: string; externalId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from ats_jobs j
     where j.account_id = ${viewer.accountId} and j.ats_type = ${job.atsType} and j.external_id = ${job.externalId}
       and ${emailOf(viewer)} = any(j.hiring_manager_emails)`.execute(db);
  return rows.length > 0;
}

interface JobKey {
  atsType: string;
  externalId: string | null;
}

/** True if all of someone's jobs are other hiring managers'. There needn't be a candidate for the person here. */
export async function findOthersJobs(
  db: Db,
  viewer: Viewer,
  jobs: JobKey[],
): Promise<(theirs: JobKey[]) => boolean> {
  if (seesEverybody(viewer)) return () => false;
  const { rows } = await sql<{ key: string }>`
    select asked.ats_type || ' ' || asked.external_id as key
      from unnest(${jobs.map(({ atsType }) => atsType)}::text[],
                  ${jobs.map(({ externalId }) => externalId)}::text[]) as asked(ats_type, external_id)
      join ats_jobs j on j.account_id = ${viewer.accountId} and j.ats_type = asked.ats_type
           and j.external_id = asked.external_id
     where coalesce(j.hiring_manager_emails, '{}') <> '{}' and ${emailOf(viewer)} <> all(j.hiring_manager_emails)`.execute(
    db,
  );
  const others = new Set(rows.map(({ key }) => key));
  return (theirs) =>
    theirs.length > 0 && theirs.every(({ atsType, externalId }) => others.has(`${atsType} ${externalId}`));
}
