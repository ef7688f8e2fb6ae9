import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { recordset } from '../../db/recordset.ts';
import { noteEvent } from '../../live/note-event.ts';
import type { Of } from './people-store.ts';

/** Moves everything of the one to the other. */
export async function mergePeople(tx: Tx, of: Of, merged: { from: string; into: string }[]): Promise<void> {
  if (merged.length === 0) return;
  const pairs = sql`
    unnest(${merged.map(({ from }) => from)}::text[], ${merged.map(({ into }) => into)}::text[]) as merged(gone, stays)`;
  for (const table of ['ats_applications', 'interviews', 'ats_new_hires'] as const)
    await sql`
      update ${sql.table(table)} t set person_external_id = merged.stays from ${pairs}
       where t.account_id = ${of.accountId} and t.ats_type = ${of.atsType}
         and t.person_external_id = merged.gone`.execute(tx);
  const { rows: both } = await sql<{ gone: string; stays: string }>`
    select gone.candidate_id as gone, stays.candidate_id as stays from ${pairs}
      join ats_people gone on gone.account_id = ${of.accountId} and gone.ats_type = ${of.atsType}
           and gone.external_id = merged.gone
      join ats_people stays on stays.account_id = gone.account_id and stays.ats_type = gone.ats_type
           and stays.external_id = merged.stays
     where gone.candidate_id <> stays.candidate_id`.execute(tx);
  // A hold is on the person: whom they turn out to be is on hold too.
  await sql`
    update candidates set legal_hold = true, updated_at = now()
      from ${recordset('pair', both, { uuid: ['gone', 'stays'] })}
      join candidates held on held.account_id = ${of.accountId} and held.id = pair.gone and held.legal_hold
     where candidates.account_id = held.account_id and candidates.id = pair.stays and not candidates.legal_hold`.execute(
    tx,
  );
  for (const { gone, stays } of both)
    await noteEvent(tx, of.accountId, {
      type: 'candidate.merged',
      subjectId: stays,
      data: { mergedId: gone, atsType: of.atsType },
    });
  await sql`
    update candidates c
       set external_ids = case when into_person.candidate_id is null or into_person.candidate_id = c.id
             then c.external_ids || jsonb_build_object(${of.atsType}::text, merged.stays)
             else c.external_ids - ${of.atsType}::text end
      from ${pairs}
      join ats_people gone on gone.account_id = ${of.accountId} and gone.ats_type = ${of.atsType}
           and gone.external_id = merged.gone
      left join ats_people into_person on into_person.account_id = gone.account_id
           and into_person.ats_type = gone.ats_type and into_person.external_id = merged.stays
     where c.account_id = gone.account_id and c.id = gone.candidate_id
       and c.external_ids->>${of.atsType} = merged.gone`.execute(tx);
  await sql`
    delete from ats_people
     where account_id = ${of.accountId} and ats_type = ${of.atsType}
       and external_id = any(${merged.map(({ from }) => from)}::text[])`.execute(tx);
}

/**
 * People whom the system no longer has. Their candidates stay, unless they came with them and no one has texted them or
 * entered anything.
 */
export async function removePeople(tx: Tx, of: Of, externalIds: string[]): Promise<void> {
  if (externalIds.length === 0) return;
  const { accountId, atsType } = of;
  for (const table of ['interviews', 'ats_new_hires'] as const)
    await sql`
      delete from ${sql.table(table)}
       where account_id = ${accountId} and ats_type = ${atsType}
         and person_external_id = any(${externalIds}::text[])`.execute(tx);
  const { rows } = await sql<{ candidateId: string | null; made: boolean }>`
    delete from ats_people
     where account_id = ${accountId} and ats_type = ${atsType} and external_id = any(${externalIds}::text[])
    returning candidate_id as "candidateId", made_candidate as made`.execute(tx);
  const candidateIds = rows.flatMap(({ candidateId }) => candidateId ?? []);
  await forgetIds(tx, of, candidateIds, externalIds);
  const made = rows.flatMap((row) => (row.made && row.candidateId ? row.candidateId : []));
  await sql`
    delete from candidates c
     where account_id = ${accountId} and id = any(${made}::uuid[])
       and not c.legal_hold
       and not exists (select from conversations t where t.account_id = c.account_id and t.candidate_id = c.id)
       and not exists (select from interviews i where i.account_id = c.account_id and i.candidate_id = c.id)
       and not exists (select from applications a where a.account_id = c.account_id and a.candidate_id = c.id)
       and not exists (select from ats_people p where p.account_id = c.account_id and p.candidate_id = c.id)`.execute(
    tx,
  );
}

/** Candidates who are no longer these people. */
export async function forgetIds(
  tx: Tx,
  { accountId, atsType }: Of,
  candidateIds: string[],
  externalIds: string[],
): Promise<void> {
  if (candidateIds.length === 0) return;
  await sql`
    update candidates set external_ids = external_ids - ${atsType}::text
     where account_id = ${accountId} and id = any(${candidateIds}::uuid[])
       and external_ids->>${atsType} = any(${externalIds}::text[])`.execute(tx);
}
