import { type RawBuilder, sql } from 'kysely';
import type { Deps } from '../../../deps.ts';
import { isAccountStopped } from '../../billing/ledger/rules.ts';
import { inMaintenance } from '../../maintenance/store.ts';
import { unprocessed } from '../gate/unprocessed.ts';

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
  { db, ...deps }: Pick<Deps, 'db' | 'billing'>,
  { except, limit }: { except: string[]; limit: number },
): Promise<NumberToSend[]> {
  const stopped = isAccountStopped(deps);
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
           greatest(least(typed.send_after, automatic.send_after, confirmation.send_after), numbers.next_send_at) as at
      from sending
      join numbers on numbers.account_id = sending.account_id and numbers.id = sending.number_id
      join accounts on accounts.id = sending.account_id
      left join lateral (${firstOf(sql`${sendingClass} = 0 and not ${stopped}`)}) as typed on true
      left join lateral (${firstOf(sql`${sendingClass} = 1 and not ${stopped}`)}) as automatic on true
      -- Everything that still goes out where sending has stopped.
      left join lateral (${firstOf(sql`m.is_confirmation and ${stopped}`)}) as confirmation on true
     where sending.number_id <> all(${except}::uuid[]) and not ${inMaintenance}
       and coalesce(typed.send_after, automatic.send_after, confirmation.send_after) is not null
     order by at
     limit ${limit}`.execute(db);
  return rows;
}

const firstOf = (which: RawBuilder<boolean>) => sql`
  select m.send_after from messages m
   where m.account_id = sending.account_id and m.number_id = sending.number_id and m.status in ('scheduled', 'queued')
     and ${which} and not exists (${unprocessed})
   order by m.send_after, m.id limit 1`;

/**
 * Of message `m`: 0 for what a person typed and for confirmations of consent, 1 for other automatic texts, which go after them. As
 * in the index; a plain condition would be taken apart, and not match.
 */
export const sendingClass: RawBuilder<number> = sql`
  (case when m.is_automatic and not m.is_confirmation then 1 else 0 end)`;
