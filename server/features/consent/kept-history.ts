import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { recordset } from '../../db/recordset.ts';
import { inBatches } from '../../db/sweep.ts';
import type { Deps } from '../../deps.ts';
import { hashedNumber } from './hashed-number.ts';

/*
 * What was agreed outlives the candidate: five years after they were erased, ten after an opt-out. An opt-out that is in force
 * stays as it is, with the number: no one can keep a promise not to text a number that they don't know.
 */

/** Of erased candidates, unless there is another candidate with the number by now. */
export async function hashNumbers(
  tx: Tx,
  deps: Pick<Deps, 'signer' | 'clock'>,
  phones: { accountId: string; phoneNumber: string; candidateId: string }[],
): Promise<void> {
  if (phones.length === 0) return;
  const hashed = phones.map((phone) => ({
    ...phone,
    hash: hashedNumber(deps, phone.accountId, phone.phoneNumber),
  }));
  const gone = sql`
    select * from ${recordset('p', hashed, { uuid: ['accountId', 'candidateId'], text: ['phoneNumber', 'hash'] })}
     where not exists (
             select from candidates c where c.account_id = p.account_id and c.phone_number = p.phone_number)
       and not exists (
             select from former_numbers f where f.account_id = p.account_id and f.phone_number = p.phone_number)
       and not exists (
             select from deleted_candidates d
              where d.account_id = p.account_id and d.phone_number = p.phone_number and d.id <> p.candidate_id)`;
  await sql`
    update consent_events e set phone_number = gone.hash, number_hashed_at = ${deps.clock()}
      from (${gone}) as gone where e.account_id = gone.account_id and e.phone_number = gone.phone_number`.execute(
    tx,
  );
  await sql`
    delete from consent_grants g using (${gone}) as gone
     where g.account_id = gone.account_id and g.phone_number = gone.phone_number`.execute(tx);
}

export function sweepConsentHistory(db: Db): Promise<void> {
  return inBatches(async (limit) => {
    const { numAffectedRows = 0n } = await sql`
      delete from consent_events where ctid = any(array(
        select e.ctid from consent_events e
         where e.number_hashed_at < now() - interval '5 years'
           and not exists (
             select from consent_events o
              where o.account_id = e.account_id and o.phone_number = e.phone_number and o.change = 'optedOut'
                and o.created_at > now() - interval '10 years')
         limit ${limit} for update skip locked))`.execute(db);
    return Number(numAffectedRows);
  });
}
