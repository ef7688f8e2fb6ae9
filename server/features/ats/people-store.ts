import { sql } from 'kysely';
import type { AtsType } from '../../../contract/ats.ts';
import type { AtsApplication } from '../../adapters/ats/port.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { recordset } from '../../db/recordset.ts';
import type { CleanPerson } from './clean.ts';
import type { Known } from './match-rules.ts';

/** Whose rows these are; everything here belongs to one system of one account. */
export interface Of {
  accountId: string;
  atsType: AtsType;
}

/**
 * A first sync begins with empty tables, and a plan made then would read all of them later. Until the transaction ends, each
 * statement is planned for the current data.
 */
export async function planEachStatement(tx: Tx): Promise<void> {
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx);
}

export interface PersonRow {
  externalId: string;
  candidateId: string | null;
  firstName: string;
  lastName: string;
  emails: string[];
  phoneNumbers: string[];
  timezone: string | null;
  profileUrl: string | null;
}

const columns = sql`
  external_id as "externalId", candidate_id as "candidateId", first_name as "firstName", last_name as "lastName", emails,
  phone_numbers as "phoneNumbers", timezone, profile_url as "profileUrl"`;

export async function findPeople(db: Db, of: Of, externalIds: string[]): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select ${columns} from ats_people
     where account_id = ${of.accountId} and ats_type = ${of.atsType} and external_id = any(${externalIds}::text[])`.execute(
    db,
  );
  return rows;
}

/** New ones, and those with a change. */
export async function writePeople(tx: Tx, of: Of, people: CleanPerson[], at: Date): Promise<void> {
  if (people.length === 0) return;
  await sql`
    insert into ats_people (account_id, ats_type, external_id, made_candidate, first_name, last_name, emails,
                            phone_numbers, timezone, profile_url, changed_at)
    select ${of.accountId}::uuid, ${of.atsType}, p.external_id, false, p.first_name, p.last_name, p.emails,
           p.phone_numbers, p.timezone, p.profile_url, ${at}::timestamptz
      from ${recordset('p', people, { text: ['externalId', 'firstName', 'lastName', 'timezone', 'profileUrl'], 'text[]': ['emails', 'phoneNumbers'] })}
     order by p.external_id
        on conflict (account_id, ats_type, external_id) do update
       set first_name = excluded.first_name, last_name = excluded.last_name, emails = excluded.emails,
           phone_numbers = excluded.phone_numbers, timezone = excluded.timezone, profile_url = excluded.profile_url,
           changed_at = excluded.changed_at`.execute(tx);
}

/** Exactly the numbers that these people have. */
export async function writePhones(tx: Tx, of: Of, people: CleanPerson[]): Promise<void> {
  const owned = people.flatMap(({ externalId, phoneNumbers }) =>
    phoneNumbers.map((number) => ({ externalId, number })),
  );
  const owners = owned.map(({ externalId }) => externalId);
  const numbers = owned.map(({ number }) => number);
  await sql`
    delete from ats_phones
     where account_id = ${of.accountId} and ats_type = ${of.atsType}
       and external_id = any(${people.map(({ externalId }) => externalId)}::text[])
       and (external_id, phone_number) not in (select * from unnest(${owners}::text[], ${numbers}::text[]))`.execute(
    tx,
  );
  await sql`
    insert into ats_phones (account_id, ats_type, external_id, phone_number)
    select ${of.accountId}::uuid, ${of.atsType}, owner, number
      from unnest(${owners}::text[], ${numbers}::text[]) as owned(owner, number)
        on conflict do nothing`.execute(tx);
}

export interface NewApplication extends AtsApplication {
  id: string;
  personExternalId: string;
}

/** Writes those with a change. Returns whose they are. */
export async function writeApplications(
  tx: Tx,
  of: Of,
  applications: NewApplication[],
  at: Date,
): Promise<string[]> {
  if (applications.length === 0) return [];
  const { rows } = await sql<{ externalId: string }>`
    insert into ats_applications as present
           (account_id, id, ats_type, external_id, person_external_id, job_external_id, job_name, stage_external_id,
            stage_name, status, source, profile_url, recruiter_email, stage_changed_at)
    select ${of.accountId}::uuid, a.id, ${of.atsType}, a.external_id, a.person_external_id, a.job_external_id,
           a.job_name, a.stage_external_id, a.stage_name, a.status, a.source, a.profile_url, a.recruiter_email,
           -- Systems don't report since when. Someone whom the first sync finds in a stage entered it long ago.
           case when (select c.last_sync_at from ats_connections c
                       where c.account_id = ${of.accountId} and c.ats_type = ${of.atsType}) is null
                then to_timestamp(0) else ${at}::timestamptz end
      from ${recordset('a', applications, { uuid: ['id'], text: ['externalId', 'personExternalId', 'jobExternalId', 'jobName', 'stageExternalId', 'stageName', 'status', 'source', 'profileUrl', 'recruiterEmail'] })}
     order by a.external_id
        on conflict (account_id, ats_type, external_id) do update
       set person_external_id = excluded.person_external_id, job_external_id = excluded.job_external_id,
           job_name = excluded.job_name, stage_external_id = excluded.stage_external_id,
           stage_name = excluded.stage_name, status = excluded.status, source = excluded.source,
           profile_url = excluded.profile_url, recruiter_email = excluded.recruiter_email,
           stage_changed_at = case when present.stage_external_id is distinct from excluded.stage_external_id
                                   then excluded.stage_changed_at else present.stage_changed_at end
     where (present.person_external_id, present.job_external_id, present.job_name, present.stage_external_id,
            present.stage_name, present.status, present.source, present.profile_url, present.recruiter_email)
           is distinct from
           (excluded.person_external_id, excluded.job_external_id, excluded.job_name, excluded.stage_external_id,
            excluded.stage_name, excluded.status, excluded.source, excluded.profile_url, excluded.recruiter_email)
    returning person_external_id as "externalId"`.execute(tx);
  return rows.map(({ externalId }) => externalId);
}

/** One person's that the system no longer has. */
export async function keepApplications(
  tx: Tx,
  of: Of,
  personExternalId: string,
  kept: string[],
): Promise<void> {
  await sql`
    delete from ats_applications
     where account_id = ${of.accountId} and ats_type = ${of.atsType} and person_external_id = ${personExternalId}
       and external_id <> all(${kept}::text[])`.execute(tx);
}

interface Found extends Known {
  externalId: string | null;
  email: string | null;
}

/**
 * Candidates that may be one of these people, with what they were found by. Each part is a look-up by an index, however it is
 * planned: as joins they read all candidates while the tables are new.
 */
export async function findKnown(
  db: Db,
  { accountId, atsType }: Of,
  people: { externalId: string; phoneNumbers: string[]; emails: string[] }[],
): Promise<Found[]> {
  const ids = people.map(({ externalId }) => externalId);
  const numbers = people.flatMap(({ phoneNumbers }) => phoneNumbers);
  const emails = people.flatMap((person) => person.emails);
  const { rows } = await sql<Found>`
    with found as (
      select (select (array_agg(c.id) filter (where c.account_id = ${accountId}))[1] from candidates c
               where c.external_ids <> '{}'
                 and c.external_ids @> jsonb_build_object(${atsType}::text, wanted.id)) as id
        from unnest(${ids}::text[]) as wanted(id)
      union
      select id from candidates where account_id = ${accountId} and phone_number = any(${numbers}::text[])
      union
      select id from candidates where account_id = ${accountId} and lower(email) = any(${emails}::text[])
         and email is not null
    )
    select c.id, c.first_name as "firstName", c.last_name as "lastName", c.phone_number as "phoneNumber",
           c.external_ids->>${atsType} as "externalId", lower(c.email) as email,
           (select p.external_id from ats_people p
             where p.account_id = c.account_id and p.candidate_id = c.id and p.ats_type = ${atsType}
               and c.phone_number = any(p.phone_numbers) limit 1) is not null as "isLinked"
      from candidates c
     where c.account_id = ${accountId} and c.id = any(array(select id from found))
     order by c.id`.execute(db);
  return rows;
}

/** Pairs that someone was asked about, or has ruled out. */
export async function findPairs(
  db: Db,
  of: Of,
  externalIds: string[],
): Promise<{ externalId: string; candidateId: string; decision: 'same' | 'different' | null }[]> {
  return db
    .selectFrom('ats_pairs')
    .select(['external_id as externalId', 'candidate_id as candidateId', 'decision'])
    .where('account_id', '=', of.accountId)
    .where('ats_type', '=', of.atsType)
    .where('external_id', '=', sql<string>`any(${externalIds}::text[])`)
    .execute();
}

export interface Link {
  externalId: string;
  candidateId: string;
  /** The candidate is made because of them. */
  made: boolean;
}

/** With what the system has about them, read before they were linked. */
export async function linkPeople(
  tx: Tx,
  of: Of,
  links: (Omit<Link, 'candidateId'> & { candidateId: string | null })[],
): Promise<void> {
  if (links.length === 0) return;
  const ids = links.map(({ externalId }) => externalId);
  const given = recordset('link', links, { text: ['externalId'], uuid: ['candidateId'], boolean: ['made'] });
  await sql`
    update ats_people p set candidate_id = link.candidate_id, made_candidate = link.made
      from ${given}
     where p.account_id = ${of.accountId} and p.ats_type = ${of.atsType} and p.external_id = link.external_id
       and p.external_id = any(${ids}::text[])`.execute(tx);
  await sql`
    update interviews i set candidate_id = link.candidate_id
      from ${given}
     where i.account_id = ${of.accountId} and i.ats_type = ${of.atsType} and i.person_external_id = link.external_id
       and i.person_external_id = any(${ids}::text[])
       and i.candidate_id is distinct from link.candidate_id`.execute(tx);
  await sql`
    update ats_new_hires h set candidate_id = link.candidate_id
      from ${given}
     where h.account_id = ${of.accountId} and h.ats_type = ${of.atsType} and h.person_external_id = link.external_id
       and h.person_external_id = any(${ids}::text[])
       and h.candidate_id is distinct from link.candidate_id`.execute(tx);
  // Linked people are no longer asked about.
  await sql`
    delete from ats_pairs pair using ${given}
     where pair.account_id = ${of.accountId} and pair.ats_type = ${of.atsType} and pair.decision is null
       and pair.external_id = link.external_id and pair.external_id = any(${ids}::text[])`.execute(tx);
}

/** Of one person, the latest first. */
export async function listApplicationsOf(
  db: Db,
  of: Of,
  personExternalId: string,
): Promise<AtsApplication[]> {
  const { rows } = await sql<AtsApplication>`
    select external_id as "externalId", job_external_id as "jobExternalId", job_name as "jobName",
           stage_external_id as "stageExternalId", stage_name as "stageName", status, source,
           profile_url as "profileUrl", recruiter_email as "recruiterEmail"
      from ats_applications
     where account_id = ${of.accountId} and ats_type = ${of.atsType} and person_external_id = ${personExternalId}
     order by stage_changed_at desc, id`.execute(db);
  return rows;
}
