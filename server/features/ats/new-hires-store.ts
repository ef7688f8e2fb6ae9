import { sql } from 'kysely';
import type { AtsNewHire } from '../../adapters/ats/port.ts';
import type { Tx } from '../../db/connection.ts';
import { recordset } from '../../db/recordset.ts';
import type { Deps } from '../../deps.ts';
import { ensureOnboardings } from '../hiring/onboardings/from-systems.ts';
import { emailsOf, line, lineOrNull, numbersOf } from './clean.ts';
import type { Of } from './people-store.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Who they are here: the person's candidate, or the one with their number. Those with a start are onboarded. */
export async function saveNewHires(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  of: Of,
  sent: AtsNewHire[],
): Promise<void> {
  if (sent.length === 0) return;
  const { accountId, atsType } = of;
  const newHires = [...new Map(sent.map((hire) => [hire.externalId, hire])).values()].map((hire) => ({
    ...hire,
    firstName: line(hire.firstName, 80),
    lastName: line(hire.lastName, 80),
    emails: emailsOf(hire.emails),
    phoneNumbers: numbersOf(hire.phones),
    startsOn: hire.startsOn !== null && DAY.test(hire.startsOn) ? hire.startsOn : null,
    jobName: lineOrNull(hire.jobName, 200),
  }));
  await sql`
    insert into ats_new_hires as present
           (account_id, ats_type, external_id, person_external_id, candidate_id, first_name, last_name, emails,
            phone_numbers, starts_on, job_name)
    select ${accountId}::uuid, ${atsType}, h.external_id, h.person_external_id,
           coalesce(p.candidate_id, (select c.id from candidates c
              where c.account_id = ${accountId} and c.phone_number = any(h.phone_numbers)
              order by c.id limit 1)),
           h.first_name, h.last_name, h.emails, h.phone_numbers, h.starts_on, h.job_name
      from ${recordset('h', newHires, { text: ['externalId', 'personExternalId', 'firstName', 'lastName', 'jobName'], 'text[]': ['emails', 'phoneNumbers'], date: ['startsOn'] })}
      left join ats_people p on p.account_id = ${accountId} and p.ats_type = ${atsType}
           and p.external_id = h.person_external_id
        on conflict (account_id, ats_type, external_id) do update
       set person_external_id = excluded.person_external_id, candidate_id = excluded.candidate_id,
           first_name = excluded.first_name, last_name = excluded.last_name, emails = excluded.emails,
           phone_numbers = excluded.phone_numbers, starts_on = excluded.starts_on, job_name = excluded.job_name
     where (present.person_external_id, present.candidate_id, present.first_name, present.last_name, present.emails,
            present.phone_numbers, present.starts_on, present.job_name)
           is distinct from
           (excluded.person_external_id, excluded.candidate_id, excluded.first_name, excluded.last_name,
            excluded.emails, excluded.phone_numbers, excluded.starts_on, excluded.job_name)`.execute(tx);
  await onboardNewHires(tx, deps, of, {
    column: 'external_id',
    ids: newHires.map(({ externalId }) => externalId),
  });
}

/** Those among them that are candidates here and have a start. */
export async function onboardNewHires(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  of: Of,
  { column, ids }: { column: 'external_id' | 'person_external_id'; ids: string[] },
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ candidateId: string; startsOn: string; externalId: string }>`
    select candidate_id as "candidateId", to_char(starts_on, 'YYYY-MM-DD') as "startsOn", external_id as "externalId"
      from ats_new_hires
     where account_id = ${of.accountId} and ats_type = ${of.atsType} and ${sql.ref(column)} = any(${ids}::text[])
       and candidate_id is not null and starts_on is not null
     order by starts_on desc, external_id`.execute(tx);
  await ensureOnboardings(
    tx,
    deps,
    of,
    rows.map(({ externalId, ...rest }) => ({ ...rest, source: { externalId } })),
  );
}
