import { type RawBuilder, sql } from 'kysely';
import { ID_PATTERN } from '../../../http/page.ts';
import { readJobId, readStageId } from './stage-ids.ts';

const UUID = new RegExp(`^${ID_PATTERN}$`);
export const isOwnId = (id: string) => UUID.test(id);

const NO_ONE = sql`select null::uuid as id where false`;

/** SQL: the IDs `id` of those who are in a job, in a stage, or in that stage of that job, as `GET /jobStages` names them. */
export function candidatesIn(
  accountId: string,
  { jobId, stageId }: { jobId?: string | null | undefined; stageId?: string | null | undefined },
): RawBuilder<unknown> {
  const ids = [jobId, stageId].filter((id) => id != null);
  if (ids.length > 0 && ids.every(isOwnId))
    return sql`
      select a.candidate_id as id from applications a
       where a.account_id = ${accountId} and ${jobId == null ? sql`true` : sql`a.job_id = ${jobId}`}
         and ${stageId == null ? sql`true` : sql`a.stage_id = ${stageId}`}`;
  const job = jobId == null ? null : readJobId(jobId);
  const stage = stageId == null ? null : readStageId(stageId);
  const atsType = job?.atsType ?? stage?.atsType;
  const isRead = (jobId == null || job !== null) && (stageId == null || stage !== null);
  if (!isRead || atsType === undefined || (stage !== null && stage.atsType !== atsType)) return NO_ONE;
  // Empty: a stage of all jobs.
  const jobs = [job?.externalId, stage?.jobExternalId].filter((id) => id);
  const people = sql`
    select a.person_external_id as id from ats_applications a
     where a.account_id = ${accountId} and a.ats_type = ${atsType}
       and ${
         jobs.length === 0
           ? sql`true`
           : sql.join(
               jobs.map((id) => sql`a.job_external_id = ${id}`),
               sql` and `,
             )
       }
       and ${stage === null ? sql`true` : sql`a.stage_external_id = ${stage.externalId}`}`;
  return candidatesWho(accountId, sql`${atsType}::text`, people);
}

/** SQL: the candidates who are these people of a system: those linked to them, and those who have their ID. */
function candidatesWho(
  accountId: string,
  atsType: RawBuilder<unknown>,
  people: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select p.candidate_id as id from (${people}) as person
      join ats_people p on p.account_id = ${accountId} and p.ats_type = ${atsType} and p.external_id = person.id
     where p.candidate_id is not null
    union
    select c.id from (${people}) as person
      join candidates c on c.account_id = ${accountId} and c.external_ids <> '{}'
           and c.external_ids @> jsonb_build_object(${atsType}, person.id)`;
}
