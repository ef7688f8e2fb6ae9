import { type RawBuilder, sql } from 'kysely';
import { readStageId } from '../hiring/records/stage-ids.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** SQL: the `candidate_id` of those who entered one of the stages (as in `GET /jobStages`) since then, and when (`at`). */
export function candidatesInStages(accountId: string, stageIds: string[], since: Date): RawBuilder<unknown> {
  const own = stageIds.filter((id) => UUID.test(id));
  const theirs = stageIds.flatMap((id) => readStageId(id) ?? []);
  return sql`
    select candidate_id, stage_changed_at as at from applications
     where account_id = ${accountId} and stage_id = any(${own}::uuid[]) and stage_changed_at > ${since}
    union all
    select p.candidate_id, a.stage_changed_at
      from unnest(${theirs.map((key) => key.atsType)}::text[], ${theirs.map((key) => key.externalId)}::text[])
           as asked(ats_type, external_id)
      join ats_applications a on a.account_id = ${accountId} and a.ats_type = asked.ats_type
           and a.stage_external_id = asked.external_id and a.stage_changed_at > ${since}
      join ats_people p on p.account_id = a.account_id and p.ats_type = a.ats_type
           and p.external_id = a.person_external_id
     where p.candidate_id is not null`;
}
