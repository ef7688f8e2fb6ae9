import { type RawBuilder, sql } from 'kysely';
import type { AtsType } from '../../../../contract/ats.ts';
import type { Db, Tx } from '../../../db/connection.ts';

/**
 * SQL: the people `ats_type`, `external_id` that a candidate is: those that are linked to it, and whose ID it has. Someone who
 * texts from two numbers is two candidates and one person there.
 */
export const peopleOf = (accountId: RawBuilder<unknown>, candidateId: RawBuilder<unknown>) => sql`
  select linked.ats_type, linked.external_id from ats_people linked
   where linked.account_id = ${accountId} and linked.candidate_id = ${candidateId}
  union
  select named.ats_type, named.external_id
    from candidates own
   cross join lateral jsonb_each_text(own.external_ids) as known(type, id)
    join ats_people named on named.account_id = own.account_id and named.ats_type = known.type
         and named.external_id = known.id
   where own.account_id = ${accountId} and own.id = ${candidateId}`;

/** Who the systems know by a number. */
export interface KnownPerson {
  firstName: string;
  lastName: string;
  email: string | null;
  jobTitle: string | null;
  timezone: string | null;
  externalIds: Record<string, string>;
}

/** SQL: a `KnownPerson` as JSON, by any of their numbers. Null: no one. */
const personWith = (
  accountId: RawBuilder<unknown>,
  phoneNumber: RawBuilder<unknown>,
) => sql<KnownPerson | null>`
  (select jsonb_build_object(
            'firstName', min(first_name) filter (where place = 1), 'lastName', min(last_name) filter (where place = 1),
            'email', min(emails[1]) filter (where place = 1), 'timezone', min(timezone) filter (where place = 1),
            'jobTitle', (array_agg(job_name order by place) filter (where place = 1))[1],
            'externalIds', jsonb_object_agg(ats_type, external_id) filter (where place_there = 1))
     from (
       select p.*, row_number() over (order by p.changed_at desc, p.external_id) as place,
              row_number() over (partition by p.ats_type order by p.changed_at desc, p.external_id) as place_there,
              (select left(a.job_name, 120) from ats_applications a
                where a.account_id = p.account_id and a.ats_type = p.ats_type and a.person_external_id = p.external_id
                  and a.status = 'active' order by a.stage_changed_at desc, a.id limit 1) as job_name
         from ats_phones f
         join ats_people p on p.account_id = f.account_id and p.ats_type = f.ats_type and p.external_id = f.external_id
        where f.account_id = ${accountId} and f.phone_number = ${phoneNumber}) as ranked
   having count(*) > 0)`;

export async function findPersonWith(
  db: Db,
  accountId: string,
  phoneNumber: string,
): Promise<KnownPerson | null> {
  const { rows } = await sql<{ person: KnownPerson | null }>`
    select ${personWith(sql`${accountId}::uuid`, sql`${phoneNumber}`)} as person`.execute(db);
  return rows[0]?.person ?? null;
}

/** Links candidates that were created with the IDs of people, to those of them who had no candidate. */
export async function linkByIds(tx: Tx, accountId: string, candidateIds: string[]): Promise<void> {
  if (candidateIds.length === 0) return;
  await sql`
    update ats_people p set candidate_id = c.id
      from candidates c cross join lateral jsonb_each_text(c.external_ids) as known(type, id)
     where c.account_id = ${accountId} and c.id = any(${candidateIds}::uuid[])
       and p.account_id = c.account_id and p.ats_type = known.type and p.external_id = known.id
       and p.candidate_id is null`.execute(tx);
}

/** Whether the account has one of these systems, and it isn't paused. */
const hasOneOf = (accountId: RawBuilder<unknown>, types: AtsType[]) => sql<boolean>`
  exists (select from ats_connections k
           where k.account_id = ${accountId} and k.enabled and k.ats_type = any(${types}::text[]))`;

interface FoundByNumber {
  phoneNumber: string;
  candidateId: string | null;
  /** Of numbers without a candidate. */
  person: KnownPerson | null;
  /** A system could be asked who it is. */
  canAsk: boolean;
}

/** One look-up by key for each number, whatever the plan assumes of the tables. */
export async function findByNumbers(
  db: Db,
  accountId: string,
  phoneNumbers: string[],
  askable: AtsType[],
): Promise<FoundByNumber[]> {
  const account = sql`${accountId}::uuid`;
  const { rows } = await sql<FoundByNumber>`
    select found.number as "phoneNumber", found.id as "candidateId",
           case when found.id is null then ${personWith(account, sql`found.number`)} end as person,
           found.id is null and ${hasOneOf(account, askable)} as "canAsk"
      from (
        select wanted.number, (
                 select c.id from candidates c where c.account_id = ${account} and c.phone_number = wanted.number) as id
          from unnest(${phoneNumbers}::text[]) as wanted(number) offset 0) as found`.execute(db);
  return rows;
}
