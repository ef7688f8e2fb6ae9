import { sql } from 'kysely';
import type { AtsType, JobStage } from '../../../contract/ats.ts';
import type { AtsJob, AtsStage } from '../../adapters/ats/port.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { recordset } from '../../db/recordset.ts';
import { jobIdOf, stageIdOf } from '../hiring/records/stage-ids.ts';
import { line } from './clean.ts';
import type { Of } from './people-store.ts';

/** All that aren't closed there, or (`areAll` is false) those that could be read. */
export async function saveJobs(
  tx: Tx,
  { accountId, atsType }: Of,
  sent: AtsJob[],
  { areAll }: { areAll: boolean },
): Promise<void> {
  const jobs = [...new Map(sent.map((job) => [job.externalId, job])).values()].map((job) => ({
    ...job,
    name: line(job.name, 200),
    hiringManagerEmails: job.hiringManagerEmails?.map((email) => email.toLowerCase()) ?? null,
  }));
  await sql`
    insert into ats_jobs as present (account_id, ats_type, external_id, name, status, hiring_manager_emails)
    select ${accountId}::uuid, ${atsType}, j.external_id, j.name, j.status, j.hiring_manager_emails
      from ${recordset('j', jobs, { text: ['externalId', 'name', 'status'], 'text[]': ['hiringManagerEmails'] })}
        on conflict (account_id, ats_type, external_id) do update
       set name = excluded.name, status = excluded.status, hiring_manager_emails = excluded.hiring_manager_emails
     where (present.name, present.status, present.hiring_manager_emails)
           is distinct from (excluded.name, excluded.status, excluded.hiring_manager_emails)`.execute(tx);
  if (!areAll) return;
  await sql`
    update ats_jobs set status = 'closed'
     where account_id = ${accountId} and ats_type = ${atsType} and status <> 'closed'
       and external_id <> all(${jobs.map(({ externalId }) => externalId)}::text[])`.execute(tx);
}

/** All that there are, or (`areAll` is false) those that could be read. */
export async function saveStages(
  tx: Tx,
  { accountId, atsType }: Of,
  sent: AtsStage[],
  { areAll }: { areAll: boolean },
): Promise<void> {
  const stages = sent.map((stage) => ({
    ...stage,
    jobExternalId: stage.jobExternalId ?? '',
    name: line(stage.name, 200),
  }));
  const given = sql`
    (select distinct on (job_external_id, external_id) *
       from ${recordset('s', stages, { text: ['jobExternalId', 'externalId', 'name', 'kind'], int: ['order'] })}) as given`;
  await sql`
    insert into ats_stages as present (account_id, ats_type, job_external_id, external_id, name, position, kind)
    select ${accountId}::uuid, ${atsType}, job_external_id, external_id, name, "order", kind from ${given}
        on conflict (account_id, ats_type, job_external_id, external_id) do update
       set name = excluded.name, position = excluded.position, kind = excluded.kind
     where (present.name, present.position, present.kind)
           is distinct from (excluded.name, excluded.position, excluded.kind)`.execute(tx);
  if (!areAll) return;
  await sql`
    delete from ats_stages
     where account_id = ${accountId} and ats_type = ${atsType}
       and (job_external_id, external_id) not in (select given.job_external_id, given.external_id from ${given})`.execute(
    tx,
  );
}

/** Of jobs that aren't closed, and those that all jobs have: by system, job and order. */
export async function listStages(db: Db, accountId: string): Promise<JobStage[]> {
  const { rows } = await sql<{
    atsType: AtsType;
    jobExternalId: string;
    jobName: string | null;
    externalId: string;
    name: string;
    order: number;
    kind: JobStage['kind'];
  }>`
    select s.ats_type as "atsType", s.job_external_id as "jobExternalId", j.name as "jobName",
           s.external_id as "externalId", s.name, s.position as "order", s.kind
      from ats_stages s
      left join ats_jobs j on j.account_id = s.account_id and j.ats_type = s.ats_type
           and j.external_id = s.job_external_id
     where s.account_id = ${accountId} and (s.job_external_id = '' or j.status is distinct from 'closed')
     order by s.ats_type, j.name nulls first, s.job_external_id, s.position, s.external_id`.execute(db);
  return rows.map(({ atsType, jobExternalId, externalId, ...stage }) => ({
    ...stage,
    id: stageIdOf({ atsType, jobExternalId, externalId }),
    jobId: jobExternalId === '' ? null : jobIdOf(atsType, jobExternalId),
    atsType,
  }));
}
