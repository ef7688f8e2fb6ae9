import { type RawBuilder, sql } from 'kysely';

/**
 * When texts are due that came from the phone of message `m` to any number of its account and aren't processed yet: not reached, or
 * failed. One of them may be a STOP, so the phone is held until there are none.
 *
 * `offset 0` keeps PostgreSQL from making a join of it. The table is empty most of the time, and a join planned then reads all of
 * it for each claim once a flood has filled it: 130 ms instead of 10 with 100,000 texts, until it is analyzed.
 */
export const unprocessed: RawBuilder<unknown> = sql`
  select e.retry_at from carrier_events e
    join number_directory d on d.phone_number = e.receiver
   where e.sender = m.candidate_number and d.account_id = m.account_id
  offset 0`;
/**
 * Whether the phone has asked an account's numbers, in a text that is not processed, to stop (`opted_out`), or in words that may
 * mean so (`held`): what it wrote is in force since we acknowledged it to the carrier. No row where it asked nothing.
 */
export const askedMeanwhile = (accountId: RawBuilder<unknown>, phoneNumber: RawBuilder<unknown>) => sql`
  select e.asks = 'optOut' as opted_out, e.asks = 'hold' as held from carrier_events e
   where e.sender = ${phoneNumber} and e.asks is not null
     -- No join: a plan from quiet times would read the whole directory.
     and (select d.account_id from number_directory d where d.phone_number = e.receiver) = ${accountId}
   -- An opt-out before a hold, in the order of the index.
   order by e.asks desc limit 1`;
