import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { sendingClass } from './sending-class.ts';
import { unheard } from './unheard.ts';

export interface NumberToSend {
  accountId: string;
  numberId: string;
  /** When its next text may go: now, or later. */
  at: Date;
}

/**
 * The numbers that have something to send, the longest waiting first, and the time of each; `past` those whose phones are all
 * held. It steps from number to number over the index of what waits, so that a number with thousands of texts costs as
 * little as one with a single text.
 */
export async function findNumbersToSend(
  db: Db,
  { except, limit }: { except: string[]; limit: number },
): Promise<NumberToSend[]> {
  const { rows } = await sql<NumberToSend>`
    with recursive sending as (
      (select account_id, number_id from messages where status in ('scheduled', 'queued')
        order by account_id, number_id limit 1)
      union all
      select next.account_id, next.number_id
        from sending cross join lateral (
          select account_id, number_id from messages
           where status in ('scheduled', 'queued')
             and (account_id, number_id) > (sending.account_id, sending.number_id)
           order by account_id, number_id limit 1) as next
    )
    select sending.account_id as "accountId", sending.number_id as "numberId",
           greatest(least(typed.send_after, automatic.send_after), numbers.next_send_at) as at
      from sending
      join numbers on numbers.account_id = sending.account_id and numbers.id = sending.number_id
      left join lateral (${firstOf(0)}) as typed on true
      left join lateral (${firstOf(1)}) as automatic on true
     where sending.number_id <> all(${except}::uuid[]) and coalesce(typed.send_after, automatic.send_after) is not null
     order by at
     limit ${limit}`.execute(db);
  return rows;
}

const firstOf = (place: 0 | 1) => sql`
  select m.send_after from messages m
   where m.account_id = sending.account_id and m.number_id = sending.number_id and m.status in ('scheduled', 'queued')
     and ${sendingClass} = ${sql.lit(place)} and not exists (${unheard})
   order by m.send_after, m.id limit 1`;
