import { type RawBuilder, sql } from 'kysely';

/* Who is in a job with such a name: one of the account's own, or of a connected system, as a person there who is linked to them. */

/** SQL: whether the name of a job has this word, or this part of one. Both without accents and in lower case. */
const isNamed = (name: RawBuilder<unknown>, part: RawBuilder<unknown>) =>
  sql<boolean>`position(${part} in folded(${name})) > 0`;

/** SQL: the IDs `id` of the candidates, once for each job. */
export const candidatesInJobsNamed = (accountId: string, part: RawBuilder<unknown>) => sql`
  select a.candidate_id as id
    from jobs j join applications a on a.account_id = j.account_id and a.job_id = j.id
   where j.account_id = ${accountId} and ${isNamed(sql`j.name`, part)}
  union all
  select p.candidate_id
    from ats_jobs j
    join ats_applications a on a.account_id = j.account_id and a.ats_type = j.ats_type and a.job_external_id = j.external_id
    join ats_people p on p.account_id = a.account_id and p.ats_type = a.ats_type and p.external_id = a.person_external_id
   where j.account_id = ${accountId} and ${isNamed(sql`j.name`, part)} and p.candidate_id is not null`;

/** SQL: whether the candidate is. One look-up by key for each: as an `exists` it would be planned as a join. */
export const isInJobNamed = (
  accountId: string,
  candidateId: RawBuilder<unknown>,
  part: string,
) => sql<boolean>`(
  coalesce((
    select true from applications a join jobs j on j.account_id = a.account_id and j.id = a.job_id
     where a.account_id = ${accountId} and a.candidate_id = ${candidateId} and ${isNamed(sql`j.name`, sql`${part}`)}
     limit 1), false)
  or coalesce((
    select true from ats_people p
      join ats_applications a on a.account_id = p.account_id and a.ats_type = p.ats_type and a.person_external_id = p.external_id
      join ats_jobs j on j.account_id = a.account_id and j.ats_type = a.ats_type and j.external_id = a.job_external_id
     where p.account_id = ${accountId} and p.candidate_id = ${candidateId} and ${isNamed(sql`j.name`, sql`${part}`)}
     limit 1), false))`;
