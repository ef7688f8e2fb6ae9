import { sql } from 'kysely';
import type { AtsType, JobStageKind } from '../../../../contract/ats.ts';
import type { Db } from '../../../db/connection.ts';
import { peopleOf } from './people.ts';
import { readStageId, stageIdOf } from './stage-ids.ts';

/* Which stages candidates are in, whether of the account's own jobs or of connected systems. */

export interface StageEntry {
  applicationId: string;
  candidateId: string;
  /** As in `GET /jobStages`. */
  stageId: string;
  stageName: string;
  kind: JobStageKind;
  jobName: string | null;
  status: 'active' | 'hired' | 'rejected';
  enteredAt: Date;
}

/** In no order. Applications without a stage in their system aren't included. */
export async function listStageEntries(
  db: Db,
  accountId: string,
  candidateIds: string[],
): Promise<StageEntry[]> {
  if (candidateIds.length === 0) return [];
  const [own, theirs] = await Promise.all([
    listOwn(db, accountId, candidateIds),
    listTheirs(db, accountId, candidateIds),
  ]);
  return [...own, ...theirs];
}

async function listOwn(db: Db, accountId: string, candidateIds: string[]): Promise<StageEntry[]> {
  const { rows } = await sql<StageEntry>`
    select a.id as "applicationId", a.candidate_id as "candidateId", a.stage_id as "stageId", s.name as "stageName",
           s.kind, j.name as "jobName", a.stage_changed_at as "enteredAt",
           case when s.kind in ('hired', 'rejected') then s.kind else 'active' end as status
      from applications a
      join jobs j on j.account_id = a.account_id and j.id = a.job_id
      join job_stages s on s.account_id = a.account_id and s.id = a.stage_id
     where a.account_id = ${accountId} and a.candidate_id = any(${candidateIds}::uuid[])`.execute(db);
  return rows;
}

async function listTheirs(db: Db, accountId: string, candidateIds: string[]): Promise<StageEntry[]> {
  const { rows } = await sql<
    Omit<StageEntry, 'stageId'> & { atsType: AtsType; jobExternalId: string; externalId: string }
  >`
    select a.id as "applicationId", asked.id as "candidateId", a.ats_type as "atsType",
           coalesce(s.job_external_id, a.job_external_id, '') as "jobExternalId", a.stage_external_id as "externalId",
           coalesce(s.name, a.stage_name, '') as "stageName", coalesce(s.kind, 'other') as kind,
           a.job_name as "jobName", a.status, a.stage_changed_at as "enteredAt"
      from unnest(${candidateIds}::uuid[]) as asked(id)
     cross join lateral (${peopleOf(sql`${accountId}::uuid`, sql`asked.id`)}) as those
      join ats_applications a on a.account_id = ${accountId} and a.ats_type = those.ats_type
           and a.person_external_id = those.external_id
      left join lateral (
        select * from ats_stages s
         where s.account_id = a.account_id and s.ats_type = a.ats_type and s.external_id = a.stage_external_id
           and s.job_external_id in ('', a.job_external_id)
         order by s.job_external_id limit 1) as s on true
     where a.stage_external_id is not null`.execute(db);
  return rows.map(({ atsType, jobExternalId, externalId, ...entry }) => ({
    ...entry,
    stageId: stageIdOf({ atsType, jobExternalId, externalId }),
  }));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Those of the ids that are a stage's, as in `GET /jobStages`. */
export async function knownStageIds(db: Db, accountId: string, ids: string[]): Promise<Set<string>> {
  const own = ids.filter((id) => UUID.test(id));
  const theirs = ids.flatMap((id) => readStageId(id) ?? []);
  const { rows } = await sql<{
    ownId: string | null;
    atsType: AtsType;
    jobExternalId: string;
    externalId: string;
  }>`
    select s.id as "ownId", null as "atsType", null as "jobExternalId", null as "externalId" from job_stages s
     where s.account_id = ${accountId} and s.id = any(${own}::uuid[])
     union all
    select null, s.ats_type, s.job_external_id, s.external_id
      from unnest(${theirs.map((key) => key.atsType)}::text[], ${theirs.map((key) => key.jobExternalId)}::text[],
                  ${theirs.map((key) => key.externalId)}::text[]) as asked(ats_type, job_external_id, external_id)
      join ats_stages s on s.account_id = ${accountId} and s.ats_type = asked.ats_type
           and s.job_external_id = asked.job_external_id and s.external_id = asked.external_id`.execute(db);
  return new Set(rows.map(({ ownId, ...key }) => ownId ?? stageIdOf(key)));
}
