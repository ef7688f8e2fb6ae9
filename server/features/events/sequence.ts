import { sql } from 'kysely';
import { type Db, inTransaction } from '../../db/connection.ts';
import { ensureDay } from '../../db/days.ts';
import { EVENTS, firstIdAt } from './event-ids.ts';

/** Events in one transaction. The counter in an ID has room for 4,096. */
const BATCH = 1000;
const DAY_MS = 24 * 3600_000;

/**
 * Moves committed events into the log in order, and gives them their IDs. One process at a time has the position, and the clock
 * may go back but IDs don't: what commits after a reader has looked gets a later ID than all that they have seen (decision 98).
 * Whether there may be more.
 */
export async function sequenceEvents(db: Db, now: Date, days: Set<number>, batch = BATCH): Promise<boolean> {
  const { rows: waiting } = await sql`select from new_events limit 1`.execute(db);
  if (waiting.length === 0) return false;
  const moved = await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ last: string }>`
      select last_ms as last from event_position for update`.execute(tx);
    const ms = Math.max(now.getTime(), Number(rows[0]?.last) + 1);
    const day = Math.floor(ms / DAY_MS);
    if (!days.has(day)) await ensureDay(tx, EVENTS, ms);
    const [high, low] = firstIdAt(ms).split('-');
    const counted = await sql<{ count: number }>`
      with taken as (
        delete from new_events where id = any(array(select id from new_events order by id limit ${batch}))
        returning *
      ), owners as materialized (
        -- An account that is being erased is waited for, so that none of its events come after.
        select id from accounts where id in (select account_id from taken) order by id for key share
      ), logged as (
        insert into events (account_id, id, type, subject_id, data, cause, created_at)
        select account_id,
               (${`${high}-${low}-7`}::text || lpad(to_hex(row_number() over (order by taken.id) - 1), 3, '0') || '-'
                || substr(gen_random_uuid()::text, 20))::uuid,
               type, subject_id, data, cause, created_at
          from taken join owners on owners.id = taken.account_id
        returning account_id, id, type, subject_id, data
      ), queued as (
        -- No one's own templates are the company's matter.
        insert into webhook_deliveries (account_id, endpoint_id, event_id, type)
        select logged.account_id, w.id, logged.id, logged.type
          from logged join webhook_endpoints w on w.account_id = logged.account_id and w.status = 'active'
         where case when logged.type = 'endpoint.test' then w.id = logged.subject_id
                    else (w.types = '{*}' or logged.type = any(w.types)) and logged.data->>'ownerId' is null end
      ), moved as (
        update event_position set last_ms = ${ms}
      )
      select count(*)::int as count from taken`.execute(tx);
    return { day, count: counted.rows[0]?.count ?? 0 };
  });
  days.add(moved.day);
  return moved.count === batch;
}
