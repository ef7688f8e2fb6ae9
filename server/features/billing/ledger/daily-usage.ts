import { sql } from 'kysely';
import type { ReplyOf } from '../../../../contract/route.ts';
import type * as routes from '../../../../contract/routes.ts';
import type { Db } from '../../../db/connection.ts';

/** The days of the viewer's zone, whatever their length; what was released counts on the day on which it was sent. */
export async function findDailyUsage(
  db: Db,
  viewer: { accountId: string; userId: string },
  { days, now }: { days: number; now: Date },
): Promise<ReplyOf<typeof routes.getUsage>> {
  const { rows } = await sql<ReplyOf<typeof routes.getUsage>[number]>`
    with viewer as (
      select timezone, (${now}::timestamptz at time zone timezone)::date as today from users
       where account_id = ${viewer.accountId} and id = ${viewer.userId}
    ), used as (
      select (e.used_at at time zone viewer.timezone)::date as day, sum(e.used) as segments, sum(sign(e.used)) as texts
        from viewer
        join usage_entries e on e.account_id = ${viewer.accountId} and e.used <> 0
             and e.used_at >= (viewer.today - ${days - 1}::int)::timestamp at time zone viewer.timezone
       group by day
    )
    select to_char(day, 'YYYY-MM-DD') as date, coalesce(used.segments, 0)::int as segments, coalesce(used.texts, 0)::int as texts
      from viewer
     cross join lateral generate_series(0, ${days - 1}::int) as ago
     cross join lateral (select viewer.today - ago as day) as each_day
      left join used using (day)
     order by day`.execute(db);
  return rows;
}
