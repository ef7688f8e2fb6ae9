import { type RawBuilder, sql } from 'kysely';
import { type BroadcastAudience, MAX_BROADCAST_RECIPIENTS } from '../../../contract/broadcasts.ts';
import type { Db } from '../../db/connection.ts';
import { invalidField } from '../../failure.ts';
import { searchCandidates } from '../candidates/search/search-candidates.ts';
import { candidatesIn } from '../hiring/records/candidates-in.ts';
import { importedCandidates } from '../imports/imported-candidates.ts';

/** Someone that a broadcast is for. One phone number is one candidate. */
export interface Person {
  candidateId: string;
  phoneNumber: string;
  firstName: string;
  lastName: string;
  email: string | null;
  jobTitle: string | null;
}

/** Everyone who is in any part of the audience, in the order in which their texts go out. */
export async function findAudience(
  db: Db,
  accountId: string,
  audience: BroadcastAudience,
): Promise<Person[]> {
  const parts = await partsOf(db, accountId, audience);
  if (parts.length === 0) return [];
  const { rows } = await sql<Person>`
    select c.id as "candidateId", c.phone_number as "phoneNumber", c.first_name as "firstName", c.last_name as "lastName",
           c.email, c.job_title as "jobTitle"
      from (${sql.join(parts, sql` union `)}) as wanted(id)
      join candidates c on c.account_id = ${accountId} and c.id = wanted.id
     order by c.phone_number
     limit ${MAX_BROADCAST_RECIPIENTS + 1}`.execute(db);
  if (rows.length > MAX_BROADCAST_RECIPIENTS)
    throw invalidField(
      'audience',
      `Choose at most ${MAX_BROADCAST_RECIPIENTS.toLocaleString('en-US')} candidates`,
    );
  return rows;
}

/** SQL: the ids of each part that was given. */
async function partsOf(
  db: Db,
  accountId: string,
  { candidateIds = [], tags = [], search = '', jobId, stageId, importId, unansweredOf }: BroadcastAudience,
): Promise<RawBuilder<unknown>[]> {
  const found =
    search === ''
      ? []
      : (await searchCandidates(db, accountId, search, { limit: MAX_BROADCAST_RECIPIENTS + 1 })).ids;
  const ids = [...new Set([...candidateIds, ...found])];
  return [
    ...(ids.length === 0 ? [] : [sql`select unnest(${ids}::uuid[])`]),
    ...(tags.length === 0
      ? []
      : [
          sql`select t.id from candidates t
               where t.account_id = ${accountId}
                 and exists (select from unnest(t.tags) as tag
                              where lower(tag) = any(array(select lower(wanted) from unnest(${tags}::text[]) as wanted)))`,
        ]),
    ...(jobId === undefined && stageId === undefined ? [] : [candidatesIn(accountId, { jobId, stageId })]),
    ...(importId === undefined ? [] : [importedCandidates(accountId, importId)]),
    ...(unansweredOf === undefined
      ? []
      : [
          sql`select r.candidate_id from broadcast_recipients r
               where r.account_id = ${accountId} and r.broadcast_id = ${unansweredOf}
                 and r.outcome in ('sent', 'delivered') and r.answered_at is null and r.opted_out_at is null`,
        ]),
  ];
}
