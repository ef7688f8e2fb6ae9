import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { ensureOnboardings } from '../hiring/onboardings/from-systems.ts';
import type { CleanPerson } from './clean.ts';
import type { Of } from './people-store.ts';

/** Of applications `a`. */
const isHired = sql<boolean>`(
  a.status = 'hired' or exists (
    select from ats_stages s
     where s.account_id = a.account_id and s.ats_type = a.ats_type and s.external_id = a.stage_external_id
       and s.job_external_id in ('', a.job_external_id) and s.kind = 'hired'))`;

/** The people's applications that were here before, and not hired. Only an observed change is news. */
export async function listNotHired(
  tx: Tx,
  { accountId, atsType }: Of,
  people: Pick<CleanPerson, 'applications'>[],
): Promise<string[]> {
  const ids = people.flatMap(({ applications }) => applications.map(({ externalId }) => externalId));
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select a.id from ats_applications a
     where a.account_id = ${accountId} and a.ats_type = ${atsType} and a.external_id = any(${ids}::text[])
       and not ${isHired}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Those who are already hired start today, unless someone sets a date. */
export async function onboardHired(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  { accountId }: Of,
  notHired: string[],
): Promise<void> {
  if (notHired.length === 0) return;
  const { rows } = await sql<{ id: string; candidateId: string }>`
    select a.id, p.candidate_id as "candidateId" from ats_applications a
      join ats_people p on p.account_id = a.account_id and p.ats_type = a.ats_type
           and p.external_id = a.person_external_id
     where a.account_id = ${accountId} and a.id = any(${notHired}::uuid[]) and ${isHired} and p.candidate_id is not null
       and not exists (
         select from ats_new_hires h
          where h.account_id = a.account_id and h.candidate_id = p.candidate_id)
     order by a.id`.execute(tx);
  await ensureOnboardings(
    tx,
    deps,
    { accountId, atsType: null },
    rows.map(({ id, candidateId }) => ({ candidateId, startsOn: null, source: { applicationId: id } })),
  );
}
