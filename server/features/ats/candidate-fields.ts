import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { recordset } from '../../db/recordset.ts';
import { publishConversations } from '../../live/publish.ts';
import { deleteTerms, insertTerms } from '../candidates/search/store.ts';
import { findCandidatesByIds } from '../candidates/store.ts';
import type { Of } from './people-store.ts';

/** What a system has on a candidate. Null: nothing, and what is here stays. */
export interface CandidateFields {
  candidateId: string;
  externalId: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  jobTitle: string | null;
  timezone: string | null;
}

/**
 * The system wins, except for what people changed here. Only the person whose ID the candidate has there counts: of two who
 * share a number, the one who came first. Unchanged values aren't written.
 */
export async function applyFields(
  tx: Tx,
  { accountId, atsType }: Of,
  fields: CandidateFields[],
  at: Date,
): Promise<void> {
  if (fields.length === 0) return;
  const { rows } = await sql<{ id: string; renamed: boolean }>`
    with fields as (
      select * from ${recordset('s', fields, { uuid: ['candidateId'], text: ['externalId', 'firstName', 'lastName', 'email', 'jobTitle', 'timezone'] })}
    ), before as (
      select c.id, c.first_name, c.last_name, c.email, c.job_title, c.timezone, c.external_ids,
             case when 'firstName' = any(c.edited_fields) then c.first_name else coalesce(s.first_name, c.first_name) end as first_now,
             case when 'lastName' = any(c.edited_fields) then c.last_name else coalesce(s.last_name, c.last_name) end as last_now,
             case when 'email' = any(c.edited_fields) then c.email else coalesce(s.email, c.email) end as email_now,
             case when 'jobTitle' = any(c.edited_fields) then c.job_title else coalesce(s.job_title, c.job_title) end as job_now,
             case when 'timezone' = any(c.edited_fields) then c.timezone else coalesce(s.timezone, c.timezone) end as zone_now,
             c.external_ids || jsonb_build_object(${atsType}::text, s.external_id) as ids_now
        from fields s
        join candidates c on c.account_id = ${accountId} and c.id = s.candidate_id
       where c.id = any(${fields.map(({ candidateId }) => candidateId)}::uuid[])
         and coalesce(c.external_ids->>${atsType}, s.external_id) = s.external_id
       order by c.id for no key update of c
    )
    update candidates c
       set first_name = first_now, last_name = last_now, email = email_now, job_title = job_now, timezone = zone_now,
           external_ids = ids_now, updated_at = ${at}
      from before b
     where c.account_id = ${accountId} and c.id = b.id
       and c.id = any(${fields.map(({ candidateId }) => candidateId)}::uuid[])
       and (b.first_name, b.last_name, b.email, b.job_title, b.timezone, b.external_ids)
           is distinct from (first_now, last_now, email_now, job_now, zone_now, ids_now)
    returning c.id, (b.first_name, b.last_name, b.email) is distinct from (first_now, last_now, email_now) as renamed`.execute(
    tx,
  );
  const renamed = rows.filter((row) => row.renamed).map(({ id }) => id);
  await updateSearch(tx, accountId, renamed);
  await showInThreads(
    tx,
    accountId,
    rows.map(({ id }) => id),
  );
}

async function updateSearch(tx: Tx, accountId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteTerms(tx, accountId, ids);
  await insertTerms(tx, accountId, await findCandidatesByIds(tx, accountId, ids));
}

/** A new name shows in every thread at once. */
export async function showInThreads(tx: Tx, accountId: string, candidateIds: string[]): Promise<void> {
  if (candidateIds.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select id from conversations
     where account_id = ${accountId} and candidate_id = any(${candidateIds}::uuid[])`.execute(tx);
  await publishConversations(
    tx,
    accountId,
    rows.map(({ id }) => id),
  );
}
