import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../db/connection.ts';
import { inBatches, sweepRows } from '../../db/sweep.ts';
import { jobKind } from '../../queue/job.ts';

/** With the time it is for, even if it runs later. */
export const planAgain = jobKind({
  name: 'planAgain',
  payload: z.object({ _cron: z.object({ ts: z.coerce.date() }) }),
  maxAttempts: 1,
});

/** Done for this long, and about something as long past: nothing plans them again. */
export async function sweepPlannedTexts(db: Db): Promise<void> {
  await inBatches(async (limit) => {
    const { numAffectedRows = 0n } = await sql`
      delete from planned_texts where ctid = any(array(
        select ctid from planned_texts
         where status in ('sent', 'skipped', 'canceled') and updated_at < now() - interval '90 days'
           and subject_at < now() - interval '90 days'
         order by updated_at limit ${limit} for update skip locked))`.execute(db);
    return Number(numAffectedRows);
  });
}

export function sweepAutomations(db: Db): Promise<void> {
  return sweepRows(db, 'automations', {
    time: sql`deleted_at`,
    before: sql`now() - interval '90 days'`,
  });
}
