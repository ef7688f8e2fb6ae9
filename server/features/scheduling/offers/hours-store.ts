import { type HoursInput, USUAL_HOURS, type WorkingHours } from '../../../../contract/time-offers.ts';
import type { Db } from '../../../db/connection.ts';

interface Owner {
  accountId: string;
  userId: string;
}

export async function findHours(db: Db, { accountId, userId }: Owner): Promise<WorkingHours> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('working_hours as h', (join) =>
      join.onRef('h.account_id', '=', 'u.account_id').onRef('h.user_id', '=', 'u.id'),
    )
    .select([
      'u.timezone',
      'h.days',
      'h.minutes_between as minutesBetween',
      'h.earliest_hours as earliestHours',
    ])
    .where('u.account_id', '=', accountId)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    timezone: row.timezone,
    days: row.days ?? USUAL_HOURS.days,
    minutesBetween: row.minutesBetween ?? USUAL_HOURS.minutesBetween,
    earliestHours: row.earliestHours ?? USUAL_HOURS.earliestHours,
  };
}

export async function saveHours(db: Db, who: Owner, hours: HoursInput, at: Date): Promise<void> {
  const columns = {
    days: JSON.stringify(hours.days),
    minutes_between: hours.minutesBetween,
    earliest_hours: hours.earliestHours,
    updated_at: at,
  };
  await db
    .insertInto('working_hours')
    .values({ ...columns, account_id: who.accountId, user_id: who.userId })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet(columns))
    .execute();
}
