import { sql } from 'kysely';
import type { AtsType } from '../../../../contract/ats.ts';
import type { Db } from '../../../db/connection.ts';
import { peopleOf } from './people.ts';

export interface ApplicationRow {
  id: string;
  candidateId: string;
  atsType: AtsType;
  externalId: string;
  personExternalId: string;
  jobExternalId: string | null;
  jobName: string | null;
  stageExternalId: string | null;
  /** Of the stage: empty if it belongs to all jobs. */
  stageJobExternalId: string;
  stageName: string | null;
  status: 'active' | 'hired' | 'rejected';
  source: string | null;
  profileUrl: string | null;
  /** Not paused, not disconnected. */
  isConnected: boolean;
}

/** Of candidates that are linked: active ones first, then by the latest change of stage. */
export async function listApplications(
  db: Db,
  accountId: string,
  candidateIds: string[],
): Promise<ApplicationRow[]> {
  if (candidateIds.length === 0) return [];
  const { rows } = await sql<ApplicationRow>`
    select a.id, asked.id as "candidateId", a.ats_type as "atsType", a.external_id as "externalId",
           p.external_id as "personExternalId", a.job_external_id as "jobExternalId", a.job_name as "jobName",
           a.stage_external_id as "stageExternalId",
           case when common.external_id is null then coalesce(a.job_external_id, '') else '' end as "stageJobExternalId",
           a.stage_name as "stageName", a.status, a.source, coalesce(a.profile_url, p.profile_url) as "profileUrl",
           coalesce(k.enabled, false) as "isConnected"
      from unnest(${candidateIds}::uuid[]) as asked(id)
     cross join lateral (${peopleOf(sql`${accountId}::uuid`, sql`asked.id`)}) as those
      join ats_people p on p.account_id = ${accountId} and p.ats_type = those.ats_type and p.external_id = those.external_id
      join ats_applications a on a.account_id = p.account_id and a.ats_type = p.ats_type
           and a.person_external_id = p.external_id
      left join ats_connections k on k.account_id = a.account_id and k.ats_type = a.ats_type
      left join ats_stages common on common.account_id = a.account_id and common.ats_type = a.ats_type
           and common.job_external_id = '' and common.external_id = a.stage_external_id
     order by a.status = 'active' desc, a.stage_changed_at desc, a.id`.execute(db);
  return rows;
}
