import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { Cursor } from '../../http/page.ts';

export interface OverdueRow {
  id: string;
  candidateId: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  assigneeId: string | null;
  assigneeFirstName: string | null;
  assigneeLastName: string | null;
  timezone: string;
  waitingSince: Date;
}

export async function listZones(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ timezone: string }>`
    select distinct timezone from users where account_id = ${accountId}`.execute(db);
  return rows.map(({ timezone }) => timezone);
}

/**
 * Those who wait since before the moment that counts in the zone of the person who has them; `zone` where no one has. The longest wait
 * first, and one more than fits. Before the earliest of the moments no zone matters: that is a range of the inbox's index, of which
 * the first are taken. The few after it are looked at one by one.
 */
export async function listOverdue(
  db: Db,
  accountId: string,
  query: { zone: string; before: Map<string, Date>; after: Cursor | null; limit: number },
): Promise<OverdueRow[]> {
  const { zone, before, after } = query;
  const moments = [...before.values()].map((at) => at.getTime());
  const earliest = new Date(Math.min(...moments));
  const latest = new Date(Math.max(...moments));
  const limit = sql.lit(query.limit + 1);
  const waiting = sql`
    select * from conversations c
     where c.account_id = ${accountId} and c.archived_at is null and c.waiting_since is not null
       ${after === null ? sql`` : sql`and (c.waiting_since, c.id) > (${after.at}::timestamptz, ${after.id}::uuid)`}`;
  const { rows } = await sql<OverdueRow>`
    select c.id, p.id as "candidateId", p.first_name as "firstName", p.last_name as "lastName",
           p.phone_number as "phoneNumber", u.id as "assigneeId", u.first_name as "assigneeFirstName",
           u.last_name as "assigneeLastName", coalesce(u.timezone, ${zone}) as timezone, c.waiting_since as "waitingSince"
      from (
        (${waiting} and c.waiting_since <= ${earliest} order by c.waiting_since, c.id limit ${limit})
        union all
        (${waiting} and c.waiting_since > ${earliest} and c.waiting_since <= ${latest})) as c
      join candidates p on p.account_id = c.account_id and p.id = c.candidate_id
      left join users u on u.account_id = c.account_id and u.id = c.assignee_id
     where c.waiting_since <= ${earliest} or c.waiting_since <= (
       select z.before from unnest(${[...before.keys()]}::text[], ${[...before.values()]}::timestamptz[]) as z (zone, before)
        where z.zone = coalesce(u.timezone, ${zone}))
     order by c.waiting_since, c.id limit ${limit}`.execute(db);
  return rows;
}
