import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/**
 * When those texts are worked in that came from the phone of message `m` to any number of its account and are not yet: not
 * reached, or failed. One of them may say STOP, so the phone is held until there is none.
 *
 * `offset 0` keeps PostgreSQL from making a join of it. The table is empty most of the time, and a join that was planned then
 * reads all of it for each claim once a flood has filled it: 130 ms instead of 10 with 100,000 texts, until it is analyzed.
 */
export const unheard: RawBuilder<unknown> = sql`
  select e.retry_at from carrier_events e
    join number_directory d on d.phone_number = e.receiver
   where e.sender = m.candidate_number and d.account_id = m.account_id
  offset 0`;

/**
 * When to look again at due texts of a number that nobody could take just now: once what their phone is held for has been tried
 * again, and every minute, since staff may have removed it. Where nothing holds them any more, or somebody was changing one,
 * that is soon. Null: there are none.
 */
export async function findNextLook(
  db: Db,
  number: { accountId: string; numberId: string },
  now: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(least(greatest(unheard.retry_at, now()) + interval '1 second', now() + interval '1 minute')) as at
      from messages m left join lateral (${unheard}) as unheard on true
     where m.account_id = ${number.accountId} and m.number_id = ${number.numberId}
       and m.status in ('scheduled', 'queued') and m.send_after <= ${now}`.execute(db);
  return rows[0]?.at ?? null;
}
